# SPDX-License-Identifier: AGPL-3.0-or-later
"""What is copied for a selection of Markdown: widened to what makes sense by itself, as Markdown, HTML and LaTeX."""

from __future__ import annotations

import pytest

from app.core.changes import AppCode
from app.core.errors import ProblemError
from app.core.export import office
from app.core.export.copied import copied, widened

TABLE = "| a | b |\n|---|---|\n| 1 | 2 |"
TEXT = f"""# A heading

Some **bold words** and the formula $E = mc^2$ with `code here`.

{TABLE}

$$
x^2 + y^2
$$

- first item
- second item

```
line one

line two
```
"""


def _copy(part: str, text: str = TEXT) -> str:
    start = text.index(part)
    first, last = widened(text, start, start + len(part))
    return text[first:last]


@pytest.mark.parametrize(
    ("selected", "result"),
    [
        ("Some", "Some"),
        ("words** and the", "**bold words** and the"),
        ("ords** and", "**bold words** and"),
        ("bold wo", "bold wo"),
        ("bold words", "**bold words**"),
        ("mc^2$ with", "$E = mc^2$ with"),
        ("= m", "$E = mc^2$"),
        ("de he", "`code here`"),
        ("1 | 2", TABLE),
        ("y^2", "$$\nx^2 + y^2\n$$"),
        ("A heading", "# A heading"),
        ("heading", "heading"),
        ("second item", "- second item"),
        ("line two", "```\nline one\n\nline two\n```"),
        (f"here`.\n\n{TABLE[:4]}", f"`code here`.\n\n{TABLE}"),
    ],
)
def test_a_selection_is_widened(selected: str, result: str) -> None:
    assert _copy(selected) == result


@pytest.mark.parametrize(
    ("text", "selected", "result"),
    [
        ("a *b **c d** e* f", "d** e", "**c d** e"),
        ("a *b **c d** e* f", "d** e* f", "*b **c d** e* f"),
        ("snake_case and other_case", "case and", "case and"),
        ("5 * 4 and 3 * 2", "4 and 3 * 2", "4 and 3 * 2"),
        (r"\*a b* c", "b* c", "b* c"),
        ("~~gone now~~ kept", "now~~ k", "~~gone now~~ k"),
    ],
)
def test_emphasis_that_ends_in_the_selection_is_copied_with_its_beginning(
    text: str, selected: str, result: str
) -> None:
    start = text.index(selected)
    assert copied(text, start, start + len(selected), "markdown") == result


def test_nothing_selected_is_nothing_and_a_whole_text_is_itself() -> None:
    assert widened("", 0, 0) == (0, 0)
    assert widened(TEXT, 0, len(TEXT)) == (0, len(TEXT))


@pytest.mark.parametrize(
    "text", ["a 図 $x$ 😀 b", "<table><tr><td>1</td></tr></table>", "> q\n> w", "\n\n\n", "$ 5 and $ 6"]
)
def test_no_text_is_too_odd_and_nothing_gets_narrower(text: str) -> None:
    for start in range(len(text)):
        for end in range(start + 1, len(text) + 1):
            first, last = widened(text, start, end)
            assert 0 <= first <= start < end <= last <= len(text)


def test_html_has_its_formulas_as_mathml_and_nothing_that_runs() -> None:
    html = copied("Mass $m$ <script>alert(1)</script> [x](javascript:alert(1)).", 0, 60, "html")
    assert "<math" in html and "<script" not in html and "href" not in html
    assert "<table" in copied(TEXT, TEXT.index("| a"), TEXT.index("| a") + 5, "html")


def test_latex_is_a_part_of_a_document() -> None:
    pytest.importorskip("pypandoc")
    latex = copied(TEXT, 0, len(TEXT), "latex")
    assert r"\begin{longtable}" in latex and r"\(E = mc^2\)" in latex and r"\textbf{bold words}" in latex
    assert r"\documentclass" not in latex and r"\begin{document}" not in latex
    assert copied("Costs 5 % & more_", 0, 17, "latex") == r"Costs 5 \% \& more\_"


def test_without_pandoc_latex_says_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    from app.core.changes import Problem

    def none() -> str:
        raise ProblemError(Problem(AppCode.NO_OFFICE))

    monkeypatch.setattr(office, "program", none)
    with pytest.raises(ProblemError) as caught:
        copied("Words", 0, 5, "latex")
    assert caught.value.problem.code is AppCode.NO_OFFICE


def test_bars_in_cells_are_copied_as_others_read_them() -> None:
    text = "| a | b |\n|---|---|\n| $x|y$ | 2 |"
    assert copied(text, 0, 3, "markdown") == text.replace("x|y", "x\\|y")
