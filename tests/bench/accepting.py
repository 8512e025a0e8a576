# SPDX-License-Identifier: AGPL-3.0-or-later
"""What accepting the suggestions leaves of a text with one error in it, as in the window: one after the other, and each
time the page is looked through anew."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from app.core.checks import Findings, Flag, Kind
from app.core.checks.taking import taken_out
from tests.bench.checked_pages import Checked
from tests.bench.figures import Figure
from tests.edits import Edit, EditKind

_MOST = 12
"""Suggestions accepted for one error."""
_SHOWN = 30
"""Errors of each kind."""
_MARKUP = frozenset({EditKind.TAG, EditKind.FORMULA})
"""Kinds of which nothing is suggested."""
_BOUNDS = {EditKind.ROW: 0.95, EditKind.LOOP: 0.95, EditKind.SENTENCE: 0.9, EditKind.LINE: 0.7}

Look = Callable[[Checked, str], Findings]


def after_accepting(edits: Iterable[tuple[Checked, Edit]], look: Look, bounded: bool, shown: list[str]) -> list[Figure]:
    """The share of the errors of each kind after which the text is as it was, and how many tables were broken."""
    seen, right = Counter[EditKind](), Counter[EditKind]()
    broken = 0
    known: dict[str, tuple[frozenset[object], int]] = {}
    for page, edit in edits:
        if edit.kind in _MARKUP or seen[edit.kind] >= _SHOWN:
            continue
        seen[edit.kind] += 1
        if page.name not in known:
            flags = look(page, page.text).flags
            known[page.name] = frozenset(_name(flag, page.text) for flag in flags), _ragged(flags)
        before, ragged = known[page.name]
        text = _accepted(page, edit.text, before, look)
        if _tidy(text) == _tidy(page.text):
            right[edit.kind] += 1
        else:
            shown.append(f"{edit.kind:<18} {page.name}: was {edit.was[:60]!r}")
        broken += _ragged(look(page, text).flags) > max(ragged, _ragged(look(page, edit.text).flags))
    bounds = _BOUNDS if bounded else {}
    figures = [
        Figure(
            f"right after accepting: {kind}", right[kind] / seen[kind], "", bounds.get(kind), True, f"of {seen[kind]}",
            firm=kind in bounds,
        )
        for kind in EditKind
        if seen[kind]
    ]  # fmt: skip
    return [
        *figures,
        Figure("tables broken by accepting", broken, f"of {seen.total()}", 0 if bounded else None, firm=bounded),
    ]


def _accepted(page: Checked, text: str, before: frozenset[object], look: Look) -> str:
    for _ in range(_MOST):
        flags = [flag for flag in look(page, text).flags if flag.suggestion is not None]
        flag = next((flag for flag in flags if _name(flag, text) not in before), None)
        if flag is None:
            break
        start, end = (flag.start, flag.end) if flag.suggestion else taken_out(text, flag.start, flag.end)
        text = text[:start] + (flag.suggestion or "") + text[end:]
    return text


def _name(flag: Flag, text: str) -> object:
    """What a flag says, wherever it stands."""
    return flag.kind, text[flag.start : flag.end], tuple(sorted(flag.data.items()))


def _ragged(flags: Sequence[Flag]) -> int:
    return sum(flag.kind is Kind.TABLE_RAGGED for flag in flags)


def _tidy(text: str) -> str:
    """Blank lines are one, and a table's cells have one blank to each side."""
    return re.sub(r"\n{3,}", "\n\n", re.sub(r" *\| *", " | ", text)).strip()
