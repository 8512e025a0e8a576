# SPDX-License-Identifier: AGPL-3.0-or-later
"""What a page break cut in two, put together: paragraphs, lists, code, formulas.

Only where the two parts themselves show that they are one: a sentence that has not ended and goes on
in small letters, the next number of a list, a bracket that is still open. Everything else stays
two pieces; a break too many is seen at once, a wrong join is not. Footnotes, figures with their captions and tables
may stand between the two parts: they are set at the foot or head of a page wherever the text is.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from app.core.assemble.halves import halves
from app.core.assemble.hyphens import together
from app.core.assemble.letters import begins_letter, ends_letter
from app.core.assemble.pieces import Change, Kind, Piece
from app.core.assemble.printed_notes import begins_note
from app.core.assemble.steps import Whole

SENTENCE = 20
"""Characters; a shorter text without an end is a label rather than the beginning of a sentence."""

LONG = 60
"""The same of a text that something stands behind, as it does behind a title."""
TITLE = 100
"""The same of one with a table behind it."""
APART = 20
"""Figures, tables, captions and notes between two parts of a text, at most."""

_ENDS = re.compile(r"[.!?:;。！？：；…‽؟۔]['\"”’»)\]*_`]*(?:\[\^[^\]]+\]|<sup>[^<]*</sup>)*$")
_BROKEN = re.compile(r"(?:[-‐‑\u00ad,(]|\d[–—]|[\u3040-\u30ff\u3400-\u9fff])$")
_SMALL = re.compile(r"^[\"'“‘«(\[*_]*[^\W\d_]")
_LINKING = frozenset({
    "a", "an", "and", "are", "as", "at", "be", "but", "by", "for", "from", "if", "in", "into", "is", "its", "nor",
    "of", "on", "or", "per", "than", "that", "the", "their", "these", "this", "to", "was", "were", "which", "who",
    "with", "der", "die", "das", "den", "dem", "des", "ein", "eine", "einer", "und", "oder", "im", "von", "zu",
    "mit", "für", "auf", "aus", "bei", "durch", "le", "la", "les", "de", "du", "un", "une", "et", "ou", "dans",
    "par", "pour", "sur", "avec", "el", "los", "las", "del", "y", "con", "para", "por", "il", "lo", "gli", "di",
    "da", "che",
})  # fmt: skip
"""Words that no sentence ends with."""
_CAPTION = re.compile(r"^[*_]*(?:fig(?:ure|\.)|table|tab\.|abb(?:ildung|\.)|tabelle|tableau|图|表)\s*\.?\s*\d", re.I)
_SET_APART = re.compile(_CAPTION.pattern + r"[\d.\-–]*[a-z]?\)?(?:[*_]+|\s*$|\s*[.:|]|\s[-–—]\s)", re.I)
"""A caption, and not a text that begins with the name of a figure ("Figure 3 shows")."""
_SMALL_PRINT = re.compile(r"^(?:\\\*+|[∗†‡§¶]+)\s?(?=[^\W_])|^\[?\d{1,3}\]?[ \t]+(?=[^\W\d_])")
"""A note whose sign is not raised."""
_PICTURE = re.compile(r"^!\[[^\]]*\]\([^)\s]*\)$")
_RANGE = re.compile(r"(\d{1,6})\s?[-‐‑–—]$")
_NUMBERED = re.compile(r"^(\d{1,6})[.)](?!\S)")
_ITEM = re.compile(r"^( *)([-*+]|(\d{1,9})([.)]))( +)")
_FENCE = re.compile(r"^(`{3,}|~{3,})([^`\n]*)\n(.*)\n\1[`~]*\s*$", re.S)
_DISPLAY = re.compile(r"^\$\$(.*)\$\$$", re.S)
_GOES_ON = re.compile(r"(?:[=+\-*/,&(]|\\(?:\\|cdot|times|le|leq|ge|geq|sim|approx|to|in))\s*$")
_BEGIN_END = re.compile(r"\\(begin|end)\{")


def joins(pieces: Sequence[Piece], whole: Whole) -> tuple[list[Piece], list[Change]]:
    """The pieces with those joined that belong together over a page break. What stands between the two parts comes
    after the whole."""
    pieces, changes = halves(pieces)
    done: list[Piece] = []
    for piece in pieces:
        at = _before(done, piece)
        joined = _joined(done[at], done[at + 1 :], piece, whole) if at is not None else None
        if at is None or joined is None:
            done.append(piece)
            continue
        changes.append(Change("joins", done[at].page, (done[at], piece), (joined,)))
        done[at] = joined
    return done, changes


def _before(done: Sequence[Piece], piece: Piece) -> int | None:
    """Where what `piece` may go on from is: the last text of the page before, past all that is set apart. None if
    there is none, or `piece` is not the first text of its page."""
    bare = piece.page - 1  # pages from here to the one of `piece` have nothing but what is set apart
    for at in range(len(done) - 1, max(-1, len(done) - 2 - APART), -1):
        other = done[at]
        if not _is_note(other) and not _is_apart(other):
            return at if bare <= other.ends_on < piece.page else None
        if other.page == bare and not _is_note(other):
            bare -= 1
    return None


def _is_note(piece: Piece) -> bool:
    """Whether it is a footnote, also one that is only printed as one."""
    return piece.kind is Kind.FOOTNOTE or begins_note(piece)


def _is_apart(piece: Piece) -> bool:
    """Whether it is a figure, a table, a caption or small print; one that breaks off may itself go on."""
    if piece.kind is Kind.PARAGRAPH:
        caption = (_SET_APART.match(piece.source) or _SMALL_PRINT.match(piece.source)) and not _is_open(piece.source)
        return bool(caption) or bool(_PICTURE.match(piece.source))
    return piece.kind in (Kind.TABLE, Kind.HTML_TABLE, Kind.FIGURE)


def _joined(before: Piece, between: Sequence[Piece], after: Piece, whole: Whole) -> Piece | None:
    join = _JOINS.get((before.kind, after.kind))
    apart = [piece for piece in between if not _is_note(piece)]
    if join is None or (apart and not _goes_past(before, apart, after)):
        return None
    source = join(before.source, after.source, whole)
    return None if source is None else replace(before, source=source, last=after.ends_on)


def _goes_past(before: Piece, apart: Sequence[Piece], after: Piece) -> bool:
    """Whether a text is sure enough to go on past what is set apart. It may be the title of a table behind it; and
    a note to a table, or the words below a picture, may stand behind these."""
    if after.kind is not Kind.PARAGRAPH or before.kind not in (Kind.PARAGRAPH, Kind.LIST):
        return False
    last = apart[-1]
    if last.page == after.page and not (last.kind is Kind.PARAGRAPH and _ENDS.search(last.source)):
        return False
    small = _SMALL.match(after.source)
    if not small or not after.source[small.end() - 1].islower():
        return False
    text = before.source.rpartition("\n")[2] if before.kind is Kind.LIST else before.source
    least = LONG if apart[0].kind in (Kind.PARAGRAPH, Kind.FIGURE) else TITLE
    return _is_open(text) or len(text) >= least


def _paragraphs(before: str, after: str, whole: Whole) -> str | None:
    return together(before, after, whole.words) if _runs_on(before, after) else None


def _runs_on(before: str, after: str) -> bool:
    """Whether a sentence goes on from the end of one text to the start of the other."""
    if _ENDS.search(before) or _CAPTION.match(before) or _CAPTION.match(after) or before.startswith("<!--"):
        return False
    if ends_letter(before) or begins_letter(after):
        return False
    small = _SMALL.match(after)
    open_ended = _is_open(before)
    if small and after[small.end() - 1].islower():
        return open_ended or len(before) >= SENTENCE
    return open_ended and (bool(small) or after[:1].isdigit())


def _is_open(text: str) -> bool:
    """Whether a text ends as no sentence does."""
    last = re.search(r"[^\W\d_]+\W*$", text)
    return bool(_BROKEN.search(text)) or (last[0].strip().lower() if last else "") in _LINKING


def _range(before: str, after: str, whole: Whole) -> str | None:
    """What looks like an item of a list is the second number of a range ("pages 10-" and "12.")."""
    one, two = _RANGE.search(before), _NUMBERED.match(after)
    if one is None or two is None or len(_items(f"{after} ")) > 1:
        return None
    rises = int(two[1]) > int(one[1]) or len(two[1]) < len(one[1])
    return together(before, after, whole.words) if rises else None


def _lists(before: str, after: str, whole: Whole) -> str | None:
    """One list, if the numbers go on, or the marks are the same and the items stand alike."""
    last = _last_item(before)
    first = _ITEM.match(after)
    if last is None or first is None or last[1] != first[1]:
        return None
    if first[3]:
        return f"{before}\n{after}" if last[3] and last[4] == first[4] and int(first[3]) == int(last[3]) + 1 else None
    return f"{before}\n{after}" if last[2] == first[2] else None


def _into_item(before: str, after: str, whole: Whole) -> str | None:
    """The last item of a list runs on in a paragraph."""
    lines = before.split("\n")
    if not _runs_on(lines[-1], after):
        return None
    text = together(lines[-1], after.replace("\n", " "), whole.words)
    return "\n".join([*lines[:-1], text])


def _last_item(source: str) -> re.Match[str] | None:
    outer = _ITEM.match(source)
    found = _items(source)
    same = [match for match in found if outer and match[1] == outer[1]]
    return same[-1] if same else None


def _items(source: str) -> list[re.Match[str]]:
    return [match for line in source.split("\n") if (match := _ITEM.match(line))]


def _code(before: str, after: str, whole: Whole) -> str | None:
    """One listing, if the first part leaves a bracket open or the second begins indented."""
    one, two = _FENCE.match(before), _FENCE.match(after)
    if one is None or two is None or one[2].strip() != two[2].strip():
        return None
    opened = sum(one[3].count(c) for c in "([{") > sum(one[3].count(c) for c in ")]}")
    if not opened and not two[3].startswith((" ", "\t")):
        return None
    fence = max(one[1], two[1], key=len)
    return f"{fence}{one[2]}\n{one[3]}\n{two[3]}\n{fence}"


def _formulas(before: str, after: str, whole: Whole) -> str | None:
    """One formula, if the first part ends with an operator or leaves an environment open."""
    one, two = _DISPLAY.match(before.strip()), _DISPLAY.match(after.strip())
    if one is None or two is None:
        return None
    left, right = one[1].strip(), two[1].strip()
    opened = sum(1 if match[1] == "begin" else -1 for match in _BEGIN_END.finditer(left)) > 0
    if not opened and not _GOES_ON.search(left):
        return None
    return f"$$\n{left}\n{right}\n$$"


_JOINS: dict[tuple[Kind, Kind], Callable[[str, str, Whole], str | None]] = {
    (Kind.PARAGRAPH, Kind.PARAGRAPH): _paragraphs,
    (Kind.PARAGRAPH, Kind.LIST): _range,
    (Kind.LIST, Kind.LIST): _lists,
    (Kind.LIST, Kind.PARAGRAPH): _into_item,
    (Kind.CODE, Kind.CODE): _code,
    (Kind.FORMULA, Kind.FORMULA): _formulas,
}
