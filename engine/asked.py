# SPDX-License-Identifier: AGPL-3.0-or-later
"""`python -m engine probe`: the machine and the ranked engines as one JSON object on standard output.

A request (`engine.choose.values.Request`) may come on standard input; a terminal there asks nothing.
Ends with 0, or with 2 for a request that cannot be understood.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path

import msgspec

from engine.choose import Answer, Ranked, Request, Speed, choose
from engine.hardware.facts import Machine
from engine.hardware.probe import probe
from engine.tune.key import key_of, load

WRONG_REQUEST = 2


def answer(request: Request) -> Answer:
    machine = probe(request.place)
    ranking = choose(machine, request.wishes)
    if measured := _measured(request, machine, ranking):
        ranking = choose(machine, request.wishes, measured)
    return Answer(machine=machine, ranking=ranking)


def _measured(request: Request, machine: Machine, ranking: Sequence[Ranked]) -> list[Speed]:
    """What the tuner measured here for the engines that can be used, as they are now."""
    found = []
    for one in ranking if request.place.data else ():
        if one.usable and one.model:
            key = key_of(machine, one.backend, one.device, one.python, one.model, one.options)
            table = load(Path(request.place.data), key)
            rows = [row for row in table.rows if row.trial == table.latency] if table is not None else []
            found += [Speed(engine=one.engine, device=one.device, seconds=row.seconds) for row in rows]
    return found


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
