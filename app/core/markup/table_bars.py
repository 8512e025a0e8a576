# SPDX-License-Identifier: AGPL-3.0-or-later
"""Bars inside the cells of pipe tables.

A table row is cut at every bar that has no backslash, also inside formulas and code.
Models write `| $|x|$ | 2 |` all the same. Where a row has more cells than the head, and
just as many when the bars in its formulas and code are not counted, they are kept.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

from app.core.markup.signs import find_inline

if TYPE_CHECKING:  # the functions on plain text are used where no parser is loaded
    from markdown_it import MarkdownIt
    from markdown_it.rules_block import StateBlock

STAND_IN = "\ue0f0"
"""A private-use character in place of a kept bar; text that has it already is left alone."""

_DELIMITER_ROW = re.compile(r"^\s{0,3}[|:-][\s|:-]*$")
_BAR = re.compile(r"(?<!\\)\|")
_CODE = re.compile(r"(`+)(?!`).+?(?<!`)\1(?!`)")

BlockRule: TypeAlias = "Callable[[StateBlock, int, int, bool], bool]"


def install(md: MarkdownIt, table_rule: BlockRule) -> None:
    """Put a rule that keeps such bars in the place of the parser's own table rule."""

    def table(state: StateBlock, start: int, stop: int, silent: bool) -> bool:
        source = state.src
        protected = _protect(state, start, start + 2 if silent else stop)
        if protected is None:
            return table_rule(state, start, stop, silent)
        first_token = len(state.tokens)
        state.src = protected
        try:
            return table_rule(state, start, stop, silent)
        finally:
            state.src = source
            for token in state.tokens[first_token:]:
                token.content = token.content.replace(STAND_IN, "|")

    md.block.ruler.at("table", table, {"alt": ["paragraph", "reference"]})


def _protect(state: StateBlock, start: int, stop: int) -> str | None:
    """The source with stand-ins of the same length, or None where nothing is to be kept."""
    if start + 1 >= state.lineMax or STAND_IN in state.src:
        return None
    delimiters = state.src[state.bMarks[start + 1] : state.eMarks[start + 1]]
    if "-" not in delimiters or not _DELIMITER_ROW.match(delimiters):
        return None
    columns = cells(delimiters)
    head = state.src[state.bMarks[start] : state.eMarks[start]]
    if "|" not in head or cells(keep_bars(head)) != columns:
        return None
    changed: list[tuple[int, int, str]] = []
    for line in range(start, min(stop, state.lineMax)):
        begin, end = state.bMarks[line] + state.tShift[line], state.eMarks[line]
        row = state.src[begin:end]
        if not row.strip():
            break
        if line != start + 1 and "|" in row and cells(row) > columns:
            kept = keep_bars(row)
            if cells(kept) == columns:
                changed.append((begin, end, kept))
    if not changed:
        return None
    pieces: list[str] = []
    position = 0
    for begin, end, kept in changed:
        pieces += (state.src[position:begin], kept)
        position = end
    return "".join(pieces) + state.src[position:]


def cells(row: str) -> int:
    """How many cells a row has."""
    inner = row.strip()
    return len(_BAR.findall(inner)) + 1 - inner.startswith("|") - bool(re.search(r"(?<!\\)\|$", inner))


def keep_bars(row: str) -> str:
    """The row with the bars inside its formulas and code replaced, length unchanged."""
    done: list[str] = []
    position = 0
    while position < len(row):
        end = _span_end(row, position)
        if end > position:
            done.append(row[position:end].replace("|", STAND_IN))
        else:
            end = position + 1
            done.append(row[position])
        position = end
    return "".join(done)


def _span_end(row: str, start: int) -> int:
    """Where the formula or code that begins at `start` ends; `start` if there is none."""
    if row[start] == "`":
        code = _CODE.match(row, start)
        return code.end() if code else start
    if row[start] not in "$\\":
        return start
    found = find_inline(row, start)
    return found[2] + len(found[0]) if found else start
