# SPDX-License-Identifier: AGPL-3.0-or-later
"""Words to Markdown text: emphasis, raised and lowered digits, links, escapes, hyphens."""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from engine.backends.builtin.layer.formulas import SUMS, Atom, latex, spans_of
from engine.backends.builtin.layer.glyphs import HYPHEN, Glyph
from engine.backends.builtin.layer.hyphens import NOTHING_KNOWN, Vocabulary, joined
from engine.backends.builtin.layer.lines import Line
from engine.backends.builtin.layer.words import Word

_RAISED = 0.12
"""A smaller glyph whose baseline is this many sizes off the line's is raised or lowered."""
_SMALLER = 0.86
_ITALIC_TEXT = 0.6
"""Share of italic letters from which a line is italic itself."""
_WORDS = frozenset(re.findall(r"\w+", "a A I an as at be by do et he if in is it la le me my no of on or so to up we"))
"""Short words that are no letters of a formula."""
_URL = re.compile(r"(?:https?://|www\.)\S+", re.I)
_SPECIAL = re.compile(r"[\\`*$]|<(?=[A-Za-z/!?])|&(?=#?\w+;)|~(?=~)|(?<![^\W_])_|_(?![^\W_])|"
                      r"\[(?=[^\]]*\](?:[(\[:]))|\[(?=\^)")
_BLOCK_START = re.compile(r"^(?:#{1,6}(?=\s|$)|[-+](?=\s|$)|>|={2,}$|-{2,}$)")
_NUMBER_START = re.compile(r"^(\d{1,9})([.)])(?=\s|$)")


@dataclass(slots=True)
class Piece:
    """A run of text with one look. `shift` is 1 for raised, -1 for lowered."""

    text: str
    bold: bool = False
    italic: bool = False
    shift: int = 0
    link: str = ""
    math: bool = False

    def look(self) -> tuple[bool, bool, int, str, bool]:
        return self.bold, self.italic, self.shift, self.link, self.math


def escape(text: str) -> str:
    """Literal text in Markdown: renders as it is written. Addresses stay as they are."""
    parts: list[str] = []
    end = 0
    for match in _URL.finditer(text):
        parts.append(_SPECIAL.sub(r"\\\g<0>", text[end : match.start()]))
        parts.append(match.group().replace("*", "\\*").replace("`", "\\`").replace("$", "\\$").replace("<", "\\<"))
        end = match.end()
    parts.append(_SPECIAL.sub(r"\\\g<0>", text[end:]))
    return "".join(parts).replace("\\&", "&amp;")


def escape_start(text: str) -> str:
    """Keep a paragraph from being read as a heading, list, quotation or rule."""
    text = _NUMBER_START.sub(r"\1\\\2", text)
    return _BLOCK_START.sub(lambda m: "\\" + m.group(), text)


def markdown_of(lines: Sequence[Line], known: Vocabulary = NOTHING_KNOWN, *, plain: bool = False) -> str:
    """The text of lines that follow each other, as inline Markdown. `plain`: without bold and
    italic (headings). `known`: words that occur unbroken, to settle hyphens."""
    return "".join(_render(_run(lines, known, plain), _marked))


def html_of(lines: Sequence[Line], known: Vocabulary = NOTHING_KNOWN) -> str:
    """The same as HTML, for cells of HTML tables."""
    return "".join(_render(_run(lines, known, False), _tagged))


def _run(lines: Sequence[Line], known: Vocabulary, plain: bool) -> list[Piece]:
    pieces: list[Piece] = []
    for line in lines:
        new = _pieces(line)
        if pieces and new:
            _bridge(pieces, new, known)
        pieces += new
    if plain:
        for piece in pieces:
            piece.bold = piece.italic = False
    return pieces


def _pieces(line: Line) -> list[Piece]:
    odd = any(not w.plain or w.size <= _SMALLER * line.size for w in line.words)
    spans = _formulas(line) if odd else []
    pieces: list[Piece] = []
    place = 0
    for word in line.words:
        first, place = place, place + len(word.glyphs)
        inside = [s for s in spans if s[0] < place and s[1] > first]
        if word.spaced and pieces and not any(start < first for start, _, _ in inside):
            pieces.append(Piece(" "))
        if not inside:
            pieces += _word_pieces(word, word.glyphs, line)
            continue
        at = first
        for start, end, text in inside:
            pieces += _word_pieces(word, word.glyphs[at - first : max(0, start - first)], line)
            if start >= first:
                pieces.append(Piece(text, math=True))
            at = max(at, end)
        pieces += _word_pieces(word, word.glyphs[max(0, at - first) :], line)
    return pieces


def _formulas(line: Line) -> list[tuple[int, int, str]]:
    """First and last glyph (counted along the line) and LaTeX of the formulas in a line."""
    upright = line.share("italic") < _ITALIC_TEXT
    atoms: list[Atom] = []
    for word in line.words:
        for number, glyph in enumerate(word.glyphs):
            letter = _of_formula(word.glyphs, number, line, upright)
            atoms.append(Atom(glyph.text, _shift(glyph, line), glyph.style.math, word.spaced and not number, letter))
    return [(start, end, latex(atoms[start:end])) for start, end in spans_of(atoms)]


