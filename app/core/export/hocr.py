# SPDX-License-Identifier: AGPL-3.0-or-later
"""A document as hOCR (version 1.2): HTML whose elements say where on the page they stand."""

from __future__ import annotations

from html import escape

from app.core.export.placed import PlacedBlock, PlacedLine
from app.core.export.sheets import DPI, Sheet, legal, sheets, source_name
from app.core.export.snapshot import Snapshot
from app.core.export.watch import Watch

CAPABILITIES = "ocr_page ocr_carea ocr_par ocr_line ocrx_word"

_TAGS = {f"h{level}": f"h{level}" for level in range(1, 7)}


def render(snapshot: Snapshot, watch: Watch) -> str:
    """The whole file; boxes in pixels of the page at 300 dpi. Words whose place is only bounded by their neighbours
    carry `x_bounded`."""
    language = f' lang="{escape(snapshot.language)}"' if snapshot.language else ""
    name = escape(legal(source_name(snapshot)))
    body = "\n".join(_page(sheet, name) for sheet in sheets(snapshot, watch))
    return (
        f'<!DOCTYPE html>\n<html{language}>\n<head>\n<meta charset="utf-8">\n'
        f"<title>{escape(legal(snapshot.title or 'Document'), quote=False)}</title>\n"
        '<meta name="ocr-system" content="Copyholder">\n'
        f'<meta name="ocr-capabilities" content="{CAPABILITIES}">\n'
        f'<meta name="ocr-number-of-pages" content="{len(snapshot.pages)}">\n</head>\n'
        f"<body>\n{body}\n</body>\n</html>\n"
    )


def _page(sheet: Sheet, name: str) -> str:
    number = sheet.page + 1
    title = (
        f"image &quot;{name}&quot;; bbox 0 0 {sheet.width} {sheet.height}; ppageno {sheet.page}; scan_res {DPI} {DPI}"
    )
    blocks = "\n".join(_block(sheet, block, f"{number}_{at}") for at, block in enumerate(sheet.blocks, 1))
    return f'<div class="ocr_page" id="page_{number}" title="{title}">\n{blocks}\n</div>'


def _block(sheet: Sheet, block: PlacedBlock, name: str) -> str:
    lines = "\n".join(_line(sheet, line, f"{name}_{at}") for at, line in enumerate(block.lines, 1))
    tag = _TAGS.get(block.element, "p")
    box = _box(sheet, block.box)
    return (
        f'<div class="ocr_carea" id="block_{name}" title="{box}">\n'
        f'<{tag} class="ocr_par" id="par_{name}" dir="auto" title="{box}">\n{lines}\n</{tag}>\n</div>'
    )


def _line(sheet: Sheet, line: PlacedLine, name: str) -> str:
    words = []
    for at, word in enumerate(line.words, 1):
        bounded = "" if word.sure else "; x_bounded"
        text = escape(legal(word.text) + ("\u00ad" if word.goes_on else ""), quote=False)
        words.append(
            f'<span class="ocrx_word" id="word_{name}_{at}" title="{_box(sheet, word.box)}{bounded}">{text}</span>'
        )
    return f'<span class="ocr_line" id="line_{name}" title="{_box(sheet, line.box)}">{" ".join(words)}</span>'


def _box(sheet: Sheet, box: tuple[float, float, float, float]) -> str:
    return "bbox {} {} {} {}".format(*sheet.pixels(box))
