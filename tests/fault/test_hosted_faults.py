# SPDX-License-Identifier: AGPL-3.0-or-later
"""Everything that a service can do wrong, done by a real server on loopback that counts what it is
asked: no page that was answered is ever asked for again, and nothing is paid for more than twice."""

from __future__ import annotations

import email.utils
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import pytest

from engine.protocol import (
    ErrorCode,
    Finish,
    NoteCode,
    PageFailed,
    PageRead,
    PageRestarted,
    PageText,
    PageWaiting,
    WaitCode,
)
from tests.engine.hosted_help import KEY, Engine, page
from tests.servers.chat import Asked, ChatServer, Reply, always, plan, refusal
from tests.servers.pages import number_of

PRICES = {"input_price": 0.5, "output_price": 2.0}
PAGE = (957 * 0.5 + 40 * 2.0) / 1e6
"""US dollars of an answer of the server."""

USUAL = (957 * 0.5 + 1367 * 2.0) / 1e6
"""... and the estimate for one that was lost."""


@dataclass(frozen=True)
class Case:
    """What comes of a page whose first requests get these replies. `tries` is what the server counts,
    `waits` the codes of the pauses, `lost` the answers that are counted at the estimate."""

    replies: tuple[Reply, ...]
    tries: int
    code: ErrorCode | None = None
    detail: str = ""
    waits: tuple[WaitCode, ...] = ()
    restarts: int = 0
    lost: int = 0


STARTING, LIMITED, FAILED, LINE = (
    WaitCode.SERVICE_STARTING,
    WaitCode.RATE_LIMITED,
    WaitCode.SERVICE_FAILED,
    WaitCode.NO_CONNECTION,
)
NO_KEY = "Authentication required. Provide your API key via the Authorization header"
PYDANTIC = [{"type": "extra_forbidden", "loc": ["body", "top_k"], "msg": "Extra inputs are not permitted"}]
TOO_LONG = {"error": {"message": "This model's maximum context length is 4096 tokens. However, your request has 5211 "
                                 "input tokens. Please reduce the length of the input.", "code": 400}}  # fmt: skip
PAGE_OF_HTML = Reply(body=b"<!doctype html><title>Sign in</title>", headers={"content-type": "text/html"})
CUT = Reply(misdeed="cut")

