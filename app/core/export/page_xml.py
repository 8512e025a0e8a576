# SPDX-License-Identifier: AGPL-3.0-or-later
"""Pages as PAGE XML (PRImA, 2019-07-15), a file each: regions, lines and words with their places, and the order
in which the regions are read."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from xml.etree import ElementTree as ET

from app.core.export.placed import PlacedBlock, PlacedLine
from app.core.export.sheets import Sheet, legal, sheets, written
from app.core.export.snapshot import Snapshot
from app.core.export.watch import Watch
from engine.protocol import Box

SPACE = "http://schema.primaresearch.org/PAGE/gts/pagecontent/2019-07-15"

_TYPE_OF = {**{f"h{level}": "heading" for level in range(1, 7)}, "ul": "list-label", "ol": "list-label"}
_PARAGRAPH = "paragraph"
_OTHER = {"table": "TableRegion", "math": "MathsRegion"}


def pages(snapshot: Snapshot, watch: Watch) -> Iterator[tuple[int, bytes]]:
    """Each page (from 0) with its file; places in pixels at 300 dpi."""
    at = datetime.fromtimestamp(snapshot.changed, UTC).isoformat(timespec="seconds")
    for sheet in sheets(snapshot, watch):
        yield sheet.page, _file(sheet, at)


def _file(sheet: Sheet, at: str) -> bytes:
    root = ET.Element("PcGts", {"xmlns": SPACE})
    about = ET.SubElement(root, "Metadata")
    ET.SubElement(about, "Creator").text = "Copyholder"
    ET.SubElement(about, "Created").text = at
    ET.SubElement(about, "LastChange").text = at
    page = ET.SubElement(
        root,
        "Page",
        {"imageFilename": sheet.name, "imageWidth": str(sheet.width), "imageHeight": str(sheet.height)},
    )
    if sheet.blocks:
        order = ET.SubElement(ET.SubElement(page, "ReadingOrder"), "OrderedGroup", {"id": "order"})
        for number in range(len(sheet.blocks)):
            ET.SubElement(order, "RegionRefIndexed", {"index": str(number), "regionRef": f"region_{number + 1}"})
    for number, block in enumerate(sheet.blocks, 1):
        _region(page, sheet, block, f"{number}")
    return written(root)


def _region(page: ET.Element, sheet: Sheet, block: PlacedBlock, name: str) -> None:
    """Tables and formulas are regions of a kind of their own, with a region of text inside."""
    box = block.box
    outer = _OTHER.get(block.element)
    if outer is None:
        kind = _TYPE_OF.get(block.element, _PARAGRAPH)
        region = ET.SubElement(page, "TextRegion", {"id": f"region_{name}", "type": kind})
        _coords(region, sheet, box)
    else:
        around = ET.SubElement(page, outer, {"id": f"region_{name}"})
        _coords(around, sheet, box)
        region = ET.SubElement(around, "TextRegion", {"id": f"region_{name}_text", "type": _PARAGRAPH})
        _coords(region, sheet, box)
    for at, line in enumerate(block.lines, 1):
        _line(region, sheet, line, f"{name}_{at}")
    _text(region, "\n".join(_shown(line) for line in block.lines))


def _line(region: ET.Element, sheet: Sheet, line: PlacedLine, name: str) -> None:
    made = ET.SubElement(region, "TextLine", {"id": f"line_{name}"})
    _coords(made, sheet, line.box)
    for at, word in enumerate(line.words, 1):
        one = ET.SubElement(made, "Word", {"id": f"word_{name}_{at}"})
        _coords(one, sheet, word.box)
        _text(one, word.text + ("-" if word.goes_on else ""))
    _text(made, _shown(line))


def _shown(line: PlacedLine) -> str:
    return line.text + ("-" if line.words[-1].goes_on else "")


def _coords(element: ET.Element, sheet: Sheet, box: Box) -> None:
    left, top, right, bottom = sheet.pixels(box)
    points = f"{left},{top} {right},{top} {right},{bottom} {left},{bottom}"
    ET.SubElement(element, "Coords", {"points": points})


def _text(element: ET.Element, text: str) -> None:
    ET.SubElement(ET.SubElement(element, "TextEquiv"), "Unicode").text = legal(text)
