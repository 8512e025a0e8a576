# SPDX-License-Identifier: AGPL-3.0-or-later
"""The pages of a document as archives want them: each with its size in pixels and all words placed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import PurePath
from xml.etree import ElementTree as ET

from app.core.export.compose import page_text
from app.core.export.placed import PlacedBlock, placed
from app.core.export.snapshot import Snapshot
from app.core.export.watch import Watch
from engine.protocol import Box

DPI = 300
"""Pixels an inch of the picture that the places are told for; it is what archives scan with."""

STAND_IN = (595.0, 842.0)
"""Points, where the size of a page is not known (A4)."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """`page` counts from 0; `width` and `height` are pixels at `DPI`."""

    page: int
    label: str
    width: int
    height: int
    blocks: tuple[PlacedBlock, ...]

    @property
    def name(self) -> str:
        """What its picture would be called."""
        return f"page-{self.page + 1:03}.png"

    def pixels(self, box: Box) -> tuple[int, int, int, int]:
        """Left, top, right, bottom; at least a pixel wide and high, and on the sheet."""
        left = min(self.width - 1, max(0, round(box[0] * self.width)))
        top = min(self.height - 1, max(0, round(box[1] * self.height)))
        right = min(self.width, max(left + 1, round(box[2] * self.width)))
        bottom = min(self.height, max(top + 1, round(box[3] * self.height)))
        return left, top, right, bottom


def sheets(snapshot: Snapshot, watch: Watch) -> Iterator[Sheet]:
    """One at a time. Pages without a text are empty sheets: each page of the document has its own."""
    for page in watch.over(snapshot.pages, len(snapshot.pages)):
        width, height = page.size or STAND_IN
        words = snapshot.words(page.page) if snapshot.words is not None and page.text else ()
        yield Sheet(
            page=page.page,
            label=page.label,
            width=max(1, round(width * DPI / 72)),
            height=max(1, round(height * DPI / 72)),
            blocks=placed(page_text(page), words) if page.text else (),
        )


def source_name(snapshot: Snapshot) -> str:
    """The file's name; where it lies is nobody's business."""
    return PurePath(snapshot.source).name


def legal(text: str) -> str:
    """Without the control characters that XML does not allow."""
    return "".join(sign for sign in text if sign >= " " or sign in "\t\n")


def written(root: ET.Element) -> bytes:
    """An XML file."""
    ET.indent(root, " ")
    data: bytes = ET.tostring(root, encoding="UTF-8", xml_declaration=True)
    return data + b"\n"