CASES: dict[str, Case] = {
    # no use in asking again: nothing is paid
    "400": Case((refusal(400, {"error": {"message": "bad picture"}}),), 1, ErrorCode.REQUEST_REFUSED, "bad picture"),
    "401": Case((refusal(401, {"detail": NO_KEY}),), 1, ErrorCode.KEY_REJECTED, "127.0.0.1"),
    "402": Case((refusal(402, {"detail": "Insufficient account balance"}),), 1, ErrorCode.OUT_OF_CREDITS, "balance"),
    "403": Case((refusal(403, {"detail": "not for this key"}),), 1, ErrorCode.FORBIDDEN, "not for this key"),
    "404": Case((refusal(404, {"detail": "Invalid endpoint"}),), 1, ErrorCode.NO_SUCH_SERVICE, "/v1"),
    "404 of a model": Case((refusal(404, {"error": {"message": "The model x does not exist."}}),), 1,
                           ErrorCode.REQUEST_REFUSED, "model x does not exist"),
    "405": Case((Reply(405, b""),), 1, ErrorCode.NO_SUCH_SERVICE, "/v1"),
    "422": Case((refusal(422, {"detail": PYDANTIC}),), 1, ErrorCode.REQUEST_REFUSED, "body.top_k: Extra inputs"),
    "too long": Case((refusal(400, TOO_LONG),), 1, ErrorCode.PROMPT_TOO_LONG, "5211 of 4096"),
    "a redirect": Case((Reply(307, b"", {"location": "https://elsewhere.example/v1?token=abc"}),), 1,
                       ErrorCode.NO_SUCH_SERVICE, "it points to https://elsewhere.example/v1)"),
    "html instead of json": Case((PAGE_OF_HTML,), 1, ErrorCode.NO_SUCH_SERVICE, "/v1"),
    "html, and 404": Case((Reply(404, b"<html>nothing about a model</html>"),), 1, ErrorCode.NO_SUCH_SERVICE, "/v1"),
    # 413: a smaller picture, once
    "413 once": Case((refusal(413, {"detail": "too large"}),), 2),
    "413 twice": Case((refusal(413, {}), refusal(413, {})), 2, ErrorCode.PICTURE_TOO_LARGE),
    # it starts
    "503 three times": Case((refusal(503, {}),) * 3, 4, waits=(STARTING,) * 3),
    "503 for ever": Case((refusal(503, {"detail": "cold"}),) * 9, 4, ErrorCode.SERVICE_STARTING, waits=(STARTING,) * 3),
    # too many requests
    "429": Case((refusal(429, {}),) * 3, 4, waits=(LIMITED,) * 3),
    "429 with seconds": Case((refusal(429, {}, Retry_After="0.2"),), 2, waits=(LIMITED,)),
    "429 with nonsense": Case((refusal(429, {}, Retry_After="soon"),), 2, waits=(LIMITED,)),
    "429 for ever": Case((refusal(429, {}),) * 20, 9, ErrorCode.RATE_LIMITED, waits=(LIMITED,) * 8),
    "429 for an hour": Case((refusal(429, {}, Retry_After="3600"),), 1, ErrorCode.RATE_LIMITED),
    # it was asked, and perhaps billed: once more
    "reset before the headers": Case((Reply(misdeed="reset"),), 2, waits=(FAILED,), restarts=1, lost=1),
    "reset twice": Case((Reply(misdeed="reset"),) * 2, 2, ErrorCode.SERVICE_FAILED, "broke off", (FAILED,), 1, 2),
    "cut in the middle": Case((CUT,), 2, waits=(FAILED,), restarts=1, lost=1),
    "cut twice": Case((CUT, CUT), 2, ErrorCode.SERVICE_FAILED, "broke off", (FAILED,), 1, 2),
    "cut in a character": Case((Reply(misdeed="cut-in-character"),), 2, waits=(FAILED,), restarts=1, lost=1),
    "an error inside": Case((Reply(misdeed="error-inside"),), 2, waits=(FAILED,), restarts=1, lost=1),
    "errors inside": Case((Reply(misdeed="error-inside"),) * 2, 2, ErrorCode.SERVICE_FAILED, "out of luck", (FAILED,),
                          1, 2),
    "credits end inside": Case((Reply(misdeed="error-inside", error={"message": "no credit", "code": 402}),), 1,
                               ErrorCode.OUT_OF_CREDITS, "no credit"),
    "500": Case((refusal(500, {"detail": "oh"}),), 2, waits=(FAILED,), restarts=1, lost=1),
    "502 twice": Case((Reply(502, b"<html>Bad Gateway</html>"),) * 2, 2, ErrorCode.SERVICE_FAILED, "HTTP 502",
                      (FAILED,), 1, 2),
    "504, then cut": Case((Reply(504, b""), CUT), 2, ErrorCode.SERVICE_FAILED, "broke off", (FAILED,), 1, 2),
    "half an event": Case((Reply(body=b'data: {"choi\n\n'),), 2, waits=(FAILED,), restarts=1, lost=1),
    # each kind of trouble has tries of its own
    "503, cut, 429": Case((refusal(503, {}), CUT, refusal(429, {})), 4, waits=(STARTING, FAILED, LIMITED), restarts=1,
                          lost=1),
    # it answered, and that is no answer: not paid for again
    "an empty answer": Case((Reply(text=""),), 1, ErrorCode.BAD_ANSWER, "an empty answer", lost=1),
    "an empty body": Case((Reply(body=b""),), 1, ErrorCode.BAD_ANSWER, "an empty answer", lost=1),
    "blanks": Case((Reply(text=" \n "),), 1, ErrorCode.BAD_ANSWER, "an empty answer", lost=1),
    "half an object": Case((Reply(body=b'{"choices": ['),), 1, ErrorCode.BAD_ANSWER, "not JSON", lost=1),
    "a list": Case((Reply(body=b"[1, 2]"),), 1, ErrorCode.BAD_ANSWER, "JSON of another kind", lost=1),
    # untidy, but an answer
    "no [DONE]": Case((Reply(misdeed="no-done"),), 1),
    "an answer that is not closed": Case((Reply(misdeed="never-ends"),), 1),
}  # fmt: skip