def _of_formula(glyphs: Sequence[Glyph], at: int, line: Line, upright: bool) -> bool:
    """Whether a letter may be of a formula though its type is that of text: Greek among others, and in upright text
    one or two italic ones that are no word."""
    text = glyphs[at].text
    if text in SUMS:
        return True
    first = last = at
    while first and _same_letters(glyphs[first - 1], glyphs[at]):
        first -= 1
    while last + 1 < len(glyphs) and _same_letters(glyphs[last + 1], glyphs[at]):
        last += 1
    if not text.isalpha() or last - first > 1:
        return False
    if "\u0370" <= text < "\u0400":
        return True
    run = "".join(glyph.text for glyph in glyphs[first : last + 1])
    indexed = first == last and last + 1 < len(glyphs) and bool(_shift(glyphs[last + 1], line))
    return (upright or indexed) and glyphs[at].style.italic and text < "\u0250" and run not in _WORDS


def _same_letters(glyph: Glyph, other: Glyph) -> bool:
    alike = glyph.style.size > _SMALLER * other.style.size and glyph.style.italic == other.style.italic
    return alike and glyph.text.isalpha() and abs(glyph.base - other.base) < _RAISED * other.style.size


def _word_pieces(word: Word, glyphs: Sequence[Glyph], line: Line) -> list[Piece]:
    """Some glyphs of a word; bold and italic by the majority of its letters, shifts glyph by glyph."""
    if word.plain and word.size > _SMALLER * line.size:
        style = word.glyphs[0].style
        text = word.text if glyphs is word.glyphs else "".join([g.text for g in glyphs])
        return [Piece(text, style.bold, style.italic, 0, word.link)] if text else []
    letters = [g for g in word.glyphs if g.text.isalnum()] or word.glyphs
    half = len(letters) / 2
    bold = sum(g.style.bold for g in letters) > half
    italic = sum(g.style.italic and not g.style.math for g in letters) > half
    pieces: list[Piece] = []
    for glyph in glyphs:
        piece = Piece(glyph.text, bold, italic, _shift(glyph, line), word.link)
        if pieces and pieces[-1].look() == piece.look():
            pieces[-1].text += piece.text
        else:
            pieces.append(piece)
    return pieces


def _shift(glyph: Glyph, line: Line) -> int:
    if glyph.style.size > _SMALLER * line.size or glyph.style.turn:
        return 0
    rise = (line.base - glyph.base) / line.size
    return 1 if rise > _RAISED else -1 if rise < -_RAISED / 2 else 0


def _bridge(pieces: list[Piece], new: list[Piece], known: Vocabulary) -> None:
    """Join two lines: take a line-end hyphen away or keep it, else put a space."""
    before = "".join(p.text for p in pieces[-6:])
    after = "".join(p.text for p in new[:6])
    result = joined(before, after, known)
    if result is None:
        pieces.append(Piece(" "))
        return
    keep, space = result
    if not keep:
        pieces[-1].text = pieces[-1].text[:-1]
    if space:
        pieces.append(Piece(" "))


def _render(pieces: Iterable[Piece], mark: Callable[[Piece, str], str]) -> Iterable[str]:
    """Markdown of pieces: neighbours of one look share their marks; spaces stand outside."""
    groups: list[tuple[Piece, str]] = []
    for piece in pieces:
        text = piece.text.replace(HYPHEN, "-")
        if not text:
            continue
        if groups and (text.isspace() or _same(groups[-1][0], piece)):
            head, old = groups[-1]
            groups[-1] = (head, old + text)
        else:
            groups.append((piece, text))
    for number, (head, text) in enumerate(groups):
        core = text.strip(" ")
        if not core:
            yield text
            continue
        before = groups[number - 1][1][-1:] if number else " "
        after = groups[number + 1][1][:1] if number + 1 < len(groups) else " "
        start, end = _flanks(text, before, after) if head.bold or head.italic else _blank(text)
        yield escape(text[:start]) + mark(head, text[start:end]) + escape(text[end:])


def _blank(text: str) -> tuple[int, int]:
    return len(text) - len(text.lstrip(" ")), len(text.rstrip(" "))


def _flanks(text: str, before: str, after: str) -> tuple[int, int]:
    """Where marks of emphasis may stand: not between a letter outside and a sign inside, where
    Markdown does not see them."""
    start, end = _blank(text)
    if start == 0 and before.isalnum():
        while start < end and not text[start].isalnum():
            start += 1
    if end == len(text) and after.isalnum():
        while end > start and not text[end - 1].isalnum():
            end -= 1
    return (start, end) if start < end else _blank(text)


def _same(a: Piece, b: Piece) -> bool:
    return a.look() == b.look()


def _marked(look: Piece, text: str) -> str:
    if look.math:
        return f"${text}$"
    body = escape(text)
    if look.shift:
        tag = "sup" if look.shift > 0 else "sub"
        return f"<{tag}>{body}</{tag}>"
    worth = any(c.isalnum() for c in text)
    if worth and (look.bold or look.italic):
        mark = "*" * (2 * look.bold + look.italic)
        body = f"{mark}{body}{mark}"
    if look.link and worth and not _URL.match(text):
        body = f"[{body}](<{look.link}>)" if re.search(r"[\s()]", look.link) else f"[{body}]({look.link})"
    return body


def _tagged(look: Piece, text: str) -> str:
    body = html.escape(text, quote=False)
    if look.math:
        return f"${body}$"
    if look.shift:
        tag = "sup" if look.shift > 0 else "sub"
        return f"<{tag}>{body}</{tag}>"
    if any(c.isalnum() for c in text):
        body = f"<em>{body}</em>" if look.italic else body
        body = f"<strong>{body}</strong>" if look.bold else body
        body = f'<a href="{html.escape(look.link)}">{body}</a>' if look.link and not _URL.match(text) else body
    return body
