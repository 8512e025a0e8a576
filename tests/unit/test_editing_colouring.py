# SPDX-License-Identifier: AGPL-3.0-or-later
"""What is coloured in Markdown source: formulas and code as the preview finds them, emphasis and links."""

from __future__ import annotations

import time

import pytest

from app.core.editing.colouring import FORMULA, PARAGRAPH_CHARS, PLAIN, chunk


def coloured(text: str, kind: str) -> list[str]:
    """The pieces of one kind, line by line."""
    lines = text.split("\n")
    found: list[str] = []
    state = at = 0
    while at < len(lines):
        done = chunk(state, lambda number, at=at: lines[at + number] if 0 <= at + number < len(lines) else None)  # type: ignore[misc]
        for marks, behind in done:
            found += [lines[at][mark.start : mark.end] for mark in sorted(marks, key=lambda mark: mark.start)
                      if mark.kind == kind]  # fmt: skip
            state, at = behind, at + 1
    return found


@pytest.mark.parametrize(
    "text, accent",
    [
        ("US$3.50 and $x^2$ and $5, Eve $10", ["$x^2$"]),
        ("`$a$` and ``b ` $c$`` and \\$d\\$ and \\(e\\)", ["`$a$`", "``b ` $c$``", "\\(e\\)"]),
        ("```\n$x^2$\n\n``\n```\n$y^2$", ["```", "$x^2$", "", "``", "```", "$y^2$"]),
        ("~~~ python\n```\n~~~~\n$y$", ["~~~ python", "```", "~~~~", "$y$"]),
        ("a\n\n    $x^2$ code\n\n$y$", ["    $x^2$ code", "$y$"]),
        ("- item\n\n      $x^2$", ["$x^2$"]),
        ("$$\na = b\n\nc *d*\n$$ (3)\n\n*e*", ["$$", "a = b", "", "c *d*", "$$ (3)"]),
        ("$$\nnever closed\n\ntext", []),
        ("\\begin{align}\na &= b\n\\end{align}\nc", ["\\begin{align}", "a &= b", "\\end{align}"]),
        ("- \\[ x^2 \\]\n> $$y$$ z", ["\\[ x^2 \\]", "$$y$$"]),
        ("in two $x +\ny$ lines", ["$x +", "y$"]),
        ("| $5 | $6 |\n|---|---|\n| $|x|$ | `a|b` |", ["$|x|$", "`a|b`"]),
        ("a|b\n-|-\n$x$|$y$", ["$x$", "$y$"]),
        ('[a](b) ![c](d "t") [e](f_(g)) [![h](i)](j) [^1] [*k*](l)',
         ["[a](b)", '![c](d "t")', "[e](f_(g))", "[![h](i)](j)", "[^1]", "[*k*](l)"]),
        ("[a]: http://b\n<https://c.d> [text][a] and [12][13]", ["[a]: http://b", "<https://c.d>", "[text][a]"]),
        ("`[a](b)` \\[c](d)", ["`[a](b)`"]),
        ("😀 $x$ 𠮷", ["$x$"]),
    ],
)  # fmt: skip
def test_code_formulas_and_links(text: str, accent: list[str]) -> None:
    assert coloured(text, "accent") == accent


@pytest.mark.parametrize(
    "text, bold, italic",
    [
        ("a *b* _c_ **d** __e__", ["**d**", "__e__"], ["*b*", "_c_"]),
        ("***f*** and **g *h* i**", ["***f***", "**g *h* i**"], ["***f***", "*h*"]),
        ("*j **k** l*", ["**k**"], ["*j **k** l*"]),
        ("2 * 3 * 4 snake_case_word a__b__c \\*x\\* `*y*` $*z*$", [], []),
        ("_two words_, _with_in_ and _open", [], ["_two words_", "_with_in_"]),
        ("* item *word*\n* * *\n***", [], ["*word*"]),
    ],
)  # fmt: skip
def test_emphasis(text: str, bold: list[str], italic: list[str]) -> None:
    assert (coloured(text, "bold"), coloured(text, "italic")) == (bold, italic)


def test_headings_and_signs() -> None:
    text = "# Head $x$\n> - quoted\n1. one\n---\n<b>bold</b>\n```\n# none\n```"
    assert coloured(text, "heading") == ["# Head $x$"]
    assert coloured(text, "dim") == ["> - ", "1. ", "---", "<b>", "</b>"]


def test_states() -> None:
    lines = ["$$", "a", "$$", "b"]
    done = chunk(PLAIN, lambda number: lines[number] if 0 <= number < 4 else None)
    assert [state for _, state in done] == [FORMULA, FORMULA, PLAIN]
    assert chunk(PLAIN, lambda number: "````x" if not number else None)[0][1] == 8
    assert chunk(8, lambda number: "```" if not number else None)[0][1] == 8
    assert chunk(8, lambda number: "`````" if not number else None)[0][1] == PLAIN


HOSTILE = (
    "[", "[a", "_a ", "*a ", "**a*", "$", "`", "\\[", "<a ", "[a](", '[a](b "', "_a_b", "![a](b", "[x][", "|", "> ",
    "- ", "($a ", "***a**", "$a`", "_a*", "|$a", "**",
)  # fmt: skip


@pytest.mark.parametrize("line", HOSTILE)
def test_no_line_holds_up_a_key(line: str) -> None:
    start = time.perf_counter()
    coloured((line * PARAGRAPH_CHARS)[: PARAGRAPH_CHARS - 1] + "x", "accent")
    assert time.perf_counter() - start < 0.3
