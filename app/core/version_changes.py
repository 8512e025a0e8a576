# SPDX-License-Identifier: AGPL-3.0-or-later
"""What the session tells of the versions of a page and of what reading took; the rest is in
`app.core.changes`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from app.core.changes import PageRow, Problem
    from engine.protocol import Reading


@dataclass(frozen=True, slots=True)
class ReadingInfo:
    """One reading of a page as lists show it. `number` names it in the library; `settings` are the
    options that it was read with, in words as on the command line where known; absent figures were
    not reported. `present` is the one whose text counts where the page is not edited."""

    number: int
    at: float  # seconds since the epoch
    engine: str
    model: str = ""
    settings: str = ""
    chars: int = 0
    seconds: float | None = None
    tokens_per_s: float | None = None
    acceptance: float | None = None
    present: bool = False


@dataclass(frozen=True, slots=True)
class EditInfo:
    """One state of the page's text that a user saved. `text` is None for "back to the engine's"."""

    number: int
    at: float  # seconds since the epoch
    who: str
    text: str | None


@dataclass(frozen=True, slots=True)
class VersionsListed:
    """The answer to `versions`: all readings and edits of a page, the oldest first."""

    document: int
    page: int
    readings: tuple[ReadingInfo, ...]
    edits: tuple[EditInfo, ...]


@dataclass(frozen=True, slots=True)
class ReadingFetched:
    """The answer to `fetch_reading`: one whole reading; None where it is gone."""

    document: int
    page: int
    number: int
    reading: Reading | None


@dataclass(frozen=True, slots=True)
class RereadStatus:
    """How far pages have come that another engine reads once (`read_with`). `state` is "asking" (for consent),
    "starting", "reading", "done", "stopped" or "failed"; the last three end it. `problem` is the first that
    came up."""

    document: int
    engine: str
    state: str
    read: int
    failed: int
    total: int
    problem: Problem | None = None
    detail: str = ""

    @property
    def over(self) -> bool:
        return self.state in ("done", "stopped", "failed")


@dataclass(frozen=True, slots=True)
class PageFigures:
    """A page's row with what its present reading took. Seconds; `positions` is the share of steps in which
    the draft token at each position was accepted. Absent figures were not reported."""

    row: PageRow
    engine: str = ""
    draft_tokens: int | None = None
    output_tokens: int | None = None
    total: float | None = None
    vision: float | None = None
    prefill: float | None = None
    decode: float | None = None
    tokens_per_step: float | None = None
    positions: tuple[float, ...] | None = None


@dataclass(frozen=True, slots=True)
class FigureRows:
    """Figures of consecutive pages, answering `want_figures` or telling that they changed."""

    document: int
    first: int
    rows: tuple[PageFigures, ...]


@dataclass(frozen=True, slots=True)
class DraftsSummed:
    """The answer to `sum_drafts`: over all `pages` of the document that were read with drafts, the share of
    steps in which the draft token at each position was accepted."""

    document: int
    pages: int
    positions: tuple[float, ...]
