# SPDX-License-Identifier: AGPL-3.0-or-later
"""Short formulas within a line: letters, digits and signs with raised and lowered parts.

Only what stands on one line is written as LaTeX. Fractions, sums and matrices are not: a page
with many signs of mathematics is said to have formulas, and the text keeps its letters.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from engine.backends.builtin.layer.glyphs import Layer

_SIGNS = {
    "×": r"\times", "·": r"\cdot", "⋅": r"\cdot", "≤": r"\leq", "≥": r"\geq", "≠": r"\neq", "≈": r"\approx",
    "∈": r"\in", "∉": r"\notin", "⊂": r"\subset", "⊆": r"\subseteq", "∪": r"\cup", "∩": r"\cap", "∞": r"\infty",
    "±": r"\pm", "∓": r"\mp", "→": r"\rightarrow", "←": r"\leftarrow", "⇒": r"\Rightarrow", "⇔": r"\Leftrightarrow",
    "↦": r"\mapsto", "∑": r"\sum", "∏": r"\prod", "∫": r"\int", "√": r"\sqrt", "∂": r"\partial", "∇": r"\nabla",
    "∀": r"\forall", "∃": r"\exists", "∅": r"\emptyset", "⊕": r"\oplus", "⊗": r"\otimes", "∼": r"\sim", "≡": r"\equiv",
    "∝": r"\propto", "′": "'", "−": "-", "∗": "*", "⟨": r"\langle", "⟩": r"\rangle", "…": r"\ldots", "⋯": r"\cdots",
    "∧": r"\wedge", "∨": r"\vee", "¬": r"\neg", "∥": r"\|", "∘": r"\circ", "°": r"^\circ", "ℓ": r"\ell", "∣": "|",
    "{": r"\{", "}": r"\}", "%": r"\%", "#": r"\#", "&": r"\&", "$": r"\$", "_": r"\_", "~": r"\sim",
}
_OPERATORS = "=+-−<>/|×·∈≤≥≠≈±→*∗∼≡∪∩⊂⊆∧∨⊕⊗"
_OPEN, _CLOSE = "([{⟨", ")]}⟩"
_MATH_SHARE, _MATH_SIGNS = 0.01, 5
"""Share of letters in mathematical types, and number of signs, from which a page has formulas."""


@dataclass(slots=True)
class Atom:
    """A character of a line: `shift` 1 raised, -1 lowered; `math`: set in a mathematical type;
    `space`: a space stands before it."""

    text: str
    shift: int
    math: bool
    space: bool


def has_formulas(layer: Layer) -> bool:
    """Whether a page has enough mathematics that a model that sees the page would do better."""
    glyphs = [g for g in layer.glyphs if g is not None]
    math = sum(g.style.math and g.text.isalnum() for g in glyphs)
    signs = sum(g.text in "∑∫√∂∈≤≥≠≈∏∇∞±∀∃⊂⊆∪∩→⇒" for g in glyphs)
    return math > max(2, _MATH_SHARE * len(glyphs)) or signs > _MATH_SIGNS


def latex(atoms: Sequence[Atom]) -> str:
    """Atoms of one formula as LaTeX, without the dollar signs."""
    out = ""
    level = 0
    for atom in atoms:
        if atom.shift != level:
            out += "}" * (level != 0) + {1: "^{", -1: "_{", 0: ""}[atom.shift]
            level = atom.shift
        elif atom.space and out and not out.endswith((" ", "{")):
            out += " "
        out += _sign(atom.text, out)
    return (out + "}" * (level != 0)).replace("  ", " ").strip()


def _sign(text: str, before: str) -> str:
    plain = unicodedata.normalize("NFKC", text)
    sign = _SIGNS.get(text) or _SIGNS.get(plain) or _greek(plain)
    if sign is None:
        sign = plain
    if sign[:1].isalpha() and re.search(r"\\[A-Za-z]+$", before):
        return " " + sign
    return sign


def _greek(text: str) -> str | None:
    name = unicodedata.name(text, "") if len(text) == 1 else ""
    match = re.match(r"GREEK (SMALL|CAPITAL) LETTER (?:FINAL )?(\w+)$", name)
    if match is None:
        return None
    word = match.group(2).lower().replace("lamda", "lambda")
    if match.group(1) == "SMALL":
        return "o" if word == "omicron" else "\\" + word
    latin = {"alpha": "A", "beta": "B", "epsilon": "E", "zeta": "Z", "eta": "H", "iota": "I", "kappa": "K", "mu": "M"}
    return latin.get(word) or "\\" + word.capitalize()


def spans_of(atoms: Sequence[Atom]) -> list[tuple[int, int]]:
    """Where formulas begin and end among the atoms of a line."""
    core = [_is_core(atoms, i) for i in range(len(atoms))]
    spans: list[tuple[int, int]] = []
    i = 0
    while i < len(atoms):
        if not core[i]:
            i += 1
            continue
        start, end = _grow_left(atoms, i), _grow_right(atoms, core, i)
        start, end = _balanced(atoms, max(start, spans[-1][1] if spans else 0), end)
        if end > start and any(core[start:end]):
            spans.append((start, end))
        i = max(end, i + 1)
    return [s for s in spans if _worth(atoms, *s)]


def _is_core(atoms: Sequence[Atom], i: int) -> bool:
    """A letter of a mathematical type, or a raised or lowered part that belongs to one
    letter or number (not the mark of a footnote behind a word)."""
    atom = atoms[i]
    if atom.math and atom.text not in ",.;:":
        return True
    if not atom.shift:
        return False
    j = i
    while j >= 0 and atoms[j].shift:
        if j < i and atoms[j + 1].space:
            return False
        j -= 1
    if j < 0 or atoms[j + 1].space:
        return False
    base = atoms[j].text
    run = 0
    while j - run >= 0 and atoms[j - run].text.isalpha() and not atoms[j - run].math and not atoms[j - run].shift:
        run += 1
        if j - run + 1 >= 0 and atoms[j - run + 1].space:
            break
    if base.isdigit():
        return atom.shift > 0 and _is_power(atoms, j, i)
    fits = atom.shift < 0 or atom.text.isalnum() or atom.text in "+-−∗*"
    return (run == 1 or atoms[j].math) and base.isalpha() and fits


def _is_power(atoms: Sequence[Atom], base: int, at: int) -> bool:
    """A raised part behind a number is a power of ten or with a minus sign; else the mark of
    a note. 10⁵, 10⁻³, 2ⁿ."""
    number = ""
    while base >= 0 and atoms[base].text.isdigit() and not atoms[base].shift:
        number = atoms[base].text + number
        if atoms[base].space:
            break
        base -= 1
    minus = atoms[at].text in "−-" or (at > 0 and atoms[at - 1].shift > 0 and atoms[at - 1].text in "−-")
    return number in ("10", "2") or minus


def _grow_left(atoms: Sequence[Atom], i: int) -> int:
    """Take digits, brackets and operators before the core along."""
    while i > 0:
        before = atoms[i - 1]
        if atoms[i].space and not _bound(atoms[i].text, before.text):
            break
        if before.shift or before.math or before.text.isdigit() or before.text in _OPERATORS + _OPEN + _CLOSE + ".":
            if before.text in _OPEN and _word_before(atoms, i - 1):
                break
            i -= 1
            continue
        break
    return i


def _bound(a: str, b: str) -> bool:
    """Whether a formula goes on over the space between two characters."""
    return a in _OPERATORS or b in _OPERATORS or b == ","


def _word_before(atoms: Sequence[Atom], i: int) -> bool:
    """An opening bracket that stands after a space in running text."""
    return i == 0 or (atoms[i].space and not atoms[i - 1].math and atoms[i - 1].text.isalpha())


def _grow_right(atoms: Sequence[Atom], core: Sequence[bool], i: int) -> int:
    end = i + 1
    j = end
    while j < len(atoms):
        atom = atoms[j]
        if atom.space and not (core[j] and atoms[j - 1].math) and not _bound(atom.text, atoms[j - 1].text):
            break
        if core[j] or atom.shift:
            end = j + 1
        elif not (atom.text.isdigit() or atom.text in _OPERATORS + _OPEN + _CLOSE + ",."):
            break
        elif atom.text in _CLOSE or (atom.text.isdigit() and (not atom.space or atoms[j - 1].text in _OPERATORS)):
            end = j + 1
        j += 1
    return end


def _balanced(atoms: Sequence[Atom], start: int, end: int) -> tuple[int, int]:
    """Shrink until brackets pair and no operator or comma hangs at an end."""
    while start < end:
        text = [a.text for a in atoms[start:end]]
        extra_close = sum(t in _CLOSE for t in text) - sum(t in _OPEN for t in text)
        if text[-1] in ",.;:" or (text[-1] in _CLOSE and extra_close > 0):
            end -= 1
        elif text[0] in ",.;:" + _CLOSE or (text[0] in _OPEN and extra_close < 0):
            start += 1
        elif text[-1] in _OPEN:
            end -= 1
        else:
            break
    return start, end


def _worth(atoms: Sequence[Atom], start: int, end: int) -> bool:
    """A lone sign or bullet is no formula."""
    part = atoms[start:end]
    return any(a.text.isalnum() for a in part) and not all(a.shift for a in part)
