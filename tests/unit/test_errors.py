# SPDX-License-Identifier: AGPL-3.0-or-later
"""Every code has its sentence, and every sentence can be shown to anybody."""

from __future__ import annotations

import re

import pytest

from app.core.changes import AppCode, Problem
from app.core.errors import ProblemError, exit_code, is_doubt, note_words, sentence
from engine.protocol import ErrorCode, Note, NoteCode

ALL_CODES = [*ErrorCode, *AppCode]
JARGON = re.compile(r"\b(errno|exception|traceback|stderr|stdin|null|none|sqlite|json|OCR engine process)\b", re.I)


@pytest.mark.parametrize("code", ALL_CODES)
@pytest.mark.parametrize("detail", ["", "7"])
def test_every_code_has_one_clear_sentence(code: ErrorCode | AppCode, detail: str) -> None:
    text = sentence(Problem(code, detail), "report.pdf")
    assert text.endswith(".")
    assert text[0].isupper() or text.startswith("report.pdf")
    assert text.rstrip(".").count(". ") == 0, "one sentence"
    assert "{" not in text and "}" not in text
    assert ":" in text, "what is wrong, then what to do next"
    assert len(text) < 200
    assert not JARGON.search(text)


@pytest.mark.parametrize("code", ALL_CODES)
def test_a_sentence_without_name_speaks_of_the_file(code: ErrorCode | AppCode) -> None:
    text = sentence(Problem(code))
    assert "()" not in text and "  " not in text
    assert re.match(r"[A-Z“]", text)


def test_a_name_with_braces_newline_or_emoji_stays_one_line() -> None:
    text = sentence(Problem(ErrorCode.EMPTY_FILE), "a{name}\n📄{detail}.pdf")
    assert text.startswith("a{name}�📄{detail}.pdf is empty")


@pytest.mark.parametrize("code", list(NoteCode))
@pytest.mark.parametrize("detail", ["", "90"])
def test_every_note_has_its_words(code: NoteCode, detail: str) -> None:
    words = note_words(Note(code=code, detail=detail))
    assert 3 < len(words) < 80
    assert "{" not in words and "()" not in words and "  " not in words


def test_how_a_page_was_read_is_no_doubt_but_handwriting_is() -> None:
    assert not is_doubt(Note(code=NoteCode.TEXT_LAYER))
    assert not is_doubt(Note(code=NoteCode.BLANK_PAGE))
    assert is_doubt(Note(code=NoteCode.HANDWRITING))


@pytest.mark.parametrize(
    ("problem", "code"),
    [
        (None, 0),
        (Problem(ErrorCode.DAMAGED), 1),
        (Problem(AppCode.BAD_RANGE), 2),
        (Problem(ErrorCode.ENGINE_UNAVAILABLE), 3),
        (Problem(ErrorCode.CANCELLED), 130),
    ],
)
def test_exit_codes_of_the_command_line(problem: Problem | None, code: int) -> None:
    assert exit_code(problem) == code


def test_the_error_says_its_sentence() -> None:
    error = ProblemError(Problem(ErrorCode.NO_PAGES), "x.pdf")
    assert str(error) == sentence(Problem(ErrorCode.NO_PAGES), "x.pdf")
