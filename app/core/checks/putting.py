# SPDX-License-Identifier: AGPL-3.0-or-later
"""What is put into the text where the page has more: words with the blanks they need, a paragraph of its own with
blank lines around it."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from statistics import median
from typing import NamedTuple

from app.core.align import Alignment
from app.core.align.normal import HYPHENS, SINGLE, is_number
from app.core.align.page import Page
from app.core.align.source import SourceBlock
from app.core.checks.cells import in_table
from app.core.checks.compare import CODE, bits_of, part_of
from app.core.checks.evidence import Compared
from engine.protocol import Box

_OPENING = "([{“„«‘"
_ENDING = frozenset(".,;:!?)]…%”’»。，、；：？！）」』》")
_FEW = 3
"""Given words that are signs alone, between two words of a run at most."""
_DASHES = str.maketrans("−–‐‑", "----")
_SIGNS = 8
"""Signs at an end of a word at most that the text may have already."""
_NO_BLANK_BEFORE = frozenset(_OPENING + ">|/")
_BLANK_AFTER = frozenset(_OPENING + "$€£\\")
_TERMINAL = re.compile(r"[.!?:;…。！？：；][\"'”’»)*_]*\s*$")
_SINGLE = re.compile(f"[{SINGLE}\u3000-\u3003\u3008-\u3011\uff01-\uff0f\uff1a-\uff1f]")
_ALEFS = re.compile("ا([اأإآ])ل")
"""Two alefs: text layers give the parts of the ligature behind the first one in the wrong order."""
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


class Put(NamedTuple):
    """Words that go into the text at `at`; not `sure` if they are cells of a table's row and go into one."""

    at: int
    words: str
    sure: bool = True


def put_in(compared: Compared, places: Sequence[int], at: int) -> Put:
    """Where the page's words (numbers of `page.words`) go, and what is put there. `at` is where the text lacks them."""
    parts = _paragraphs(compared.level, places)
    table = in_table(compared, places, at, lambda words: printed(compared.alignment, words))
    if len(parts) > 1 and len(parts[-1]) == 1 and is_number(compared.alignment.page.words[parts[-1][0]].key):
        places = places[: -len(parts.pop())]  # the page's own number, below the text
        table = table or in_table(compared, places, at, lambda words: printed(compared.alignment, words))
    if table is not None:
        return Put(*table)
    block = _apart(compared, places, at)
    source = compared.alignment.source
    if isinstance(block, int):
        at = block
    if not isinstance(block, tuple):
        return Put(*_in_line(compared.alignment, places, at))
    before, after = block
    paragraphs = _joined(compared.alignment, parts)
    where = len(source.text[: before.end].rstrip()) if before is not None else after.start if after is not None else at
    return Put(where, _alone(source.text, where, "\n\n".join(paragraphs)))


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
    page, text, words = alignment.page, alignment.source.text, _joined(alignment, [places])[0]
    end = _end_before(alignment, places[0], at)
    before = _sign(page, places[0] - 1, places[0]) if end is not None else None
    start = _start_behind(alignment, places[-1], at)
    behind = _sign(page, places[-1], places[-1] + 1) if start is not None else None
    if end is not None and before is not None:
        at = end
        if before and text.startswith(before, at):
            at += len(before)
        elif not text.endswith(before, 0, at):
            words = before + words
    elif start is not None and behind is not None:
        at = start - len(behind) if text.endswith(behind, 0, start) else start
    if behind is not None and not (behind and text.startswith(behind, at)):
        words += behind
    if before is not None or behind is not None:
        if behind is None and words[-1] in _ENDING and text.startswith(words[-1], at):
            words = words[:-1]
        return at, _beside(text, at, words, left=before is None, right=behind is None)
    words = _led(alignment, places[0], at) + words
    sign = _ending(alignment, places[0]) if end is not None else ""
    if end is not None and sign and text.startswith(sign, end):
        at = max(at, end + len(sign))
    elif end is not None and sign and words[-1] in _ENDING and text.startswith(words[-1], end):
        return end, sign + ("" if _close(sign[-1], words[0]) else " ") + words[:-1]
    if words[0] in _OPENING:
        behind_it = at + len(text[at:]) - len(text[at:].lstrip(" "))
        after = page.words[places[-1] + 1].words[0] if places[-1] + 1 < len(page.words) else None
        if text.startswith(words[0], behind_it) and after and not page.given[after].text.startswith(words[0]):
            at = behind_it + 1  # the bracket opens what is lacking, and not what stands behind it
        if text[:at].endswith(words[0]):
            words = words[1:]
    if words[-1] in _ENDING:
        last = page.given[page.words[places[0] - 1].words[-1]].text if places[0] else ""
        if not sign and text[:at].endswith(words[-1]) and last and last[-1] not in _ENDING:
            at -= 1  # the sign ends what is lacking, and not what stands before it
        if text.startswith(words[-1], at):
            words = words[:-1]
    return at, _beside(text, at, words)


