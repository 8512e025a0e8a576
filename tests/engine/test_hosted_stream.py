# SPDX-License-Identifier: AGPL-3.0-or-later
"""The layer between bytes and text: however a stream is cut, the same comes out."""

from __future__ import annotations

import asyncio
import gzip
import json
from collections.abc import AsyncIterator, Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.backends.hosted.faults import Fault
from engine.backends.hosted.options import Options
from engine.backends.hosted.stream import Delta, Page, Stall, deltas, error_of, of_object
from engine.protocol import ErrorCode

OPTIONS = Options("http://localhost/v1")


def event(content: str, **more: Any) -> bytes:
    data = {"choices": [{"delta": {"content": content}, **more}]}
    return b"data: " + json.dumps(data, ensure_ascii=False).encode() + b"\n\n"


def read(chunks: Sequence[bytes]) -> list[Delta]:
    async def source() -> AsyncIterator[bytes]:
        for chunk in chunks:
            yield chunk

    async def take() -> list[Delta]:
        return [delta async for delta in deltas(source(), Stall(OPTIONS))]

    return asyncio.run(take())


def text_of(found: Sequence[Delta]) -> str:
    return "".join(delta.text for delta in found)


def cut(data: bytes, places: Sequence[int]) -> list[bytes]:
    ends = sorted({place % (len(data) + 1) for place in places})
    return [data[start:end] for start, end in zip([0, *ends], [*ends, len(data)], strict=True)]


NOISE = st.sampled_from(
    [b": keep-alive\n\n", b"event: ping\ndata:\n\n", b"retry: 100\n\n", b"id: 7\n\n", b"\n", b": \xc3\xa9\n"]
)
TEXTS = st.lists(st.text(st.characters(exclude_categories=["Cs"]), max_size=12), min_size=1, max_size=8)
ENDS = st.sampled_from([b"data: [DONE]\n\n", b"data: [DONE]", b"data:[DONE]\n", b""])
LINE_ENDS = st.sampled_from([b"\n", b"\r\n", b"\r"])


@settings(max_examples=300, deadline=None)
@given(TEXTS, st.lists(NOISE, min_size=8, max_size=8), ENDS, LINE_ENDS, st.lists(st.integers(0, 4000), max_size=30))
def test_any_cutting_of_the_bytes_gives_the_same_text(
    texts: list[str], noise: list[bytes], end: bytes, line_end: bytes, places: list[int]
) -> None:
    data = b"".join(quiet + event(text) for quiet, text in zip(noise, texts, strict=False)) + end
    data = data.replace(b"\n", line_end)
    assert text_of(read(cut(data, places))) == "".join(texts)


@settings(max_examples=100, deadline=None)
@given(st.text(st.characters(exclude_categories=["Cs"]), min_size=1), st.lists(st.integers(0, 500), max_size=9))
def test_a_whole_object_is_read_however_it_is_cut(text: str, places: list[int]) -> None:
    whole = {"choices": [{"message": {"content": text}, "finish_reason": "stop"}], "usage": {"prompt_tokens": 1}}
    [delta] = read(cut(b"  \n" + json.dumps(whole).encode(), places))
    assert (delta.text, delta.finish, delta.usage) == (text, "stop", {"prompt_tokens": 1})


@settings(max_examples=300, deadline=None)
@given(st.binary(max_size=200), st.lists(st.integers(0, 200), max_size=5))
def test_rubbish_is_a_fault_and_never_another_error(data: bytes, places: list[int]) -> None:
    try:
        read(cut(data, places))
    except (Fault, Page):
        pass


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3)
    | st.dictionaries(
        st.sampled_from(["choices", "delta", "message", "content", "text", "error", "usage", "metrics", "code"]),
        inner,
        max_size=4,
    ),
    max_leaves=12,
)


@settings(max_examples=300, deadline=None)
@given(JSON)
def test_objects_of_any_shape_are_a_step_or_a_fault(found: object) -> None:
    try:
        delta = of_object(found)
    except Fault:
        return
    assert isinstance(delta.text, str)
    if delta.error is not None:
        status, words = error_of(delta.error)
        assert status == 0 or 400 <= status < 600
        assert len(words) <= 300


def test_a_byte_order_mark_and_a_last_event_without_its_end() -> None:
    assert text_of(read([b"\xef\xbb\xbf", event("a"), event("b").rstrip()])) == "ab"


def test_lines_of_one_event_belong_together() -> None:
    assert text_of(read([b'data: {"choices": [{"delta":\ndata: {"content": "ab"}}]}\n\n'])) == "ab"


def test_content_in_parts() -> None:
    parts = {"choices": [{"delta": {"content": [{"type": "text", "text": "a"}, {"type": "x"}, {"text": "b"}]}}]}
    assert of_object(parts).text == "ab"


@pytest.mark.parametrize("data", [b"<!doctype html>", b"\n\n  <html>", b"\xef\xbb\xbf<p>"])
def test_a_page_of_html_is_told_from_an_answer(data: bytes) -> None:
    with pytest.raises(Page):
        read([data])


@pytest.mark.parametrize(
    ("data", "detail"),
    [
        (b"", "an empty answer"),
        (b": nothing\n\n", "an empty answer"),
        (b'"text"', "an empty answer"),
        (b"[]", "JSON of another kind"),
        (b"{", "not JSON"),
        (gzip.compress(b"{}", mtime=0), "an empty answer"),
    ],
)
def test_what_is_no_answer(data: bytes, detail: str) -> None:
    with pytest.raises(Fault) as caught:
        read([data])
    assert (caught.value.code, caught.value.detail) == (ErrorCode.BAD_ANSWER, detail)


@pytest.mark.parametrize(
    ("error", "found"),
    [
        ({"error": {"message": "no", "code": 402}}, (402, "no")),
        ({"error": {"message": "no", "code": "429"}}, (429, "no")),
        ({"error": {"message": "no", "code": "insufficient_quota"}}, (0, "no")),
        ({"error": "no"}, (0, "no")),
        ({"object": "error", "message": "no", "code": 400}, (400, "no")),
        ({"error": {"code": 7}}, (0, "")),
    ],
)
def test_errors_inside_an_answer(error: object, found: tuple[int, str]) -> None:
    assert error_of(error) == found
