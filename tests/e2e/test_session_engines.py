# SPDX-License-Identifier: AGPL-3.0-or-later
"""Several engines: the next one when one fails, and others in the middle of a queue."""

from __future__ import annotations

import random
import sys
import time
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

import psutil
import pytest

from app.core.changes import (
    AppCode,
    DocumentOpened,
    DocumentState,
    EngineStatus,
    Notice,
    PageEnded,
    PageShown,
    PageState,
)
from app.core.choice import BUILTIN, EngineChoice
from app.core.errors import sentence
from app.core.library import Library
from app.core.places import Places
from app.core.settings import Settings
from engine.protocol import ErrorCode
from tests.e2e.sessions import HANG, Watcher, make_pdf, running, scripted
from tests.processes import wait_until


def speaks(word: str, **more: Any) -> dict[str, Any]:
    """A script whose pages say the word."""
    return {"pages": {"default": {"text": f"{word} {{page}}"}}, **more}


def slow(word: str, log: Path, until: Mapping[str, Path] = MappingProxyType({})) -> dict[str, Any]:
    """A third of a second a page, two at once; what is asked of it stands in `log`. Some pages do not come before a
    file is there: so what is to be done before is done in time on any machine."""
    page = {"text": f"{word} {{page}}. ", "repeat": 30, "chars_per_s": 1000}
    pages = {"default": page} | {number: {**page, "until": str(path)} for number, path in until.items()}
    return {"abilities": {"pages_at_once": 2, "needs_picture": False}, "pages": pages, "log": str(log)}


def words(watcher: Watcher) -> dict[int, str]:
    """By page, the first word of what was read."""
    return {page: ended.reading.text.split()[0] for page, ended in watcher.ended().items() if ended.reading}


def asked(*logs: Path) -> Counter[str]:
    return Counter(line for log in logs if log.exists() for line in log.read_text().splitlines())


# ---------------------------------------------------------------- a failed start


FAILURES: dict[str, tuple[dict[str, Any], str]] = {
    "no library": ({"load": {"fail": "engine-unavailable", "detail": "No module torch"}}, "No module torch"),
    "out of memory": ({"load": {"misdeed": "memory"}}, "out of memory"),
    "an error of the library's own": ({"load": {"misdeed": "error"}}, "the library's own words"),
    "dies while it loads": ({"load": {"misdeed": "kill"}}, "SIGKILL"),
    "dies at every page": ({"pages": {"default": {"misdeed": "segfault"}}}, "SIGSEGV"),
}


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
@pytest.mark.parametrize("how", FAILURES)
def test_an_engine_that_fails_is_told_in_one_sentence_and_the_next_one_reads(tmp_path: Path, how: str) -> None:
    script, words_of_it = FAILURES[how]
    engines = (scripted(script, "first"), scripted(speaks("second"), "second"))
    with running(tmp_path / "home", engines=engines) as (session, watcher):
        session.add([make_pdf(tmp_path / "a.pdf", 4)])
        failed = watcher.wait(EngineStatus, lambda status: status.state == "failed")
        assert (failed.name, failed.instead) == ("first", "second")
        assert failed.problem is not None
        told = sentence(failed.problem, "first")
        assert session.wait_idle(HANG)
        statuses = watcher.of(EngineStatus)
        assert statuses[statuses.index(failed) + 1].name == "second", "at once"
        assert words(watcher) == dict.fromkeys(range(4), "second"), "no page is to blame"
        assert (watcher.row.state, watcher.row.failed) == (DocumentState.DONE, 0)
        (notice,) = watcher.of(Notice)
        assert notice.problem.code is AppCode.ENGINE_REPLACED
        assert notice.severity == "warning"
        assert words_of_it in told + notice.problem.detail
        assert "second" in sentence(notice.problem, notice.subject)


