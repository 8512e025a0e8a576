# SPDX-License-Identifier: AGPL-3.0-or-later
"""Each request gets one ending, whatever happens to the child."""

from __future__ import annotations

from collections import Counter
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.children.pending import Pending, Verdict
from engine.protocol import (
    Cancel,
    CloseFile,
    Command,
    Drop,
    ErrorCode,
    Event,
    FileFailed,
    FileOpened,
    OpenFile,
    PageFailed,
    PageRead,
    PageRequestFailed,
    PagesCommand,
    PageSource,
    PageStarted,
    PageText,
    Picture,
    Reading,
    ReadPage,
    Render,
    UseEngine,
    Words,
)


def open_file(request: int, file: str = "a") -> OpenFile:
    return OpenFile(request=request, file=file, path=f"/tmp/{file}", password="p")


def opened(request: int, file: str = "a") -> FileOpened:
    return FileOpened(request=request, file=file, pages=1, sizes=[(1, 1)], kind="pdf")


def page(job: int) -> ReadPage:
    return ReadPage(job=job, source=PageSource(path="/tmp/a", page=0))


READ = Reading(engine="x", raw="", text="")


@pytest.mark.parametrize("kind", [kind for kind in get_args(PagesCommand) if "request" in kind.__struct_fields__])
def test_every_request_of_the_pages_program_gets_an_ending(kind: type[Any]) -> None:
    """Also one that is new to the protocol: its asker would wait for ever."""
    if kind is Drop:
        return  # it takes a request back and has no ending of its own
    values = {"request": 7, "file": "a", "page": 2, "pixels": 9, "path": "/tmp/a", "folder": "/tmp"}
    command = kind(**{name: value for name, value in values.items() if name in kind.__struct_fields__})
    pending = Pending()
    pending.add(command)
    assert len(pending) == 1
    (ending,) = pending.fail_all(ErrorCode.CRASHED, "")
    pending.add(command)
    assert pending.settle(ending) is Verdict.PASS


def test_endings_made_here_fit_their_commands() -> None:
    pending = Pending()
    for command in (open_file(1), Render(request=2, file="a", page=3, pixels=9), Words(request=4, file="b", page=5)):
        pending.add(command)
    pending.add(page(1))
    assert pending.fail_all(ErrorCode.CRASHED, "SIGKILL") == [
        FileFailed(request=1, file="a", code=ErrorCode.CRASHED, detail="SIGKILL"),
        PageRequestFailed(request=2, file="a", page=3, code=ErrorCode.CRASHED, detail="SIGKILL"),
        PageRequestFailed(request=4, file="b", page=5, code=ErrorCode.CRASHED, detail="SIGKILL"),
        PageFailed(job=1, code=ErrorCode.CRASHED, detail="SIGKILL"),
    ]
    assert len(pending) == 0
    assert pending.fail_all(ErrorCode.CRASHED, "") == []


def test_what_nobody_waits_for_is_unknown() -> None:
    pending = Pending()
    pending.add(page(7))
    assert pending.settle(PageStarted(job=7)) is Verdict.PASS
    assert pending.settle(PageText(job=8, text="x")) is Verdict.UNKNOWN
    assert pending.settle(PageRead(job=7, reading=READ)) is Verdict.PASS
    assert pending.settle(PageRead(job=7, reading=READ)) is Verdict.UNKNOWN
    assert pending.settle(PageText(job=7, text="late")) is Verdict.UNKNOWN
    assert pending.settle(opened(1)) is Verdict.UNKNOWN


@pytest.mark.parametrize("command", [open_file(1), Words(request=1, file="a", page=0)])
def test_a_number_in_use_is_refused(command: Command) -> None:
    pending = Pending()
    pending.add(open_file(1))
    with pytest.raises(ValueError, match="in use"):
        pending.add(command)
    pending.add(page(1))  # jobs are counted apart
    with pytest.raises(ValueError, match="in use"):
        pending.add(page(1))


def test_a_new_child_hears_of_the_engine_and_of_open_files() -> None:
    pending = Pending()
    pending.add(UseEngine(name="one"))
    pending.add(UseEngine(name="two"))
    for number, file in enumerate("abc", 1):
        pending.add(open_file(number, file))
    pending.settle(opened(1, "a"))
    pending.settle(opened(2, "b"))
    pending.settle(FileFailed(request=3, file="c", code=ErrorCode.DAMAGED))
    pending.add(CloseFile(file="b"))
    engine, reopened = pending.replay()
    assert engine == UseEngine(name="two")
    assert isinstance(reopened, OpenFile)
    assert (reopened.file, reopened.path, reopened.password) == ("a", "/tmp/a", "p")
    assert pending.settle(opened(reopened.request, "a")) is Verdict.SWALLOW
    again = pending.replay()[1]
    assert isinstance(again, OpenFile)
    assert again.request != reopened.request
    assert pending.settle(FileFailed(request=again.request, file="a", code=ErrorCode.NOT_FOUND)) is Verdict.SWALLOW
    assert pending.replay() == [engine]


STEPS = st.lists(
    st.one_of(
        st.integers(0, 5).map(page),
        st.integers(0, 5).map(lambda job: Cancel(job=job)),
        st.integers(0, 5).map(open_file),
        st.integers(0, 5).map(lambda request: Render(request=request, file="a", page=0, pixels=1)),
        st.integers(0, 5).map(lambda job: PageRead(job=job, reading=READ)),
        st.integers(0, 5).map(lambda job: PageFailed(job=job, code=ErrorCode.CANCELLED)),
        st.integers(0, 5).map(opened),
        st.integers(0, 5).map(
            lambda request: Picture(request=request, file="a", page=0, path="", width=1, height=1, stride=3)
        ),
        st.just("death"),
    ),
    max_size=40,
)


@given(STEPS)
def test_every_accepted_request_ends_once(steps: list[Command | Event | str]) -> None:
    pending = Pending()
    sent: Counter[tuple[str, int]] = Counter()
    ended: Counter[tuple[str, int]] = Counter()

    def count(event: Event) -> None:
        match event:
            case PageRead() | PageFailed():
                ended["job", event.job] += 1
            case FileOpened() | FileFailed() | Picture() | PageRequestFailed():
                ended["request", event.request] += 1
            case _:
                pass

    for step in steps:
        match step:
            case str():
                for event in pending.fail_all(ErrorCode.CRASHED, ""):
                    count(event)
            case ReadPage() | OpenFile() | Render():
                key = ("job", step.job) if isinstance(step, ReadPage) else ("request", step.request)
                try:
                    pending.add(step)
                except ValueError:
                    continue
                sent[key] += 1
            case Cancel():
                pending.add(step)
            case PageRead() | PageFailed() | FileOpened() | Picture():
                if pending.settle(step) is Verdict.PASS:
                    count(step)
            case _:
                raise AssertionError(step)
    for event in pending.fail_all(ErrorCode.SHUTTING_DOWN, ""):
        count(event)
    assert ended == sent
