# SPDX-License-Identifier: AGPL-3.0-or-later
"""Token for token what vLLM computed with the same weights, in float32, in the way of every device."""

from __future__ import annotations

import pytest

from engine.jina_ocr.passes import TorchPasses
from tests.model.golden import Golden
from tests.model.golden_tokens import DEPTHS, check_all_pages


@pytest.mark.parametrize("at_once", [1, 4])
@pytest.mark.parametrize("depth", DEPTHS)
def test_all_pages_token_for_token(golden: Golden, depth: str, at_once: int) -> None:
    check_all_pages(golden, depth, at_once, TorchPasses)
