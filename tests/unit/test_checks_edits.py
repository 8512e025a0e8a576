# SPDX-License-Identifier: AGPL-3.0-or-later
"""The generator of errors: seeded, one error an edit, and each of its kinds is found on a page set by hand."""

from __future__ import annotations

import pytest

from app.core.checks import Evidence, Findings, Kind, Origin, Second, check
from tests.edits import EditKind, edits
from tests.unit.page_words import columns, lines

_PROSE = [
    "The harbour office keeps a list of all barges that",
    "passed the northern lock in the year 1907, and of the",
    "1,234 tons of coal that they carried to the mills.",
    "Before winter closed the upper canal, 56 more came.",
    "It was not in June that a million tons were not sold,",
    "and never in May did they go by rail over 30 km or more.",
]
_BARS = [["Port", "Keeper", "Cargo"], ["Bergen", "Olsen", "timber"], ["Calais", "Martin", "grain"]]
_ROWS = [["Name", "2007", "2008"], ["Adams", "14.5", "15.1"], ["Baker", "27.0", "28.3"], ["Clark", "31.2", "33.9"]]
_TABLE = "<table>" + "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>\n" for row in _ROWS) + "</table>"
_PIPES = "| Port | Keeper | Cargo |\n|---|---|---|\n" + "".join(f"| {' | '.join(row)} |\n" for row in _BARS[1:])
TEXT = " ".join(_PROSE) + "\n\n" + _TABLE + "\n\n" + _PIPES + "\nSo $\\frac{a}{b} = c_{1}$ holds."
WORDS = [*lines(*_PROSE), *columns(_ROWS, top=0.45), *columns(_BARS, top=0.6), *lines("So a b = c 1 holds.", top=0.75)]

_FITTING = {
    EditKind.DIGIT: {Kind.NUMBER_DIFFERS},
    EditKind.NUMBER: {Kind.NUMBER_DIFFERS},
    EditKind.WORD: {Kind.WORD_DIFFERS},
    EditKind.LINE: {Kind.MISSING_TEXT},
    EditKind.SENTENCE: {Kind.INVENTED_TEXT},
    EditKind.ROW: {Kind.REPETITION, Kind.INVENTED_TEXT},
    EditKind.LOOP: {Kind.REPETITION},
    EditKind.NEGATION: {Kind.MISSING_TEXT},
    EditKind.UNIT: {Kind.WORD_DIFFERS},
    EditKind.ORDER: {Kind.WORD_DIFFERS},
    EditKind.COLUMNS: {Kind.READING_ORDER},
    EditKind.TAG: {Kind.TABLE_RAGGED},
    EditKind.FORMULA: {Kind.FORMULA_INVALID},
    EditKind.FORMULA_DIGIT: {Kind.NUMBER_DIFFERS},
}


def _findings(text: str) -> Findings:
    return check(Evidence(text, Second(Origin.TEXT_LAYER, WORDS)))


def test_the_correct_text_has_no_flags() -> None:
    assert _findings(TEXT).flags == ()


@pytest.mark.parametrize("kind", list(EditKind))
def test_the_same_seed_gives_the_same_edits_and_another_one_others(kind: EditKind) -> None:
    assert list(edits(TEXT, kind, 8, 1)) == list(edits(TEXT, kind, 8, 1))
    made = [list(edits(TEXT, kind, 50, seed)) for seed in range(8)]
    assert any(one != made[0] for one in made)


@pytest.mark.parametrize("kind", list(EditKind))
def test_an_edit_changes_one_place(kind: EditKind) -> None:
    made = list(edits(TEXT, kind, 50, 3))
    assert made
    for edit in made:
        assert edit.kind is kind
        assert edit.text != TEXT
        assert 0 <= edit.start <= edit.end <= len(edit.text)
        same = next(n for n in range(len(TEXT) + 1) if edit.text[: n + 1] != TEXT[: n + 1])
        assert same >= edit.start - 1 - (edit.end - edit.start)


@pytest.mark.parametrize("text", ["", "\n\n", "so", "🙂", "<td>", "$"])
def test_a_text_without_a_place_has_no_edits(text: str) -> None:
    assert [edit for kind in EditKind for edit in edits(text, kind, 5, 1)] == []


@pytest.mark.parametrize("kind", list(EditKind))
def test_each_edit_is_found(kind: EditKind) -> None:
    missed = [
        edit
        for edit in edits(TEXT, kind, 12, 5)
        if not {flag.kind for flag in _findings(edit.text).flags} & _FITTING[kind]
    ]
    assert missed == []


def test_a_row_without_words_is_nothing_that_could_be_lost() -> None:
    text = "<table><tr><td></td><td></td></tr><tr><td>Adams</td><td>14.5</td></tr></table>"
    assert {edit.was for edit in edits(text, EditKind.LINE, 9, 1)} == {"<tr><td>Adams</td><td>14.5</td></tr>"}
