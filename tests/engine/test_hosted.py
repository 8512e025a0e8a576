# SPDX-License-Identifier: AGPL-3.0-or-later
"""Pages through a real server on loopback, by the real engine program."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from engine.backends.contract import PageEvent
from engine.backends.hosted.backend import HostedBackend
from engine.protocol import (
    EngineState,
    ErrorCode,
    Finish,
    Kept,
    Message,
    NoteCode,
    PageFailed,
    PageRead,
    PageStarted,
    PageText,
    Throughput,
)
from tests.engine.hosted_help import KEY, MODEL, Engine, page
from tests.fault.programs import wait_until
from tests.servers.chat import Asked, ChatServer, Reply, always, plan, refusal
from tests.servers.pages import number_of

TEXT = "# Page {page}\n\nThis is page {page}: täglich 1 000 €, ½ Liter.\n"


def test_a_page_streams_and_its_reading_has_all_that_the_server_tells() -> None:
    with ChatServer(key=KEY) as server, Engine.on(server, input_price=0.5, output_price=2.0) as engine:
        reading = engine.read(page(7))
        assert reading.text == reading.raw == TEXT.replace("{page}", "7")
        assert (reading.engine, reading.model, reading.finish) == ("hosted", MODEL, Finish.STOP)
        assert (reading.prompt_tokens, reading.output_tokens) == (957, 40)
        assert reading.cost == pytest.approx((957 * 0.5 + 40 * 2.0) / 1e6)
        assert reading.seconds.total is not None
        assert reading.seconds.first_token is not None
        assert (reading.steps, reading.drafted, reading.accepted) == (None, None, None)
        about: list[type[Message]] = [type(event) for event in engine.look() if getattr(event, "job", None) == 7]
        assert about[0] is PageStarted
        assert about[-1] is PageRead
        assert "".join(event.text for event in engine.all(PageText)) == reading.raw


def test_the_request_is_what_the_service_wants() -> None:
    with ChatServer() as server, Engine.on(server) as engine:
        engine.read(page(3))
        [asked] = server.asked
        assert asked.request.headers["authorization"] == f"Bearer {KEY}"
        assert [part["type"] for part in asked.content] == ["image_url", "text"]
        assert asked.text.startswith("Transcribe the provided document image")
        assert asked.page == 3
        wanted = {"model": MODEL, "temperature": 0.0, "max_tokens": 4096, "stream": True}
        assert {name: asked.body[name] for name in wanted} == wanted
        assert asked.body["stream_options"] == {"include_usage": True}
        assert asked.body["skip_special_tokens"] is False


@pytest.mark.parametrize(
    ("prompt", "text"),
    [
        ("strict", "tables as simple HTML"),
        ("Only the names.", "Only the names."),
        ("Say <image> and <|User|> twice.", "Say < image> and < |User|> twice."),
    ],
)
def test_the_prompt_is_a_preset_or_only_text(prompt: str, text: str) -> None:
    with ChatServer() as server, Engine.on(server) as engine:
        assert engine.read(page(1, prompt)).prompt == prompt
        assert text in server.asked[0].text


def test_nothing_is_asked_before_there_is_a_page() -> None:
    with ChatServer() as server, Engine.on(server) as engine:
        state = engine.state()
        assert state.state == "ready"
        assert state.abilities is not None
        assert (state.abilities.needs_network, state.abilities.picture_side) == (True, 2560)
        assert server.seen == []


def test_drafts_are_told_where_the_server_reports_them() -> None:
    drafts = {
        "mean_acceptance_length": 2.0,
        "draft_acceptance_rate": 10 / 30,
        "acceptance_histogram": [4, 3, 2, 1],
        "num_spec_steps": 10,
        "num_accepted_draft_tokens": 10,
        "num_draft_tokens": 30,
        "num_spec_tokens": 3,
    }
    script = always(Reply(metrics={"speculative_decoding": drafts}))
    with ChatServer(script) as server, Engine.on(server) as engine:
        reading = engine.read(page(1))
        assert (reading.steps, reading.drafted, reading.accepted) == (10, 30, 10)
        assert reading.accepted_per_position == [6, 3, 1]
        assert (reading.draft_tokens, reading.mean_tokens_per_step) == (3, 2.0)


@pytest.mark.parametrize("drafts", [None, {}, {"num_spec_steps": "x"}])
def test_other_metrics_are_not_taken_for_drafts(drafts: object) -> None:
    with ChatServer(always(Reply(metrics={"speculative_decoding": drafts}))) as server, Engine.on(server) as engine:
        assert engine.read(page(1)).drafted is None


def test_noise_between_the_events_is_passed_over() -> None:
    with ChatServer(always(Reply(comments=True, piece=1))) as server, Engine.on(server) as engine:
        assert engine.read(page(2)).raw == TEXT.replace("{page}", "2")


def test_known_defects_are_repaired_and_the_raw_text_is_kept() -> None:
    raw = "<table><thead><tr><th>A</th></tr></thead><tbody><tr><th>1</th></tr></tbody></table>"
    with ChatServer(always(Reply(text=raw))) as server, Engine.on(server) as engine:
        reading = engine.read(page(1))
        assert reading.raw == raw
        assert "<tbody><tr><td>1</td></tr></tbody>" in reading.text


def test_an_answer_cut_by_its_length_says_so() -> None:
    with ChatServer(always(Reply(finish="length"))) as server, Engine.on(server) as engine:
        reading = engine.read(page(1))
        assert reading.finish is Finish.LENGTH
        assert [note.code for note in reading.notes] == [NoteCode.CUT_OFF]


def test_a_server_without_stream_options_is_asked_without_and_it_is_remembered() -> None:
    def script(asked: Asked) -> Reply:
        if "stream_options" in asked.body:
            return refusal(400, {"error": {"message": "Unrecognized request argument: stream_options"}})
        return Reply()

    with ChatServer(script) as server, Engine.on(server) as engine:
        assert engine.read(page(1)).output_tokens is None
        engine.read(page(2))
        assert [("stream_options" in asked.body, asked.page) for asked in server.asked] == [
            (True, 1),
            (False, 1),
            (False, 2),
        ]


def test_a_server_that_cannot_stream_is_asked_for_the_whole() -> None:
    def script(asked: Asked) -> Reply:
        if asked.body["stream"]:
            return refusal(422, {"detail": [{"loc": ["body", "stream"], "msg": "streaming is not supported"}]})
        return Reply()

    with ChatServer(script) as server, Engine.on(server) as engine:
        reading = engine.read(page(1))
        assert reading.text == TEXT.replace("{page}", "1")
        assert reading.output_tokens == 40
        engine.read(page(2))
        assert [asked.body["stream"] for asked in server.asked] == [True, True, False, False]


def test_a_server_that_does_not_know_our_extras_is_asked_without() -> None:
    def script(asked: Asked) -> Reply:
        if "repetition_detection" in asked.body:
            return refusal(422, {"detail": [{"loc": ["body", "repetition_detection"], "msg": "Extra inputs"}]})
        return Reply()

    with ChatServer(script) as server, Engine.on(server) as engine:
        engine.read(page(1))
        assert "stream_options" in server.asked[-1].body
        assert len(server.asked) == 2


SHORT = "'max_tokens' is too large: 4096. This model's maximum context length is 4096 tokens and your request has 957."


@pytest.mark.parametrize("words", [SHORT, "you requested 5053 tokens (957 in the messages, 4096 in the completion)"])
def test_a_server_with_a_short_context_is_asked_without_a_bound(words: str) -> None:
    def script(asked: Asked) -> Reply:
        return refusal(400, {"error": {"message": words}}) if "max_tokens" in asked.body else Reply()

    with ChatServer(script) as server, Engine.on(server) as engine:
        engine.read(page(1))
        engine.read(page(2))
        assert len(server.asked) == 3


def test_a_whole_answer_is_taken_where_a_stream_was_asked_for() -> None:
    with ChatServer(always(Reply(rude=True))) as server, Engine.on(server) as engine:
        assert engine.read(page(4)).text == TEXT.replace("{page}", "4")


def test_eight_pages_answered_out_of_order_stay_apart() -> None:
    """No answer begins before all eight are asked for; then the last page comes first."""

    def script(asked: Asked) -> Reply:
        next_one = (asked.page or 0) + 1
        return Reply(when=lambda: len(server.asked) == 8 and (next_one > 8 or server.answered[next_one] == 1))

    with ChatServer(script) as server, Engine.on(server, pages_at_once=8, pages_at_start=8) as engine:
        engine.send(*(page(number) for number in range(1, 9)))
        endings = engine.ended(range(1, 9))
        for number, ending in endings.items():
            assert isinstance(ending, PageRead)
            assert ending.reading.raw == TEXT.replace("{page}", str(number))
            pieces = [event.text for event in engine.all(PageText, number)]
            assert "".join(pieces) == ending.reading.raw
        assert server.at_once == 8
        assert [number for number in server.answered if server.answered[number]] == list(range(8, 0, -1))


def test_it_begins_with_two_pages_at_once_and_takes_more_as_long_as_the_service_does() -> None:

    def script(asked: Asked) -> Reply:
        """The first two wait for each other, and so do the three that come when both are read."""
        first = len(server.asked) <= 2
        if not first and not began:
            began.append(server.at_once)
        return Reply(when=lambda: server.at_once >= 2 if first else server.at_once >= 3)

    began: list[int] = []  # how many there were at once before the third request

    with ChatServer(script) as server, Engine.on(server, pages_at_once=4) as engine:
        engine.send(*(page(number) for number in range(1, 13)))
        engine.ended(range(1, 13))
        assert began[0] <= 3  # the third itself may be counted already
        assert 3 <= server.at_once <= 4


def test_the_reading_of_a_page_is_handed_on_before_its_place_is_used_again() -> None:
    """Whoever steps the backend again has sent what the last step returned; not before that may
    the next request go out."""
    backend = HostedBackend()
    with ChatServer() as server:
        backend.load({"base_url": server.url, "model": MODEL, "pages_at_start": 1}, lambda detail, progress: None)
        try:
            backend.submit(page(1))
            backend.submit(page(2))
            events: list[PageEvent] = []
            wait_until(lambda: ended(events, backend, 1), "the first page")
            with pytest.raises(AssertionError, match=r"^waited"):
                wait_until(lambda: len(server.asked) > 1, "a request that must not come", limit=0.5)
            wait_until(lambda: ended(events, backend, 2), "the second page")
            assert len(server.asked) == 2
        finally:
            backend.close()


def ended(events: list[PageEvent], backend: HostedBackend, job: int) -> bool:
    """Step the backend once, and look whether the page has its reading."""
    events += backend.step(0.05)
    return any(isinstance(event, PageRead) and event.job == job for event in events)


def test_the_cap_stops_before_the_request_that_would_pass_it() -> None:
    price = {"input_price": 0.5, "output_price": 2.0}  # about 0.0032 a page
    with ChatServer(always(Reply(usage=(957, 1367)))) as server:
        with Engine.on(server, max_cost=0.0100, spent=0.0005, pages_at_once=1, **price) as engine:
            engine.send(*(page(number) for number in range(1, 6)))
            endings = engine.ended(range(1, 6))
            read = [ending for ending in endings.values() if isinstance(ending, PageRead)]
            failed = [ending for ending in endings.values() if isinstance(ending, PageFailed)]
            assert len(read) == len(server.asked) == 2
            assert {(ending.code, ending.detail) for ending in failed} == {(ErrorCode.COST_LIMIT, "0.0069 of 0.0100")}
            assert sum(ending.reading.cost or 0 for ending in read) == pytest.approx(0.0064, rel=0.01)


def test_pages_under_way_are_counted_in_the_cap() -> None:
    price = {"input_price": 0.5, "output_price": 2.0}
    with ChatServer(always(Reply(usage=(957, 1367), delay=0.3))) as server:
        with Engine.on(server, max_cost=0.0100, pages_at_once=8, pages_at_start=8, **price) as engine:
            engine.send(*(page(number) for number in range(1, 9)))
            endings = engine.ended(range(1, 9))
            assert sum(isinstance(ending, PageRead) for ending in endings.values()) == len(server.asked) == 3


def test_without_prices_there_is_no_cost_and_no_cap() -> None:
    with ChatServer() as server, Engine.on(server, max_cost=0.0) as engine:
        assert engine.read(page(1)).cost is None


def test_a_large_picture_is_sent_in_the_profile_s_size(tmp_path: Path) -> None:
    (tmp_path / "own.toml").write_text('name = "own"\nmodels = ["*jina*"]\nprompt = "Read."\nside = 100\n')
    with ChatServer() as server, Engine.on(server, profiles_dir=str(tmp_path)) as engine:
        reading = engine.read(page(5))
        assert server.asked[0].text == "Read."
        assert str(reading.settings["picture"]).endswith("75x100")
        assert number_of(server.asked[0].content[0]["image_url"]["url"]) == 5
        assert reading.notes == []


@pytest.mark.parametrize(
    ("options", "code", "words"),
    [
        ({"base_url": "ftp://example.org"}, ErrorCode.NO_SUCH_SERVICE, "ftp://example.org"),
        ({"base_url": ""}, ErrorCode.NO_SUCH_SERVICE, "an empty address"),
        ({"base_url": "http://me:secret@"}, ErrorCode.NO_SUCH_SERVICE, "an empty address"),
        ({"model": ""}, ErrorCode.ENGINE_UNAVAILABLE, "No model is named"),
        ({"profile": "nonsense"}, ErrorCode.ENGINE_UNAVAILABLE, "no model profile 'nonsense'"),
        ({"key": f"{KEY}\nX-Other: 1"}, ErrorCode.KEY_REJECTED, "127.0.0.1"),
        ({"key": "schlüssel"}, ErrorCode.KEY_REJECTED, "127.0.0.1"),
        ({"ca_file": "/no/such/file.pem"}, ErrorCode.ENGINE_UNAVAILABLE, "no certificates that can be read"),
        ({"proxy": "socks://host"}, ErrorCode.ENGINE_UNAVAILABLE, "proxy's address"),
        ({"timeout": "soon"}, ErrorCode.ENGINE_UNAVAILABLE, "The option timeout is"),
    ],
)
def test_options_that_are_of_no_use_are_told_at_once(
    options: dict[str, str], code: ErrorCode, words: str
) -> None:
    with ChatServer() as server, Engine.on(server, **options) as engine:
        state = engine.state()
        assert (state.state, state.code) == ("failed", code)
        assert words in state.detail
        assert server.seen == []


def test_a_page_without_its_picture_fails_alone() -> None:
    with ChatServer() as server, Engine.on(server) as engine:
        engine.send(msgspec.structs.replace(page(1), picture="/no/such/file.rgb"))
        engine.send(msgspec.structs.replace(page(2), picture=None), page(3))
        endings = engine.ended([1, 2, 3])
        assert [getattr(endings[number], "code", None) for number in (1, 2, 3)] == [
            ErrorCode.NOT_FOUND,
            ErrorCode.DAMAGED,
            None,
        ]
        assert [state.state for state in engine.all(EngineState)] == ["loading", "ready"]


def test_a_plan_gives_each_page_its_own_replies() -> None:
    """Of the server itself: what the fault tests rely on."""
    with ChatServer(plan({1: [refusal(503, {}), Reply(text="late")]})) as server, Engine.on(server) as engine:
        engine.send(page(1), page(2))
        endings = engine.ended([1, 2])
        texts = {job: ending.reading.raw for job, ending in endings.items() if isinstance(ending, PageRead)}
        assert texts == {1: "late", 2: TEXT.replace("{page}", "2")}
        assert server.tries == {1: 2, 2: 1}


def test_the_next_page_is_asked_for_when_the_last_one_is_kept() -> None:
    with ChatServer() as server, Engine.on(server, acknowledged=True, pages_at_once=1) as engine:
        for number in (1, 2, 3):
            engine.program.send(page(number))
        engine.wait(PageRead)
        engine.wait(Throughput, len(engine.all(Throughput)) + 2)  # a second in which nothing may happen
        assert [asked.page for asked in server.asked] == [1]
        engine.program.send(Kept(job=7))  # never heard of
        engine.program.send(Kept(job=1))
        engine.wait(PageRead, 2)
        engine.program.send(Kept(job=2))
        engine.wait(PageRead, 3)
        assert [asked.page for asked in server.asked] == [1, 2, 3]
