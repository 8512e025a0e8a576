# SPDX-License-Identifier: AGPL-3.0-or-later
"""What is measured, and the table that is kept."""

from __future__ import annotations

from typing import Literal, TypeAlias

from engine.hardware.facts import Fact

Depth: TypeAlias = str
"""Drafts a step: "0" to "8", or "adaptive"."""

Status: TypeAlias = Literal["measured", "skipped", "failed"]


class Trial(Fact, frozen=True, kw_only=True):
    """One setting: drafts a step, and pages in flight."""

    depth: Depth
    pages: int = 1

    @property
    def title(self) -> str:
        drafts = "adaptive drafts" if self.depth == "adaptive" else f"K={self.depth}"
        return drafts if self.pages == 1 else f"{drafts}, {self.pages} pages at once"


class Measured(Fact, frozen=True, kw_only=True):
    """What a trial gave, medians over its passes; or why it gave nothing (`status`, `reason`).

    `seconds` is for a page from its request to its end, `decode_share` the part of it in which tokens were made;
    `tokens_per_s` is over the whole time; `noise` the share by which passes differed. `acceptance` is the share
    of drafts that were right, `per_position` that of steps in which the first, second ... draft was. What the
    engine does not report is None."""

    depth: Depth
    pages: int = 1
    status: Status = "measured"
    reason: str = ""
    pages_per_s: float = 0.0
    seconds: float = 0.0
    tokens_per_s: float | None = None
    first_token: float | None = None
    acceptance: float | None = None
    per_position: tuple[float, ...] = ()
    tokens_per_step: float | None = None
    step_seconds: float | None = None
    decode_share: float = 1.0
    noise: float = 0.0
    passes: int = 0

    @property
    def trial(self) -> Trial:
        return Trial(depth=self.depth, pages=self.pages)


class Table(Fact, frozen=True, kw_only=True):
    """All that was measured for an engine here. `key` is what it holds for (see `engine.tune.key`); `sample` says
    what was read, `note` what may have spoilt it; `latency` and `queue` are the best for a page that is looked at
    and for many pages, with their reasons."""

    key: dict[str, str]
    rows: tuple[Measured, ...]
    latency: Trial
    queue: Trial
    latency_reason: str = ""
    queue_reason: str = ""
    sample: str = ""
    note: str = ""
    date: str = ""
    seconds: float = 0.0
