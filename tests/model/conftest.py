# SPDX-License-Identifier: AGPL-3.0-or-later
"""The tiny checkpoint, loaded once, and its pages. Without torch and transformers (the extra
`transformers`) nothing here is collected."""

from __future__ import annotations

import importlib.util
import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from engine.jina_ocr.model import JinaOcr
    from engine.jina_ocr.prompt import PromptWriter
    from tests.model.golden import Golden

if any(importlib.util.find_spec(name) is None for name in ("torch", "transformers", "tokenizers")):
    collect_ignore_glob = ["test_*.py"]

TINY = Path(__file__).parents[1] / "data" / "tiny-jina-ocr"

if worker := os.environ.get("PYTEST_XDIST_WORKER"):
    # Numba's folder of compiled code is not made for programs that compile one function for different kinds of
    # arguments at the same time: what is kept under one's name would be the other's. Programs of one worker take turns.
    os.environ["NUMBA_CACHE_DIR"] = str(Path(__file__).parent / "__pycache__" / f"numba-{worker}")


@pytest.fixture(scope="session")
def tiny() -> Path:
    """The folder of the tiny checkpoint."""
    return TINY


@pytest.fixture(scope="session", autouse=True)
def one_thread() -> Iterator[None]:
    """Tiny matrices are slower on several threads."""
    import torch

    torch.set_num_threads(1)
    yield


@pytest.fixture(scope="session")
def model(tiny: Path) -> JinaOcr:
    import torch

    from engine.jina_ocr.model import JinaOcr

    return JinaOcr.from_pretrained(tiny, dtype=torch.float32)


@pytest.fixture(scope="session")
def writer(tiny: Path, model: JinaOcr) -> PromptWriter:
    from engine.jina_ocr.prompt import PromptWriter

    return PromptWriter(tiny, model.sizes)


@pytest.fixture(scope="session")
def golden(tiny: Path, model: JinaOcr, writer: PromptWriter) -> Golden:
    from tests.model.golden import Golden

    return Golden(tiny, model, writer)
