# SPDX-License-Identifier: AGPL-3.0-or-later
"""The real model's layout, without its weights: counts, names and shapes on the meta device."""

from __future__ import annotations

import itertools
import math
from pathlib import Path

import torch
from transformers import AutoModel

import engine.jina_ocr
from engine.jina_ocr.model import JinaOcr, JinaOcrConfig, register
from engine.jina_ocr.names import DRAFT, expected, part_of
from tests.unit.jina_published import CONFIG, COUNTS


def test_published_counts_and_names() -> None:
    model = JinaOcr.laid_out(JinaOcrConfig(**CONFIG), torch.bfloat16, "meta")
    assert model.part_sizes() == COUNTS
    places = {name: tuple(place.shape) for name, place in model.places()}
    wanted = expected(model.sizes)
    assert places == wanted
    assert len(places) == 2710 + 12
    assert sum(name.startswith(DRAFT) for name in places) == 12
    assert sum(math.prod(shape) for shape in places.values()) == 3_372_238_080
    assert all(place.is_contiguous() for _, place in model.places())
    for part, count in COUNTS.items():
        assert sum(math.prod(shape) for name, shape in wanted.items() if part_of(name) == part) == count


def test_modules_are_small() -> None:
    long = {path.name: count for path in sorted(Path(engine.jina_ocr.__file__).parent.glob("*.py"))
            if (count := path.read_text(encoding="utf-8").count("\n")) > 400}
    assert long == {}


def test_every_parameter_has_exactly_one_place(tiny: Path) -> None:
    model = JinaOcr.from_pretrained(tiny, dtype=torch.float32)
    held = sum(parameter.numel() for parameter in model.parameters())
    assert held == sum(place.numel() for _, place in model.places()) == 4_562_112
    bounds = sorted((place.data_ptr(), place.data_ptr() + 4 * place.numel()) for _, place in model.places())
    assert all(end <= start for (_, end), (start, _) in itertools.pairwise(bounds))


def test_transformers_finds_the_model_for_the_folder(tiny: Path) -> None:
    register()
    register()
    model = AutoModel.from_pretrained(tiny, dtype=torch.float32)
    assert isinstance(model, JinaOcr)
    assert model.decoder.embed.weight.dtype == torch.float32
    assert JinaOcr.from_pretrained(tiny).decoder.embed.weight.dtype == torch.bfloat16
    assert JinaOcr.from_pretrained(tiny, dtype="float16").decoder.embed.weight.dtype == torch.float16
