# SPDX-License-Identifier: AGPL-3.0-or-later
"""What a page's Markdown looks like once it is HTML: text stays text, tables stay tables."""

from __future__ import annotations

import re
from html import unescape

import pytest

from app.core.markup import render_blocks, render_page
from app.core.markup.escape import escape, escape_cell


def shown(text: str) -> str:
    """The words that a reader sees."""
    return unescape(re.sub(r"<[^>]*>", "", render_page(text))).strip()


def cells(text: str) -> list[str]:
    found = re.findall(r"<t[dh][^>]*>(.*?)</t[dh]>", render_page(text))
    return [unescape(re.sub(r"<[^>]*>", "", cell)) for cell in found]


def test_blocks_know_their_lines_and_their_source() -> None:
    text = "# Title\n\n<!-- page 3 -->\n\none\ntwo\n\n- a\n- b\n"
    blocks = render_blocks(text)
    assert [(block.first, block.last) for block in blocks] == [(0, 0), (4, 5), (7, 8)]
    changed = render_blocks(text.replace("two", "three"))
    assert [a.source_hash == b.source_hash for a, b in zip(blocks, changed, strict=True)] == [True, False, True]


@pytest.mark.parametrize("line", ["<!-- page 7 -->", "<!-- a\n\nb -->", "text <!-- hidden --> more"])
def test_comments_are_invisible(line: str) -> None:
    assert "hidden" not in shown(line) and "page" not in shown(line) and "--" not in shown(line)


@pytest.mark.parametrize(
    "text",
    [
        "The barge was assessed at $973.75/mt and at a $3.50/mt discount; Bob pays $10, Eve $10.",
        "It costs US$5, 35$ and 40$, or $1,000–$2,000.",
        "Between $5 and the $ sign there is no formula.",
        "[1] and \\[2\\]",
    ],
)
def test_currency_and_brackets_are_no_formulas(text: str) -> None:
    assert "<math" not in render_page(text)
    assert shown(text) == text.replace("\\", "")


@pytest.mark.parametrize(
    "text",
    [
        "snake_case_name and 2*3*4",
        "1986. A great year.",
        "# not a heading",
        "+ plus",
        "[1] Smith, [x](y)",
        "Sign here: ______",
        "Use <snip> or <b>bold</b>, if a<b and c>d; <script>alert(1)</script>",
        "costs $5 or $6, `code`, \\(x\\) and \\[y\\]",
        "A & B &amp; C &copy; 2020",
        "====",
        "~~gone~~ | bars | here",
        "    indented",
        "![picture](http://a.b/c.png)",
    ],
)
def test_escaped_text_reads_as_it_was_typed(text: str) -> None:
    html = render_page(escape(text))
    assert shown(escape(text)) == text.strip()
    assert not re.search(r"<(?!/?p\b)", html), html


def test_escaped_cell_stays_one_cell() -> None:
    table = f"| A | B |\n|---|---|\n| {escape_cell('a|b')} | {escape_cell('x || y')} |"
    assert cells(table) == ["A", "B", "a|b", "x || y"]


def test_unknown_tags_are_shown_and_known_ones_work() -> None:
    html = render_page("Use <snip> or <b>bold</b> or <made-up attr=1>")
    assert "&lt;snip&gt;" in html and "<b>bold</b>" in html and "&lt;made-up attr=1&gt;" in html


def test_bars_in_cells_do_not_cut_them() -> None:
    table = "| A | B |\n|---|:-:|\n| $|x|$ | `x || y` |\n| a\\|b | `c \\| d` |\n| plain | 2 |"
    html = render_page(table)
    assert html.count("<td") == 6 and "<math" in html
    assert cells(table)[4:6] == ["a|b", "c | d"]
    assert "<code>x || y</code>" in html and 'align="center"' in html


def test_bars_that_fit_no_head_are_left_alone() -> None:
    assert len(cells("| A | B |\n|---|---|\n| $1 | $2 | $3 |")) == 4


def test_cells_that_span_keep_their_place() -> None:
    html = render_page(
        '<table><tr><th>Region</th><th>Product</th><th>Units</th></tr><tr><td rowspan="2">EU</td><td>Cable</td>'
        '<td align="right">$x^2$</td></tr><tr><td>Hub</td><td colspan=2>7</td></tr></table>'
    )
    assert 'rowspan="2"' in html and 'colspan="2"' in html and "<msup>" in html


def test_huge_spans_are_bounded() -> None:
    html = render_page("<table><tr><td colspan=99999 rowspan=99999>a</td><td colspan=x>b</td></tr></table>")
    assert 'colspan="200"' in html and 'rowspan="1000"' in html and "x" not in re.findall(r'colspan="([^"]*)"', html)


def test_unclosed_table_ends_with_its_block() -> None:
    blocks = render_blocks("<table><tr><td>row 28\n\nNext paragraph.\n\n# Heading")
    assert [block.html.count("</table>") for block in blocks] == [1, 0, 0]
    assert blocks[0].open and "<h1" in blocks[2].html


def test_table_with_blank_lines_inside_is_one_table() -> None:
    blocks = render_blocks("<table><tr><td>a</td></tr>\n\n<tr><td>b</td></tr>\n\n</table>\n\nafter")
    assert len(blocks) == 2 and blocks[0].html.count("<tr>") == 2 and not blocks[0].open


UNCLOSED = ["<!-- never closed", "<script>alert(1)", "<pre>", "<style>p {", "<?php", "<![CDATA["]


@pytest.mark.parametrize("opening", UNCLOSED)
def test_raw_html_that_never_ends_takes_nothing_along(opening: str) -> None:
    blocks = render_blocks(f"{opening}\n\n# Heading\n\nlast")
    assert any("<h1" in block.html for block in blocks) and "last" in blocks[-1].html


def test_direction_of_paragraphs() -> None:
    html = render_page("שלום עולם 3.11\n\n- אחת\n- שתיים\n\nEnglish")
    assert html.count('<div dir="rtl">') == 2
    assert all('dir="auto"' in tag for tag in re.findall(r"<(?:p|li)\b[^>]*>", html))


def test_direction_of_tables_is_that_of_their_first_letter() -> None:
    assert '<div dir="rtl">' in render_page("<table><tr><td>12 שם</td><td>name</td></tr></table>")
    assert '<div dir="rtl">' not in render_page("<table><tr><td>name</td><td>שם</td></tr></table>")


def test_footnotes_gather_at_the_end_and_pages_keep_theirs_apart() -> None:
    text = "Note[^a] and inline^[no].\n\n[^a]: The note.\n\nAfter."
    blocks = render_blocks(text)
    assert "The note." in blocks[-1].html and "inline^[no]" in blocks[0].html
    assert 'href="#fn-p2-1"' in render_page(text, ids="p2") and 'id="fn-p2-1"' in render_page(text, ids="p2")


def test_deep_nesting_keeps_its_text() -> None:
    assert shown("> " * 300 + "deep").endswith("deep")
    assert shown("- " * 300 + "deep").endswith("deep")


def test_odd_characters_do_no_harm() -> None:
    assert shown("a\ud800b") == "a\ufffdb"
    assert shown("x\r\ny\rz") == "x\ny\nz"
    assert shown("n\0ul") == "n\ufffdul"
    assert render_blocks("") == [] and render_page(" \n\n") == ""
