# SPDX-License-Identifier: AGPL-3.0-or-later
"""Problems in words for a command line, where there is no Resume to press and no row to click."""

from __future__ import annotations

from app.core.changes import AppCode, Problem
from app.core.errors import WHOLE_FILE, ProblemError
from app.core.errors import sentence as general
from engine.protocol import ErrorCode

_AGAIN = "give the same command again"

_PLAIN: dict[ErrorCode | AppCode, str] = {
    ErrorCode.NOT_FOUND: "{name} is not there: check its name and its folder.",
    ErrorCode.PASSWORD_NEEDED: (
        "{name} is locked: write its password into a text file and name that file with --password-file."
    ),
    ErrorCode.PASSWORD_WRONG: "No password given opens {name}: add the right one to the file of --password-file.",
    ErrorCode.FILE_CHANGED: (
        f"{{name}} was changed by another program while it was read: {_AGAIN} to read the new version."
    ),
    ErrorCode.DISK_FULL: (
        f"The disk is full and {{name}} could not be written: free some space and {_AGAIN}, finished pages are kept."
    ),
    ErrorCode.CANCELLED: f"{{name}} was stopped: what is finished is kept, {_AGAIN} to go on from there.",
    ErrorCode.SHUTTING_DOWN: f"{{name}} was not finished because Copyholder was stopped: {_AGAIN} to go on.",
    AppCode.BAD_NAME: f"The name of {{name}} has bytes in it that are not text: rename it and {_AGAIN}.",
}
_INSTEAD: dict[ErrorCode | AppCode, tuple[str, str]] = {
    **{code: (text, text) for code, text in _PLAIN.items()},
    ErrorCode.ENGINE_UNAVAILABLE: (
        "No engine could be started to read {name} ({detail}): “copyholder doctor” shows what is installed.",
        "No engine could be started to read {name}: “copyholder doctor” shows what is installed.",
    ),
    ErrorCode.ENGINE_FAILED: (
        f"The engine could not read {{name}} ({{detail}}): {_AGAIN}, or leave it out.",
        f"The engine could not read {{name}}: {_AGAIN}, or leave it out.",
    ),
}
"""Where the window's sentence names a step that a command line does not have."""

def sentence(problem: Problem, name: str = "") -> str:
    """As `app.core.errors.sentence`, with the next step of a command line."""
    return general(problem, name, _INSTEAD)


def of_error(error: ProblemError) -> str:
    return sentence(error.problem, error.subject)


def of_pages(problem: Problem, pages: list[int], name: str) -> str:
    """One problem of one page or of many (from 0, ascending) of the document `name`."""
    numbers = _numbers(pages)
    where = f"{'Page' if len(pages) == 1 else 'Pages'} {numbers} of {name}"
    if problem.code in WHOLE_FILE:
        return f"{where}: {sentence(problem, name)}"
    if len(pages) == 1:
        text = sentence(problem, f"page {numbers} of {name}")
        return text[0].upper() + text[1:]
    text = sentence(problem, "each page")
    return f"{where}: {text[0].upper()}{text[1:]}"


def _numbers(pages: list[int]) -> str:
    """`3, 7-9, 20` of pages from 0."""
    spans: list[tuple[int, int]] = []
    for page in pages:
        if spans and page == spans[-1][1] + 1:
            spans[-1] = (spans[-1][0], page)
        else:
            spans.append((page, page))
    return ", ".join(str(a + 1) if a == b else f"{a + 1}-{b + 1}" for a, b in spans)
