# SPDX-License-Identifier: AGPL-3.0-or-later
"""The proofing program and the app's side of it."""

from __future__ import annotations

import os
import queue
import signal
import struct
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import msgspec
import psutil
import pytest

from app.core.align import align
from app.core.checks import Kind, Origin, Unfit
from app.core.proof import Question, Source, digest, worker
from app.core.proof.answer import Answer, alignment_of
from app.core.proof.ink import ink_share
from app.core.proof.question import sendable
from app.core.proof.work import answer
from app.core.proof.worker import Worker
from tests.unit.page_words import lines

LONG = 60.0
SHOWN = "The committee met in 1987 and heard 23 witnesses from 14 towns about the new harbour"
WRONG = SHOWN.replace("1987", "1978")


@pytest.fixture
def asked() -> Iterator[Worker]:
    made = Worker()
    yield made
    for thread in made.close():
        thread.join(LONG)
        assert not thread.is_alive()


def ask(asked: Worker, *texts: str, urgent: bool = True, page: int = 0) -> queue.Queue[tuple[str, bytes | None]]:
    answers: queue.Queue[tuple[str, bytes | None]] = queue.Queue()
    for number, text in enumerate(texts):
        question = Question(text=text, words=tuple(lines(SHOWN)), source=Source.TEXT_LAYER)
        asked.ask((1, page + number), question, lambda line, t=text: answers.put((t, line)), urgent=urgent)  # type: ignore[misc]
    return answers


def decoded(line: bytes | None) -> Answer:
    assert line is not None
    return msgspec.json.decode(line, type=Answer)


def test_a_question_is_answered_by_another_process(asked: Worker) -> None:
    told = decoded(ask(asked, WRONG).get(timeout=LONG)[1])
    assert told.found is not None and told.found.origin is Origin.TEXT_LAYER
    assert [flag.kind for flag in told.found.flags] == [Kind.NUMBER_DIFFERS]
    assert told.found.marks == (told.found.flags[0].mark(WRONG),)
    alignment = alignment_of(told.map, WRONG, lines(SHOWN))
    here = answer(Question(text=WRONG, words=tuple(lines(SHOWN)), source=Source.TEXT_LAYER))
    assert alignment == align(WRONG, lines(SHOWN)) and told.found == here.found
    assert asked.pid is not None and asked.pid != os.getpid()


def test_the_kept_map_gives_the_same_places_without_the_flags() -> None:
    question = Question(text=WRONG, words=tuple(lines(SHOWN)), source=Source.TEXT_LAYER)
    first = answer(question)
    again = answer(msgspec.structs.replace(question, packed=first.packed, flags=False))
    assert again.found is None and again.map == first.map
    damaged = answer(msgspec.structs.replace(question, packed=b"no map", flags=False))
    assert damaged.map == first.map
    assert answer(msgspec.structs.replace(question, map=False)).map is None


def test_a_long_map_comes_in_parts_and_is_the_same() -> None:
    text, words = f"{SHOWN}.\n\n" * 100, lines(*[SHOWN] * 100)
    told = answer(Question(text=text, words=tuple(words), source=Source.TEXT_LAYER)).map
    assert told is not None and len(told.words) > 2
    assert alignment_of(told, text, words) == align(text, words)


def test_own_words_give_places_and_no_flags() -> None:
    told = answer(Question(text=WRONG, words=tuple(lines(SHOWN)), source=Source.OWN))
    assert told.found is not None and told.map is not None
    assert (told.found.flags, told.found.origin, told.found.unfit) == ((), None, Unfit.NONE)


