# SPDX-License-Identifier: AGPL-3.0-or-later
"""The truth about a checkpoint, for a bug report: what is in it, whether it fits, and, with a
picture, what the model does with it. Needs torch only where a picture is read."""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path

from engine.jina_ocr.config import CheckpointError, Sizes, load_sizes
from engine.jina_ocr.headers import examine
from engine.jina_ocr.image import choose_grid, image_tokens, make_views, open_picture
from engine.jina_ocr.names import expected, part_of
from engine.jina_ocr.prompt import ASSISTANT, CELL_MARKS, IMAGE, USER, PromptWriter

PUBLISHED = {"vision": 401_369_600, "decoder": 2_934_736_640, "draft": 36_131_840}
"""Parameters of jina-ocr-v1's parts."""

FIRST_TOKENS = 64
"""Tokens that are read of the picture."""


class Report:
    """Lines of the report; `sound` becomes False with the first thing that is wrong with the model, `read` where the
    picture could not be read."""

    def __init__(self) -> None:
        self.sound = self.read = True

    def line(self, name: str, value: object, *, wrong: bool = False) -> str:
        self.sound = self.sound and not wrong
        return f"{'!!' if wrong else '  '} {name:<24} {value}"


def check(folder: Path, report: Report, picture: Path | None = None) -> Iterator[str]:
    """The report, line by line. Never raises for what is wrong with the checkpoint or the picture."""
    try:
        sizes = load_sizes(folder)
        yield from _tensors(folder, sizes, report)
        writer = PromptWriter(folder, sizes)
        yield from _tokenizer(writer, sizes, report)
        if picture is not None:
            yield from _reading(folder, sizes, writer, picture, report)
    except (CheckpointError, OSError, MemoryError, RuntimeError, ImportError) as error:
        yield report.line("stopped", error, wrong=True)


def _tensors(folder: Path, sizes: Sizes, report: Report) -> Iterator[str]:
    counted = dict.fromkeys(PUBLISHED, 0)
    for name, shape in expected(sizes).items():
        counted[part_of(name)] += math.prod(shape)
    for part, count in counted.items():
        same = "as published" if count == PUBLISHED[part] else f"published: {PUBLISHED[part]:,}"
        yield report.line(f"parameters, {part}", f"{count:,} ({same})")
    yield report.line("parameters, all", f"{sum(counted.values()):,}")
    findings = examine(folder, sizes)
    yield report.line("tensors", len(findings.tensors))
    yield report.line("stored as", ", ".join(sorted({stored.dtype for stored in findings.tensors.values()})))
    yield report.line("skipped duplicates", ", ".join(findings.skipped) or "none")
    for title, names in (("missing", findings.missing), ("unknown", findings.unknown), ("shape", findings.misshapen)):
        yield report.line(title, len(names) or "none", wrong=bool(names))
        for name in names:
            yield report.line("", name, wrong=True)
    findings.complain()


def _tokenizer(writer: PromptWriter, sizes: Sizes, report: Report) -> Iterator[str]:
    yield report.line("tokens of the tokenizer", f"{writer.size()} (the model has room for {sizes.vocabulary})")
    for role, number in (("beginning", sizes.bos), ("end", sizes.eos), ("padding", sizes.pad)):
        yield report.line(role, f"{number} {writer.token(number)!r}", wrong=writer.token(number) is None)
    marks = {USER: writer.user, ASSISTANT: writer.assistant, IMAGE: sizes.image_token}
    yield report.line("marks", ", ".join(f"{mark} {number}" for mark, number in marks.items()))
    yield report.line("cell marks", sorted(writer.cell_marks), wrong=len(writer.cell_marks) != len(CELL_MARKS))
    yield report.line("prompt, before", writer.before_image())
    yield report.line("prompt, behind", writer.after_image(None))


def _reading(folder: Path, sizes: Sizes, writer: PromptWriter, path: Path, report: Report) -> Iterator[str]:
    try:
        picture = open_picture(path)
    except (OSError, ValueError, SyntaxError) as error:  # all that Pillow raises
        report.read = False
        reason = error.strerror if isinstance(error, OSError) and error.strerror else "not a picture that can be read"
        yield f"!! {'picture':<24} {path}: {reason} (PNG, JPEG, TIFF or WebP; of a PDF, save a page as a picture first)"
        return
    grid = choose_grid(*picture.size)
    ids = writer.write(None, image_tokens(grid))
    yield report.line("picture", f"{picture.size[0]} x {picture.size[1]} pixels")
    yield report.line("tiles", "none" if grid == (1, 1) else f"{grid[0]} x {grid[1]}")
    yield report.line("prompt tokens", f"{len(ids)} ({image_tokens(grid)} of the picture)")

    import torch

    from engine.jina_ocr.decode import Batch, NotNumbers, Page
    from engine.jina_ocr.depth import Depth
    from engine.jina_ocr.model import JinaOcr

    model = JinaOcr.from_pretrained(folder, dtype=torch.float32, held=torch.bfloat16)
    page = Page(0, 0, FIRST_TOKENS, Depth.fixed(min(sizes.draft_depth, 8) if sizes.draft_heads else 0), sizes.eos)
    batch = Batch(model, 1, len(ids) + FIRST_TOKENS)
    try:
        batch.admit(page, model.embed_prompt(ids, model.look(make_views(picture))))
    except NotNumbers:
        yield report.line("first pass", "not numbers: the weights are broken", wrong=True)
        return
    while page.finish is None:
        batch.step()
    tally = page.tally
    yield report.line("first tokens", page.tokens[:16])
    yield report.line("first text", repr(writer.text(page.tokens)[:120]))
    if tally.drafted:
        rate = tally.accepted / tally.drafted
        yield report.line("drafts accepted", f"{tally.accepted} of {tally.drafted} ({rate:.2f})")
        yield report.line("... by position", tally.per_position)
