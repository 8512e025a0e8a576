# SPDX-License-Identifier: AGPL-3.0-or-later
"""Token for token what vLLM computed with the same weights, in float32, in both ways of a CPU."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine.jina_ocr.cache import Cache, Places
from engine.jina_ocr.compiled import CompiledPasses
from engine.jina_ocr.model import JinaOcr
from engine.jina_ocr.passes import Passes
from engine.jina_ocr.plain import PlainPasses
from tests.model.golden import Golden
from tests.model.golden_tokens import DEPTHS, check_all_pages

pytestmark = pytest.mark.timeout(900)  # the first that needs them compiles the passes: minutes on a busy machine


@pytest.mark.parametrize("passes", [CompiledPasses, PlainPasses])
@pytest.mark.parametrize("at_once", [1, 4])
@pytest.mark.parametrize("depth", DEPTHS)
def test_all_pages_token_for_token(
    golden: Golden, depth: str, at_once: int, passes: Callable[[JinaOcr, Cache, Places], Passes]
) -> None:
    check_all_pages(golden, depth, at_once, passes)
