# SPDX-License-Identifier: AGPL-3.0-or-later
"""What is put into the text where the page has more: words with the blanks they need, a paragraph of its own with
blank lines around it."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from statistics import median

from app.core.align import Alignment
from app.core.align.normal import HYPHENS, SINGLE, is_number
from app.core.align.source import SourceBlock
from app.core.checks.cells import in_table
from app.core.checks.compare import CODE, part_of
from app.core.checks.evidence import Compared
from engine.protocol import Box

_OPENING = "([{“„«‘"
_ENDING = frozenset(".,;:!?)]…%”’»")
_DASHES = str.maketrans("−–‐‑", "----")
_SIGNS = 8
"""Signs at an end of a word at most that the text may have already."""
_NO_BLANK_BEFORE = frozenset(_OPENING + ">|/")
_BLANK_AFTER = frozenset(_OPENING + "$€£\\")
_TERMINAL = re.compile(r"[.!?:;…。！？：；][\"'”’»)*_]*\s*$")
_SINGLE = re.compile(f"[{SINGLE}\u3000-\u3003\u3008-\u3011\uff01-\uff0f\uff1a-\uff1f]")
_PROSE = frozenset({"paragraph_open", "between"})
_HEADING = "heading_open"
_GO_ON = frozenset({"paragraph_open", "between", "bullet_list_open", "ordered_list_open", "blockquote_open"})
"""Kinds of blocks that more words at their end may belong to."""
_FURTHER = 1.25
"""Lines that are so many times as far apart as the others of the paragraph are not of one paragraph."""
_GAP = 0.8
"""The same in heights of a line, between the boxes, where no paragraph of several lines is near to judge by."""
_NEAR = 60
"""Lines before and after in the page's order among which the ones above and below are looked for."""
_SLIDE = 60
"""Words by which a run is moved up or down at most."""
_SHORT = 3.0
"""Heights of a line by which a last line is shorter than the others, and a first line set in at most."""


def whole_lines(compared: Compared, places: tuple[int, ...], at: int) -> tuple[tuple[int, ...], int]:
    """The run of page words that is lacking, and where: where lines begin or end alike, the same is lacking if it is a
    few words further up or down, and the one that is lines from their first to their last word is meant."""
    words, back, source = compared.level.page.words, compared.alignment.back, compared.alignment.source
    first, last = places[0], places[-1]

    def are_lines(step: int) -> bool:
        start, end = first + step, last + step
        begins = not start or words[start - 1].line != words[start].line
        return begins and (end + 1 == len(words) or words[end].line != words[end + 1].line)

    if last - first + 1 != len(places) or are_lines(0):
        return places, at
    for step in range(1, min(_SLIDE, first + 1)):
        if not back[first - step] or words[first - step].key != words[last - step + 1].key:
            break
        if are_lines(-step):
            return tuple(place - step for place in places), source.words[back[first - step][0]].start
    for step in range(1, min(_SLIDE, len(words) - last)):
        if not back[last + step] or words[last + step].key != words[first + step - 1].key:
            break
        if are_lines(step):
            return tuple(place + step for place in places), source.words[back[last + step][-1]].end
    return places, at


def put_in(compared: Compared, places: Sequence[int], at: int) -> tuple[int, str]:
    """Where the page's words (numbers of `page.words`) go, and what is put there. `at` is where the text lacks them."""
    table = in_table(compared, places, at, lambda words: printed(compared.alignment, words))
    if table is not None:
        return table
    block = _apart(compared, places, at)
    source = compared.alignment.source
    parts = _paragraphs(compared.level, places)
    if len(parts) > 1 and len(parts[-1]) == 1 and is_number(compared.alignment.page.words[parts[-1][0]].key):
        places = places[: -len(parts.pop())]  # the page's own number, below the text
    if isinstance(block, int):
        at = block
    if not isinstance(block, tuple):
        return _in_line(compared.alignment, places, at)
    before, after = block
    paragraphs = _joined(compared.alignment, parts)
    where = len(source.text[: before.end].rstrip()) if before is not None else after.start if after is not None else at
    return where, _alone(source.text, where, "\n\n".join(paragraphs))


def printed(alignment: Alignment, places: Sequence[int]) -> str:
    """The page's words as they are printed, of given words that are several only those."""
    return _joined(alignment, [places])[0]


def fitting(text: str, start: int, end: int, given: str) -> str:
    """What is given for `text[start:end]`, without the signs at its ends that the text has there already."""
    before, after, plain = (piece.translate(_DASHES) for piece in (text[:start][-_SIGNS:], text[end:][:_SIGNS], given))
    signs = [not sign.isalnum() for sign in plain]
    front = signs.index(False) if False in signs else 0
    back = signs[::-1].index(False) if False in signs else 0
    front = next((n for n in range(front, 0, -1) if before.endswith(plain[:n])), 0)
    back = next((n for n in range(back, 0, -1) if after.startswith(plain[-n:])), 0)
    return given[front : len(given) - back].replace("$", "\\$")


