# SPDX-License-Identifier: AGPL-3.0-or-later
"""A table of measurements as cells and as lines, for the terminal and the window."""

from __future__ import annotations

from collections.abc import Iterator

from app.core.retell import retell
from app.core.wording import mark, tr
from engine.tune.values import Measured, Table


def short(row: Measured) -> str:
    """What a trial gave, in a few words."""
    if row.status == "skipped":
        return tr("not tried, {reason}").format(reason=retell(row.reason))
    if row.status == "failed":
        return tr("failed, {reason}").format(reason=retell(row.reason))
    return tr("{n} pages/s").format(n=f"{row.pages_per_s:.3g}")


HEAD = (
    mark("drafts"), mark("at once"), mark("pages/s"), mark("s/page"), mark("tokens/s"), mark("first text"),
    mark("drafts right"), mark("tokens/step"), mark("noise"),
)  # fmt: skip


def lines(table: Table) -> Iterator[str]:
    """The table, and what follows from it, for a terminal."""
    rows = [HEAD, *(cells(row) for row in table.rows if row.status == "measured")]
    widths = [max(len(row[at]) for row in rows) for at in range(len(HEAD))]
    for row in rows:
        yield "  ".join(f"{cell:<{width}}" if at == 0 else f"{cell:>{width}}"
                        for at, (cell, width) in enumerate(zip(row, widths, strict=True))).rstrip()
    left = [row for row in table.rows if row.status != "measured"]
    if left:
        yield ""
        yield from (f"{row.trial.title}: {short(row)}" for row in left)
    yield ""
    yield from verdict(table)


def verdict(table: Table) -> Iterator[str]:
    """What follows from a table, in sentences."""
    yield tr("For a page you look at: {reason}.").format(reason=retell(table.latency_reason))
    yield tr("For a whole queue: {reason}.").format(reason=retell(table.queue_reason))
    if table.note:
        yield tr("But {note}.").format(note=retell(table.note))
    text = tr("Measured with {sample} in {seconds:.0f} s; kept for this machine, engine, model and version.")
    yield text.format(sample=retell(table.sample), seconds=table.seconds)


def cells(row: Measured) -> tuple[str, ...]:
    """A measured trial under HEAD."""
    def number(value: float | None, form: str) -> str:
        return tr("not reported") if value is None else format(value, form)

    return (
        tr("adaptive") if row.depth == "adaptive" else f"K={row.depth}", str(row.pages), f"{row.pages_per_s:.3g}",
        f"{row.seconds:.3g}", number(row.tokens_per_s, ".1f"),
        tr("not reported") if row.first_token is None else f"{row.first_token:.2f} s",
        "-" if row.depth == "0" else number(row.acceptance, ".0%"),
        "-" if row.depth == "0" else number(row.tokens_per_step, ".2f"), f"{row.noise:.0%}",
    )  # fmt: skip
