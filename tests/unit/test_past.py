# SPDX-License-Identifier: AGPL-3.0-or-later
"""The line of states that saved rows make, on which Undo and Redo walk."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from app.core.editing.past import NOTHING, Line, Row, line_of


def line(*rows: Row) -> tuple[list[int], int]:
    found = line_of(rows)
    return found.states, found.at


def read(number: int, at: float) -> Row:
    return Row(-number, at, reading=True)


def test_a_page_without_any_text() -> None:
    assert line() == ([NOTHING], 0)
    assert line(Row(1, 1.0), Row(2, 2.0)) == ([NOTHING, 1, 2], 2)


def test_before_the_first_reading_there_is_nothing_to_go_back_to() -> None:
    assert line(read(7, 1.0), Row(1, 2.0)) == ([-7, 1], 1)


def test_a_new_reading_of_a_page_that_is_not_edited_is_a_state_of_its_own() -> None:
    assert line(read(7, 1.0), read(8, 2.0)) == ([-7, -8], 1)


def test_a_new_reading_leaves_an_edited_page() -> None:
    assert line(read(7, 1.0), Row(1, 2.0), read(8, 3.0), Row(2, 4.0)) == ([-7, 1, 2], 2)


def test_a_revert_means_the_reading_of_its_time() -> None:
    found = line_of([read(7, 1.0), Row(1, 2.0), read(8, 3.0), Row(2, 4.0, back=True), read(9, 5.0)])
    assert (found.states, found.at) == ([-7, 1, 2, -9], 3)
    assert found.meant(2) == -8 and found.meant(1) == 1


def test_undo_and_redo_move_and_an_edit_cuts_off_what_was_undone() -> None:
    rows = [read(7, 1.0), Row(1, 2.0), Row(2, 3.0), Row(3, 4.0, step=-1, source=1)]
    assert line(*rows) == ([-7, 1, 2], 1)
    assert line(*rows, Row(4, 5.0, step=-1, source=-7)) == ([-7, 1, 2], 0)
    assert line(*rows, Row(4, 5.0, step=1, source=2)) == ([-7, 1, 2], 2)
    assert line(*rows, Row(4, 5.0)) == ([-7, 1, 4], 2)


def test_half_undone_stands_between() -> None:
    """The editor's own undo took back a part of what was typed in one go."""
    rows = [read(7, 1.0), Row(1, 2.0), Row(2, 3.0, step=-1)]
    assert line(*rows) == ([-7, 2, 1], 1)
    assert line(*rows, Row(3, 4.0, step=1)) == ([-7, 2, 3, 1], 2)
    assert line(*rows, Row(3, 4.0, step=1, source=1)) == ([-7, 2, 1], 2)


def test_a_state_that_is_there_twice_is_the_nearer_one() -> None:
    rows = [Row(1, 1.0), Row(2, 2.0), Row(3, 3.0, step=-1, source=NOTHING)]
    assert line(*rows) == ([NOTHING, 1, 2], 0)


def test_a_clock_that_was_set_back_does_not_turn_the_edits_round() -> None:
    assert line(Row(1, 9.0), Row(2, 3.0)) == ([NOTHING, 1, 2], 2)


ROWS = st.lists(
    st.tuples(st.booleans(), st.booleans(), st.sampled_from((-1, 0, 1)), st.integers(-5, 12) | st.none()), max_size=12
)


@given(ROWS)
def test_whatever_was_saved_makes_a_line(made: list[tuple[bool, bool, int, int | None]]) -> None:
    rows = [
        Row(-number if reading else number, float(number), reading, back and not reading, step, source)
        for number, (reading, back, step, source) in enumerate(made, 1)
    ]
    found = line_of(rows)
    assert 0 <= found.at < len(found.states) and isinstance(found, Line)
    assert set(found.states) <= {row.key for row in rows} | {NOTHING}
