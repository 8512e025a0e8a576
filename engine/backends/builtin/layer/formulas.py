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
from itertools import pairwise

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
_MARKS = {1: "^", -1: "_"}
_ACCENTS = {"\u0302": "hat", "\u0303": "tilde", "\u0304": "bar", "\u0307": "dot", "\u0308": "ddot", "\u030c": "check"}
_DOTS = re.compile(r"\\cdot ?\\cdot ?\\cdot(?![A-Za-z])")
_PRIME = "′"
SUMS = "∑∏∫⋃⋂"
_OPEN, _CLOSE = "([{⟨", ")]}⟩"
_MATH_SHARE, _MATH_SIGNS = 0.01, 5
"""Share of letters in mathematical types, and number of signs, from which a page has formulas."""


@dataclass(slots=True)
class Atom:
    """A character of a line: `shift` 1 raised, -1 lowered; `math`: set in a mathematical type;
    `space`: a space stands before it; `letter`: it may be of a formula in whatever type, as a Greek letter, a sign
    of a sum and an italic letter that stands alone may."""

    text: str
    shift: int
    math: bool
    space: bool
    letter: bool = False


def has_formulas(layer: Layer) -> bool:
    """Whether a page has enough mathematics that a model that sees the page would do better."""
    glyphs = [g for g in layer.glyphs if g is not None]
    math = sum(g.style.math and g.text.isalnum() for g in glyphs)
    signs = sum(g.text in "∑∫√∂∈≤≥≠≈∏∇∞±∀∃⊂⊆∪∩→⇒" for g in glyphs)
    return math > max(2, _MATH_SHARE * len(glyphs)) or signs > _MATH_SIGNS


def latex(atoms: Sequence[Atom]) -> str:
    """Atoms of one formula as LaTeX, without the dollar signs. What is lowered comes before what is raised."""
    runs: list[tuple[int, list[Atom]]] = []
    for atom in atoms:
        if atom.text == _PRIME and runs and runs[-1][0] < 0:
            runs[-1][1].append(atom)  # of the lowered letter: one of the letter itself comes before what is lowered
        elif runs and runs[-1][0] == atom.shift:
            runs[-1][1].append(atom)
        else:
            runs.append((atom.shift, [atom]))
    for number, (above, below) in enumerate(pairwise(runs)):
        if above[0] > 0 > below[0]:
            runs[number], runs[number + 1] = below, above
    out = ""
    for shift, run in runs:
        part = _level(run, shift)
        spaced = shift == 0 and run[0].space and out and not out.endswith(" ")
        glued = shift == 0 and not spaced and part[:1].isalpha() and re.search(r"\\[A-Za-z]+$", out)
        out += f"{_MARKS[shift]}{{{part}}}" if shift else " " + part if spaced or glued else part
    return _DOTS.sub(r"\\cdots", out.replace("  ", " ")).strip()


def _level(run: Sequence[Atom], shift: int) -> str:
    """Atoms of one height."""
    out = ""
    number = 0
    while number < len(run):
        atom = run[number]
        name = _name(run, number)
        if atom.space and out and not out.endswith(" "):
            out += " "
        if len(name) > 1:
            out += f"\\mathrm{{{name}}}"
        elif atom.text == _PRIME:
            out += "\\prime" if shift > 0 else "^{\\prime}" if shift < 0 else "'"
        else:
            out += _sign(atom.text, out)
        number += max(1, len(name))
    return out


def _name(run: Sequence[Atom], at: int) -> str:
    """The upright letters of a name ("Ann") that begins here, if it is one."""
    end = at
    while end < len(run) and _upright(run[end]) and (end == at or not run[end].space):
        end += 1
    return "".join(atom.text for atom in run[at:end])


def _upright(atom: Atom) -> bool:
    return atom.text.isalpha() and atom.text.isascii() and not atom.math and not atom.letter and not atom.shift


def _sign(text: str, before: str) -> str:
    parts = unicodedata.normalize("NFD", text)
    if len(parts) == 2 and parts[1] in _ACCENTS:
        return f"\\{_ACCENTS[parts[1]]}{{{parts[0]}}}"
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
            if start > 0 and end < len(atoms) and atoms[start - 1].text + atoms[end].text == "[]":
                start, end = start - 1, end + 1  # as of the code [N, K]
            spans.append((start, end))
        i = max(end, i + 1)
    return [s for s in spans if _worth(atoms, *s)]