def test_the_page_on_screen_is_read_meanwhile(tmp_path: Path) -> None:
    """While another engine takes its time to start, the built-in one reads what the user looks at, and looks at then;
    after that the engine reads all of it."""
    looked, seen = tmp_path / "looked", tmp_path / "seen"
    load = {"until": str(looked), "fail": "engine-unavailable", "detail": "No module torch"}
    failing = scripted({"load": load}, "first")
    slowly = scripted(speaks("second", load={"reports": ["a", "b", "c"], "until": str(seen)}), "second")
    with running(tmp_path / "home", engines=(failing, slowly)) as (session, watcher):
        session.add([make_pdf(tmp_path / "a.pdf", 3, text="meanwhile")])
        opened = watcher.wait(DocumentOpened)
        session.view(opened.document, 1)
        watcher.wait(PageShown, lambda shown: shown.page == 1 and shown.state is PageState.QUEUED)
        looked.touch()
        meanwhile = watcher.wait(PageShown, lambda shown: shown.page == 1 and "meanwhile" in shown.text)
        assert meanwhile.reading is None or meanwhile.reading.engine == "builtin"
        session.view(opened.document, 2)
        watcher.wait(PageShown, lambda shown: shown.page == 2 and "meanwhile" in shown.text)
        assert not any(s.name == "second" and s.state == "ready" for s in watcher.of(EngineStatus))
        seen.touch()
        assert session.wait_idle(HANG)
        assert words(watcher) == dict.fromkeys(range(3), "second")
        assert watcher.of(PageShown)[-1].text.startswith("second 3")


def test_a_program_that_is_not_there_or_never_answers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.core.session.chain.START_LIMIT", 8.0)  # the third must have begun by then
    nothing = EngineChoice("nothing", "scripted", command=(str(tmp_path / "nothing"), "-m", "engine"))
    silent = scripted({"load": {"misdeed": "hang"}}, "silent")
    engines = (nothing, silent, scripted(speaks("third"), "third"))
    with running(tmp_path / "home", engines=engines) as (session, watcher):
        session.add([make_pdf(tmp_path / "a.pdf", 2)])
        assert session.wait_idle(HANG)
        assert words(watcher) == {0: "third", 1: "third"}
        failed = [status for status in watcher.of(EngineStatus) if status.state == "failed"]
        assert [(status.name, status.instead) for status in failed] == [("nothing", "silent"), ("silent", "third")]
        assert "could not be started" in failed[0].detail
        assert "said nothing for 8 s" in failed[1].detail
        wait_until(lambda: len(engines_running()) == 1, "the end of the one that hangs")


REAL = {
    "no library": EngineChoice("vllm", "vllm", {"model": "/nowhere"}, command=(sys.executable, "-S", "-m", "engine")),
    "no such backend": EngineChoice("newer", "newer"),
    "no model": EngineChoice("transformers", "transformers", {"model": "/nowhere"}),
    "no program of ours": EngineChoice("other", "builtin", command=(sys.executable, "-c", "pass")),
    "no address": EngineChoice("openai:x", "hosted", {"base_url": "x", "model": "m"}),
}


@pytest.mark.parametrize("how", REAL)
def test_real_engines_that_cannot_start_give_way_to_the_built_in_one(tmp_path: Path, how: str) -> None:
    engines = (REAL[how], BUILTIN)
    with running(tmp_path / "home", engines=engines, settings=Settings(workers=1)) as (session, watcher):
        session.add([make_pdf(tmp_path / "a.pdf", 2, text="read all the same")])
        assert session.wait_idle(HANG)
        assert {ended.reading.engine for ended in watcher.ended().values() if ended.reading} == {"builtin"}
        failed = watcher.wait(EngineStatus, lambda status: status.state == "failed")
        assert failed.problem is not None
        assert sentence(failed.problem, failed.name)
        assert failed.instead == "builtin"


