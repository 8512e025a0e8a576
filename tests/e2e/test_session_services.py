# SPDX-License-Identifier: AGPL-3.0-or-later
"""Engines on other machines: the queue held, waits, a text begun again, cost and its cap, consent."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from app.core.changes import (
    AppCode,
    ConsentGiven,
    ConsentNeeded,
    DocumentOpened,
    DocumentState,
    EngineStatus,
    EngineWaiting,
    Notice,
    PageEnded,
    PagePiece,
    PageShown,
    PageState,
    Problem,
    QueueHeld,
    QueueStatus,
    Spent,
)
from app.core.choice import EngineChoice, Price
from app.core.errors import HOLDING
from app.core.library import Library
from app.core.places import Places
from app.core.session.consent import question
from app.core.settings import Settings
from engine.protocol import ErrorCode, WaitCode
from tests.e2e.sessions import HANG, make_pdf, running, scripted
from tests.processes import wait_until

HOST = "api.example.org"


def service(script: dict[str, Any], name: str = "service", at_once: int = 1, **more: Any) -> EngineChoice:
    """An engine on another machine."""
    abilities = {"pages_at_once": at_once, "needs_picture": False, "needs_network": True}
    return scripted({"abilities": abilities, **script}, name, host=HOST, **more)


def trusting() -> Settings:
    return Settings(trusted_hosts=(HOST,))


def asked(log: Path) -> Counter[str]:
    return Counter(log.read_text().splitlines()) if log.exists() else Counter()


# ---------------------------------------------------------------- the queue held


@pytest.mark.parametrize("code", sorted(HOLDING))
def test_what_would_end_every_page_holds_the_queue_once_and_costs_no_page(tmp_path: Path, code: ErrorCode) -> None:
    mended, log = tmp_path / "mended", tmp_path / "log"
    default = {"text": "ok", "delay": 0.05, "fail": code, "detail": "why", "unless": str(mended)}
    page = {"1": {"text": "good"}, "default": default}
    engine = service({"pages": page, "log": str(log)}, at_once=8)
    with running(tmp_path / "home", engines=(engine,), settings=trusting()) as (session, watcher):
        session.add([make_pdf(tmp_path / "a.pdf", 12)])
        assert session.wait_idle(HANG)
        assert watcher.of(QueueHeld) == [QueueHeld(Problem(code, "why"), "service")], "told once for eight pages"
        assert not watcher.of(Notice)
        assert (watcher.row.state, watcher.row.failed, watcher.row.read) == (DocumentState.PAUSED, 0, 1)
        assert watcher.wait(QueueStatus, lambda status: status.paused)
        assert asked(log).total() <= 9, "nothing more was handed out"
        mended.touch()
        session.resume()
        assert session.wait_idle(HANG)
        assert watcher.of(QueueHeld)[1:] == [QueueHeld(None)]
        assert (watcher.row.state, watcher.row.read) == (DocumentState.DONE, 12)
        assert len(watcher.of(PageEnded)) == 12


@pytest.mark.parametrize("named", [True, False])
def test_a_missing_key_passes_to_a_next_engine_that_the_user_named(tmp_path: Path, named: bool) -> None:
    page = {"fail": "key-missing", "detail": HOST}
    second = scripted({"pages": {"default": {"text": "second"}}}, "second", stands_in=not named)
    engines = (service({"pages": {"default": page}}, at_once=4), second)
    with running(tmp_path / "home", engines=engines, settings=trusting()) as (session, watcher):
        session.add([make_pdf(tmp_path / "a.pdf", 6)])
        assert session.wait_idle(HANG)
        if named:
            assert (watcher.row.state, watcher.row.read, watcher.row.failed) == (DocumentState.DONE, 6, 0)
            (notice,) = watcher.of(Notice)
            assert f"{HOST} needs a key; second reads instead" in notice.problem.detail
            assert not watcher.of(QueueHeld)
        else:
            assert watcher.row.state is DocumentState.PAUSED
            assert len(watcher.of(QueueHeld)) == 1


def test_another_key_and_resume(tmp_path: Path) -> None:
    page = {"fail": "key-rejected", "detail": HOST}
    rejected = service({"pages": {"default": page}}, secrets={"key": "wrong key"})
    accepted = service({"pages": {"default": {"text": "read"}}}, secrets={"key": "right key"})
    with running(tmp_path / "home", engines=(rejected,), settings=trusting()) as (session, watcher):
        session.add([make_pdf(tmp_path / "a.pdf", 3)])
        watcher.wait(QueueHeld)
        session.resume()
        watcher.wait(QueueHeld, lambda held: held.problem is None)
        watcher.wait(QueueHeld, since=watcher.changes.index(QueueHeld(None)) + 1)
        assert session.wait_idle(HANG)
        session.use_engines((accepted,))
        assert session.wait_idle(HANG)
        assert watcher.row.state is DocumentState.PAUSED, "held until the user goes on"
        session.resume()
        assert session.wait_idle(HANG)
        assert watcher.row.read == 3


def test_pages_that_are_read_while_the_queue_is_held_count(tmp_path: Path) -> None:
    log, refused, read = (tmp_path / name for name in ("log", "refused", "read"))
    pages = {"2": {"fail": "out-of-credits", "until": str(refused)}, "default": {"until": str(read)}}
    engine = service({"pages": pages, "log": str(log)}, at_once=3)
    with running(tmp_path / "home", engines=(engine,), settings=trusting()) as (session, watcher):
        session.add([make_pdf(tmp_path / "a.pdf", 6)])
        wait_until(lambda: asked(log).total() == 3, "three pages at once")
        refused.touch()
        watcher.wait(QueueHeld)
        read.touch()
        assert session.wait_idle(HANG)
        assert sorted(watcher.ended()) == [0, 2]
        assert watcher.row.failed == 0
        assert len(watcher.of(QueueHeld)) == 1


def test_an_engine_that_was_left_does_not_hold_the_next_one(tmp_path: Path) -> None:
    left = tmp_path / "left"
    script = {"pages": {"default": {"text": "x", "until": str(left), "fail": "key-rejected"}}}
    with running(tmp_path / "home", engines=(service(script, at_once=3),), settings=trusting()) as (session, watcher):
        session.add([make_pdf(tmp_path / "a.pdf", 5)])
        session.view(watcher.wait(DocumentOpened).document, 1)
        watcher.wait(PageShown, lambda shown: shown.state is PageState.READING)
        session.use_engines((scripted(),))
        left.touch()
        assert session.wait_idle(HANG)
        assert not watcher.of(QueueHeld)
        assert watcher.row.read == 5


# ---------------------------------------------------------------- waits, and texts begun again


def test_waits_are_told_as_one_with_the_earliest_next_try(tmp_path: Path) -> None:
    script = {
        "pages": {
            "1": {"waits": [{"seconds": 1.0}, {"seconds": 1.0}]},
            "2": {"waits": [{"code": "rate-limited", "seconds": 5.0}]},
            "3": {"text": "no wait"},
        }
    }
    with running(tmp_path / "home", engines=(service(script, at_once=3),), settings=trusting()) as (session, watcher):
        session.add([make_pdf(tmp_path / "a.pdf", 3)])
        assert session.wait_idle(HANG)
        told = watcher.of(EngineWaiting)
        assert told[-1] == EngineWaiting(None)
        assert max(wait.pages for wait in told) == 2
        both = next(wait for wait in told if wait.pages == 2)
        assert (both.code, both.attempt) == (WaitCode.SERVICE_STARTING, 1)
        assert any(wait.code is WaitCode.SERVICE_STARTING and wait.attempt == 2 for wait in told)
        late = next(wait for wait in told if wait.code is WaitCode.RATE_LIMITED and wait.pages == 1)
        assert late.until > both.until
        assert watcher.row.read == 3


def test_a_wait_is_no_silence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.core.session.silence.STALL_LIMIT", 3.0)
    script = {"pages": {"1": {"text": "read", "waits": [{"seconds": 7.0}]}, "2": {"misdeed": "never"}}}
    with running(tmp_path / "home", engines=(service(script),), settings=trusting()) as (session, watcher):
        session.add([make_pdf(tmp_path / "a.pdf", 1)])
        assert session.wait_idle(HANG)
        assert watcher.row.read == 1
        assert not [status for status in watcher.of(EngineStatus) if status.state == "restarting"]
    with running(tmp_path / "home", engines=(service(script),), settings=trusting()) as (session, watcher):
        session.add([make_pdf(tmp_path / "b.pdf", 2)])
        assert session.wait_idle(HANG)
        assert [status.state for status in watcher.of(EngineStatus)].count("restarting") == 2, "and this one is"
        assert (watcher.row.read, watcher.row.failed) == (1, 1)


def test_stopping_ends_a_wait_and_its_countdown(tmp_path: Path) -> None:
    script = {"pages": {"default": {"waits": [{"seconds": 600.0}]}}}
    with running(tmp_path / "home", engines=(service(script, at_once=2),), settings=trusting()) as (session, watcher):
        session.add([make_pdf(tmp_path / "a.pdf", 3)])
        watcher.wait(EngineWaiting, lambda wait: wait.pages == 2)
        session.stop_now()
        assert session.wait_idle(HANG)
        assert watcher.of(EngineWaiting)[-1] == EngineWaiting(None)
        assert watcher.row.state is DocumentState.PAUSED


@pytest.mark.skipif("sys.platform == 'win32'", reason="SIGKILL")
def test_a_wait_ends_with_its_engine(tmp_path: Path) -> None:
    seen = tmp_path / "seen"
    script = {"pages": {"1": {"waits": [{"seconds": 600.0}]}, "2": {"until": str(seen), "misdeed": "kill"}}}
    engines = (service(script, at_once=2), scripted({"load": {"seconds": 0.1}}))
    with running(tmp_path / "home", engines=engines, settings=trusting()) as (session, watcher):
        session.add([make_pdf(tmp_path / "a.pdf", 2)])
        watcher.wait(EngineWaiting, lambda wait: wait.pages == 1)
        seen.touch()
        watcher.wait(EngineWaiting, lambda wait: wait.code is None)
        session.use_engines(engines[1:])
        assert session.wait_idle(HANG)
        assert watcher.row.read == 2


def test_a_text_that_is_begun_again_stays_on_screen_until_the_next_piece(tmp_path: Path) -> None:
    page = {"text": "0123456789" * 6, "piece": 10, "chars_per_s": 200, "restart": 40}
    with running(tmp_path / "home", {"pages": {"1": page}}) as (session, watcher):
        session.add([make_pdf(tmp_path / "a.pdf", 1)])
        session.view(watcher.wait(DocumentOpened).document, 0)
        assert session.wait_idle(HANG)
        screen, seen = "", []
        for change in watcher.changes:
            if isinstance(change, PageShown):
                screen = change.text
            elif isinstance(change, PagePiece):
                assert change.at == len(screen), "a piece always fits to what is shown"
                screen += change.text
            else:
                continue
            seen.append(len(screen))
        assert screen == page["text"]
        longest = seen.index(40)
        assert seen[longest + 1] == 10, "replaced by the first new piece, never emptied before"
        assert watcher.ended()[0].reading is not None


# ---------------------------------------------------------------- cost


def test_cost_is_summed_told_and_kept(tmp_path: Path) -> None:
    script = {"pages": {"2": {"fail": "service-failed", "cost": 0.5}, "default": {"text": "x", "cost": 0.25}}}
    with running(tmp_path / "home", engines=(service(script),), settings=trusting()) as (session, watcher):
        session.add([make_pdf(tmp_path / "a.pdf", 3)])
        assert session.wait_idle(HANG)
        assert [spent.dollars for spent in watcher.of(Spent)] == [0.25, 0.75, 1.0]
        assert watcher.row.failed == 1, "this code is of the page alone"
    with Library(Places(tmp_path / "home").library) as library:
        reading, _ = library.readings.present(1, 0)
        assert reading is not None
        assert reading.cost == 0.25


def test_the_cap_holds_the_queue_and_a_higher_one_goes_on(tmp_path: Path) -> None:
    options, log = tmp_path / "options", tmp_path / "log"
    script = {"pages": {"default": {"text": "x", "cost": 0.4}}, "options": str(options), "log": str(log)}
    engines, settings = (service(script),), trusting()
    with running(tmp_path / "home", engines=engines, settings=settings, max_cost=1.0) as (session, watcher):
        session.add([make_pdf(tmp_path / "a.pdf", 6)])
        assert session.wait_idle(HANG)
        (held,) = watcher.of(QueueHeld)
        assert held.problem is not None
        assert (held.problem.code, held.problem.detail) == (ErrorCode.COST_LIMIT, "1.2 of 1")
        assert (watcher.row.state, watcher.row.read, watcher.row.failed) == (DocumentState.PAUSED, 3, 0)
        session.resume()
        assert session.wait_idle(HANG)
        assert watcher.row.read == 3, "held again"
        session.limit_cost(2.0)
        assert watcher.wait(Spent, lambda spent: spent.limit == 2.0).dollars == pytest.approx(1.2)
        session.resume()
        assert session.wait_idle(HANG)
        assert watcher.row.read == 5
        session.limit_cost(None)
        session.resume()
        assert session.wait_idle(HANG)
        assert watcher.row.state is DocumentState.DONE
        assert max(asked(log).values()) == 1
        loads = [json.loads(line) for line in options.read_text().splitlines()]
        assert [(load.get("max_cost"), load.get("spent")) for load in loads] == [
            (1.0, 0.0),
            (2.0, pytest.approx(1.2)),
            (None, None),
        ]


def test_a_cap_that_changes_in_mid_flight_ends_no_page(tmp_path: Path) -> None:
    log = tmp_path / "log"
    slow = {"text": "words " * 50, "chars_per_s": 400, "cost": 0.1}
    engine = service({"pages": {"default": slow}, "log": str(log)}, at_once=3)
    with running(tmp_path / "home", engines=(engine,), settings=trusting(), max_cost=5.0) as (session, watcher):
        session.add([make_pdf(tmp_path / "a.pdf", 9)])
        watcher.wait(PageEnded)
        session.limit_cost(10.0)
        assert session.wait_idle(HANG)
        assert watcher.row.read == 9
        assert max(asked(log).values()) == 1, "none was asked for twice"


@pytest.mark.skipif("sys.platform == 'win32'", reason="SIGKILL")
def test_the_cap_holds_over_crashes_and_what_was_under_way_counts(tmp_path: Path) -> None:
    options = tmp_path / "options"
    died = {"misdeed": "kill", "delay": 0.3, "once": str(tmp_path / "died")}
    script = {"pages": {"2": died, "default": {"text": "x", "cost": 0.5}}, "options": str(options)}
    engine = service(script, price=Price(0.5, 2.0))
    with running(tmp_path / "home", engines=(engine,), settings=trusting(), max_cost=9.0) as (session, watcher):
        session.add([make_pdf(tmp_path / "a.pdf", 3)])
        assert session.wait_idle(HANG)
        assert watcher.row.read == 3
        last = json.loads(options.read_text().splitlines()[-1])
        assert last["spent"] == pytest.approx(0.5 + Price(0.5, 2.0).page())
        assert last["max_cost"] == 9.0


def test_the_cap_holds_over_an_engine_that_is_loaded_anew_within_its_program(tmp_path: Path) -> None:
    options = tmp_path / "options"
    broke = {"misdeed": "error", "once": str(tmp_path / "broke")}
    script = {"pages": {"2": broke, "default": {"text": "x", "cost": 0.5}}, "options": str(options)}
    engine = service(script, price=Price(0.5, 2.0))
    with running(tmp_path / "home", engines=(engine,), settings=trusting(), max_cost=9.0) as (session, _watcher):
        session.add([make_pdf(tmp_path / "a.pdf", 3)])
        assert session.wait_idle(HANG)
        loads = [json.loads(line) for line in options.read_text().splitlines()]
        assert [(load["attempt"], load["spent"]) for load in loads] == [(0, 0.0), (1, 0.5)]


def test_an_engine_of_this_machine_has_no_cap(tmp_path: Path) -> None:
    with running(tmp_path / "home", max_cost=0.0) as (session, watcher):
        session.add([make_pdf(tmp_path / "a.pdf", 2)])
        assert session.wait_idle(HANG)
        assert watcher.row.read == 2


# ---------------------------------------------------------------- consent


def test_nothing_is_handed_out_before_the_user_agreed(tmp_path: Path) -> None:
    log = tmp_path / "log"
    engine = service({"pages": {"default": {"text": "x"}}, "log": str(log)}, "jina", price=Price(0.5, 2.0))
    with running(tmp_path / "home", engines=(engine,)) as (session, watcher):
        session.add([make_pdf(tmp_path / "a.pdf", 3)])
        needed = watcher.wait(ConsentNeeded, lambda needed: needed.pages == 3)
        assert session.wait_idle(HANG), "nothing goes on"
        assert (needed.host, needed.engine, needed.documents, needed.tokens_factor) == (HOST, "jina", (("a", 3),), 1)
        assert needed.dollars == pytest.approx(3 * (957 * 0.5 + 1367 * 2.0) / 1e6)
        session.add([make_pdf(tmp_path / "b.pdf", 2)])
        needed = watcher.wait(ConsentNeeded, lambda needed: needed.pages == 5)
        assert needed.documents == (("a", 3), ("b", 2))
        assert not log.exists()
        assert {row.state for row in watcher.rows.values()} == {DocumentState.WAITING}
        session.consent(HOST, True, remember=False)
        assert session.wait_idle(HANG)
        assert asked(log).total() == 5
        assert watcher.of(ConsentGiven) == [ConsentGiven(HOST, True, False)]


def test_a_consent_for_once_is_for_what_was_named_and_a_lasting_one_for_all(tmp_path: Path) -> None:
    log = tmp_path / "log"
    engine = service({"pages": {"default": {"text": "x"}}, "log": str(log)})
    a, b, c = (make_pdf(tmp_path / f"{name}.pdf", 2) for name in "abc")
    with running(tmp_path / "home", engines=(engine,)) as (session, watcher):
        session.add([a])
        watcher.wait(ConsentNeeded, lambda needed: needed.pages == 2)
        session.consent(HOST, True)
        assert session.wait_idle(HANG)
        session.add([b])
        assert session.wait_idle(HANG)
        assert watcher.of(ConsentNeeded)[-1].documents == (("b", 2),)
        assert sorted(asked(log)) == ["a.pdf:1", "a.pdf:2"]
        session.read(watcher.rows["a.pdf"].document, again=True)
        assert session.wait_idle(HANG)
        assert asked(log)["a.pdf:1"] == 2, "what was agreed to goes on beside it"
        session.consent(HOST, True, remember=True)
        assert session.wait_idle(HANG)
        session.add([c])
        assert session.wait_idle(HANG)
        assert {name: row.read for name, row in watcher.rows.items()} == {"a.pdf": 2, "b.pdf": 2, "c.pdf": 2}
        assert watcher.of(ConsentGiven)[-1].remember


def test_without_consent_the_queue_is_held_and_resume_asks_again(tmp_path: Path) -> None:
    log = tmp_path / "log"
    with running(tmp_path / "home", engines=(service({"log": str(log)}),)) as (session, watcher):
        session.add([make_pdf(tmp_path / "a.pdf", 2)])
        watcher.wait(ConsentNeeded)
        session.consent(HOST, False)
        assert watcher.wait(QueueHeld).problem == Problem(AppCode.NO_CONSENT, HOST)
        assert session.wait_idle(HANG)
        assert (watcher.row.state, watcher.row.failed) == (DocumentState.PAUSED, 0)
        since = len(watcher.changes)
        session.resume()
        watcher.wait(ConsentNeeded, since=since)
        assert not log.exists()
        session.consent(HOST, True)
        assert session.wait_idle(HANG)
        assert watcher.row.read == 2


def test_without_consent_an_engine_of_the_chain_that_stays_here_reads(tmp_path: Path) -> None:
    log = tmp_path / "log"
    other = service({"log": str(log)}, "other service")
    here = scripted({"pages": {"default": {"text": "here"}}}, "here")
    with running(tmp_path / "home", engines=(service({"log": str(log)}), other, here)) as (session, watcher):
        session.add([make_pdf(tmp_path / "a.pdf", 2)])
        watcher.wait(ConsentNeeded)
        session.consent(HOST, False)
        assert session.wait_idle(HANG)
        assert [ended.reading.text for ended in watcher.ended().values() if ended.reading] == ["here", "here"]
        assert not log.exists()
        failed = watcher.wait(EngineStatus, lambda status: status.state == "failed")
        assert (failed.instead, failed.problem) == ("here", Problem(AppCode.NO_CONSENT, HOST))


def test_the_machine_itself_and_trusted_hosts_are_not_asked_for(tmp_path: Path) -> None:
    for number, (host, settings) in enumerate(
        [("localhost:8000", Settings()), ("127.0.0.1", Settings()), ("[::1]:80", Settings()), (HOST, trusting())]
    ):
        engine = scripted({"pages": {"default": {"text": "x"}}}, host=host)
        with running(tmp_path / str(number), engines=(engine,), settings=settings) as (session, watcher):
            session.add([make_pdf(tmp_path / "a.pdf", 1)])
            assert session.wait_idle(HANG)
            assert watcher.row.read == 1
            assert not watcher.of(ConsentNeeded)


def test_trusting_a_host_in_the_settings_lets_the_pages_go(tmp_path: Path) -> None:
    with running(tmp_path / "home", engines=(service({}),)) as (session, watcher):
        session.add([make_pdf(tmp_path / "a.pdf", 1)])
        watcher.wait(ConsentNeeded)
        session.use_settings(trusting())
        assert session.wait_idle(HANG)
        assert watcher.row.read == 1


def test_the_question_before_the_reader_says_its_price(tmp_path: Path) -> None:
    reader = EngineChoice("reader", "reader", host="r.jina.ai", price=Price(0.5, 2.0))
    asked_for = question(reader, [("paper", 10)])
    assert asked_for.tokens_factor == 40
    assert asked_for.dollars == pytest.approx(40 * 10 * Price(0.5, 2.0).page())
    unknown = question(EngineChoice("openai:http://gpu", "hosted", host="gpu"), [("paper", 10)])
    assert (unknown.dollars, unknown.tokens_factor) == (None, 1)


def test_many_documents_are_asked_for_in_few_questions(tmp_path: Path) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    for number in range(60):
        make_pdf(folder / f"{number}.pdf", 1)
    with running(tmp_path / "home", engines=(service({"pages": {"default": {"text": "x"}}}),)) as (session, watcher):
        session.add([folder])
        assert session.wait_idle(HANG)
        assert watcher.of(ConsentNeeded)[-1].pages == 60
        assert len(watcher.of(ConsentNeeded)) < 40
        session.consent(HOST, True)
        assert session.wait_idle(HANG)
        assert sum(row.read for row in watcher.rows.values()) == 60