SILENCES: dict[str, Case] = {
    "a stream that stalls": Case((Reply(misdeed="stall"),), 2, waits=(FAILED,), restarts=1, lost=1),
    "stalls twice": Case((Reply(misdeed="stall"),) * 2, 2, ErrorCode.SERVICE_FAILED, "no byte for", (FAILED,), 1, 2),
    "nothing but keep-alives": Case((Reply(misdeed="comments"),), 2, waits=(FAILED,), restarts=1, lost=1),
}
"""Those that are over when a limit is."""


@pytest.fixture(scope="module")
def service() -> Iterator[tuple[ChatServer, Engine]]:
    """One engine for all cases: so each case shows that the one before did it no harm."""
    with ChatServer() as server, Engine.on(server, **PRICES) as engine:
        yield server, engine


@pytest.mark.parametrize("name", CASES)
def test_what_becomes_of_a_page(name: str, service: tuple[ChatServer, Engine]) -> None:
    server, engine = service
    case, number = CASES[name], 1 + list(CASES).index(name)
    server.script = plan({number: case.replies})
    engine.send(page(number))
    became(case, engine.ended([number])[number], server, engine)


def test_what_becomes_of_pages_on_which_a_service_falls_silent() -> None:
    """All at once, since each of them takes its time. A short limit would also hit an answer that a busy machine
    holds up: so it is set here alone."""
    replies = {number: case.replies for number, case in enumerate(SILENCES.values(), 1)}
    with ChatServer(plan(replies)) as server:
        with Engine.on(server, timeout=2.0, pages_at_start=len(replies), **PRICES) as engine:
            engine.send(*map(page, replies))
            endings = engine.ended(replies)
            for number, case in enumerate(SILENCES.values(), 1):
                became(case, endings[number], server, engine)


def became(case: Case, ending: PageRead | PageFailed, server: ChatServer, engine: Engine) -> None:
    """The page has come to the end of its case, in so many tries."""
    number = ending.job
    assert server.tries[number] == case.tries
    assert server.again == []
    assert tuple(event.code for event in engine.all(PageWaiting, number)) == case.waits
    assert len(engine.all(PageRestarted, number)) == case.restarts
    if case.code is None:
        assert isinstance(ending, PageRead), ending
        assert ending.reading.text.startswith(f"# Page {number}\n")
        assert ending.reading.cost == pytest.approx(PAGE + case.lost * USUAL)
        replayed = [note.detail for note in ending.reading.notes if note.code is NoteCode.REPLAYED]
        assert replayed == ["1"] * case.restarts
    else:
        assert isinstance(ending, PageFailed), ending
        assert (ending.code, case.detail in ending.detail) == (case.code, True), ending
        assert ending.cost == pytest.approx(case.lost * USUAL)


def test_pauses_grow_and_are_counted() -> None:
    with ChatServer(always(*[refusal(503, {})] * 3, Reply())) as server, Engine.on(server) as engine:
        engine.read(page(1))
        waits = engine.all(PageWaiting)
        assert [wait.attempt for wait in waits] == [1, 2, 3]
        assert [wait.seconds for wait in waits] == pytest.approx([0.06, 0.09, 0.12])


def test_the_pause_that_a_service_asks_for_is_kept() -> None:
    with ChatServer(plan({1: [refusal(429, {}, Retry_After="1")]})) as server, Engine.on(server) as engine:
        engine.read(page(1))
        first, second = (asked.request.at for asked in server.asked)
        assert second - first >= 1
        assert engine.all(PageWaiting)[0].seconds == pytest.approx(1, abs=0.01)


