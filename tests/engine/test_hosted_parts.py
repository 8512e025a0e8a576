# SPDX-License-Identifier: AGPL-3.0-or-later
"""The decisions of the hosted engines on plain values: when to ask again, how many at once, what it
costs, what a service's words mean, when a text repeats itself, how a picture is packed."""

from __future__ import annotations

import asyncio
import random
import time

import httpx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageDraw

from engine.backends.contract import EngineError
from engine.backends.hosted.answer import speculation
from engine.backends.hosted.chat import Form
from engine.backends.hosted.faults import Fault, Kind, broken, of_exception, of_status, words_of
from engine.backends.hosted.gate import Gate
from engine.backends.hosted.ledger import Ledger
from engine.backends.hosted.loops import LoopWatch
from engine.backends.hosted.network import on_this_machine
from engine.backends.hosted.options import Options, bare, parse_options
from engine.backends.hosted.picture import encode, smaller
from engine.backends.hosted.retry import Patience, Step, retry_after
from engine.protocol import ErrorCode, Scalar, WaitCode
from tests.servers.pages import picture

OPTIONS = Options("https://me:sesame@api.example:8443/v1?x=1", key="jina_abc")

# ------------------------------------------------------------ asking again


def fault(kind: Kind, wait: float | None = None) -> Fault:
    return Fault(kind, ErrorCode.SERVICE_FAILED, wait=wait)


def steps(kind: Kind, count: int, wait: float | None = None) -> list[Step | None]:
    patience = Patience(chance=random.Random(0))
    return [patience.after(fault(kind, wait)) for _ in range(count)]


def test_a_service_that_starts_is_given_two_and_a_quarter_minutes() -> None:
    found = steps(Kind.STARTING, 4)
    assert [step and step.seconds for step in found] == [30, 45, 60, None]


def test_one_that_cannot_be_reached_is_tried_four_times() -> None:
    assert [step and step.seconds for step in steps(Kind.UNREACHABLE, 4)] == [1, 3, 9, None]


def test_what_may_have_been_billed_is_asked_for_once_more() -> None:
    first, second = steps(Kind.BROKEN, 2)
    assert first is not None
    assert first.replay
    assert second is None


def test_a_picture_is_made_smaller_once() -> None:
    first, second = steps(Kind.TOO_LARGE, 2)
    assert first is not None
    assert (first.smaller, first.seconds, first.replay) == (True, 0, False)
    assert second is None


def test_pauses_after_429_double_with_chance_and_end() -> None:
    found = steps(Kind.LIMITED, 9)
    seconds = [step.seconds for step in found if step is not None]
    assert len(seconds) == 8
    for attempt, pause in enumerate(seconds):
        full = min(2 * 2**attempt, 60)
        assert full / 2 <= pause <= full
    other = [step.seconds for step in (Patience().after(fault(Kind.LIMITED)) for _ in range(3)) if step is not None]
    assert len({*other, seconds[0]}) > 1


def test_an_hour_is_not_waited_for() -> None:
    assert steps(Kind.LIMITED, 1, wait=3600) == [None]
    assert steps(Kind.LIMITED, 1, wait=300) != [None]


def test_a_page_that_gets_the_place_of_the_refused_one_is_refused_too() -> None:
    """... and those that arrive later are not."""

    async def run() -> list[str]:
        gate, said = Gate(1, 1), []
        await gate.enter(lambda why, seconds: None, time.monotonic())

        async def visit(name: str, arrived: float) -> None:
            try:
                await gate.enter(lambda why, seconds: None, arrived)
                said.append(f"{name} in")
                gate.leave()
            except Fault as refused:
                said.append(f"{name} {refused.code}")

        second = asyncio.create_task(visit("second", time.monotonic()))
        await asyncio.sleep(0)
        gate.leave()
        gate.turn_away(Fault(Kind.FINAL, ErrorCode.KEY_REJECTED))
        await second
        await visit("third", time.monotonic() + 1.0)
        assert gate.inside == 0
        return said

    assert asyncio.run(run()) == ["second key-rejected", "third in"]


