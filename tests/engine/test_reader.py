# SPDX-License-Identifier: AGPL-3.0-or-later
"""The `reader` engine against a server that behaves as Jina Reader does."""

from __future__ import annotations

import pytest

from app.core.choice import READER_FACTOR, TOKENS_A_PAGE
from engine.backends.hosted.ledger import USUAL
from engine.backends.hosted.reader import FACTOR
from engine.protocol import ErrorCode, NoteCode, PageFailed, PageRead, PageStarted, PageText, PageWaiting, Scalar
from tests.engine.hosted_help import KEY, Engine, page
from tests.servers.chat import Reply
from tests.servers.reader import ReaderServer, envelope, text_of

PAPER = "https://example.org/papers/a%20paper.pdf?version=2"
PRICES: dict[str, Scalar] = {"input_price": 0.5, "output_price": 2.0}
TOKENS = 957 + 1367
BLENDED = (957 * 0.5 + 1367 * 2.0) / 1e6 / TOKENS
"""US dollars of a token in the usual mixture."""


def reader(server: ReaderServer, **options: Scalar) -> Engine:
    every: dict[str, Scalar] = {"base_url": server.root, **options}
    return Engine("reader", **every)


def test_a_page_by_its_address() -> None:
    with ReaderServer({PAPER: 3}) as server, reader(server, **PRICES) as engine:
        reading = engine.read(page(2, url=PAPER))
        assert reading.text == reading.raw == text_of(PAPER, 2)
        assert (reading.engine, reading.model) == ("reader", "jina-ocr-v1")
        assert reading.cost == pytest.approx(92_960 * BLENDED)
        assert engine.all(PageText)[0].text == reading.raw
        [request] = server.seen
        assert request.target == f"/{PAPER}"
        wanted = {
            "x-respond-with": "jina-ocr-v1",
            "x-page": "2",
            "authorization": f"Bearer {KEY}",
            "accept": "application/json",
            "dnt": "1",
        }
        assert {name: request.headers.get(name) for name in wanted} == wanted


def test_it_needs_neither_picture_nor_stream() -> None:
    with ReaderServer({}) as server, reader(server) as engine:
        abilities = engine.state().abilities
        assert abilities is not None
        assert (abilities.needs_picture, abilities.streams, abilities.needs_network) == (False, False, True)
        assert server.seen == []


def test_tokens_that_are_not_told_are_counted_forty_times() -> None:
    with ReaderServer({PAPER: 1}, tokens=None) as server, reader(server, **PRICES) as engine:
        reading = engine.read(page(1, url=PAPER))
        tokens = len(reading.raw) // 4 + 1
        assert reading.cost == pytest.approx(40 * (957 * 0.5 + tokens * 2.0) / 1e6)


def test_the_cap_counts_forty_times_before_the_request() -> None:
    """A page is estimated at about 13 cents."""
    with ReaderServer({PAPER: 3}) as server, reader(server, max_cost=0.2, pages_at_once=1, **PRICES) as engine:
        engine.send(*(page(number, url=PAPER) for number in (1, 2, 3)))
        endings = engine.ended([1, 2, 3])
        codes = [getattr(endings[number], "code", None) for number in (1, 2, 3)]
        assert codes == [None, ErrorCode.COST_LIMIT, ErrorCode.COST_LIMIT]
        assert server.asked == {(PAPER, 1): 1}


def test_a_page_past_the_end_is_found_out() -> None:
    with ReaderServer({PAPER: 2}) as server, reader(server, **PRICES) as engine:
        engine.read(page(1, url=PAPER))
        engine.read(page(2, url=PAPER))
        failed = engine.fail(page(3, url=PAPER))
        assert (failed.code, failed.detail) == (ErrorCode.NO_SUCH_PAGE, "3")
        assert failed.cost == pytest.approx(40 * TOKENS * BLENDED)
        assert server.asked[PAPER, 3] == 1


def test_the_first_page_of_another_document_is_another() -> None:
    with ReaderServer({PAPER: 1, "https://example.org/b.pdf": 2}) as server, reader(server) as engine:
        engine.read(page(1, url=PAPER))
        engine.read(page(2, url="https://example.org/b.pdf"))


