# SPDX-License-Identifier: AGPL-3.0-or-later
"""Forms of Markdown that a user may choose: none of them changes what is read when it is rendered."""

from __future__ import annotations

import json
import re
from html import escape, unescape
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from app.core.assemble.steps import Entry, Steps
from app.core.export import ExportOptions, PageText, Snapshot
from app.core.export import html as html_export
from app.core.export.delimiters import in_brackets
from app.core.export.markdown import render
from app.core.export.table_forms import to_bars, to_html
from app.core.export.wrap import wrapped
from app.core.markup import render_page

_SPACE = re.compile(r"\s+")


def _rendered(text: str) -> str:
    return _SPACE.sub(" ", render_page(text)).strip()


def _snapshot(*texts: str, **values: object) -> Snapshot:
    pages = tuple(PageText(page, text=text) for page, text in enumerate(texts))
    return Snapshot("A title", "/somewhere/paper.pdf", pages, **values)  # type: ignore[arg-type]


# ---------------------------------------------------------------- lines

_WORD = st.sampled_from(
    ["word", "a", "1.", "2)", "-", "+", "*", "#", "##", ">", "**bold**", "`co de`", "$x = 1$", "$10", "[l k](http://x.y)",
     "|", "---", "===", "<b>", "</b>", "~~~", "[^1]:", "[a]:", "1986.", "und", "\\", "&amp;", "***", "___", "$$", "x|y",
     ":--", "中文"]
)  # fmt: skip


@settings(max_examples=400, deadline=None)
@given(st.lists(_WORD, min_size=1, max_size=25), st.integers(5, 60))
@example(["word", "1.", "x"], 6)
def test_lines_of_any_width_are_the_same_paragraph(words: list[str], width: int) -> None:
    source = " ".join(["Start", *words])
    assert _rendered(wrapped(source, width)) == _rendered(source)


def test_lines_are_as_long_as_they_may_be_and_breaks_stay() -> None:
    source = "one two three four five six  \nseven eight\\\nnine ten eleven"
    lines = ["one two three", "four five six  ", "seven eight\\", "nine ten", "eleven"]
    assert wrapped(source, 14).split("\n") == lines


# ---------------------------------------------------------------- formulas


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("Let $x \\in A$ and $$y$$.", "Let \\(x \\in A\\) and \\[ y \\]."),
        ("$$\na = b\n$$", "\\[\na = b\n\\]"),
        ("It was $10, Eve $10.", "It was $10, Eve $10."),
        ("`$x$` and \\$5 and ``a`$y$``", "`$x$` and \\$5 and ``a`$y$``"),
        ("US$5 and 35$ and $1,000–$2,000", "US$5 and 35$ and $1,000–$2,000"),
    ],
)
def test_formulas_between_brackets(source: str, expected: str) -> None:
    assert in_brackets(source) == expected
    assert _rendered(expected) == _rendered(source)


@settings(max_examples=300, deadline=None)
@given(st.text(st.sampled_from("ab$() 1=^_"), max_size=30))
def test_brackets_mean_what_dollars_meant(source: str) -> None:
    if source.strip() and not source.startswith(("    ", " ")):
        before = _rendered(f"x {source}").count("<math")
        assert _rendered(f"x {in_brackets(source)}").count("<math") == before


def test_links_may_begin_lines_and_titles_stay_with_them() -> None:
    link, place, ok = "[link](http://example.org/a/long/one)", "<https://example.org/b>", '[ok](http://x.y "The title")'
    source = f"See the {link} {place} {ok} {link} *and* {place} {ok} [1] - so # too {link} and [none](at all, never"
    lines = wrapped(source, 72).split("\n")
    assert max(map(len, lines)) <= 72 and " ".join(lines) == source
    assert all(line.count('"') % 2 == 0 for line in lines)
    assert _rendered("\n".join(lines)) == _rendered(source)


