# SPDX-License-Identifier: AGPL-3.0-or-later
"""The other implementation: pages read by our own model on Transformers, without guards and bans."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PIL import Image

NO_END = -1
"""An end token that no model writes."""


def read_ours(
    folder: Path, pictures: Sequence[Image.Image], limit: int, drafts: int = 0, *, ignore_end: bool = False
) -> list[list[int]]:
    """The tokens of each picture's answer, in float32."""
    import torch

    from engine.jina_ocr.decode import Batch, Page
    from engine.jina_ocr.depth import Depth
    from engine.jina_ocr.image import make_views
    from engine.jina_ocr.model import JinaOcr
    from engine.jina_ocr.prompt import PromptWriter

    torch.set_num_threads(1)
    model = JinaOcr.from_pretrained(folder, dtype=torch.float32)
    writer = PromptWriter(folder, model.sizes)
    read = []
    for number, picture in enumerate(pictures):
        looked = model.look(make_views(picture))
        ids = writer.write(None, len(looked))
        batch = Batch(model, 1, len(ids) + limit)
        page = Page(number, 0, limit, Depth.fixed(drafts), NO_END if ignore_end else model.sizes.eos)
        batch.admit(page, model.embed_prompt(ids, looked))
        while batch.pages:
            batch.step()
        read.append(page.tokens)
    return read
