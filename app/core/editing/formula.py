# SPDX-License-Identifier: AGPL-3.0-or-later
"""The formula at a place in the text, what a renderer has against a formula, and how a new one is written."""

from __future__ import annotations

import re
from dataclasses import dataclass
from html import unescape

from app.core.markup import deep
from app.core.markup.formulas import formula
from app.core.markup.inline import stretches
from app.core.markup.math_rules import BLOCK
from app.core.markup.parser import parser
from app.core.wording import tr

_REASON = re.compile(r'class="tex-error" title="([^"]*)"')
_SIGN = re.compile(r"(?<!\\)(?:\\\\)*(?:(\$|\\[()\[\]])|\\\s*\Z)")
"""A sign that no backslash escapes, or a backslash that would escape the sign behind the formula."""
_CLOSERS = {"$$": "$$", "\\[": "\\]", "$": "$", "\\(": "\\)"}


@dataclass(frozen=True, slots=True)
class Formula:
    """`text[start:end]` is the LaTeX between its signs, in code points; an environment has no signs around it.
    `display`: it stands on lines of its own."""

    start: int
    end: int
    display: bool


def formula_at(text: str, position: int) -> Formula | None:
    """The formula that the position is in or at a sign of, as the preview finds it; None where there is none.
    Takes about a millisecond a kilobyte."""
    found: Formula | None = deep.run(_find, text, position)
    return found


def _find(text: str, position: int) -> Formula | None:
    line = text.count("\n", 0, position)
    starts = [0, *(match.end() for match in re.finditer("\n", text))]
    for token in parser("source").parse(text, {}):
        if token.map is None or not token.map[0] <= line < token.map[1]:
            continue
        begin = starts[token.map[0]]
        end = starts[token.map[1]] if token.map[1] < len(starts) else len(text)
        if token.type == BLOCK:
            return _block(text, begin, end)
        if token.type in ("inline", "html_block"):
            found = _inline(text[begin:end], position - begin)
            if found is not None:
                return Formula(begin + found.start, begin + found.end, found.display)
    return None


def _block(text: str, begin: int, end: int) -> Formula:
    source = text[begin:end]
    inner = len(source) - len(source.lstrip())
    opener = source[inner : inner + 2]
    if opener in ("$$", "\\["):
        start, stop = inner + 2, source.rfind(_CLOSERS[opener])
    else:
        last = re.search(r"(?s).*\\end\{[A-Za-z]+\*?\}", source)
        start, stop = inner, last.end() if last else len(source.rstrip())
    return Formula(begin + start, begin + stop, True)


def _inline(source: str, place: int) -> Formula | None:
    for part in stretches(source):
        if part.opener and part.start <= place <= part.end:
            return Formula(part.begin, part.stop, part.opener in ("$$", "\\["))
    return None


def problem(latex: str) -> str:
    """What is wrong with a formula, as a sentence; empty where it can be set."""
    if not latex.strip():
        return tr("Type a formula.")
    if escapes := breaks_out(latex):
        return escapes
    reason = _REASON.search(deep.run(formula, latex, display=True))
    if reason is None:
        return ""
    said = re.sub(r"^\d+: ", "", unescape(reason[1])).rstrip(".")  # a place in what was made of it says nothing
    return tr("This formula cannot be set: {reason}.").format(reason=said)


def breaks_out(latex: str) -> str:
    """What in a formula would end it before its end, so that the text behind it would become another one; a
    sentence, empty where nothing would. No renderer of the page takes a formula within a formula's text."""
    found = _SIGN.search(latex)
    if found is None:
        return ""
    if not found[1]:
        return tr("A formula cannot end with a backslash.")
    if found[1] == "$":
        return tr("A dollar sign would end the formula here; write \\$ for the sign itself.")
    return tr("{sign} cannot stand within a formula.").format(sign=found[1])


def tidied(latex: str) -> str:
    """Without blank lines, which end a paragraph and the formula with it."""
    return re.sub(r"\n(?:[^\S\n]*\n)+", "\n", latex)


def signed(latex: str, *, display: bool) -> str:
    """A new formula with its signs; a formula of its own stands on lines of its own."""
    latex = tidied(latex.strip())
    if display:
        return f"$$\n{latex}\n$$"
    return f"${' '.join(latex.split())}$"