def test_the_urgent_goes_first_and_of_a_page_the_newest_counts(asked: Worker) -> None:
    ask(asked, SHOWN).get(timeout=LONG)  # it is running
    done: queue.Queue[str] = queue.Queue()
    long = Question(text=f"{SHOWN}\n\n" * 300, words=tuple(lines(SHOWN)), source=Source.TEXT_LAYER)

    all_asked = threading.Event()

    def put(name: str, page: int, *, urgent: bool, question: Question = long) -> None:
        asked.ask((1, page), question, lambda line: done.put(name), urgent=urgent)

    def hold_up(line: bytes | None) -> None:
        done.put("first")
        all_asked.wait(LONG)  # nothing is begun while this is told

    asked.ask((1, 0), long, hold_up, urgent=False)
    assert done.get(timeout=LONG) == "first"
    put("background", 1, urgent=False)
    put("old", 2, urgent=True)
    put("new", 2, urgent=True)
    all_asked.set()
    assert [done.get(timeout=LONG) for _ in range(2)] == ["new", "background"]
    with pytest.raises(queue.Empty):
        done.get(timeout=0.2)


@pytest.mark.skipif(sys.platform == "win32", reason="kill -9 is of POSIX")
def test_a_killed_program_costs_one_page(asked: Worker) -> None:
    ask(asked, SHOWN).get(timeout=LONG)
    assert asked.pid is not None
    psutil.Process(asked.pid).suspend()  # however quick the machine, it is not done when it is killed
    answers = ask(asked, f"{SHOWN}\n\n" * 2000, WRONG, page=5)
    os.kill(asked.pid, signal.SIGKILL)
    assert answers.get(timeout=LONG)[1] is None
    assert decoded(answers.get(timeout=LONG)[1]).found is not None


def test_a_page_that_takes_too_long_is_given_up(asked: Worker, monkeypatch: pytest.MonkeyPatch) -> None:
    ask(asked, SHOWN).get(timeout=LONG)
    monkeypatch.setattr(worker, "LONGEST", 0.3)
    assert ask(asked, f"{SHOWN}\n\n" * 20_000).get(timeout=LONG)[1] is None
    monkeypatch.undo()
    assert ask(asked, WRONG).get(timeout=LONG)[1] is not None


def test_a_program_that_never_answers_is_not_started_for_ever(asked: Worker, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker, "COMMAND", ("-c", "raise SystemExit(3)"))
    answers = ask(asked, *["text"] * 6)
    assert [answers.get(timeout=LONG)[1] for _ in range(6)] == [None] * 6


def test_nothing_stays_behind_when_it_is_closed_while_it_works() -> None:
    made = Worker()
    ask(made, SHOWN).get(timeout=LONG)
    pid = made.pid
    assert pid is not None
    psutil.Process(pid).suspend()
    ask(made, f"{SHOWN}\n\n" * 20_000)
    for thread in made.close():
        thread.join(LONG)
        assert not thread.is_alive()
    assert not psutil.pid_exists(pid)


def test_a_lone_surrogate_is_no_obstacle(asked: Worker) -> None:
    odd = WRONG + " \ud800 end"
    assert len(sendable(odd)) == len(odd)
    told = decoded(ask(asked, sendable(odd)).get(timeout=LONG)[1])
    assert told.found is not None and told.found.flags[0].start == odd.index("1978")
    assert digest(odd, 1) != digest(odd, 2) and digest(odd, 1) == digest(odd, 1)


def test_the_share_of_ink(tmp_path: Path) -> None:
    def share(dark: int, paper: int = 255, ink: int = 0) -> float:
        width, height, stride = 100, 80, 304
        pixels = bytearray(struct.pack("B", paper) * (stride * height))
        for number in range(dark):
            row, column = divmod(number, width)
            pixels[row * stride + 3 * column : row * stride + 3 * column + 3] = bytes((ink,)) * 3
        path = tmp_path / "picture"
        path.write_bytes(pixels)
        return ink_share(path, width, height, stride)

    assert share(0) == 0.0
    assert share(80) == pytest.approx(0.01)
    assert share(80, paper=200, ink=30) == pytest.approx(0.01)  # grey paper
    assert share(80, paper=20, ink=230) == pytest.approx(0.01)  # light on dark
    assert share(80, paper=250, ink=220) == 0.0  # the other side shining through
