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
        f"The disk is full and has no room for {{name}}: free some space and {_AGAIN}, finished pages are kept."
    ),
    ErrorCode.CANCELLED: f"{{name}} was stopped: what is finished is kept, {_AGAIN} to go on from there.",
    ErrorCode.SHUTTING_DOWN: f"{{name}} was not finished because Copyholder was stopped: {_AGAIN} to go on.",
    AppCode.DELETED_ELSEWHERE: (
        "{name} was deleted from the library by another window or command while it was read: "
        f"{_AGAIN} to read it anew."
    ),
    AppCode.BAD_NAME: f"The name of {{name}} has bytes in it that are not text: rename it and {_AGAIN}.",
}


def _same(text: str) -> tuple[str, str]:
    return text, text


_INSTEAD: dict[ErrorCode | AppCode, tuple[str, str]] = {
    **{code: _same(text) for code, text in _PLAIN.items()},
    ErrorCode.ENGINE_UNAVAILABLE: (
        "No engine could be started to read {name} ({detail}): “copyholder doctor” shows what is installed.",
        "No engine could be started to read {name}: “copyholder doctor” shows what is installed.",
    ),
    ErrorCode.ENGINE_FAILED: (
        f"The engine could not read {{name}} ({{detail}}): {_AGAIN}, or leave it out.",
        f"The engine could not read {{name}}: {_AGAIN}, or leave it out.",
    ),
    ErrorCode.KEY_MISSING: (
        f"{{detail}} needs a key: keep it with “copyholder engines key {{detail}}”, then {_AGAIN}.",
        f"The service needs a key: keep it with “copyholder engines key HOST”, then {_AGAIN}.",
    ),
    ErrorCode.KEY_REJECTED: (
        f"{{detail}} does not accept the key: set it anew with “copyholder engines key {{detail}}”, then {_AGAIN}.",
        f"The service does not accept the key: set it anew with “copyholder engines key HOST”, then {_AGAIN}.",
    ),
    ErrorCode.OUT_OF_CREDITS: _same(
        f"The account is out of credits: top it up with the service, or choose another --engine, then {_AGAIN}."
    ),
    ErrorCode.FORBIDDEN: (
        f"The service does not allow this ({{detail}}): check what the key may be used for, then {_AGAIN}.",
        f"The service does not allow this: check what the key may be used for, then {_AGAIN}.",
    ),
    ErrorCode.NO_SUCH_SERVICE: (
        f"There is no such service at {{detail}}: check the address after --engine openai:, then {_AGAIN}.",
        f"There is no such service at this address: check what stands after --engine openai:, then {_AGAIN}.",
    ),
    ErrorCode.REQUEST_REFUSED: (
        f"The service refused the request ({{detail}}): check --model and --prompt, then {_AGAIN}.",
        f"The service refused the request: check --model and --prompt, then {_AGAIN}.",
    ),
    ErrorCode.RATE_LIMITED: _same(
        f"The service answers that there are too many requests: wait a few minutes, then {_AGAIN}."
    ),
    ErrorCode.SERVICE_STARTING: _same(
        f"The service did not start in time: {_AGAIN} in a few minutes, or choose another --engine."
    ),
    ErrorCode.NO_CONNECTION: (
        f"{{detail}} cannot be reached: check the network, the proxy and the address, then {_AGAIN}.",
        f"The service cannot be reached: check the network, the proxy and the address, then {_AGAIN}.",
    ),
    ErrorCode.CERTIFICATE: (
        ("{detail} shows a certificate that is not trusted: check the address, or name your own certificate authority "
        "with --ca-file."),
        ("The service shows a certificate that is not trusted: check the address, or name your own certificate "
        "authority with --ca-file."),
    ),
    ErrorCode.COST_LIMIT: (
        f"The spending cap is reached (US dollars {{detail}}): raise --max-cost and {_AGAIN}, finished pages are kept.",
        f"The spending cap is reached: raise --max-cost and {_AGAIN}, finished pages are kept.",
    ),
    AppCode.NO_CONSENT: (
        f"Nothing was sent to {{detail}}: agree when you are asked, or {_AGAIN} with --yes.",
        f"Nothing was sent: agree when you are asked, or {_AGAIN} with --yes.",
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