@given(st.lists(st.sampled_from(list(Kind)), max_size=60))
def test_whatever_comes_it_ends(kinds: list[Kind]) -> None:
    patience = Patience()
    taken = [step for step in (patience.after(fault(kind)) for kind in kinds) if step is not None]
    assert len(taken) <= 3 + 3 + 8 + 1 + 1
    assert sum(step.replay for step in taken) <= 1


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({}, None),
        ({"retry-after": "7"}, 7),
        ({"retry-after": "0.5"}, 0.5),
        ({"retry-after": "-3"}, 0),
        ({"retry-after": "soon"}, None),
        ({"retry-after": "inf"}, None),
        ({"retry-after": "nan"}, None),
        ({"retry-after": "Mon, 02 Nov 2026 10:00:10 GMT", "date": "Mon, 02 Nov 2026 10:00:00 GMT"}, 10),
        ({"retry-after": "Mon, 02 Nov 2026 10:00:00 GMT", "date": "Mon, 02 Nov 2026 10:00:10 GMT"}, 0),
        ({"retry-after": "Mon, 02 Nov 1999 10:00:00 GMT"}, 0),
        ({"retry-after": "Mon, 99 Nov 2026 10:00:00 GMT"}, None),
    ],
)
def test_what_a_service_asks_to_wait(headers: dict[str, str], seconds: float | None) -> None:
    assert retry_after(httpx.Headers(headers)) == seconds


# ------------------------------------------------------------ how many at once


def limits(gate: Gate, finished: int) -> list[int]:
    found = []
    for _ in range(finished):
        gate.finished()
        found.append(gate.limit)
    return found


def test_it_opens_with_few_and_lets_one_more_in_for_each_page() -> None:
    gate = Gate(2, 5)
    assert [gate.limit, *limits(gate, 5)] == [2, 3, 4, 5, 5, 5]


def test_after_429_it_halves_once_and_grows_slowly() -> None:
    gate = Gate(8, 8)
    for _ in range(8):  # all that were under way together
        gate.limited(0)
    assert gate.limit == 4
    assert limits(gate, 9) == [4, 4, 4, 4, 4, 4, 4, 5, 5]
    gate.limited(1)
    assert gate.limit == 3
    for entered in range(2, 9):
        gate.limited(entered)
    assert gate.limit == 1


def test_places_are_given_in_order_and_never_too_many() -> None:
    async def run() -> list[int]:
        gate, order = Gate(2, 2), []

        async def one(number: int) -> None:
            await gate.enter(lambda why, seconds: None)
            order.append(number)
            assert gate.inside <= 2
            await asyncio.sleep(0.001)
            gate.leave()

        tasks = [asyncio.create_task(one(number)) for number in range(20)]
        await asyncio.sleep(0)
        for number in (3, 7, 11):
            tasks[number].cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        assert gate.inside == 0
        return order

    assert asyncio.run(run()) == [number for number in range(20) if number not in (3, 7, 11)]


def test_a_place_that_comes_with_the_cancel_is_not_lost() -> None:
    async def run() -> int:
        gate = Gate(1, 1)
        await gate.enter(lambda why, seconds: None)
        waiting = asyncio.create_task(gate.enter(lambda why, seconds: None))
        await asyncio.sleep(0)
        gate.leave()  # the place is given ...
        waiting.cancel()  # ... to one that is no longer there
        await asyncio.gather(waiting, return_exceptions=True)
        return gate.inside

    assert asyncio.run(run()) == 0


def test_nobody_enters_while_it_is_held() -> None:
    async def run() -> list[tuple[WaitCode, bool]]:
        gate, said = Gate(2, 2), []
        gate.hold(WaitCode.SERVICE_STARTING, 0.05)
        gate.hold(WaitCode.RATE_LIMITED, 0.01)  # the longer one counts
        await gate.enter(lambda why, seconds: said.append((why, 0.01 < seconds <= 0.05)))
        return said

    assert asyncio.run(run())[0] == (WaitCode.SERVICE_STARTING, True)