def _is_core(atoms: Sequence[Atom], i: int) -> bool:
    """A letter of a mathematical type, or a raised or lowered part that belongs to one
    letter or number (not the mark of a footnote behind a word)."""
    atom = atoms[i]
    if atom.math and atom.text not in ",.;:":
        return True
    if atom.letter and i + 1 < len(atoms) and atoms[i + 1].shift and not atoms[i + 1].space and atom.text != _PRIME:
        return _plain_index(atoms, i + 1)
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
    fits = atom.shift < 0 or atom.text.isalnum() or atom.text in "+-−∗*×" + _PRIME
    return (run == 1 or atoms[j].math) and base.isalpha() and fits


def _plain_index(atoms: Sequence[Atom], i: int) -> bool:
    """Whether a raised or lowered part is an index or a power, and not the mark of a note behind a letter."""
    part = ""
    while i < len(atoms) and atoms[i].shift:
        part += atoms[i].text
        i += 1
    return atoms[i - 1].shift < 0 or not part.isdigit() or part in ("2", "3")


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
        if before.shift or before.math or before.letter or before.text.isdigit() or (
            before.text in _OPERATORS + _OPEN + _CLOSE + "." + _PRIME
        ):
            if before.text in _OPEN and _word_before(atoms, i - 1):
                break
            i -= 1
            continue
        if before.text == "," and _in_call(atoms, i - 1):
            i -= 1
            continue
        name = _name_before(atoms, i)
        if name == i:
            break
        i = name
    return i


def _in_call(atoms: Sequence[Atom], i: int) -> bool:
    """Whether a comma stands between what a function is taken of: f(x, y)."""
    depth = 0
    for k in range(i - 1, 0, -1):
        depth += (atoms[k].text in _CLOSE) - (atoms[k].text in _OPEN)
        if depth < 0:
            return not atoms[k].space and (atoms[k - 1].letter or atoms[k - 1].math)
        if not (atoms[k].letter or atoms[k].math or atoms[k].shift or not atoms[k].text.isalpha()):
            return False
    return False


def _name_before(atoms: Sequence[Atom], i: int) -> int:
    """Where a name in upright letters begins that stands in a formula right before something: behind a sign and with
    an index or a bracket behind it ("R/Ann(x)"). `i` if there is none."""
    start = i
    while start > 0 and _upright(atoms[start - 1]) and (start == i or not atoms[start].space):
        start -= 1
    behind = atoms[i].shift or atoms[i].text in _OPEN
    within = start > 0 and not atoms[start].space and atoms[start - 1].text in _OPERATORS + _OPEN
    return start if start < i and behind and not atoms[i].space and within else i


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
        atom, before = atoms[j], atoms[j - 1]
        free = (core[j] and before.math) or _bound(atom.text, before.text) or _after_sum(atoms, j)
        if atom.space and not free:
            break
        name = _name_after(atoms, j)
        if core[j] or atom.shift:
            end = j + 1
        elif name > j:
            end = j = name
            continue
        elif not (atom.letter or atom.text.isdigit() or atom.text in _OPERATORS + _OPEN + _CLOSE + ",." + _PRIME):
            break
        elif atom.letter or atom.text in _CLOSE + _PRIME or _is_digit_of(atom, before):
            end = j + 1
        j += 1
    return end


def _is_digit_of(atom: Atom, before: Atom) -> bool:
    return atom.text.isdigit() and (not atom.space or before.text in _OPERATORS)


def _after_sum(atoms: Sequence[Atom], j: int) -> bool:
    """Whether this is what a sum, a product or an integral is taken of."""
    j -= 1
    while j > 0 and atoms[j].shift:
        j -= 1
    return j >= 0 and atoms[j].text in SUMS


def _name_after(atoms: Sequence[Atom], j: int) -> int:
    """Where a name in upright letters ends that begins here (see `_name_before`). `j` if there is none."""
    end = j
    while end < len(atoms) and _upright(atoms[end]) and not atoms[end].space:
        end += 1
    return end if j < end < len(atoms) and _name_before(atoms, end) == j else j


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
