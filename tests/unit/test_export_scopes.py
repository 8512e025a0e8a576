# SPDX-License-Identifier: AGPL-3.0-or-later
"""Head cells of exported tables say what they are the heads of."""

from __future__ import annotations

import re

import pytest
from lxml import html as lxml_html

from app.core.export import ExportOptions, Format, PageText, Snapshot, render
from app.core.export.copied import copied
from app.core.export.scopes import with_scopes


def _html(text: str) -> str:
    return render(Snapshot("T", "/in/a.pdf", (PageText(0, text=text),)), Format.HTML, ExportOptions())


def _scopes(html: str) -> list[tuple[str, str | None]]:
    return [("".join(cell.itertext()), cell.get("scope")) for cell in lxml_html.fromstring(html).iter("th")]


def _table(inner: str) -> str:
    return f"<table>{inner}</table>"


def test_a_table_with_bars_has_heads_of_columns() -> None:
    written = _html("| Part | Count |\n|:--|--:|\n| bolt | 3 |")
    assert _scopes(written) == [("Part", "col"), ("Count", "col")]
    assert 'scope="col"' in copied("| a | b |\n|---|---|\n| 1 | 2 |", 3, 4, "html")


_SIZES = """<thead><tr><th rowspan="2">P</th><th colspan="2">Sizes</th></tr><tr><th>a</th><th>b</th></tr></thead>
<tbody><tr><th rowspan="2">x</th><td>1</td><td>2</td></tr><tr><td>3</td><td>4</td></tr></tbody>"""
_LONG = """<tr><th>A</th><th>B</th></tr><tr><th rowspan="2">x</th><td>1</td></tr><tr><td>2</td></tr>
<tr><th>y</th><td>3</td></tr>"""


@pytest.mark.parametrize(
    ("inner", "scopes"),
    [
        ("<tr><th>A</th><th>B</th></tr><tr><th>x</th><td>1</td></tr>", ["col", "col", "row"]),
        ("<tr><td></td><th>B</th><th>C</th></tr><tr><th>x</th><td>1</td><td>2</td></tr>", ["col", "col", "row"]),
        ("<tr><th>Name</th><td>x</td></tr><tr><th>Age</th><td>1</td></tr>", ["row", "row"]),
        ("<tr><th>Name</th><td>x</td><th>Age</th><td>1</td></tr>", ["row", "row"]),
        (_SIZES, ["col", "colgroup", "col", "col", "rowgroup"]),
        (_LONG, ["col", "col", "row", "row"]),  # a group would go on to the last row
        ('<tr><th scope="ROW">A</th><th scope="all">B</th></tr><tr><td>1</td><td>2</td></tr>', ["row", "col"]),
        ("<tr><td><table><tr><th>in</th></tr></table></td></tr>", ["col"]),
        ("<th>lost</th>", ["col"]),
    ],
)  # fmt: skip
def test_heads_of_tables_in_html(inner: str, scopes: list[str]) -> None:
    assert [scope for _, scope in _scopes(_html(_table(inner)))] == scopes


def test_a_group_of_columns_is_declared() -> None:
    """Without it the word for groups would mean nothing (HTML, 4.9.12.2)."""
    head = '<tr><th>P</th><th colspan="2">Sizes</th></tr><tr><td>a</td><td>b</td><td>c</td></tr>'
    written = _html(_table(f"<caption>All</caption>{head}"))
    assert re.search(r'</caption>\s*<colgroup></colgroup><colgroup span="2"></colgroup>\s*<tbody>', written)
    own = _html(_table(f'<colgroup span="3"></colgroup>{head}'))
    assert own.count("<colgroup") == 1 and re.search(r'<th [^>]*scope="col">Sizes', own)


def test_what_is_within_a_value_is_no_tag() -> None:
    sly = '<table><tbody><tr><td><abbr title="<th>">a</abbr></td><th align="a>b">c</th></tr></tbody></table>'
    assert with_scopes(sly) == sly.replace('"a>b"', '"a>b" scope="col"')
    assert with_scopes("<p>no table, &lt;th&gt;</p>") == "<p>no table, &lt;th&gt;</p>"
