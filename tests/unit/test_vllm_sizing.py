# SPDX-License-Identifier: AGPL-3.0-or-later
"""Pages at once and bytes for their keys and values, at the published sizes of the model."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from engine.backends.contract import EngineError
from engine.backends.vllm.arguments import Plan, arguments, plan, settings
from engine.backends.vllm.backend import VllmBackend
from engine.backends.vllm.machine import Gpu, Machine
from engine.backends.vllm.options import CONTEXT, Options, parse_options
from engine.backends.vllm.preflight import Go
from engine.backends.vllm.sizing import Room, Size, fit, longest_picture, position_bytes, weight_bytes
from engine.jina_ocr.config import parse_sizes
from engine.protocol import ErrorCode
from tests.unit.jina_published import CONFIG

SIZES = parse_sizes(CONFIG)
GIB = 1 << 30

FREE = {8: 7.4, 12: 11.2, 16: 15.2, 24: 23.2, 80: 78.5}
"""Free GiB of cards with so many GiB, with a desktop on them."""


def on_card(gib: int, drafts: int = 1, pages: int = 0, kv_bytes: int = 0, attempt: int = 0) -> Size:
    room = Room("cuda", int(FREE[gib] * GIB), gib * GIB)
    return fit(
        SIZES, room, bytes_each=2, context=CONTEXT, drafts=drafts, pages=pages, kv_bytes=kv_bytes, attempt=attempt
    )


def test_what_a_position_and_the_weights_take() -> None:
    assert position_bytes(SIZES, 2, 0) == 61_440
    assert position_bytes(SIZES, 2, 3) == 66_560
    assert weight_bytes(SIZES, 2) == 2 * 3_372_238_080
    assert longest_picture() == 1_263


@pytest.mark.parametrize(("gib", "least"), [(12, 4), (16, 16), (24, 32), (80, 32)])
def test_cards_from_12_gb_on_start(gib: int, least: int) -> None:
    size = on_card(gib)
    assert size.pages >= least
    assert size.kv_bytes >= CONTEXT * position_bytes(SIZES, 2, 1)
    assert size.needed <= FREE[gib] * GIB
    assert size.batched >= longest_picture()


def test_8_gb_gets_the_reason() -> None:
    with pytest.raises(EngineError) as refusal:
        on_card(8)
    assert refusal.value.code is ErrorCode.ENGINE_UNAVAILABLE
    assert "GB of graphics memory are needed, 7.9 GB of 8.6 are free." in refusal.value.detail


def test_a_card_that_others_use_gets_the_reason() -> None:
    with pytest.raises(EngineError, match=r"3\.2 GB of 25\.8 are free"):
        fit(SIZES, Room("cuda", 3 * GIB, 24 * GIB), bytes_each=2, context=CONTEXT)


def test_pages_the_user_asked_for() -> None:
    assert on_card(24, pages=3).pages == 3
    assert on_card(12, pages=200).pages == 200
    assert on_card(12, pages=200).needed <= FREE[12] * GIB
    assert on_card(24, pages=1).kv_bytes >= CONTEXT * position_bytes(SIZES, 2, 1)


def test_bytes_the_user_asked_for() -> None:
    assert on_card(24, kv_bytes=2 * GIB).kv_bytes == 2 * GIB
    with pytest.raises(EngineError, match="are needed"):
        on_card(12, kv_bytes=6 * GIB)


def test_after_a_breakdown_half_as_many() -> None:
    assert on_card(24, attempt=1).pages == on_card(24).pages // 2
    assert on_card(24, pages=1, attempt=1).pages == 1


def test_no_memory_is_known() -> None:
    size = fit(SIZES, Room("cpu", 0, 0), bytes_each=4, context=CONTEXT)
    assert size.pages == 2
    assert size.kv_bytes >= CONTEXT * position_bytes(SIZES, 4, 0)


CARD = Gpu(0, "NVIDIA L4", (8, 9), 24 * GIB, 23 * GIB)
GO = Go("cuda", CARD, "tested")
MACHINE = Machine(gpus=(CARD,), free=16 * GIB, total=32 * GIB)


def made(no_drafts: str = "", go: Go = GO, **options: str | int | float) -> Plan:
    return plan(parse_options({"model": "m", **options}), MACHINE, go, SIZES, no_drafts)


def test_a_plan_for_a_card() -> None:
    first = made()
    assert (first.drafts, first.dtype, first.layout, first.eager) == (1, "bfloat16", "separate", False)
    found = arguments(first, {"hf_overrides": {}})
    assert found["max_num_seqs"] == first.size.pages
    assert found["kv_cache_memory_bytes"] == first.size.kv_bytes
    assert (found["enable_prefix_caching"], found["mm_processor_cache_gb"]) == (False, 0)
    assert found["per_request_spec_decode_metrics"] == "detailed"
    assert found["enforce_eager"] is False
    assert "attention_config" not in found
    assert 0.5 < found["gpu_memory_utilization"] < 0.96
    assert settings(first)["device"] == "NVIDIA L4"


def test_a_plan_for_a_processor() -> None:
    first = made(go=Go("cpu", None, "tested"), draft_tokens=3, pages_at_once=2)
    assert (first.drafts, first.dtype, first.layout, first.eager) == (3, "bfloat16", "one", True)
    roomy = replace(MACHINE, free=64 * GIB)
    assert plan(Options(Path("m")), roomy, Go("cpu", None, "tested"), SIZES).dtype == "float32"
    assert first.size.pages == 2
    assert "gpu_memory_utilization" not in arguments(first, {})


def test_a_plan_without_drafts_says_why() -> None:
    assert made(draft_tokens=0).why_no_drafts == ""
    assert "per_request_spec_decode_metrics" not in arguments(made(draft_tokens=0), {})
    damaged = made("the draft head is damaged", draft_tokens=2)
    assert (damaged.drafts, damaged.why_no_drafts) == (0, "the draft head is damaged")
    headless = plan(parse_options({"model": "m"}), MACHINE, GO, replace(SIZES, draft_heads=0))
    assert (headless.drafts, headless.why_no_drafts) == (0, "the model has no draft head")


def test_a_plan_after_a_breakdown_is_a_safer_one() -> None:
    first, second = made(), made(attempt=1)
    assert (second.drafts, second.eager) == (0, True)
    assert second.size.pages < first.size.pages
    assert second.why_no_drafts == "the engine broke down with them"
    assert made(attempt=1, draft_tokens=0).why_no_drafts == ""


def test_options() -> None:
    assert parse_options({"model": "m", "draft_tokens": "auto", "strange": 1, "work": "w"}) == Options(
        model=Path("m"), work=Path("w")
    )
    assert parse_options({"model": "m", "draft_tokens": 0}).drafts == 0
    assert parse_options({"model": "m"}).work.name == "vllm"
    chosen = parse_options({"model": "m", "context": 4096, "repetition_penalty": 1.05, "eager": True, "kv_bytes": 5})
    assert (chosen.context, chosen.repetition_penalty, chosen.eager, chosen.kv_bytes) == (4096, 1.05, True, 5)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({}, "No model folder"),
        ({"model": "m", "draft_tokens": 9}, "draft_tokens is 0 to 8, not 9"),
        ({"model": "m", "draft_tokens": "many"}, "draft_tokens is 0 to 8"),
        ({"model": "m", "layout": "two"}, "layout is one of auto, one, separate"),
        ({"model": "m", "dtype": "int8"}, "dtype is one of"),
        ({"model": "m", "context": 100}, "context is 512 to 32768"),
        ({"model": "m", "repetition_penalty": "a lot"}, "repetition_penalty is 0.5 to 2"),
        ({"model": "m", "pages_at_once": -1}, "pages_at_once"),
    ],
)
def test_options_that_are_refused(options: dict[str, str | int], words: str) -> None:
    with pytest.raises(EngineError, match=words):
        parse_options(options)


def test_after_a_second_breakdown_it_is_given_up() -> None:
    with pytest.raises(EngineError, match="broke down, also with safer settings: choose another engine"):
        VllmBackend().load({"model": "m", "attempt": 2}, lambda *_: None)
