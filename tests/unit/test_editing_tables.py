# SPDX-License-Identifier: AGPL-3.0-or-later
"""Tables found in the text, read as a grid, changed and written back: nothing else changes by a byte."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from app.core.editing.grid import Align, Grid
from app.core.editing.tables import Table, becomes_html, cell_at, new_table, table_at, written
from app.core.export.table_grid import grids_of
from app.core.markup import render_page

BARS = "| a |  *b* | c |\n|---|:-:|--:|\n| 1 | $|x|$ |3|\n|  4|5 \\| 5 | 😀𠮷 |"
HTML = (
    '<table border="1">\n<caption>T</caption><thead><tr class="h"><th>A</th> '
    '<th colspan="2">B &amp; C</th></tr></thead>\n'
    '<tbody><tr><td rowspan=2 class="x"> 1 </td> <td>2</td> <td>$a < b$</td></tr>\n'
    "<tr><td>4</td> <td></td></tr></tbody></table>"
)
AROUND = "# Head 😀\n\nText | with a bar\n\n{}\n\nAfter\n\n| other |\n|---|\n| x |\n"


def table(source: str) -> tuple[str, Table]:
    """In the middle of a page, found from a place within it."""
    text = AROUND.format(source)
    found = table_at(text, text.index(source) + len(source) // 2)
    assert found is not None and found.source == source == text[found.start : found.end]
    return text, found


def changed(source: str, change: Callable[[Grid], None]) -> str:
    text, found = table(source)
    grid = deepcopy(found.grid)
    change(grid)
    new = written(found, grid)
    whole = text[: found.start] + new + text[found.end :]
    assert whole == AROUND.format(new), "nothing outside"
    if grid.width and new != found.source:
        again = table_at(whole, found.start + 1)
        assert again is not None and not again.grid.notes, "what was written is sound"
        assert places(again.grid) == places(grid)
    return new


def places(grid: Grid) -> list[tuple[int, int, int, int, bool]]:
    return sorted((cell.row, cell.column, cell.rows, cell.columns, cell.head) for cell in grid.cells)


@pytest.mark.parametrize("source", [BARS, HTML, "a|b\n-|-\n1|2", "<table><tr><td>1</td></tr></table>"])
def test_what_is_not_changed_is_as_it_was(source: str) -> None:
    assert changed(source, lambda grid: None) == source


def test_cells_of_a_table_with_bars() -> None:
    _, found = table(BARS)
    texts = [[cell.text for cell in row] for row in found.grid.rows()]
    assert texts == [["a", "*b*", "c"], ["1", "$|x|$", "3"], ["4", "5 \\| 5", "😀𠮷"]]
    assert found.grid.aligns == [Align.NONE, Align.CENTRE, Align.RIGHT] and found.grid.has_head


def test_one_cell_is_written_over() -> None:
    assert changed(BARS, lambda grid: grid.set_text(1, 0, "a|b\nc")) == BARS.replace("| 1 |", "| a\\|b<br>c |")
    assert changed(BARS, lambda grid: grid.set_text(2, 2, "")) == BARS.replace(" 😀𠮷 ", "  ")
    assert changed(HTML, lambda grid: grid.set_text(1, 1, "<b>2</b>")) == HTML.replace(">2<", "><b>2</b><")
    assert changed(HTML, lambda grid: grid.set_text(2, 2, "5")) == HTML.replace("<td></td>", "<td>5</td>")
    assert changed("a|b\n-|-\n1|2", lambda grid: grid.set_text(1, 1, "3")) == "a|b\n-|-\n1| 3 "


def test_a_column_is_put_to_another_side() -> None:
    def change(grid: Grid) -> None:
        grid.set_align(0, Align.RIGHT)

    assert changed(BARS, change) == BARS.replace("|---|:-:|--:|", "| --: | :-: | --: |")


def test_rows_and_columns_come_and_go_and_the_other_cells_stay() -> None:
    assert changed(BARS, lambda grid: grid.add_row(3)) == (
        "| a |  *b* | c |\n| --- | :-: | --: |\n| 1 | $|x|$ |3|\n|  4|5 \\| 5 | 😀𠮷 |\n|  |  |  |"
    )
    assert changed(BARS, lambda grid: grid.delete_columns(1)) == ("| a | c |\n| --- | --: |\n| 1 |3|\n|  4| 😀𠮷 |")
    assert changed(HTML, lambda grid: grid.delete_rows(2)) == (
        '<table border="1">\n<caption>T</caption>\n<thead>\n<tr class="h"><th>A</th> '
        '<th colspan="2">B &amp; C</th></tr>\n'
        '</thead>\n<tbody>\n<tr><td class="x"> 1 </td> <td>2</td> <td>$a < b$</td></tr>\n</tbody>\n</table>'
    )


def test_spans_grow_and_shrink_with_what_they_span() -> None:
    def grow(grid: Grid) -> None:
        grid.add_column(2)
        grid.add_row(2)

    new = changed(HTML, grow)
    assert 'colspan="3">B &amp; C' in new and 'class="x" rowspan="3"> 1 <' in new


def test_merging_needs_html_and_splitting_gives_empty_cells() -> None:
    _, found = table(BARS)
    grid = deepcopy(found.grid)
    assert not becomes_html(found, grid)
    grid.merge(1, 0, 1, 2)
    assert becomes_html(found, grid)
    new = written(found, grid)
    assert new == (
        '<table>\n<thead>\n<tr><th>a</th><th align="center"><i>b</i></th><th align="right">c</th></tr>\n'
        "</thead>\n<tbody>\n"
        '<tr><td colspan="2">1 $|x|$</td><td align="right">3</td></tr>\n'
        '<tr><td>4</td><td align="center">5 | 5</td><td align="right">😀𠮷</td></tr>\n</tbody>\n</table>'
    )
    grid.split(1, 0)
    assert not becomes_html(found, grid)
    assert written(found, grid).splitlines()[2] == "| 1 $\\|x\\|$ |  |3|"


@pytest.mark.parametrize(
    "cells, html, shown",
    [
        ("`x\\|y` | c\\|d", "<code>x|y</code> c|d", "<code>x|y</code> c|d"),
        ("$\\|x\\|$ | d", "$|x|$ d", "</math> d"),
        ("\\$x\\$ | `$y$`", "&#36;x&#36; <code>&#36;y&#36;</code>", "$x$ <code>$y$</code>"),
        ("`\\(x\\)` | `a\\b`", "<code>&#92;(x\\)</code> <code>a\\b</code>", "<code>\\(x\\)</code>"),
    ],
)
def test_what_is_merged_shows_as_it_did(cells: str, html: str, shown: str) -> None:
    """Within HTML a backslash takes no sign its meaning, and a formula is one in code too."""

    def change(grid: Grid) -> None:
        grid.merge(1, 0, 1, 2)

    new = changed(f"| a | b |\n|---|---|\n| {cells} |", change)
    assert f'<td colspan="2">{html}</td>' in new and shown in render_page(new)


def test_merging_takes_whole_cells() -> None:
    def change(grid: Grid) -> None:
        grid.merge(0, 2, 2, 1)  # cuts B & C, which spans two

    new = changed(HTML, change)
    assert '<th colspan="2" rowspan="2">B &amp; C 2 $a < b$</th>' in new


def test_without_headings_a_table_with_bars_becomes_html() -> None:
    new = changed(BARS, lambda grid: grid.set_head(False))
    assert new.startswith("<table>\n<tr><td>a</td>") and "<th" not in new
    assert "<th>4</th>" not in changed(HTML, lambda grid: grid.set_head(False))


@pytest.mark.parametrize(
    "source, cells, note",
    [
        ("<table><tr><td>1<td>2<tr><td>3", [["1", "2"], ["3", ""]], "not closed"),
        ("<table><tr><td colspan=9>1</td></tr><tr><td>2</td><td rowspan=7>3</td></tr></table>", None, "cut"),
        ("<table><td>1</td></tr><tr><td>2</td><td>3</td></tr></table>", [["1", ""], ["2", "3"]], "too few"),
        ("| a | b |\n|---|---|\n| 1 |\n| 2 | 3 | 4 |", [["a", "b", ""], ["1", "", ""], ["2", "3", "4"]], "wider"),
    ],
)
def test_malformed_tables_open_with_a_note(source: str, cells: list[list[str]] | None, note: str) -> None:
    text = f"Before\n\n{source}\n\nAfter"
    found = table_at(text, text.index("1"))
    assert found is not None and found.source == source and any(note in said for said in found.grid.notes)
    if cells is not None:
        assert [[cell.text for cell in row] for row in found.grid.rows()] == cells
    assert written(found, deepcopy(found.grid)) == source
    grid = deepcopy(found.grid)
    grid.add_row(0)
    again = table_at(written(found, grid), 3)
    assert again is not None and again.grid.height == found.grid.height + 1


def test_a_table_in_a_cell_is_that_cells() -> None:
    source = "<table><tr><td><table><tr><td>in</td></tr></table></td><td>b</td></tr></table>"
    assert changed(source, lambda grid: grid.set_text(0, 1, "c")) == source.replace(">b<", ">c<")


@pytest.mark.parametrize("text", ["no table | here", "```\n| a |\n|---|\n| 1 |\n```", "", "<table>", "a\n\n---\n| b"])
def test_no_table(text: str) -> None:
    assert table_at(text, min(9, len(text))) is None


@pytest.mark.parametrize(
    "source, at, cell",
    [
        (BARS, "| a", (0, 0)), (BARS, " c |", (0, 2)), (BARS, "--:|", (0, 2)), (BARS, "| 1", (1, 0)),
        (BARS, "|x|", (1, 1)), (BARS, "3|", (1, 2)), (BARS, "5 \\|", (2, 1)), (BARS, "𠮷", (2, 2)),
        (HTML, "caption", (0, 0)), (HTML, "A<", (0, 0)), (HTML, "th colspan", (0, 1)), (HTML, " 1 ", (1, 0)),
        (HTML, "<td>2", (1, 1)), (HTML, "a < b", (1, 2)), (HTML, "4", (2, 1)), (HTML, "</tbody", (2, 2)),
    ],
)  # fmt: skip
def test_the_cell_at_a_place(source: str, at: str, cell: tuple[int, int]) -> None:
    _, found = table(source)
    assert cell_at(found, found.start + source.index(at)) == cell


def test_a_new_table() -> None:
    made = new_table(0, 2, 2)
    grid = deepcopy(made.grid)
    assert (grid.height, grid.width, grid.has_head) == (2, 2, True)
    grid.set_text(0, 1, "b")
    assert written(made, grid) == "|  | b |\n| --- | --- |\n|  |  |"


OPERATIONS = st.lists(
    st.tuples(
        st.sampled_from(("row", "column", "no row", "no column", "merge", "split", "text", "head")),
        st.integers(0, 4), st.integers(0, 4), st.integers(1, 3), st.integers(1, 3),
    ),
    max_size=8,
)  # fmt: skip


@given(st.sampled_from((BARS, HTML)), OPERATIONS)
@example(BARS, [("row", 0, 0, 1, 1)] * 3 + [("head", 0, 0, 1, 1)])  # two rows of headings
def test_whatever_is_done_the_written_table_reads_as_the_grid(
    source: str, operations: list[tuple[str, int, int, int, int]]
) -> None:
    _, found = table(source)
    grid = deepcopy(found.grid)
    for name, row, column, rows, columns in operations:
        row, column = row % grid.height, column % grid.width
        if name == "row":
            grid.add_row(row)
        elif name == "column":
            grid.add_column(column)
        elif name == "no row":
            grid.delete_rows(row, rows)
        elif name == "no column":
            grid.delete_columns(column, columns)
        elif name == "merge":
            grid.merge(row, column, min(rows, grid.height - row), min(columns, grid.width - column))
        elif name == "split":
            grid.split(row, column)
        elif name == "text":
            grid.set_text(row, column, f"t{row}|{column}")
        else:
            grid.set_head(bool(rows % 2))
    taken = [place for cell in grid.cells for place in squares(cell.row, cell.column, cell.rows, cell.columns)]
    assert sorted(taken) == squares(0, 0, grid.height, grid.width)
    new = written(found, grid)
    again = table_at(new, 0)
    assert again is not None and places(again.grid) == places(grid)
    if again.html:
        (shown,) = grids_of(render_page(new))
        assert (shown.height, shown.width) == (grid.height, grid.width)


def squares(row: int, column: int, rows: int, columns: int) -> list[tuple[int, int]]:
    return [(row + down, column + right) for down in range(rows) for right in range(columns)]