# ------------------------------------------------------------ money


def test_the_ledger_reserves_and_settles() -> None:
    ledger = Ledger((0.5, 2.0), 0.001, 0.0080)
    first = ledger.reserve()
    assert first == pytest.approx((957 * 0.5 + 1367 * 2.0) / 1e6)
    second = ledger.reserve()
    with pytest.raises(Fault, match="cost-limit") as caught:
        ledger.reserve()
    assert caught.value.detail == "0.0010 of 0.0080"
    ledger.settle(first, 0.0001)
    ledger.settle(second, 0.0)
    assert ledger.spent == pytest.approx(0.0011)
    ledger.reserve()


def test_the_estimate_follows_dense_pages_but_not_blank_ones() -> None:
    ledger = Ledger((0.5, 2.0), 0, None)
    usual = ledger.estimate()
    for _ in range(50):
        ledger.learn(900, 2)
    assert ledger.estimate() == usual
    for _ in range(50):
        ledger.learn(957, 4096)
    assert ledger.estimate() > 2 * usual


@pytest.mark.parametrize("prices", [(None, None), (0.5, None), (None, 2.0)])
def test_without_both_prices_nothing_is_counted(prices: tuple[float | None, float | None]) -> None:
    ledger = Ledger(prices, 0, 0.0)
    assert not ledger.counts
    assert ledger.reserve() == 0


def test_a_service_that_bills_forty_times() -> None:
    ledger = Ledger((0.5, 2.0), 0, None, 40)
    assert ledger.estimate() == pytest.approx(ledger.billed(40 * (957 + 1367)))


# ------------------------------------------------------------ words of services


@pytest.mark.parametrize(
    ("body", "words"),
    [
        (b'{"detail": "Authentication required."}', "Authentication required."),
        (b'{"detail": [{"loc": ["body", "model"], "msg": "Field required"}]}', "body.model: Field required"),
        (b'{"error": {"message": "no\\nsuch model"}}', "no such model"),
        (b'{"error": "plain"}', "plain"),
        (b"Too Many Requests", "Too Many Requests"),
        (b"<html>Bad Gateway</html>", ""),
        (b"", ""),
        (b"\xff\xfe\x00", "\ufffd\ufffd"),
        (b'{"detail": "' + b"x" * 5000 + b'"}', "x" * 300),
        (b"[" * 5000, "[" * 300),
    ],
)
def test_words_of_a_refusal(body: bytes, words: str) -> None:
    assert words_of(body) == words


def test_addresses_in_sentences_have_no_secrets() -> None:
    assert OPTIONS.address == "https://api.example:8443/v1"
    assert OPTIONS.host == "api.example:8443"
    assert bare("http://u:p@[::1]:80/x?y#z") == "http://[::1]:80/x"
    for shown in (repr(OPTIONS), str(of_status(500, "jina_abc and sesame", OPTIONS))):
        assert "jina_abc" not in shown
    assert of_status(403, "no jina_abc", OPTIONS).detail == "no (key)"


@pytest.mark.parametrize(
    ("error", "sent", "kind"),
    [
        (httpx.ConnectError("x"), True, Kind.UNREACHABLE),
        (httpx.ConnectTimeout("x"), True, Kind.UNREACHABLE),
        (httpx.ProxyError("x"), True, Kind.UNREACHABLE),
        (httpx.ReadError("x"), False, Kind.UNREACHABLE),
        (httpx.WriteTimeout("x"), False, Kind.UNREACHABLE),
        (httpx.ReadTimeout("x"), True, Kind.BROKEN),
        (httpx.RemoteProtocolError("x"), True, Kind.BROKEN),
        (httpx.DecodingError("x"), True, Kind.BROKEN),
        (httpx.UnsupportedProtocol("x"), False, Kind.FINAL),
        (OSError("x"), True, Kind.BROKEN),
    ],
)
def test_exceptions_are_sorted_by_whether_it_was_sent(error: Exception, sent: bool, kind: Kind) -> None:
    found = of_exception(error, OPTIONS, sent=sent)
    assert (found.kind, found.billed) == (kind, kind is Kind.BROKEN)