def _in_line(alignment: Alignment, places: Sequence[int], at: int) -> tuple[int, str]:
    """Beside words of the text. Signs at the run's ends that the text has there already are not put in again."""
    text, words = alignment.source.text, _joined(alignment, [places])[0]
    if words[0] in _OPENING:
        behind = at + len(text[at:]) - len(text[at:].lstrip(" "))
        after = alignment.page.words[places[-1] + 1].words[0] if places[-1] + 1 < len(alignment.page.words) else None
        if (
            text[behind : behind + 1] == words[0]
            and after
            and not alignment.page.given[after].text.startswith(words[0])
        ):
            at = behind + 1  # the bracket opens what is lacking, and not what stands behind it
        if text[:at].endswith(words[0]):
            words = words[1:]
    if words[-1] in _ENDING:
        before = alignment.page.given[alignment.page.words[places[0] - 1].words[-1]].text if places[0] else ""
        if text[:at].endswith(words[-1]) and before and before[-1] not in _ENDING:
            at -= 1  # the sign ends what is lacking, and not what stands before it
        if text[at : at + 1] == words[-1]:
            words = words[:-1]
    return at, _beside(text, at, words)


def _beside(text: str, at: int, words: str) -> str:
    """The words with a blank to each side that needs one."""
    left, right = text[max(0, at - 1) : at], text[at : at + 1]
    opens = left in _NO_BLANK_BEFORE or (left == '"' and not text[max(0, at - 2) : at - 1].strip())
    if left and not left.isspace() and not opens and not _close(left, words[0]):
        words = " " + words
    if right and (right.isalnum() or right in _BLANK_AFTER) and not _close(words[-1], right):
        words += " "
    return words


def _alone(text: str, at: int, words: str) -> str:
    """The words with a blank line to each side where there is text."""
    before, after = text[:at], text[at:]
    lines_before = len(before) - len(before.rstrip("\n"))
    lines_after = len(after) - len(after.lstrip(" \t\n")) and after[: len(after) - len(after.lstrip())].count("\n")
    head = "\n" * max(0, 2 - lines_before) if before.strip() else ""
    tail = "\n" * max(0, 2 - lines_after) if after.strip() else ""
    return f"{head}{words}{tail}"


def _close(left: str, right: str) -> bool:
    """Whether two characters stand together without a blank: scripts that have none between words."""
    return bool(_SINGLE.match(left) and _SINGLE.match(right))


def _joined(alignment: Alignment, groups: Iterable[Sequence[int]]) -> list[str]:
    """The page's words as text, each given word once; one that a line's end divides is put together."""
    page = alignment.page
    done: list[str] = []
    for places in groups:
        text = ""
        tied = {page.words[place].words[-1] for place in places if len(page.words[place].words) > 1}
        own = set(places)
        of_given = {number: place for place in reversed(places) for number in page.words[place].words}
        for number in dict.fromkeys(number for place in places for number in page.words[place].words):
            word = part_of(page, number, of_given[number], own)
            if not word:
                continue
            if number in tied and text[-1:] and text[-1] in HYPHENS:
                text = text[:-1] + word
            else:
                text += word if not text or _close(text[-1], word[0]) else f" {word}"
        done.append(text)
    return done


Around = tuple[SourceBlock | None, SourceBlock | None]


def _apart(compared: Compared, places: Sequence[int], at: int) -> Around | int | None:
    """The blocks that a paragraph of its own goes between; a position, if the words begin or end one of the two;
    None, if they go where they are said to be lacking."""
    level, source = compared.level, compared.alignment.source
    page = level.page
    rows = {page.words[place].line for place in places}
    own = set(places)
    near = range(max(0, places[0] - 40), min(len(page.words), places[-1] + 41))
    if any(page.words[n].line in rows and n not in own for n in near):
        return None  # a part of a line
    gap = bisect_left(source.words, at, key=lambda word: word.start)
    before = source.blocks[source.words[gap - 1].block] if gap else None
    after = source.blocks[source.words[gap].block] if gap < len(source.words) else None
    if before is after:
        return None
    if any(block is not None and block.kind in CODE for block in (before, after)):
        return None
    end = page.given[page.words[places[-1]].words[-1]].text
    said = source.text[: before.end].rstrip() if before is not None else ""
    head = page.words[places[0]].boxes[0]
    block_rows = _rows_of(level, before)
    above, below = _set_apart(compared, sorted(rows), said[-4:], end, head[2] - head[0], block_rows)
    if above and all(_heights(level, each) == 1 for each in (rows, block_rows or rows, _rows_of(level, after) or rows)):
        below = True  # each line is a paragraph here
    above = (
        above
        or before is None
        or (before.kind not in _GO_ON and (before.kind == _HEADING or _heights(level, rows) == len(rows)))
    )
    below = below or after is None or after.kind not in _PROSE
    if above and below:
        return before, after
    if above and after is not None and after.kind in _PROSE:
        return source.words[gap].start
    if below and before is not None and before.kind in _PROSE and gap:
        return None if at <= len(source.text[: before.end].rstrip()) else len(source.text[: before.end].rstrip())
    return None