def test_a_date_to_come_back_at_is_taken_by_the_service_s_own_clock() -> None:
    """Its clock is an hour slow."""
    now = time.time() - 3600
    stamps = [email.utils.formatdate(now + seconds, usegmt=True) for seconds in (0, 2)]
    reply = refusal(429, {}, Date=stamps[0], Retry_After=stamps[1])
    with ChatServer(plan({1: [reply]})) as server, Engine.on(server) as engine:
        engine.read(page(1))
        assert engine.all(PageWaiting)[0].seconds == pytest.approx(2, abs=0.01)


def test_after_too_many_requests_fewer_pages_are_under_way() -> None:
    """A service that takes two at once, and refuses the third. The first two last until all eight have come."""

    def script(asked: Asked) -> Reply:
        if server.running >= 2:
            return refusal(429, {}, Retry_After="0.1")
        return Reply(delay=0.2, when=lambda: len(server.asked) >= 8)

    with ChatServer(script) as server, Engine.on(server, pages_at_once=8, pages_at_start=8) as engine:
        engine.send(*(page(number) for number in range(1, 25)))
        endings = engine.ended(range(1, 25))
        assert all(isinstance(ending, PageRead) for ending in endings.values())
        assert server.again == []
        refused = len(server.asked) - 24
        assert 3 <= refused <= 30, refused  # the first eight, and a few later when it tries for more


def test_the_pieces_of_a_broken_answer_are_replaced() -> None:
    with ChatServer(plan({1: [Reply(text="half of it, and", misdeed="cut")]})) as server:
        with Engine.on(server) as engine:
            reading = engine.read(page(1))
            shown, restarted = "", False
            for event in engine.look():
                if isinstance(event, PageText):
                    shown, restarted = (event.text if restarted else shown + event.text), False
                elif isinstance(event, PageRestarted):
                    assert "half" in shown
                    restarted = True
            assert shown == reading.raw


def test_a_picture_that_is_too_large_is_sent_smaller() -> None:
    with ChatServer(plan({1: [refusal(413, {})]})) as server, Engine.on(server) as engine:
        reading = engine.read(page(1))
        [note] = reading.notes
        asked, given = (int(side) for side in note.detail.split())
        assert (note.code, asked) == (NoteCode.SCALED_DOWN, 320)
        assert given <= 0.66 * 320
        before, after = (request.content[0]["image_url"]["url"] for request in server.asked)
        assert len(after) < len(before)
        assert number_of(after) == 1


@pytest.mark.parametrize(
    "unit",
    ["All work and no play makes Jack a dull boy.\n", "<tr><td>0</td><td>0</td></tr>\n", "na ", "ü"],
    ids=["a line", "a row", "a word", "a sign"],
)
def test_repetition_without_end_is_cut(unit: str) -> None:
    """Ten megabytes and more would come; the stream is closed long before."""
    head = "<table>\n" if unit.startswith("<tr>") else ""
    with ChatServer(always(Reply(text=head + unit * 100, piece=1000, misdeed="endless", most=12_000_000))) as server:
        with Engine.on(server, **PRICES) as engine:
            reading = engine.read(page(1))
            assert reading.finish in (Finish.REPETITION, Finish.LENGTH)
            assert NoteCode.CUT_OFF in {note.code for note in reading.notes}
            assert len(reading.raw) < 100_000
            if reading.finish is Finish.REPETITION:
                assert len(reading.text.strip()) <= len(head) + 2 * max(len(unit), 32)
            assert len(server.asked) == 1
            assert reading.cost is not None
            assert reading.cost > 0


def test_true_lists_and_rows_are_no_repetition() -> None:
    rows = "".join(f"<tr><td>{row}</td><td>0</td><td></td><td></td></tr>\n" for row in range(60))
    text = f"<table>\n{rows}</table>\n\n" + "Chapter one . . . . . . . . . . . . . . 7\n" * 3
    with ChatServer(always(Reply(text=text, piece=3))) as server, Engine.on(server) as engine:
        assert engine.read(page(1)).raw == text


