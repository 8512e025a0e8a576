# SPDX-License-Identifier: AGPL-3.0-or-later
"""The pages of the tiny checkpoint, and what vLLM answered when the checkpoint was made."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from PIL import Image

ROOT = Path(__file__).parents[2]
TINY = ROOT / "tests" / "data" / "tiny-jina-ocr"

WORK = ROOT / "build" / "vllm"
"""Kept between runs: vLLM's caches, and draft folders."""

IN_PDF = ("text", "list", "table", "formula", "twocol", "report", "slide", "receipt", "loop", "defects")
PICTURES = ("p1_text", "p2_list", "p3_table", "p4_formula", "p5_twocol", "p6_report", "p7_wide", "p8_large")
NAMES = (*IN_PDF, *PICTURES)

SIDE = 1920
"""Long side of a rendered page, pixels."""

LIMIT = 1600
"""Tokens that are stored of the page that never ends; the others are shorter."""


def picture(name: str) -> Image.Image:
    if name in PICTURES:
        return Image.open(TINY / "pages" / f"{name}.png").convert("RGB")
    import pymupdf

    with pymupdf.open(TINY / "pages.pdf") as document:
        page = document[IN_PDF.index(name)]
        scale = SIDE / max(page.rect.width, page.rect.height)
        pixels = page.get_pixmap(matrix=pymupdf.Matrix(scale, scale), alpha=False, annots=True)
        return Image.frombytes("RGB", (pixels.width, pixels.height), pixels.samples)


@cache
def stats() -> dict[str, Any]:
    pages: dict[str, Any] = json.loads((TINY / "stats.json").read_text())["pages"]
    return pages


def tokens(name: str) -> list[int]:
    stored: list[int] = json.loads((TINY / "expected" / f"{name}.tokens.json").read_text())
    return stored


def text(name: str) -> str:
    return (TINY / "expected" / f"{name}.md").read_text(encoding="utf-8")