def _rows_of(level: Alignment, block: SourceBlock | None) -> set[int]:
    """The lines of the page that a block is on."""
    inside = level.words_in(block.start, block.end) if block is not None else ()
    return {level.page.words[place].line for number in inside for place in level.places[number]}


def _heights(level: Alignment, rows: Iterable[int]) -> int:
    """How many lines these are, where those side by side are one: labels and values, the cells of a row."""
    boxes = sorted((level.page.lines[row] for row in rows), key=lambda box: box[1])
    return sum(not n or box[1] > (boxes[n - 1][1] + boxes[n - 1][3]) / 2 for n, box in enumerate(boxes))


def _set_apart(
    compared: Compared, rows: Sequence[int], said: str, end: str, head: float, before: set[int]
) -> tuple[bool, bool]:
    """Whether the lines of a run are set apart from the line above and from the line below: by a gap, by a first line
    that is set in, or by a last line that ends a sentence before the margin. `said` is the end of the text before the
    run, `end` the last word of the run and `head` how wide its first is; `before` are the lines of the block
    before it."""
    lines = compared.level.page.lines
    mine = set(rows)
    own = [lines[row] for row in rows]
    first, last = own[0], own[-1]
    high = median(box[3] - box[1] for box in own)
    around = range(max(0, rows[0] - _NEAR), min(len(lines), rows[-1] + _NEAR + 1))
    others = [lines[number] for number in around if number not in mine]
    above = max((box for box in others if _over(box, first)), key=lambda box: box[1], default=None)
    below = min((box for box in others if _over(last, box)), key=lambda box: box[1], default=None)
    pitch = _pitch([*own, *([above] if above else []), *([below] if below else [])], others, high)
    beside = [box for box in (above, below) if box is not None]
    wide = max(box[2] for box in (*own, *beside))
    column = [box for box in others if box[0] < wide and min(box[2], last[2]) > max(box[0], last[0])]
    margin = max([wide, *(box[2] for box in column if box[2] - box[0] < 1.5 * (wide - first[0]) + 0.2)])
    left = min([box[0] for box in (*own[1:], *beside)]) if above else first[0]
    is_above = above is None or _far(above, first, pitch, high)
    if above is not None and not is_above and _TERMINAL.search(said):
        is_above = above[2] < wide - _SHORT * high or 0.5 * high < first[0] - left < 3 * high
    if above is not None and not is_above:
        edge = max(lines[row][2] for row in before) if len(before) > 2 else margin
        fits = above[2] + head + high < edge  # the line need not have ended there
        is_above = fits or first[0] < above[0] - high
    is_below = below is None or _far(last, below, pitch, high)
    if below is not None and not is_below:
        ends = bool(_TERMINAL.search(end))
        far_short = last[2] < margin - 2 * _SHORT * high
        is_below = far_short or (
            ends and (last[2] < wide - _SHORT * high or 0.5 * high < below[0] - min(last[0], left) < 3 * high)
        )
    return is_above, is_below


def _over(box: Box, other: Box) -> bool:
    """Whether a line is above another in its column."""
    return (box[1] + box[3]) / 2 < other[1] and min(box[2], other[2]) > max(box[0], other[0])


def _far(box: Box, other: Box, pitch: float | None, high: float) -> bool:
    return other[1] - box[3] > _GAP * high if pitch is None else other[1] - box[1] > _FURTHER * pitch


def _pitch(near: Sequence[Box], others: Sequence[Box], high: float) -> float | None:
    """From one line to the next within a paragraph: the least of the distances around."""
    steps = [
        other[1] - box[1]
        for box in near
        for other in (*near, *others)
        if 0.5 * high < other[1] - box[1] < 2.2 * high
        and min(box[2], other[2]) > max(box[0], other[0])
        and 0.7 < (other[3] - other[1]) / high < 1.4
    ]
    return min(steps, default=None)


def _paragraphs(level: Alignment, places: Sequence[int]) -> list[list[int]]:
    """The places parted where lines are further apart than the others."""
    words, lines = level.page.words, level.page.lines
    rows = [lines[row] for row in dict.fromkeys(words[place].line for place in places)]
    high = median(box[3] - box[1] for box in rows)
    pitch = _pitch(rows, [], high)
    parts: list[list[int]] = [[]]
    for number, place in enumerate(places):
        box, last = lines[words[place].line], lines[words[places[number - 1]].line]
        below = number and (last[1] + last[3]) / 2 < box[1]
        if below and _far(last, box, pitch, high):
            parts.append([])
        parts[-1].append(place)
    return parts
