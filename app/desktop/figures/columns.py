# SPDX-License-Identifier: AGPL-3.0-or-later
"""The columns of the performance panel: what each says of a page, in words and for a spreadsheet. Plain
functions, no Qt. A figure that was not reported says so; a page that was not read has none."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TypeAlias

from app.core.changes import PageState
from app.core.version_changes import PageFigures
from app.core.wording import mark, tr
from app.desktop.phrases import duration, engine_name, page_state, per_cent

NOT_REPORTED = mark("not reported")
"""To be looked up where it is shown; so are the names of the columns."""

Figure: TypeAlias = int | float | str | None


@dataclass(frozen=True, slots=True)
class Column:
    """`value` gives the plain figure, `words` how it is shown. `measured`: it stands only for pages that were
    read, or are being read where it is `live`. `wide` is the width in average characters; `text` is no number."""

    name: str
    unit: str
    value: Callable[[PageFigures], Figure]
    words: Callable[[Figure], str] = str
    measured: bool = True
    live: bool = False
    wide: int = 9
    text: bool = False


def _count(figure: Figure) -> str:
    return f"{figure:,}"


def _seconds(figure: Figure) -> str:
    return duration(float(figure or 0))


def _rate(figure: Figure) -> str:
    return f"{float(figure or 0):,.1f}"


def _ratio(figure: Figure) -> str:
    return f"{float(figure or 0):.2f}"


def _share(figure: Figure) -> str:
    return per_cent(float(figure or 0))


COLUMNS: tuple[Column, ...] = (
    Column(mark("Page"), "", lambda one: one.row.page + 1, _count, measured=False, wide=6),
    Column(mark("State"), "", lambda one: page_state(one.row.state), measured=False, wide=10, text=True),
    Column(mark("Engine"), "", lambda one: engine_name(one.engine) if one.engine else None, wide=14, text=True),
    Column(mark("K"), "", lambda one: one.draft_tokens, _count, wide=6),
    Column(mark("Tokens"), "", lambda one: one.output_tokens, _count),
    Column(mark("Vision"), "s", lambda one: one.vision, _seconds),
    Column(mark("Prefill"), "s", lambda one: one.prefill, _seconds),
    Column(mark("Decode"), "s", lambda one: one.decode, _seconds),
    Column(mark("In all"), "s", lambda one: one.total, _seconds),
    Column(mark("Tokens/s"), "", lambda one: one.row.tokens_per_s, _rate, live=True),
    Column(mark("Tokens/step"), "", lambda one: one.tokens_per_step, _ratio, wide=11),
    Column(mark("Acceptance"), "", lambda one: one.row.acceptance, _share, live=True, wide=11),
    Column(mark("Flags"), "", lambda one: one.row.flags, _count, measured=False, wide=6),
)


def shown(column: Column, figures: PageFigures) -> str:
    """What stands in the table."""
    value = column.value(figures)
    if value is not None:
        return column.words(value)
    return tr(NOT_REPORTED) if _expected(column, figures) else ""


def _expected(column: Column, figures: PageFigures) -> bool:
    """Whether the figure should be there, so that its absence is worth a word."""
    return column.measured and figures.row.state is PageState.READ


def as_csv(rows: Iterable[PageFigures]) -> str:
    """All columns for a spreadsheet: numbers with a point and no unit, seconds and shares as fractions. Heads and
    words are those of the table, in the user's language: it goes into the clipboard, to be read by a person."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    heads = [(tr(column.name), column.unit) for column in COLUMNS]
    writer.writerow([f"{name} ({unit})" if unit else name for name, unit in heads])
    for figures in rows:
        writer.writerow([_cell(column, figures) for column in COLUMNS])
    return out.getvalue()


def _cell(column: Column, figures: PageFigures) -> str:
    value = column.value(figures)
    if value is None:
        return tr(NOT_REPORTED) if _expected(column, figures) else ""
    return f"{value:.6g}" if isinstance(value, float) else str(value)