@pytest.mark.parametrize("status", [*range(300, 600), 999])
def test_every_status_is_a_fault_and_only_what_broke_is_billed(status: int) -> None:
    found = of_status(status, "words", OPTIONS)
    assert found.billed == (found.kind is Kind.BROKEN)
    if 400 <= status < 500 and status not in (408, 413, 425, 429):
        assert found.kind is Kind.FINAL
    if found.kind is Kind.BROKEN:
        assert broken("").code is found.code


def test_the_form_gets_plainer_by_what_is_objected_to() -> None:
    form, extras = Form(), ("repetition_detection",)
    assert form.plainer("unknown field repetition_detection", extras) == Form(extras=False)
    assert form.plainer("Unrecognized: stream_options", extras) == Form(usage=False)
    assert Form(usage=False).plainer("stream must be false", extras) == Form(usage=False, stream=False)
    assert Form(usage=False, stream=False).plainer("stream", extras) is None
    assert form.plainer("the picture is damaged", extras) is None


# ------------------------------------------------------------ options


@pytest.mark.parametrize(
    ("text", "base"),
    [
        ("http://localhost:8000/v1", "http://localhost:8000/v1"),
        (" https://api.jina.ai/v1/ ", "https://api.jina.ai/v1"),
        ("https://x.example/v1/chat/completions", "https://x.example/v1"),
        ("http://[::1]:8000", "http://[::1]:8000"),
    ],
)
def test_base_addresses(text: str, base: str) -> None:
    assert parse_options({"base_url": text}).base_url == base


@pytest.mark.parametrize(
    "text", ["", "localhost:8000", "http://", "http://a b/", "http://x:99999/", "file:///etc", "http://[x"]
)
def test_base_addresses_that_are_none(text: str) -> None:
    with pytest.raises(EngineError) as caught:
        parse_options({"base_url": text})
    assert caught.value.code is ErrorCode.NO_SUCH_SERVICE


def test_empty_options_are_those_that_were_not_given() -> None:
    none: dict[str, Scalar] = dict.fromkeys(["key", "proxy", "timeout", "max_cost", "pages_at_once", "spent"], "")
    assert parse_options({"base_url": "http://x", **none, "timeout": 0, "pages_at_once": 0}) == Options("http://x")
    assert parse_options({"base_url": "http://x", "max_cost": 0}).max_cost == 0


@pytest.mark.parametrize(
    ("url", "own"),
    [
        ("http://localhost:8000/v1", True),
        ("http://127.0.0.2/v1", True),
        ("http://[::1]/v1", True),
        ("http://localhost.example/v1", False),
        ("http://192.168.1.2/v1", False),
    ],
)
def test_this_machine(url: str, own: bool) -> None:
    assert on_this_machine(url) == own


@pytest.mark.parametrize(
    ("url", "jina"),
    [
        ("https://api.jina.ai/v1", True),
        ("https://jina.ai", True),
        ("https://notjina.ai", False),
        ("http://x/jina.ai", False),
    ],
)
def test_jina_s_own_service(url: str, jina: bool) -> None:
    assert Options(url).is_jina == jina


# ------------------------------------------------------------ repetition


def watched(text: str, piece: int, lines: int = 40) -> tuple[int | None, int]:
    """Characters to keep, if it was found out, and how many had come by then."""
    watch = LoopWatch(lambda: lines)
    for at in range(0, len(text), piece):
        if (keep := watch.add(text[at : at + piece])) is not None:
            return keep, at + piece
    return None, len(text)


