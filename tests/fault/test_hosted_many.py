# SPDX-License-Identifier: AGPL-3.0-or-later
"""Five hundred pages through a service that has bad moments all the time."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from engine.protocol import NoteCode, PageRead, PageRestarted, PageWaiting
from tests.engine.hosted_help import Engine, page
from tests.servers.chat import Asked, ChatServer, Reply, refusal

PAGES = 500

SHARES = {"429": 0.05, "503": 0.03, "reset": 0.02, "cut": 0.01}
"""How often a request meets with what."""


class Moody:
    """Bad moments by chance, the same in every run. What is asked for only once more (a reset, a cut
    stream) befalls a page once."""

    def __init__(self) -> None:
        self.met: Counter[str] = Counter()
        self._broken: set[int | None] = set()

    def __call__(self, asked: Asked) -> Reply:
        chance = random.Random(f"{asked.page} {asked.turn}")
        what = chance.choices([*SHARES, ""], [*SHARES.values(), 1 - sum(SHARES.values())])[0]
        if not what:
            return Reply(delay=chance.uniform(0.0, 0.1))
        if what in ("reset", "cut"):
            if asked.page in self._broken:
                return Reply()
            self._broken.add(asked.page)
        self.met[what] += 1
        match what:
            case "429":
                return refusal(429, {"detail": "slow down"}, **({"Retry_After": "0.05"} if asked.turn % 2 else {}))
            case "503":
                return refusal(503, {"detail": "cold"})
            case "reset":
                return Reply(misdeed="reset")
            case _:
                return Reply(misdeed="cut", after=4)


def test_five_hundred_pages_are_read_and_none_is_bought_twice(capsys: pytest.CaptureFixture[str]) -> None:
    moody = Moody()
    with ChatServer(moody) as server:
        with Engine.on(server, pages_at_once=8, wait_scale=0.0005, input_price=0.5, output_price=2.0) as engine:
            engine.send(*(page(number) for number in range(1, PAGES + 1)))
            endings = engine.ended(range(1, PAGES + 1), limit=600)
            readings = {job: ending.reading for job, ending in endings.items() if isinstance(ending, PageRead)}
            assert sorted(readings) == list(range(1, PAGES + 1))
            for number, reading in readings.items():
                assert reading.raw.startswith(f"# Page {number}\n")
            assert server.again == []
            assert server.answered == Counter(range(1, PAGES + 1))
            broken = moody.met["reset"] + moody.met["cut"]
            replayed = [job for job, reading in readings.items() if reading.notes]
            assert all(note.code is NoteCode.REPLAYED for job in replayed for note in readings[job].notes)
            assert len(replayed) == len(engine.all(PageRestarted)) == broken
            assert len(server.asked) == PAGES + sum(moody.met.values())
            assert min(moody.met[what] for what in SHARES) > 0
            spent = sum(reading.cost or 0 for reading in readings.values())
            one, lost = (957 * 0.5 + 40 * 2.0) / 1e6, (957 * 0.5 + 1367 * 2.0) / 1e6
            assert spent == pytest.approx(PAGES * one + broken * lost)
            with capsys.disabled():
                print(
                    f"\n{PAGES} pages, {len(readings)} readings, {len(server.asked)} requests, met {dict(moody.met)}, "
                    f"{len(engine.all(PageWaiting))} pauses, {len(replayed)} replays, none asked for after its answer, "
                    f"at most {server.at_once} at once, US dollars {spent:.4f}"
                )
