# SPDX-License-Identifier: AGPL-3.0-or-later
"""Repairs of the model's known defects."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.jina_ocr.cleanup import clean


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        ("null", ""),
        (" NULL\n", ""),
        ("A null hypothesis\n", "A null hypothesis\n"),
        ("", ""),
        ("\n\n  \n", ""),
        ("\n\nText  \n\n", "Text\n"),
        (r"With \(a + b\) in it", "With $a + b$ in it\n"),
        (r"With \( a \) and \[ b \]", "With $a$ and\n$$\nb\n$$\n"),
        (r"Let \(x \in A\). Then \[ y = x^2 \] holds.", "Let $x \\in A$. Then\n$$\ny = x^2\n$$\nholds.\n"),  # B05
        ("so\n\\[ x \\].\nEnd", "so\n$$\nx.\n$$\nEnd\n"),
        ("\\[\nE = mc^2\n\\]", "$$\nE = mc^2\n$$\n"),
        (r"| a | \[ x \] |", "| a | $$ x $$ |\n"),
        (r"<tr><td>\[ x \]</td></tr>", "<tr><td>$$ x $$</td></tr>\n"),
        (r"- item \[ x \]", "- item $$ x $$\n"),
        (r"seen by \[1\], \[2, 3\] and \[this\](that)", "seen by \\[1\\], \\[2, 3\\] and \\[this\\](that)\n"),
        ("```markdown\n# Title\n\nText\n```", "# Title\n\nText\n"),
        ("```md\n# Title\nnever closed", "# Title\nnever closed\n"),
        ("```html\n<table><tr><td>1</td></tr></table>\n```", "<table><tr><td>1</td></tr></table>\n"),
        ("```\na listing\n```", "```\na listing\n```\n"),
        ("```python\nprint()\n```", "```python\nprint()\n```\n"),
        ("```markdown\nText\n```\n\nMore", "```markdown\nText\n```\n\nMore\n"),
        (r"Half \( open", "Half \\( open\n"),
        (r"\\(not a formula\\)", "\\\\(not a formula\\\\)\n"),
        ("`\\(code\\)` and ```\n\\[code\\]\n```", "`\\(code\\)` and ```\n\\[code\\]\n```\n"),
        ("<td rowspan=2 class=x>1</td>", '<td rowspan="2" class="x">1</td>\n'),
        ("<td rowspan=\"2\" class='x'>1</td>", "<td rowspan=\"2\" class='x'>1</td>\n"),
        ("a <b c=d e", "a <b c=d e\n"),
        (
            "<table><thead><tr><th>A</th></tr></thead><tbody><tr><th>1</th></tr></tbody></table>",
            "<table><thead><tr><th>A</th></tr></thead><tbody><tr><td>1</td></tr></tbody></table>\n",
        ),
        (
            "<table><tbody><tr><th scope=row>A</th><th>1</th></tr></tbody></table>",
            '<table><tbody><tr><th scope="row">A</th><td>1</td></tr></tbody></table>\n',
        ),
        ("<table><tr><td>1</td><td>2", "<table><tr><td>1</td><td>2</td></tr></table>\n"),
        ("<table><tr><td>1</td><td", "<table><tr><td>1</td></tr></table>\n"),
        ("<table><tr><td>1</td></tr></table>\n\nEnd", "<table><tr><td>1</td></tr></table>\n\nEnd\n"),
        ("<|ref|>Title<|/ref|><|det|>[[1, 2, 3, 4]]<|/det|>\nText", "Title\nText\n"),
        ("Text<|det|>[[1, 2", "Text\n"),
    ],
)
def test_repairs(raw: str, text: str) -> None:
    assert clean(raw).text == text


def test_places_that_the_model_gives_are_kept_apart_from_its_words() -> None:
    raw = (
        "<|ref|># Title<|/ref|><|det|>[[0, 100, 999, 150]]<|/det|>\n\nSome \\(x\\) text\n"
        "<|ref|>below<|/ref|><|det|>[[10, 200, 20, 300], [30, 190, 40, 290]]<|/det|> "
        "<|ref|>x<|/ref|><|det|>[[5, 5]]<|/det|>"
    )
    cleaned = clean(raw)
    assert cleaned.text == "# Title\n\nSome $x$ text\nbelow x\n"
    assert [cleaned.text[one.start : one.end] for one in cleaned.regions] == ["# Title", "below"]
    assert [tuple(round(side * 999) for side in one.box) for one in cleaned.regions] == [
        (0, 100, 999, 150), (10, 190, 40, 300),
    ]  # fmt: skip


def test_the_page_of_defects(data: Path) -> None:
    raw = (data / "tiny-jina-ocr" / "expected" / "defects.md").read_text(encoding="utf-8")
    words = ("half the range", "Quay", "3.8", "seven days later")
    cleaned = clean(raw, [(raw.index(word), raw.index(word) + len(word)) for word in words])
    assert [cleaned.text[start:end] for start, end in cleaned.spans] == list(words)
    assert cleaned.closed
    assert cleaned.text.count("<th>") == cleaned.text.count("</th>") == 3
    assert cleaned.text.count("<table") == cleaned.text.count("</table>") == 2
    assert "\\(" not in cleaned.text
    assert 'rowspan="2"' in cleaned.text
    assert clean(cleaned.text).text == cleaned.text


PIECES = [
    "```markdown\n",
    "\n```",
    "<|ref|>",
    "[[1, 2, 3, 4]]",
    "- ",
    "|",
    "<table>",
    "<tbody>",
    "<tr>",
    "<th>",
    "<td rowspan=2>",
    "</td>",
    "</th>",
    "</tr>",
    "</table>",
    "\\(",
    "\\)",
    "\\[",
    "\\]",
    "<|det|>",
    "<|/det|>",
    "a",
    " ",
    "\n",
    "`",
    "<",
]


@given(st.lists(st.sampled_from(PIECES), max_size=30))
def test_twice_is_once_and_spans_stay_inside(pieces: list[str]) -> None:
    raw = "".join(pieces)
    cleaned = clean(raw, [(at, at + 1) for at in range(len(raw))])
    assert all(0 <= start < end <= len(cleaned.text) for start, end in cleaned.spans)
    assert clean(cleaned.text).closed is False or "<table" not in cleaned.text