@settings(max_examples=60, deadline=None)
@given(st.integers(1, 400), st.sampled_from(["The same line again and again.\n", "na ", "<p>0</p>\n"]))
def test_a_loop_is_cut_behind_its_first_copy_in_whatever_pieces_it_comes(piece: int, unit: str) -> None:
    head = "# A page\n\nWith a beginning that is read once.\n\n"
    keep, come = watched(head + unit * 3000, piece)
    assert keep is not None
    assert len(head) <= keep <= len(head) + 2 * len(unit) + 2
    assert come < 20_000


@settings(max_examples=60, deadline=None)
@given(st.lists(st.sampled_from(["alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta"]), max_size=400))
def test_words_by_chance_are_no_loop(words: list[str]) -> None:
    found, _ = watched(" ".join(words), 7)
    assert found is None or len(set(words[-60:])) <= 2


def test_a_table_may_have_as_many_equal_rows_as_the_page_has_lines() -> None:
    rows = "<tr><td>0</td><td></td></tr>\n"
    assert watched("<table>\n" + rows * 60, 5, lines=60)[0] is None
    assert watched("<table>\n" + rows * 400, 5, lines=60)[0] is not None


# ------------------------------------------------------------ pictures and drafts


def noise(side: int) -> Image.Image:
    return Image.frombytes("RGB", (side, side), random.Random(1).randbytes(3 * side * side))


def test_line_art_is_png_and_photographs_are_jpeg() -> None:
    drawing = Image.new("RGB", (900, 1200), "white")
    ImageDraw.Draw(drawing).line((10, 10, 800, 1000), fill="black", width=3)
    assert (encode(drawing, 2560, 6_000_000).kind, encode(drawing, 2560, 6_000_000).open().mode) == ("png", "1")
    assert encode(picture(5), 2560, 6_000_000).kind == "png"
    assert encode(noise(400), 2560, 6_000_000).kind == "jpeg"


def test_png_loses_nothing() -> None:
    page = picture(77, (900, 1200))
    assert encode(page, 2560, 6_000_000).open().convert("RGB").tobytes() == page.tobytes()


def test_the_long_side_and_the_bytes_are_kept() -> None:
    fitted = encode(noise(1000), 640, 6_000_000)
    assert (fitted.given, fitted.scaled) == ((640, 640), "")
    packed = encode(noise(1000), 2560, 100_000)
    assert len(packed.data) <= 100_000
    assert packed.scaled == f"1000 {packed.given[0]}"
    assert encode(noise(1000), 2560, 1).given == (64, 64)  # better than nothing


@pytest.mark.parametrize("page", [picture(9, (1200, 1600)), noise(900), noise(300).convert("1").convert("RGB")])
def test_a_refused_picture_becomes_smaller_in_both_ways(page: Image.Image) -> None:
    before = encode(page, 2560, 6_000_000)
    after = smaller(before, 6_000_000)
    assert max(after.given) <= 0.66 * max(before.given)
    assert len(after.data) < len(before.data)
    assert after.scaled.startswith(f"{max(page.size)} ")


@given(st.dictionaries(
    st.sampled_from(["num_spec_steps", "num_draft_tokens", "num_accepted_draft_tokens", "acceptance_histogram",
                     "mean_acceptance_length", "num_spec_tokens"]),
    st.none() | st.integers(-2, 9) | st.text(max_size=2) | st.lists(st.integers(-1, 5), max_size=4) | st.booleans(),
))  # fmt: skip
def test_figures_of_drafts_agree_or_are_left_out(told: dict[str, object]) -> None:
    found = speculation({"speculative_decoding": told})
    if found is None:
        return
    assert 0 <= found.accepted <= found.drafted
    if found.per_position is not None:
        assert sum(found.per_position) == found.accepted
        assert found.per_position == sorted(found.per_position, reverse=True)
