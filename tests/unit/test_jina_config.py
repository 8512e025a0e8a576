# SPDX-License-Identifier: AGPL-3.0-or-later
"""Sizes from config.json; what is not jina-ocr-v1 is refused in a sentence."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import pytest

from engine.jina_ocr.config import CheckpointError, load_sizes, parse_sizes
from engine.jina_ocr.names import DUPLICATES, expected, part_of
from tests.unit.jina_published import CONFIG, COUNTS


def test_published_sizes() -> None:
    sizes = parse_sizes(CONFIG)
    assert (sizes.hidden, sizes.layers, sizes.heads, sizes.head_dim) == (1280, 12, 10, 128)
    assert (sizes.experts, sizes.experts_per_token, sizes.shared_width) == (64, 6, 1792)
    assert sizes.vision.features == 2048
    counted = dict.fromkeys(COUNTS, 0)
    for name, shape in expected(sizes).items():
        counted[part_of(name)] += math.prod(shape)
    assert counted == COUNTS


def test_tiny_sizes_and_the_fields_repeated_in_language_config(data: Path) -> None:
    sizes = load_sizes(data / "tiny-jina-ocr")
    assert (sizes.hidden, sizes.layers, sizes.experts, sizes.vocabulary) == (192, 3, 8, 1024)
    assert sum(math.prod(shape) for shape in expected(sizes).values()) == 4_562_112
    nested = {**CONFIG, "language_config": {"hidden_size": CONFIG["hidden_size"]}}
    del nested["hidden_size"]
    assert parse_sizes(nested) == parse_sizes(CONFIG)


def test_without_a_draft_head() -> None:
    sizes = parse_sizes({**CONFIG, "mtp_num_heads": 0})
    assert len(expected(sizes)) == 2710


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"architectures": ["LlamaForCausalLM"], "model_type": "llama"}, r"another model \(LlamaForCausalLM\)"),
        ({"architectures": None}, r"another model \(deepseek_vl_v2\)"),
        ({"use_mla": True}, "use_mla is True"),
        ({"num_key_value_heads": 2}, "num_key_value_heads is 2"),
        ({"tie_word_embeddings": True}, "tie_word_embeddings"),
        ({"sliding_window": 128}, "sliding_window is 128"),
        ({"projector_config": {"projector_type": "mlp_gelu"}}, "projector is 'mlp_gelu'"),
        ({"mtp_num_heads": 3}, "3 draft heads"),
        ({"num_attention_heads": 7, "num_key_value_heads": 7}, "do not divide"),
        ({"hidden_size": "wide"}, "lacks or misstates"),
        ({"vision_config": {}}, "lacks or misstates"),
    ],
)
def test_refused(change: dict[str, Any], sentence: str) -> None:
    with pytest.raises(CheckpointError, match=sentence) as caught:
        parse_sizes({**CONFIG, **change})
    assert str(caught.value).endswith(".")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(("text", "sentence"), [(None, "no readable"), ("{", "not valid JSON"), ("[1]", "not a")])
def test_unreadable(tmp_path: Path, text: str | None, sentence: str) -> None:
    if text is not None:
        (tmp_path / "config.json").write_text(text)
    with pytest.raises(CheckpointError, match=sentence):
        load_sizes(tmp_path)


def test_real_config_text_survives_json() -> None:
    assert parse_sizes(json.loads(json.dumps(CONFIG))) == parse_sizes(CONFIG)


def test_known_duplicates() -> None:
    skipped = ["mtp_embed_tokens.weight", "mtp_module.heads.0.shared_head.norm.weight", "model.mtp_embed_tokens.weight"]
    assert all(DUPLICATES.search(name) for name in skipped)
    assert not any(DUPLICATES.search(name) for name in expected(parse_sizes(CONFIG)))
