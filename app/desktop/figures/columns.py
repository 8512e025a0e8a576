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
from app.desktop.phrases import duration, engine_name, page_state, per_cent

NOT_REPORTED = "not reported"

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


def _share(figure: Figure) -> str:
    return per_cent(float(figure or 0))


COLUMNS: tuple[Column, ...] = (
    Column("Page", "", lambda one: one.row.page + 1, _count, measured=False, wide=6),
    Column("State", "", lambda one: page_state(one.row.state), measured=False, wide=11, text=True),
    Column("Engine", "", lambda one: engine_name(one.engine) if one.engine else None, wide=15, text=True),
    Column("K", "", lambda one: one.draft_tokens, _count, wide=6),
    Column("Tokens", "", lambda one: one.output_tokens, _count),
    Column("Vision", "s", lambda one: one.vision, _seconds),
    Column("Prefill", "s", lambda one: one.prefill, _seconds),
    Column("Decode", "s", lambda one: one.decode, _seconds),
    Column("In all", "s", lambda one: one.total, _seconds),
    Column("Tokens/s", "", lambda one: one.row.tokens_per_s, _rate, live=True),
    Column("Tokens/step", "", lambda one: one.tokens_per_step, lambda figure: f"{float(figure or 0):.2f}", wide=11),
    Column("Acceptance", "", lambda one: one.row.acceptance, _share, live=True, wide=11),
    Column("Flags", "", lambda one: one.row.flags, _count, measured=False, wide=6),
)


def shown(column: Column, figures: PageFigures) -> str:
    """What stands in the table."""
    value = column.value(figures)
    if value is not None:
        return column.words(value)
    return NOT_REPORTED if _expected(column, figures) else ""


def _expected(column: Column, figures: PageFigures) -> bool:
    """Whether the figure should be there, so that its absence is worth a word."""
    return column.measured and figures.row.state is PageState.READ


def as_csv(rows: Iterable[PageFigures]) -> str:
    """All columns for a spreadsheet: numbers with a point and no unit, seconds and shares as fractions."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow([f"{column.name} ({column.unit})" if column.unit else column.name for column in COLUMNS])
    for figures in rows:
        writer.writerow([_cell(column, figures) for column in COLUMNS])
    return out.getvalue()


def _cell(column: Column, figures: PageFigures) -> str:
    value = column.value(figures)
    if value is None:
        return NOT_REPORTED if _expected(column, figures) else ""
    return f"{value:.6g}" if isinstance(value, float) else str(value)
