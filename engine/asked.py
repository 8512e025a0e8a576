# SPDX-License-Identifier: AGPL-3.0-or-later
"""`python -m engine probe`: the machine and the ranked engines as one JSON object on standard output.

A request (`engine.choose.values.Request`) may come on standard input; a terminal there asks nothing.
Ends with 0, or with 2 for a request that cannot be understood.
"""

from __future__ import annotations

import os
import sys

import msgspec

from engine.choose import Answer, Request, choose
from engine.hardware.probe import probe

WRONG_REQUEST = 2


def answer(request: Request) -> Answer:
    machine = probe(request.place)
    return Answer(machine=machine, ranking=choose(machine, request.wishes))


def main() -> int:
    given = b"" if sys.stdin is None or sys.stdin.isatty() else sys.stdin.buffer.read()
    try:
        request = msgspec.json.decode(given, type=Request) if given.strip() else Request()
    except msgspec.DecodeError as error:
        print(f"The request is not understood: {error}.", file=sys.stderr)
        return WRONG_REQUEST
    said = msgspec.json.format(msgspec.json.encode(answer(request)), indent=2)
    sys.stdout.buffer.write(said + b"\n")
    sys.stdout.flush()
    return 0


def leave(status: int) -> None:
    """At once: a driver that does not answer may hold a thread for ever."""
    sys.stderr.flush()
    os._exit(status)
