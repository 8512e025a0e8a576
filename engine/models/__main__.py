# SPDX-License-Identifier: AGPL-3.0-or-later
"""The models program: `python -m engine.models`. One command on standard input, events on standard
output (see messages). The end of the input ends it at once, which is how a download is paused."""

from __future__ import annotations

from engine.stdio import claim, lines


def main() -> None:
    commands, outlet = claim()

    import os
    import threading
    from pathlib import Path

    import msgspec

    from engine.lifeline import leave, settle_in
    from engine.models.errors import ModelError
    from engine.models.fetch import fetch
    from engine.models.folder import check
    from engine.models.messages import Failed, FetchModel, ModelCode, decode_command

    settle_in()
    stream = lines(commands)

    def end_with_input() -> None:
        for _line in stream:
            pass
        os._exit(0)  # there is nothing to take along, and this is not the main thread

    try:
        command = decode_command(next(stream, b""))
    except msgspec.DecodeError as error:
        outlet.send(Failed(code=ModelCode.BAD_MESSAGE, detail=str(error)))
        leave(0)
    threading.Thread(target=end_with_input, name="input", daemon=True).start()
    try:
        if isinstance(command, FetchModel):
            outlet.send(fetch(command, outlet.send))
        else:
            outlet.send(check(Path(command.folder), command.checksums, outlet.send))
    except ModelError as error:
        outlet.send(Failed(code=error.code, detail=error.detail))
    except Exception as error:  # noqa: BLE001 - the program's edge: the app must hear an ending
        outlet.send(Failed(code=ModelCode.INTERNAL, detail=f"{type(error).__name__}: {error}"))
    leave(0)


if __name__ == "__main__":
    main()
