# SPDX-License-Identifier: AGPL-3.0-or-later
"""The engine program: `python -m engine`. Messages on standard input and output, see protocol.
`python -m engine probe` looks at the machine and ends, see engine.asked; `python -m engine profiles` lists the
model profiles, see engine.profiles.

Order matters: the real standard output is kept aside before anything else is imported.
"""

from __future__ import annotations

import sys


def main() -> None:
    if sys.argv[1:] == ["probe"]:
        from engine import asked

        asked.leave(asked.main())
    if sys.argv[1:2] == ["profiles"]:
        from engine.backends.profiles import listing

        listing.main(sys.argv[2:])
        return
    serve()


def serve() -> None:
    from engine.stdio import claim, lines

    commands, outlet = claim()

    from engine.lifeline import leave, settle_in, yield_to_others
    from engine.server import Server

    settle_in()
    yield_to_others()
    Server(outlet).run(lines(commands))
    leave(0)


if __name__ == "__main__":
    main()
