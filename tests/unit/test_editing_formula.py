# SPDX-License-Identifier: AGPL-3.0-or-later
"""The formula at a place, what is said of a faulty one, and special characters by name."""

from __future__ import annotations

import pytest

from app.core.editing.characters import GROUPS, name, search
from app.core.editing.formula import breaks_out, formula_at, problem, signed

TEXT = (
    "A 😀 $x^2$ and \\(y\\), \\[ z = 1 \\] cost $5 and 6\n\n$$\na = b\n\nc\n$$ (3)\n\n"
    "\\begin{align}\na &= b\n\\end{align}\n\n<table><tr><td>$q$</td></tr></table>\n\n- item $w$\n\n```\n$code$\n```\n"
)


@pytest.mark.parametrize(
    "at, latex, display",
    [
        ("$x^2", "x^2", False),
        ("\\)", "y", False),
        ("z = 1", " z = 1 ", True),
        ("a = b", "\na = b\n\nc\n", True),
        ("c\n$$", "\na = b\n\nc\n", True),
        ("a &=", "\\begin{align}\na &= b\n\\end{align}", True),
        ("q$", "q", False),
        ("w$", "w", False),
    ],
)
def test_the_formula_at_a_place(at: str, latex: str, display: bool) -> None:
    found = formula_at(TEXT, TEXT.index(at))
    assert found is not None
    assert (TEXT[found.start : found.end], found.display) == (latex, display)


@pytest.mark.parametrize("at", ["A ", "5 and", "code", "item"])
def test_no_formula(at: str) -> None:
    assert formula_at(TEXT, TEXT.index(at)) is None


@pytest.mark.parametrize("latex", ["\\frac{1", "\\nope", "a & b", "x_", "\\left( x", "x" * 5000, "{" * 500])
def test_a_faulty_formula_is_one_sentence(latex: str) -> None:
    said = problem(latex)
    assert said.startswith("This formula cannot be set: ") and said.endswith(".") and "\n" not in said


def test_a_sound_formula() -> None:
    assert problem("\\frac{a}{b}") == "" == problem("\\begin{align} a &= b \\end{align}")
    assert problem(" ") == "Type a formula."
    for latex in ("x = 1", "a_1"):
        inline, own = signed(latex, display=False), signed(latex, display=True)
        assert formula_at(inline, 2) is not None and formula_at(own, 4) is not None


@pytest.mark.parametrize(
    "latex", ["a $ b $$ c", "$", "\\text{for $x$}", "a \\\\$ b", "a \\] b", "\\(x\\)", "x\\", "x\\ \n"]
)
def test_what_would_end_a_formula_early_is_refused(latex: str) -> None:
    said = breaks_out(latex)
    assert said.endswith(".") and problem(latex) == said


@pytest.mark.parametrize("latex", ["\\$5", "a \\\\[2pt] b", "\\left[ x \\right]", "\\text{\\$5}", "\\{a\\}", "a \\\\"])
def test_what_ends_no_formula_is_not(latex: str) -> None:
    assert breaks_out(latex) == ""
    whole = signed(latex, display=True)
    found = formula_at(whole, 4)
    assert found is not None and whole[found.start : found.end].strip() == latex


def test_a_new_formula_has_no_blank_lines() -> None:
    assert signed("a\n\n \n\nb\n", display=True) == "$$\na\nb\n$$"
    assert signed("a\n\nb", display=False) == "$a b$"


def test_characters_by_name_number_or_themselves() -> None:
    assert search("em dash")[0] == "—" and search("alpha greek small letter")[0] == "α"
    assert search("u+1f600") == ["😀"] == search("😀") and search("U+D800") == [] == search("u+zz")
    assert search("nothing with this name") == [] == search(" ")
    assert "é" in search("e acute") and len(search("letter")) == 300
    assert name("—") == "Em dash (U+2014)"


def test_no_group_has_a_character_twice() -> None:
    for group, characters in GROUPS:
        assert len(set(characters)) == len(characters), group
