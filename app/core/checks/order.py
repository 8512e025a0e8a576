# SPDX-License-Identifier: AGPL-3.0-or-later
"""`reading-order`: a block that stands, on the page, wholly above one that the text has before it in the same column,
or that goes back to a column which the text had left."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from statistics import median

from app.core.align import Alignment
from app.core.align.direction import straight, turned
from app.core.align.page import around
from app.core.checks.evidence import Compared
from app.core.checks.flag import Flag, Kind, Reason, Severity
from engine.protocol import Box

_PROSE = frozenset({"paragraph_open", "heading_open", "bullet_list_open", "ordered_list_open"})
_LEAST = 8
"""Located words of a block that is looked at: captions, labels and heads float."""
_WINDOW = 40
"""Blocks before a block that it is compared with."""
_TOUCH = 0.2
"""Share of a line's height by which blocks that follow each other may overlap."""
_SAME = 0.6
"""Share of the narrower block's width that two blocks of one column have in common."""


@dataclass(frozen=True, slots=True)
class _Placed:
    start: int
    end: int
    box: Box


def check(compared: Compared) -> Iterator[Flag]:
    """The fewest blocks that must move. Only where lines run from side to side."""
    alignment = compared.level
    if _vertical(alignment):
        return
    blocks = list(_placed(alignment))
    lines = [box[3] - box[1] for box in alignment.page.lines]
    touch = min(0.002, _TOUCH * median(lines or [0.01]))  # lines of a long page may be less high than this
    moved = _moved(blocks, touch)
    kept: list[_Placed] = []
    back = -turned(alignment.page.given) % 360
    for number, block in enumerate(blocks):
        if number in moved or _returns(kept, block, touch):
            boxes = (straight(block.box, back),)
            yield Flag(Kind.READING_ORDER, Severity.DOUBT, block.start, block.end, Reason.BLOCK_JUMPS, {}, boxes)
        else:
            kept.append(block)


def _moved(blocks: list[_Placed], touch: float) -> set[int]:
    """Numbers of the blocks that stand in the wrong order with the most others, until none does."""
    wrong: dict[int, set[int]] = {}
    for number, block in enumerate(blocks):
        for other in range(max(0, number - _WINDOW), number):
            if _above(block, blocks[other], touch):
                wrong.setdefault(number, set()).add(other)
                wrong.setdefault(other, set()).add(number)
    moved: set[int] = set()
    while wrong:
        worst = max(wrong, key=lambda number: (len(wrong[number]), number))
        moved.add(worst)
        for other in wrong.pop(worst):
            wrong[other].discard(worst)
            if not wrong[other]:
                del wrong[other]
    return moved


def _above(block: _Placed, other: _Placed, touch: float) -> bool:
    """In the same column, and wholly above."""
    return _shared(block.box, other.box) > _SAME and block.box[3] <= other.box[1] + touch


def _returns(before: list[_Placed], block: _Placed, touch: float) -> bool:
    """Back in a column at a height that was passed while another column beside it was read."""
    if len(before) < 2:
        return False
    last = before[-1]
    if _shared(block.box, last.box) > 0.1 or last.box[0] < block.box[2]:
        return False  # only from the right back to the left
    for other in reversed(before[-6:-1]):
        if _shared(other.box, last.box) > 0.1 and _shared(other.box, block.box) > 0.1:
            return False  # a block over both columns began anew
        if _shared(other.box, block.box) > _SAME and other.box[3] <= block.box[1] + touch:
            beside = min(block.box[3], last.box[3]) - max(other.box[1], last.box[1])
            return beside > 0 and _narrow(block.box) and _narrow(last.box) and block.box[1] < last.box[3] + 0.2
    return False


def _narrow(box: Box) -> bool:
    return 0.2 < box[2] - box[0] < 0.55


def _shared(a: Box, b: Box) -> float:
    common = min(a[2], b[2]) - max(a[0], b[0])
    return max(0.0, common) / max(1e-6, min(a[2] - a[0], b[2] - b[0]))


def _placed(alignment: Alignment) -> Iterator[_Placed]:
    """Blocks of prose with the box of the words that are in their place."""
    boxes: dict[int, list[Box]] = {}
    for number, places in enumerate(alignment.places):
        word = alignment.source.words[number]
        if len(word.key) > 2:
            found = [box for place in places for box in alignment.page.words[place].boxes]
            boxes.setdefault(word.block, []).extend(found)
    for number, found in sorted(boxes.items()):
        block = alignment.source.blocks[number]
        if block.kind in _PROSE and len(found) >= _LEAST:
            text = alignment.source.text[block.start : block.end].rstrip()
            yield _Placed(block.start, block.start + len(text), around(_middle(found)))


def _middle(boxes: list[Box]) -> list[Box]:
    """Without the outermost few: a word may have found a like one elsewhere."""
    cut = len(boxes) // 10
    return sorted(boxes, key=lambda box: box[1])[cut : len(boxes) - cut] if cut else boxes


def _vertical(alignment: Alignment) -> bool:
    tall = sum(word.box[3] - word.box[1] > 1.5 * (word.box[2] - word.box[0]) for word in alignment.page.given)
    return tall > 0.5 * len(alignment.page.given) and any(
        "\u3000" <= character <= "\u9fff" for word in alignment.page.given[:50] for character in word.text
    )