def test_words_that_may_not_begin_a_line_take_the_one_before_along() -> None:
    source = "The words of this line are many and last up to here - # > 1. so it goes on"
    lines = wrapped(source, 54).split("\n")
    assert lines == ["The words of this line are many and last up to", "here - # > 1. so it goes on"]


# ---------------------------------------------------------------- tables


def test_a_table_with_bars_as_html() -> None:
    made = to_html("| a | b\\|c |\n|:--|--:|\n| 1 < 2 | x<br>y |\n| only |")
    assert made.split("\n") == [
        "<table>", "<thead>", '<tr><th align="left">a</th><th align="right">b|c</th></tr>', "</thead>", "<tbody>",
        '<tr><td align="left">1 &lt; 2</td><td align="right">x<br>y</td></tr>',
        '<tr><td align="left">only</td><td align="right"></td></tr>', "</tbody>", "</table>",
    ]  # fmt: skip
    assert to_html("no table") == "no table"


def test_cells_that_span_are_repeated() -> None:
    source = (
        "<table><tr><th>Region</th><th>Product</th><th>Units</th></tr>"
        '<tr><td rowspan="2">EU</td><td>Cable</td><td>12</td></tr><tr><td>Hub</td><td>7</td></tr>'
        '<tr><td colspan=2>Sum</td><td>a|b &amp; <b>19</b></td></tr></table>'
    )
    assert to_bars(source).split("\n") == [
        "| Region | Product | Units |", "|---|---|---|", "| EU | Cable | 12 |", "| EU | Hub | 7 |",
        "| Sum | Sum | a\\|b &amp; **19** |",
    ]  # fmt: skip
    nested = "<table><tr><td><table><tr><td>x</td></tr></table></td></tr></table>"
    assert to_bars(nested) == nested


_CELL = st.text(st.sampled_from("ab |<&1*"), max_size=6).map(lambda text: _SPACE.sub(" ", text).strip())


@settings(max_examples=150, deadline=None)
@given(st.lists(st.tuples(_CELL, _CELL), min_size=1, max_size=5))
def test_tables_there_and_back(rows: list[tuple[str, str]]) -> None:
    cells = [[escape(cell, quote=False) for cell in row] for row in rows]
    source = "\n".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in cells)
    bars = to_bars(f"<table>{source}</table>")
    back = re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", render_page(bars.replace("*", "\\*")))
    assert [unescape(cell) for cell in back] == [cell for row in rows for cell in row]


_PLAIN = MarkdownIt("commonmark").enable("table")
"""Tables as GitHub and others read them, without formulas."""


def _cells(md: MarkdownIt, source: str) -> list[str]:
    tokens = md.parse(source)
    return [after.content for token, after in pairwise(tokens) if token.type in ("td_open", "th_open")]


@pytest.mark.parametrize(
    ("row", "written", "cells"),
    [
        ("| $x|y$ | `c|d` |", r"| $x\|y$ | `c\|d` |", ["$x|y$", "`c|d`"]),
        (r"| $|x|$ a\|b | \(p|q\) |", r"| $\|x\|$ a\|b | \(p\|q\) |", ["$|x|$ a|b", r"\(p|q\)"]),
        ("| $x$ | `c` |", "| $x$ | `c` |", ["$x$", "`c`"]),
        ("| $5|$6 |", "| $5|$6 |", ["$5", "$6"]),
    ],
)
@pytest.mark.parametrize(("before", "lead"), [("", ""), ("", "> "), ("1. x\n\n", "   ")])
def test_bars_within_cells_are_the_same_for_others(
    row: str, written: str, cells: list[str], before: str, lead: str
) -> None:
    source = f"{before}{lead}{row}\n{lead}|---|---|\n{lead}{row}"
    done = render(_snapshot(source), ExportOptions())
    assert done == f"{before}{lead}{written}\n{lead}|---|---|\n{lead}{written}\n"
    assert _cells(_PLAIN, done) == [*cells, *cells]
    assert _rendered(done) == _rendered(source)
    assert render(_snapshot(done), ExportOptions()) == done