def test_two_that_fill_a_card_are_never_there_together(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.core.session.line.HEAVY", frozenset({"scripted"}))
    one, two = tmp_path / "one", tmp_path / "two"
    most = 0
    with running(tmp_path / "home", engines=(scripted(slow("first", one), "first"),)) as (session, watcher):
        session.add([make_pdf(tmp_path / "a.pdf", 8)])
        watcher.wait(PageEnded)
        second = scripted({"load": {"fail": "out-of-memory"}}, "second")
        session.use_engines((second, scripted(slow("third", two), "third")))
        while not session.wait_idle(0.02):
            most = max(most, len(engines_running()))
        assert most == 1
        assert any("waits until" in status.detail for status in watcher.of(EngineStatus) if status.name == "second")
        assert set(words(watcher).values()) == {"first", "third"}
        assert max(asked(one, two).values()) == 1


def test_slow_loading_that_says_something_is_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.core.session.chain.START_LIMIT", 6.0)
    steps = [f"step {number}" for number in range(16)]
    engines = (scripted(speaks("first", load={"seconds": 9.0, "reports": steps})), scripted(speaks("second")))
    with running(tmp_path / "home", engines=engines) as (session, watcher):
        session.add([make_pdf(tmp_path / "a.pdf", 1)])
        assert session.wait_idle(HANG)
        assert words(watcher) == {0: "first"}


def test_when_the_last_one_fails_the_pages_wait_and_resume_begins_with_the_first(tmp_path: Path) -> None:
    mended = tmp_path / "mended"
    broken = {"load": {"fail": "engine-unavailable", "unless": str(mended)}}
    second = {"load": {"fail": "out-of-memory"}}
    engines = (scripted({**speaks("first"), **broken}, "first"), scripted(second, "second"))
    with running(tmp_path / "home", engines=engines) as (session, watcher):
        session.add([make_pdf(tmp_path / "a.pdf", 3)])
        watcher.wait(EngineStatus, lambda status: status.state == "failed" and not status.instead)
        assert session.wait_idle(HANG)
        assert (watcher.row.state, watcher.row.failed) == (DocumentState.WAITING, 0)
        mended.touch()
        session.resume()
        assert session.wait_idle(HANG)
        assert words(watcher) == dict.fromkeys(range(3), "first")


def test_a_page_that_kills_one_engine_does_not_cost_it(tmp_path: Path) -> None:
    """Two deaths by one page are the page's fault; the engine goes on with the others."""
    script = {"pages": {"2": {"misdeed": "exit"}, "default": {"text": "first {page}"}}}
    engines = (scripted(script, "first"), scripted(speaks("second"), "second"))
    with running(tmp_path / "home", engines=engines) as (session, watcher):
        session.add([make_pdf(tmp_path / "a.pdf", 4)])
        assert session.wait_idle(HANG)
        assert words(watcher) == {0: "first", 2: "first", 3: "first"}
        problem = watcher.ended()[1].problem
        assert problem is not None and problem.code is ErrorCode.CRASHED
        assert not watcher.of(Notice)


# ---------------------------------------------------------------- other engines in the middle


def test_others_take_over_in_the_middle_and_nothing_is_read_twice(tmp_path: Path) -> None:
    one, two, left = tmp_path / "one", tmp_path / "two", tmp_path / "left"
    engine = scripted(slow("first", one, until={str(page): left for page in range(3, 15)}), "first")
    with running(tmp_path / "home", engines=(engine,)) as (session, watcher):
        session.add([make_pdf(tmp_path / "a.pdf", 14)])
        watcher.wait(PageEnded)
        session.use_engines((scripted(slow("second", two), "second"),))
        left.touch()
        assert session.wait_idle(HANG)
        read = words(watcher)
        assert sorted(read) == list(range(14))
        by_first = [page for page, word in read.items() if word == "first"]
        assert 2 <= len(by_first) < 14, "what was in flight ended there, the rest did not"
        assert max(asked(one, two).values()) == 1
        assert sum(asked(one, two).values()) == 14
        wait_until(lambda: len(engines_running()) == 1, "the end of the first engine")
    with Library(Places(tmp_path / "home").library) as library:
        assert all(library.readings.present(1, page)[1] == 1 for page in range(14))


def test_from_the_built_in_engine_to_another_and_back(tmp_path: Path) -> None:
    path = make_pdf(tmp_path / "a.pdf", 120, text="built in")
    log = tmp_path / "log"
    with running(tmp_path / "home", engines=(BUILTIN,), settings=Settings(workers=1)) as (session, watcher):
        session.add([path])
        watcher.wait(PageEnded)
        session.use_engines((scripted(slow("scripted", log)),))
        watcher.wait(PageEnded, lambda ended: ended.reading is not None and ended.reading.engine == "scripted")
        session.use_engines((BUILTIN,))
        assert session.wait_idle(HANG)
        engines = Counter(ended.reading.engine for ended in watcher.ended().values() if ended.reading)
        assert engines.keys() == {"builtin", "scripted"}
        assert sum(engines.values()) == len(watcher.of(PageEnded)) == 120
        assert max(asked(log).values()) == 1


def test_switching_twice_quickly_and_while_loading(tmp_path: Path) -> None:
    one, two, three = (tmp_path / name for name in ("one", "two", "three"))
    loading = slow("second", two) | {"load": {"seconds": 60.0}}
    with running(tmp_path / "home", engines=(scripted(slow("first", one), "first"),)) as (session, watcher):
        session.add([make_pdf(tmp_path / "a.pdf", 12)])
        watcher.wait(PageEnded)
        session.use_engines((scripted(loading, "second"),))
        watcher.wait(EngineStatus, lambda status: (status.name, status.state) == ("second", "loading"))
        session.use_engines((scripted(slow("never", two), "never"),))
        session.use_engines((scripted(slow("third", three), "third"),))
        assert session.wait_idle(HANG)
        assert set(words(watcher).values()) == {"first", "third"}
        assert not two.exists()
        assert asked(one, three) == Counter({f"a.pdf:{page}": 1 for page in range(1, 13)})
        wait_until(lambda: len(engines_running()) == 1, "the end of the first engine")


def test_the_same_engine_again_changes_nothing(tmp_path: Path) -> None:
    log = tmp_path / "log"
    engine = scripted(slow("same", log), "same")
    with running(tmp_path / "home", engines=(engine,)) as (session, watcher):
        session.add([make_pdf(tmp_path / "a.pdf", 6)])
        watcher.wait(PageEnded)
        session.use_engines((scripted(slow("same", log), "same"), scripted(speaks("other"), "other")))
        assert session.wait_idle(HANG)
        assert len([status for status in watcher.of(EngineStatus) if status.state == "ready"]) == 1
        assert asked(log).total() == 6


def test_another_engine_with_pages_that_wait_for_their_picture(tmp_path: Path) -> None:
    pictures = {"needs_picture": True, "picture_side": 900, "pages_at_once": 4}
    one, two = (tmp_path / name for name in ("one", "two"))
    first, second = (slow(word, log) | {"abilities": pictures} for word, log in (("first", one), ("second", two)))
    with running(tmp_path / "home", engines=(scripted(first, "first"),)) as (session, watcher):
        session.add([make_pdf(tmp_path / "a.pdf", 12)])
        for turn in range(4):
            watcher.wait(PageEnded, lambda ended, turn=turn: len(watcher.ended()) > turn)  # type: ignore[misc]
            session.use_engines((scripted((second, first)[turn % 2], f"engine {turn}"),))
        assert session.wait_idle(HANG)
        assert sorted(words(watcher)) == list(range(12))
        assert asked(one, two) == Counter({f"a.pdf:{page}": 1 for page in range(1, 13)})


def test_stop_remove_and_close_in_the_middle_of_a_switch(tmp_path: Path) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    paths = [make_pdf(tmp_path / f"{name}.pdf", 6) for name in "ab"]
    first_one = scripted(slow("first", one, until={"6": tmp_path / "never"}), "first")
    with running(tmp_path / "home", engines=(first_one,)) as (session, watcher):
        session.add(paths)
        first = watcher.wait(PageEnded).document
        session.use_engines((scripted(slow("second", two), "second"),))
        session.stop_now()
        assert session.wait_idle(HANG)
        assert watcher.rows["a.pdf"].state is DocumentState.PAUSED
        session.remove(first)
        session.use_engines((scripted(slow("third", two), "third"),))
        session.resume()
        watcher.wait(PageEnded, lambda ended: ended.document != first)
        session.use_engines((scripted(slow("fourth", two), "fourth"),))
        session.close(timeout=HANG)
        assert not engines_running()
    with Library(Places(tmp_path / "home").library) as library:
        kept = {(d.path.name, page) for d in library.documents.all() for page in library.readings.read_pages(d.id)}
    told = {(ended.document, ended.page) for ended in watcher.of(PageEnded) if ended.reading}
    assert len(kept) == len(told)


def test_a_session_that_ends_at_once_leaves_no_engine(tmp_path: Path) -> None:
    dice = random.Random(3)
    for number in range(8):
        with running(tmp_path / str(number), engines=(scripted(speaks("x")), scripted(speaks("y")))) as (session, _):
            session.use_engines((scripted(speaks("z"), "z"),))
            time.sleep(dice.choice([0.0, 0.2, 0.25, 0.3]))  # the random moment, about when the engine is started
    assert not engines_running()


def test_an_old_engine_that_hangs_does_not_keep_its_pages_for_ever(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.core.session.chain.LEAVE_LIMIT", 1.0)
    script = {"abilities": {"pages_at_once": 2, "needs_picture": False}}
    hung = {**script, "pages": {"default": {"text": "first", "misdeed": "never"}}}
    with running(tmp_path / "home", engines=(scripted(hung, "first"),)) as (session, watcher):
        session.add([make_pdf(tmp_path / "a.pdf", 5)])
        watcher.wait(EngineStatus, lambda status: status.state == "ready")
        session.view(watcher.wait(DocumentOpened).document, 0)
        watcher.wait(PageShown, lambda shown: shown.state is PageState.READING)
        session.use_engines((scripted(speaks("second"), "second"),))
        assert session.wait_idle(HANG)
        assert words(watcher) == dict.fromkeys(range(5), "second")


def test_pages_that_the_library_has_of_the_new_engine_are_not_read_again(tmp_path: Path) -> None:
    path = make_pdf(tmp_path / "a.pdf", 6)
    dear = tmp_path / "dear"
    with running(tmp_path / "home", engines=(scripted(slow("dear", dear), "dear"),)) as (session, watcher):
        session.add([path], read=False)
        assert session.wait_idle(HANG)
        session.read(watcher.row.document, [3, 4, 5])
        assert session.wait_idle(HANG)
    with running(tmp_path / "home", engines=(scripted({"load": {"seconds": 60.0}}, "loads"),)) as (session, watcher):
        session.add([path])
        watcher.wait(DocumentOpened)
        session.use_engines((scripted(slow("dear", dear), "dear"),))
        assert session.wait_idle(HANG)
        assert [watcher.ended()[page].from_library for page in range(6)] == [False] * 3 + [True] * 3
        assert asked(dear) == Counter({f"a.pdf:{page}": 1 for page in range(1, 7)})


def test_kills_of_the_present_and_the_leaving_engine(tmp_path: Path) -> None:
    """Whatever is killed when, each page is read once in the end."""
    dice = random.Random(7)
    log = tmp_path / "log"
    with running(tmp_path / "home", engines=(scripted(slow("first", log), "0"),)) as (session, watcher):
        session.add([make_pdf(tmp_path / "a.pdf", 24)])
        for number in range(1, 6):
            wait_until(lambda: bool(engines_running()), "an engine")
            time.sleep(dice.uniform(0.0, 0.4))  # the random moment
            session.use_engines((scripted(slow("other", log), str(number)),))
            for child in dice.sample(found := engines_running(), k=min(1, len(found))):
                child.kill()
        assert session.wait_idle(HANG)
        if watcher.row.failed:  # hit twice: read when tried again
            session.retry(watcher.row.document)
            assert session.wait_idle(HANG)
        assert watcher.row.read == 24


# ---------------------------------------------------------------- keys


def test_a_secret_is_kept_nowhere(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """Not even by an engine that says it aloud."""
    caplog.set_level("DEBUG")
    marked = "jina_SECRET-4711"
    script = speaks("x", load={"misdeed": "tell-options"})
    script["pages"]["2"] = {"fail": "engine-failed", "detail": f"refused {marked}"}
    heard = tmp_path / "heard"
    engine = scripted({**script, "options": str(heard)}, secrets={"key": marked})
    with running(tmp_path / "home", engines=(engine,)) as (session, watcher):
        session.add([make_pdf(tmp_path / "a.pdf", 3)])
        assert session.wait_idle(HANG)
        assert "SECRET-4711" in heard.read_text(), "the engine has it"
        for child in psutil.Process().children(recursive=True):
            assert "SECRET-4711" not in " ".join(child.cmdline())
            assert "SECRET-4711" not in " ".join(child.environ().values())
    assert watcher.ended()[1].problem is not None
    assert "SECRET-4711" not in repr(watcher.changes)
    assert "[secret]" in repr(watcher.changes)
    assert "SECRET-4711" not in caplog.text
    assert "[secret]" in caplog.text
    assert "SECRET-4711" not in repr(engine).replace(repr(engine.options), "")
    for path in (tmp_path / "home").rglob("*"):
        assert not path.is_file() or b"SECRET-4711" not in path.read_bytes()


def test_speed_and_secrets_make_no_other_reading(tmp_path: Path) -> None:
    path = make_pdf(tmp_path / "a.pdf", 2)
    for key, library in (("first key", False), ("second key", True)):
        engine = scripted(speaks("x"), speed={"draft_tokens": len(key)}, secrets={"key": key})
        with running(tmp_path / "home", engines=(engine,)) as (session, watcher):
            session.add([path])
            assert session.wait_idle(HANG)
            assert {ended.from_library for ended in watcher.of(PageEnded)} == {library}


def test_settings_of_the_built_in_engine_make_no_other_reading_of_another(tmp_path: Path) -> None:
    path = make_pdf(tmp_path / "a.pdf", 2)
    for settings, library in ((Settings(), False), (Settings(languages=("fr",), ocr_model="small"), True)):
        with running(tmp_path / "home", settings=settings) as (session, watcher):
            session.add([path])
            assert session.wait_idle(HANG)
            assert {ended.from_library for ended in watcher.of(PageEnded)} == {library}


def engines_running() -> list[psutil.Process]:
    """The engine programs of this process."""
    found = []
    for child in psutil.Process().children():
        try:
            if child.cmdline()[-1:] == ["engine"] and child.status() != psutil.STATUS_ZOMBIE:
                found.append(child)
        except psutil.NoSuchProcess:
            continue
    return found
