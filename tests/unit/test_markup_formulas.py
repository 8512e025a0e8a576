# SPDX-License-Identifier: AGPL-3.0-or-later
"""Formulas: found where they are, typeset where they are sound, shown as source where not."""

from __future__ import annotations

import threading

import pytest

from app.core.markup import deep, render_blocks, render_page
from app.core.markup.formulas import MAX_CHARS, MAX_NESTING, formula, nesting, rewritten


@pytest.mark.parametrize(
    "text",
    [
        "$x$", "$ x $", "H$_2$O", r"\(x \in A\)", "$$x^2$$", r"Then \[ y = x^2 \] holds.", "$AB = CD$", "$2x+1$",
        "$5$", "$$\nx\n$$", "$$\n\nx\n\n$$", "\\[\nx\n\\]", "\\begin{align}\na &= b\n\\end{align}",
        "- item\n\n  $$\n  x\n  $$", "> $$\n> x\n> $$", "para\n$$\nx\n$$", r"$\$5$", "$a<b$",
    ],
)
def test_formulas_are_found(text: str) -> None:
    html = render_page(text)
    assert html.count("<math") == 1 and "$" not in html.replace("<mi>$</mi>", "") and "tex-error" not in html


@pytest.mark.parametrize(
    "text",
    [r"`$x$`", "```\n$$\nx\n$$\n```", r"\$x\$", "$$ unclosed\n\nnext", r"\( unclosed", "a $ b"],
)
def test_what_only_looks_like_a_formula_stays_text(text: str) -> None:
    assert "<math" not in render_page(text)


@pytest.mark.parametrize(
    "latex",
    [
        "x_1_2", "a^2^3", r"\left( x", r"\begin{matrix} a & b", "% note", "", " ", r"\ce{H2O}", r"\frac{a",
        r"\unknown x", "&", "}",
    ],
)
def test_faulty_formula_shows_its_source(latex: str) -> None:
    html = formula(latex, display=True)
    assert html.startswith('<code class="tex-error"') and "<math" not in html
    page = render_page(f"before $${latex}$$ after")
    assert "before" in page and "after" in page


def test_empty_formula_is_marked() -> None:
    assert "tex-error" in render_page("An empty $$ $$ here.")


@pytest.mark.parametrize(
    "latex",
    [
        r"\operatorname*{arg\,max}_x f", r"\label{eq:1} x", r"\begin{eqnarray} a&=&b \\[4pt] c&=&d \end{eqnarray}",
        r"\begin{split} a &= b \end{split}", r"\begin{smallmatrix} a & b \end{smallmatrix}",
        r"\sum_{\substack{i<n \\ j<m}} a_{ij}", r"\begin{array}{cc} \multicolumn{2}{c}{x} \\ a & b \end{array}",
        r"x \tag{3}",
        r"\begin{align} x &= 1 \tag{3} \\ y &= 2 \end{align}", r"a \dotsb z \hdots", r"\widetilde{x}", r"\mbox{a b}",
        r"\mathop{\mathrm{lim}}\limits_{x \to 0} f", r"\begin{alignat}{2} x &= y \end{alignat}",
        r"\boxed{\cancel{x}}", r"\begin{cases} 1 & a \\ 0 \end{cases}",
        r"\begin{array}{c|c} \hline a & b \\ \hline c & d \\ \hline \end{array}",
    ],
)
def test_dialects_are_typeset(latex: str) -> None:
    html = render_page(f"$$\n{latex}\n$$")
    assert "<math" in html and "tex-error" not in html


def test_no_numbers_are_invented() -> None:
    assert "(1)" not in render_page("\\begin{align}\na &= b\n\\end{align}\n\n\\begin{equation} x \\end{equation}")
    assert "(12)" in render_page("$$ x $$ (12)") and "(3)" in render_page(r"$$ x \tag{3} $$")


def test_row_spacing_and_last_rule() -> None:
    assert "4" not in rewritten(r"\begin{aligned} a \\[4pt] b \end{aligned}")
    assert rewritten(r"\begin{array}{ccc} a & b & c \\ \hline \end{array}").count("&") == 4


def test_formula_between_tags_and_in_cells() -> None:
    row = r"<td>$x &lt; 1$</td><td>$5 and $6</td><td>\(y\)</td><td><code>$z$</code></td>"
    html = render_page(f"<table><tr>{row}</tr></table>")
    assert html.count("<math") == 2 and "$5 and $6" in html and "$z$" in html


def test_text_inside_a_formula_is_escaped() -> None:
    assert "<script" not in formula(r"\text{<script>alert(1)</script>}", display=False)


def test_source_instead_of_mathml() -> None:
    html = render_blocks(r"a $\frac{1}{2}$ and $x_1_2$", formulas="source")[0].html
    assert '<code class="tex">\\frac{1}{2}</code>' in html and "tex-error" in html and "<math" not in html


def test_limits_of_length_and_nesting() -> None:
    assert "tex-error" in formula("x" * (MAX_CHARS + 1), display=False)
    assert "<math" in formula("{" * 90 + "x" + "}" * 90, display=False)
    assert "tex-error" in formula("{" * (MAX_NESTING + 1) + "x" + "}" * (MAX_NESTING + 1), display=False)
    assert nesting(r"\frac{a}{\frac{b}{c}}") <= 3
    assert nesting(r"\sqrt" * 500 + "x") > MAX_NESTING


def test_spaces_cannot_push_the_page_about() -> None:
    assert "9999em" not in render_page(r"$\hspace{9999em} x \hspace{-500em} y$")
    assert "1em" in render_page(r"$x \hspace{1em} y$")


def test_rendering_runs_on_a_deep_stack() -> None:
    assert deep.run(threading.current_thread).name != threading.current_thread().name
    assert deep.run(lambda: deep.run(threading.current_thread)) is deep.run(threading.current_thread)
    with pytest.raises(ZeroDivisionError):
        deep.run(lambda: 1 // 0)


def test_the_converter_survives_the_longest_formula_on_the_deep_stack() -> None:
    """Deeper than the nesting guard lets through: the stack alone must bear it."""
    from math_core import LatexError, LatexToMathML

    deepest = "{" * (MAX_CHARS // 2) + "}" * (MAX_CHARS // 2)

    def convert() -> str:
        try:
            return LatexToMathML().convert_with_local_state(deepest, displaystyle=True)
        except LatexError:
            return "refused"

    assert deep.run(convert)
