# SPDX-License-Identifier: AGPL-3.0-or-later
"""Pages as ALTO 4.4 (Library of Congress), a file each: blocks, lines and words with their places."""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree import ElementTree as ET

from app.core.export.placed import PlacedBlock, PlacedLine
from app.core.export.sheets import Sheet, legal, sheets, source_name, written
from app.core.export.snapshot import Snapshot
from app.core.export.watch import Watch
from engine.protocol import Box

SPACE = "http://www.loc.gov/standards/alto/ns-v4#"
SCHEMA = "https://www.loc.gov/standards/alto/v4/alto-4-4.xsd"

_KINDS = ("heading", "table", "list", "code", "formula")
_KIND_OF = {
    **{f"h{level}": "heading" for level in range(1, 7)},
    "table": "table", "ul": "list", "ol": "list", "pre": "code", "math": "formula",
}  # fmt: skip


def pages(snapshot: Snapshot, watch: Watch) -> Iterator[tuple[int, bytes]]:
    """Each page (from 0) with its file; places in pixels at 300 dpi."""
    for sheet in sheets(snapshot, watch):
        yield sheet.page, _file(sheet, snapshot)


def _file(sheet: Sheet, snapshot: Snapshot) -> bytes:
    root = ET.Element(
        "alto",
        {
            "xmlns": SPACE,
            "xmlns:xsi": "http://www.w3.org/2001/XMLSchema-instance",
            "xsi:schemaLocation": f"{SPACE} {SCHEMA}",
            "SCHEMAVERSION": "4.4",
        },
    )
    about = ET.SubElement(root, "Description")
    ET.SubElement(about, "MeasurementUnit").text = "pixel"
    source = ET.SubElement(about, "sourceImageInformation")
    ET.SubElement(source, "fileName").text = legal(source_name(snapshot))
    work = ET.SubElement(about, "Processing", {"ID": "copyholder"})
    software = ET.SubElement(work, "processingSoftware")
    ET.SubElement(software, "softwareName").text = "Copyholder"
    tags = ET.SubElement(root, "Tags")
    for kind in _KINDS:
        ET.SubElement(tags, "StructureTag", {"ID": f"kind_{kind}", "LABEL": kind})
    layout = ET.SubElement(root, "Layout")
    size = {"WIDTH": str(sheet.width), "HEIGHT": str(sheet.height)}
    label = {"PRINTED_IMG_NR": legal(sheet.label)} if sheet.label else {}
    page = ET.SubElement(
        layout, "Page", {"ID": f"page_{sheet.page + 1}", **size, "PHYSICAL_IMG_NR": str(sheet.page + 1), **label}
    )
    space = ET.SubElement(page, "PrintSpace", {"HPOS": "0", "VPOS": "0", **size})
    for at, block in enumerate(sheet.blocks, 1):
        _block(space, sheet, block, f"{sheet.page + 1}_{at}")
    return written(root)


def _block(space: ET.Element, sheet: Sheet, block: PlacedBlock, name: str) -> None:
    kind = _KIND_OF.get(block.element)
    tag = {"TAGREFS": f"kind_{kind}"} if kind else {}
    made = ET.SubElement(space, "TextBlock", {"ID": f"block_{name}", **_place(sheet, block.box), **tag})
    rest = ""
    for at, line in enumerate(block.lines, 1):
        rest = _line(made, sheet, line, f"{name}_{at}", rest)


def _line(block: ET.Element, sheet: Sheet, line: PlacedLine, name: str, rest: str) -> str:
    """A line; the word that goes on in the next one, if any, as `rest` says of the line before."""
    made = ET.SubElement(block, "TextLine", {"ID": f"line_{name}", **_place(sheet, line.box)})
    for at, word in enumerate(line.words, 1):
        if at > 1:
            ET.SubElement(made, "SP")
        values = {"ID": f"word_{name}_{at}", "CONTENT": legal(word.text), **_place(sheet, word.box)}
        if word.goes_on:
            values |= {"SUBS_TYPE": "HypPart1", "SUBS_CONTENT": legal(word.whole)}
        elif rest and word.whole == rest:
            values |= {"SUBS_TYPE": "HypPart2", "SUBS_CONTENT": legal(word.whole)}
        ET.SubElement(made, "String", values)
        rest = word.whole if word.goes_on else ""
    if rest:
        ET.SubElement(made, "HYP", {"CONTENT": "-"})
    return rest


def _place(sheet: Sheet, box: Box) -> dict[str, str]:
    left, top, right, bottom = sheet.pixels(box)
    return {"HPOS": str(left), "VPOS": str(top), "WIDTH": str(right - left), "HEIGHT": str(bottom - top)}