@pytest.mark.parametrize(
    ("body", "detail"),
    [
        (envelope("# Not allowed here", httpStatus=403, warning="Target URL returned error 403: Forbidden"),
         "HTTP 403: Target URL returned error 403: Forbidden"),
        (envelope("Please prove that you are human", warning="This page may require CAPTCHA to be solved"),
         "This page may require CAPTCHA to be solved"),
        (envelope("404", httpStatus=404), "HTTP 404"),
    ],
)  # fmt: skip
def test_a_site_that_refuses_is_no_page_though_the_answer_is_200(body: bytes, detail: str) -> None:
    with ReaderServer({}, lambda url, number, turn: Reply(body=body)) as server, reader(server) as engine:
        failed = engine.fail(page(1, url=PAPER))
        assert (failed.code, failed.detail) == (ErrorCode.SOURCE_REFUSED, detail)
        assert server.asked[PAPER, 1] == 1


def test_a_harmless_warning_is_none() -> None:
    body = envelope("# A page", httpStatus=200, warning="This is a cached snapshot of the original page")
    with ReaderServer({}, lambda url, number, turn: Reply(body=body)) as server, reader(server) as engine:
        assert engine.read(page(1, url=PAPER)).text == "# A page\n"


@pytest.mark.parametrize(
    ("reply", "code"),
    [
        (Reply(401, b'{"code": 401, "message": "Authentication is required to use this feature"}'),
         ErrorCode.KEY_REJECTED),
        (Reply(402, b'{"message": "InsufficientBalanceError"}'), ErrorCode.OUT_OF_CREDITS),
        (Reply(422, b'{"message": "No content available"}'), ErrorCode.SOURCE_REFUSED),
        (Reply(451, b'{"message": "This domain is blocked"}'), ErrorCode.SOURCE_REFUSED),
        (Reply(404, b""), ErrorCode.NO_SUCH_SERVICE),
        (Reply(body=b'{"code": 402, "data": null, "message": "no balance"}'), ErrorCode.OUT_OF_CREDITS),
        (Reply(body=b'{"code": 200, "data": {"content": ""}}'), ErrorCode.BAD_ANSWER),
        (Reply(body=b'{"code": 200}'), ErrorCode.BAD_ANSWER),
        (Reply(body=b"not JSON"), ErrorCode.BAD_ANSWER),
        (Reply(body=b"<html>Sign in</html>"), ErrorCode.NO_SUCH_SERVICE),
        (Reply(302, b"", {"location": "/login"}), ErrorCode.NO_SUCH_SERVICE),
    ],
)  # fmt: skip
def test_what_is_not_asked_again(reply: Reply, code: ErrorCode) -> None:
    with ReaderServer({}, lambda url, number, turn: reply) as server, reader(server) as engine:
        assert engine.fail(page(1, url=PAPER)).code is code
        assert server.asked[PAPER, 1] == 1


def test_what_is_asked_again() -> None:
    replies = {1: Reply(503, b""), 2: Reply(429, b"", {"retry-after": "0.05"}), 3: Reply(misdeed="reset")}
    with ReaderServer({PAPER: 1}, lambda url, number, turn: replies.get(turn)) as server:
        with reader(server, **PRICES) as engine:
            reading = engine.read(page(1, url=PAPER))
            assert [note.code for note in reading.notes] == [NoteCode.REPLAYED]
            assert len(engine.all(PageWaiting)) == 3
            assert reading.cost == pytest.approx((92_960 + 40 * TOKENS) * BLENDED)
            assert server.asked[PAPER, 1] == 4


def test_a_document_without_an_address_is_none_for_it() -> None:
    with ReaderServer({}) as server, reader(server) as engine:
        failed = engine.fail(page(1))
        assert failed.code is ErrorCode.ENGINE_FAILED
        assert "has none" in failed.detail
        assert server.seen == []


def test_pages_come_in_any_order_and_once() -> None:
    with ReaderServer({PAPER: 9}) as server, reader(server) as engine:
        engine.send(*(page(number, url=PAPER) for number in range(9, 0, -1)))
        endings = engine.ended(range(1, 10))
        for number, ending in endings.items():
            assert isinstance(ending, PageRead)
            assert ending.reading.raw == text_of(PAPER, number)
        assert set(server.asked.values()) == {1}
        assert len(engine.all(PageStarted)) == 9
        assert engine.all(PageFailed) == []


def test_both_programs_count_with_the_same_figures() -> None:
    assert (READER_FACTOR, TOKENS_A_PAGE) == (FACTOR, USUAL)