def test_bars_elsewhere_stay() -> None:
    fence = "- ```\n  | `a|b` | c |\n  |---|---|\n  ```"
    assert render(_snapshot(fence), ExportOptions()) == fence + "\n"
    norm = r"<table><tr><td>$\|x\|$ and $a|b$</td></tr></table>"
    bars = render(_snapshot(norm), ExportOptions(html_tables="never"))
    assert bars == "| $\\Vert x\\Vert $ and $a\\|b$ |\n|---|\n"
    assert _cells(_PLAIN, bars) == [r"$\Vert x\Vert $ and $a|b$"]


# ---------------------------------------------------------------- the file


def test_front_matter_says_where_the_text_is_from() -> None:
    done = _snapshot("x", author='A "B" C', content="ab12", engine="vllm", changed=1_800_000_000.0)
    text = render(done, ExportOptions(front_matter=True))
    assert text.startswith("---\n") and text.endswith("---\n\nx\n")
    values = dict(line.split(": ", 1) for line in text.split("---\n")[1].strip().split("\n"))
    assert {name: json.loads(value) for name, value in values.items()} == {
        "title": "A title", "author": 'A "B" C', "source": "paper.pdf", "sha256": "ab12", "pages": 1, "engine": "vllm",
        "date": "2027-01-15",
    }  # fmt: skip
    assert "/somewhere" not in text
    assert render(done, ExportOptions(front_matter=True)) == text


def test_every_page_has_its_mark_also_where_text_goes_on() -> None:
    text = render(_snapshot("The text goes on and", "on until", "", "it ends."), ExportOptions(page_marks=True))
    assert text == (
        "<!-- page 1 -->\n\nThe text goes on and on until\n\n<!-- page 2 -->\n\n<!-- page 3 -->\n\n<!-- page 4 -->"
        "\n\nit ends.\n"
    )


def test_without_any_step_pages_are_as_they_are() -> None:
    none = Steps(furniture=False, joins=False, tables=False, headings=False, footnotes=False)
    text = render(_snapshot("It goes on and", "on.", "on."), ExportOptions(steps=none))
    assert text == "It goes on and\n\non.\n\non.\n"


def test_the_outline_gives_the_levels() -> None:
    outline = (Entry(1, "One", 0), Entry(2, "Two", 0))
    assert render(_snapshot("# One\n\n# Two", outline=outline), ExportOptions()) == "# One\n\n## Two\n"


def test_tables_as_the_user_wants_them() -> None:
    bars = "| a | b |\n|---|---|\n| 1 | 2 |"
    assert "<table>" in render(_snapshot(bars), ExportOptions(html_tables="always"))
    assert "<table>" not in render(_snapshot(to_html(bars)), ExportOptions(html_tables="never"))


def test_footnotes_in_html_are_numbered_through_and_linked_over_pages() -> None:
    done = _snapshot("One[^1].\n\n[^1]: first", "Two[^1] and.\n\n[^1]: second", "Three[^2].\n\n[^2]: third")
    page = html_export.render(done, ExportOptions())
    assert re.findall(r">\[(\d)\]<", page) == ["1", "2", "3"]
    assert '<ol class="footnotes-list" start="3">' in page
    targets = set(re.findall(r'href="#(fn[^"]+)"', page))
    assert targets and targets <= set(re.findall(r'id="(fn[^"]+)"', page))


# ---------------------------------------------------------------- whole pages

_TEXTS = sorted((Path(__file__).parents[1] / "data" / "gt").glob("*.md"))


@pytest.mark.parametrize("path", _TEXTS, ids=lambda path: path.stem)
def test_page_renders_the_same_after_assembly_and_in_lines(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    for steps in (Steps(), Steps(False, False, False, False, False)):
        for width in (0, 40, 80):
            written = render(_snapshot(text), ExportOptions(steps=steps, width=width))
            assert _rendered(written) == _rendered(text)
