# SPDX-License-Identifier: AGPL-3.0-or-later
"""The pages of the tiny checkpoint with what vLLM made of them, and a way to read them."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

import pymupdf
from PIL import Image
from torch import Tensor

from engine.jina_ocr.cache import Cache, Places
from engine.jina_ocr.decode import Batch, Page
from engine.jina_ocr.depth import Depth
from engine.jina_ocr.image import make_views, open_picture
from engine.jina_ocr.model import JinaOcr
from engine.jina_ocr.passes import Passes
from engine.jina_ocr.prompt import PromptWriter

IN_PDF = ("text", "list", "table", "formula", "twocol", "report", "slide", "receipt", "loop", "defects")
PICTURES = ("p1_text", "p2_list", "p3_table", "p4_formula", "p5_twocol", "p6_report", "p7_wide", "p8_large")
NAMES = (*IN_PDF, *PICTURES)
SIDE = 1920
LIMIT = 1600
"""Tokens that are stored of the page that never ends; the others are shorter."""


class Golden:
    """Looks at every page once; then prompts are ready to be read."""

    def __init__(self, folder: Path, model: JinaOcr, writer: PromptWriter) -> None:
        self.folder, self.model, self.writer = folder, model, writer
        self.stats: dict[str, Any] = json.loads((folder / "stats.json").read_text())["pages"]
        self._looked: dict[str, Tensor] = {}

    @cached_property
    def _pdf(self) -> pymupdf.Document:
        return pymupdf.open(self.folder / "pages.pdf")

    def picture(self, name: str) -> Image.Image:
        if name in PICTURES:
            return open_picture(self.folder / "pages" / f"{name}.png")
        page = self._pdf[IN_PDF.index(name)]
        scale = SIDE / max(page.rect.width, page.rect.height)
        pixels = page.get_pixmap(matrix=pymupdf.Matrix(scale, scale), alpha=False, annots=True)
        return Image.frombytes("RGB", (pixels.width, pixels.height), pixels.samples)

    def tokens(self, name: str) -> list[int]:
        """vLLM's answer."""
        stored: list[int] = json.loads((self.folder / "expected" / f"{name}.tokens.json").read_text())
        return stored

    def text(self, name: str) -> str:
        return (self.folder / "expected" / f"{name}.md").read_text(encoding="utf-8")

    def ids(self, name: str) -> list[int]:
        return self.writer.write(None, len(self.looked(name)))

    def looked(self, name: str) -> Tensor:
        if name not in self._looked:
            self._looked[name] = self.model.look(make_views(self.picture(name))).clone()
        return self._looked[name]

    def prompt(self, name: str) -> Tensor:
        return self.model.embed_prompt(self.ids(name), self.looked(name))

    def read(
        self, names: Sequence[str], depth: Callable[[], Depth], at_once: int = 1, *, steady: int = 0,
        passes: Callable[[JinaOcr, Cache, Places], Passes] | None = None,
    ) -> dict[str, Page]:
        """Read pages, `at_once` of them in flight; the next one comes in when one has ended."""
        longest = max(self.stats[name]["prompt_tokens"] for name in names)
        batch = Batch(self.model, at_once, longest + LIMIT, steady=steady, passes=passes)
        waiting = [(Page(number, 0, LIMIT, depth(), self.model.sizes.eos), name) for number, name in enumerate(names)]
        read = {name: page for page, name in waiting}
        while waiting or batch.pages:
            while waiting and len(batch.pages) < at_once:
                page, name = waiting.pop(0)
                batch.admit(page, self.prompt(name))
            batch.step()
        return read