def test_an_answer_that_is_not_closed_holds_nobody_up() -> None:
    """The usual limit of a minute is not waited for."""
    with ChatServer(plan({1: [Reply(misdeed="never-ends")]})) as server, Engine.on(server, timeout=3600) as engine:
        assert engine.read(page(1)).output_tokens == 40


def test_a_key_that_is_missing_is_told_as_that() -> None:
    with ChatServer(key=KEY) as server, Engine.on(server, key="") as engine:
        failed = engine.fail(page(1))
        assert (failed.code, failed.detail) == (ErrorCode.KEY_MISSING, f"127.0.0.1:{server.port}")
        assert "authorization" not in server.seen[0].headers


@pytest.mark.parametrize("status", [401, 402, 404, 422])
def test_what_is_true_for_all_is_asked_by_few(status: int) -> None:
    """Two are under way; the six that wait for a place end with the same, unasked. The next ones ask."""
    with ChatServer() as server, Engine.on(server) as engine:
        server.script = always(replace(refusal(status, {"detail": "no"}), when=lambda: engine.has(8)))
        engine.send(*(page(number) for number in range(1, 9)))
        endings = engine.ended(range(1, 9))
        assert len({(ending.code, ending.detail) for ending in endings.values() if isinstance(ending, PageFailed)}) == 1
        assert len(server.asked) < 8
        server.script = always(Reply())
        engine.read(page(9))


def test_a_page_that_waits_for_its_own_next_try_is_not_asked_for_where_all_would_be_refused() -> None:
    """Page 1 waits minutes for its replay when page 2 hears that the key does not count."""
    with ChatServer() as server, Engine.on(server, wait_scale=100.0) as engine:
        waits = Reply(401, b"{}", when=lambda: bool(engine.all(PageWaiting)))
        server.script = plan({1: (refusal(500, {}),), 2: (waits,)})
        engine.send(page(1), page(2))
        endings = engine.ended([1, 2])
        codes = [ending.code for ending in endings.values() if isinstance(ending, PageFailed)]
        assert codes == [ErrorCode.KEY_REJECTED] * 2
        assert sorted(asked.page or 0 for asked in server.asked) == [1, 2]


def test_a_service_that_never_starts_is_asked_by_few() -> None:
    with ChatServer() as server, Engine.on(server) as engine:
        server.script = always(replace(refusal(503, {}), when=lambda: engine.has(8)))
        engine.send(*(page(number) for number in range(1, 9)))
        endings = engine.ended(range(1, 9))
        codes = {ending.code for ending in endings.values() if isinstance(ending, PageFailed)}
        assert codes == {ErrorCode.SERVICE_STARTING}
        assert 4 <= len(server.asked) < 8 * 4


def test_a_wrong_base_address_is_told_with_it() -> None:
    with ChatServer() as server, Engine.on(server, base_url=f"{server.root}/api") as engine:
        failed = engine.fail(page(1))
        assert (failed.code, failed.detail) == (ErrorCode.NO_SUCH_SERVICE, f"{server.root}/api")
        assert len(server.seen) == 1
    with ChatServer() as server, Engine.on(server, base_url=server.root) as engine:
        assert engine.fail(page(1)).detail == f"{server.root} (most addresses end in /v1)"


def test_the_key_is_hidden_where_a_service_repeats_it() -> None:
    """Each of these would put it into a message; what the engine says is searched when it ends."""

    def script(asked: Asked) -> Reply:
        said = f"the key {KEY} of Bearer {KEY}"
        bodies: list[Any] = [
            refusal(403, {"detail": said}),
            refusal(422, {"detail": [{"msg": said, "loc": ["header"]}]}),
            Reply(500, said.encode()),
            Reply(307, b"", {"location": f"https://elsewhere.example/?key={KEY}"}),
            Reply(misdeed="error-inside", error={"message": said, "code": 500}),
            refusal(400, {"error": {"message": said}}),
        ]
        reply: Reply = bodies[(asked.page or 1) - 1]
        return reply

    with ChatServer(script) as server, Engine.on(server) as engine:
        details = [engine.fail(page(number)).detail for number in range(1, 7)]
        assert ["(key)" in detail for detail in details] == [True, True, True, False, True, True]