def _end_before(alignment: Alignment, first: int, at: int) -> int | None:
    """Where the text's word for the page's word before a run ends, if `at` is right behind it."""
    back = alignment.back[first - 1] if first else ()
    end = alignment.source.words[back[-1]].end if back else -1
    return end if 0 <= end <= at and _ENDING.issuperset(alignment.source.text[end:at]) else None


def _start_behind(alignment: Alignment, last: int, at: int) -> int | None:
    """Where the text's word for the page's word behind a run begins, if no other is between `at` and it."""
    back = alignment.back[last + 1] if last + 1 < len(alignment.back) else ()
    start = alignment.source.words[back[0]].start if back else -1
    return start if at <= start and not any(map(str.isalnum, alignment.source.text[at:start])) else None


def _ending(alignment: Alignment, first: int) -> str:
    """The signs that the page has right behind the word before a run."""
    page = alignment.page
    number = page.words[first - 1].words[-1]
    begin, found = bits_of(page, number, first - 1)
    sign = page.given[number].text[found[-1].end :] if found and first - 1 == begin + len(found) - 1 else ""
    if not sign and number + 1 < len(page.given) and page.given[number + 1].text in _ENDING:
        sign = page.given[number + 1].text
    return sign if _ENDING.issuperset(sign) else ""


def _led(alignment: Alignment, first: int, at: int) -> str:
    """A sign that stands by itself between a run and the word before it on its line, if the text has none there."""
    page, number = alignment.page, alignment.page.words[first].words[0] - 1
    before = page.words[first - 1] if first else None
    if before is None or number <= before.words[-1] or before.line != page.words[first].line:
        return ""
    sign = page.given[number].text
    known = sign in _ENDING or any(map(str.isalnum, sign)) or sign in alignment.source.text[max(0, at - 3) : at + 3]
    return "" if known else f"{sign} "


def _sign(page: Page, place: int, after: int) -> str | None:
    """What is between two page words that follow each other in one given word."""
    number = page.words[place].words[-1]
    if number != page.words[after].words[0]:
        return None
    first, found = bits_of(page, number, place)
    return page.given[number].text[found[place - first].end : found[after - first].start] if found else None


def _beside(text: str, at: int, words: str, *, left: bool = True, right: bool = True) -> str:
    """The words with a blank to each side that needs one, as far as they are not tied to what is there."""
    before, after = text[max(0, at - 1) : at], text[at : at + 1]
    opens = before in _NO_BLANK_BEFORE or (before == '"' and not text[max(0, at - 2) : at - 1].strip())
    if left and before and not before.isspace() and not opens and not _close(before, words[0]):
        words = " " + words
    if right and after and (after.isalnum() or after in _BLANK_AFTER) and not _close(words[-1], after):
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
        given = dict.fromkeys(number for place in places for number in page.words[place].words)
        for number in _with_signs(page, list(given)):
            word = part_of(page, number, of_given[number], own) if number in of_given else page.given[number].text
            if not word:
                continue
            if number in tied and text[-1:] and text[-1] in HYPHENS:
                text = text[:-1] + word
            else:
                text += word if not text or _close(text[-1], word[0]) or word in _ENDING else f" {word}"
        done.append(_ALEFS.sub(r"ال\1", text))
    return done


def _with_signs(page: Page, numbers: Sequence[int]) -> Iterator[int]:
    """Numbers of given words, with those between them that are signs alone, and a sign right behind the last."""
    for number, after in zip(numbers, [*numbers[1:], numbers[-1] + 2], strict=True):
        yield number
        for sign in range(number + 1, after if after - number <= _FEW else number + 1):
            text = page.given[sign].text if sign < len(page.given) else ""
            if text and not any(map(str.isalnum, text)) and (after in numbers or text in _ENDING):
                yield sign


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
