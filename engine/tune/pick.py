# SPDX-License-Identifier: AGPL-3.0-or-later
"""The best settings of what was measured, for one page and for many, with the reason in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.tune.plan import GAIN, best, noise, order
from engine.tune.values import Measured, Trial


@dataclass(frozen=True, slots=True)
class Verdict:
    """`latency` is for a page that somebody looks at, `queue` for many pages."""

    latency: Trial
    queue: Trial
    latency_reason: str
    queue_reason: str


def verdict(rows: Sequence[Measured]) -> Verdict | None:
    """None if nothing was measured."""
    one = best(rows, 1)
    if one is None:
        return None
    many = _queue(rows, one)
    return Verdict(one.trial, many.trial, _latency_reason(rows, one), _queue_reason(rows, one, many))


def _queue(rows: Sequence[Measured], one: Measured) -> Measured:
    """Most pages a second; fewer pages at once and fewer drafts where that makes no difference."""
    measured = [row for row in rows if row.status == "measured"]
    top = max(measured, key=lambda row: row.pages_per_s)
    near = [row for row in measured if row.pages_per_s >= top.pages_per_s * (1 - max(GAIN, noise(row, top)))]
    fewest = min(row.pages for row in near)
    if fewest == 1:
        return one if one in near else min((r for r in near if r.pages == 1), key=lambda r: order(r.depth))
    return min((row for row in near if row.pages == fewest), key=lambda row: order(row.depth))


def gain(row: Measured, plain: Measured) -> float:
    """How many times as fast a page is read."""
    return plain.seconds / row.seconds if row.seconds else 0.0


def _latency_reason(rows: Sequence[Measured], one: Measured) -> str:
    alone = [row for row in rows if row.pages == 1 and row.status == "measured"]
    plain = next((row for row in alone if row.depth == "0"), None)
    if plain is None:
        return f"{one.trial.title}: {one.seconds:.2g} s a page"
    words = []
    if one is not plain:
        words.append(f"{one.trial.title}: {gain(one, plain):.2f}x as fast as without drafts{_accepted(one)}")
    elif len(alone) == 1:
        tried = any(row.pages == 1 and row.depth != "0" for row in rows)
        words.append("this engine drafts nothing here" if tried else "drafts were not tried")
    else:
        words.append("without drafts a page is read fastest here")
    words += [_why_not(row, one, plain) for row in alone if row is not one and row is not plain]
    return "; ".join(words)


def _why_not(row: Measured, one: Measured, plain: Measured) -> str:
    times = gain(row, plain)
    if row.seconds <= one.seconds * (1 + noise(row, one)):
        return f"{row.trial.title} differs by no more than the noise ({times:.2f}x)"
    slower = "is slower than none" if times < 1 else "gains less"
    return f"{row.trial.title} {slower} ({times:.2f}x{_cost(row, plain)})"


def _cost(row: Measured, plain: Measured) -> str:
    """What a step costs and brings, where both are known: the cause, as far as it can be measured."""
    if not (row.tokens_per_step and row.step_seconds and plain.step_seconds):
        return ""
    step = row.step_seconds / plain.step_seconds
    return f": a step takes {step:.1f} times as long and brings {row.tokens_per_step:.1f} tokens"


def _accepted(row: Measured) -> str:
    return f" ({row.acceptance:.0%} of the drafts are right)" if row.acceptance is not None else ""


def _queue_reason(rows: Sequence[Measured], one: Measured, many: Measured) -> str:
    if many.pages == 1:
        failed = next((row for row in rows if row.pages > 1 and row.status == "failed"), None)
        if failed is not None:
            return f"one page at a time: {failed.pages} at once failed ({failed.reason})"
        if not any(row.pages > 1 and row.status == "measured" for row in rows):
            why = next((row.reason for row in rows if row.pages > 1), "more were not tried")
            return f"one page at a time: {why}"
        return "one page at a time: more at once bring nothing here"
    times = many.pages_per_s / one.pages_per_s
    drafts = Trial(depth=many.depth).title
    words = [f"{many.pages} pages at once with {drafts}: {many.pages_per_s:.2g} pages/s, {times:.1f}x one at a time"]
    more = [row for row in rows if row.pages > many.pages and row.depth == many.depth]
    measured = [row for row in more if row.status == "measured"]
    failed_at = next((row for row in more if row.status == "failed"), None)
    untried = next((row for row in more if row.status == "skipped"), None)
    if measured:
        words.append(f"{measured[0].pages} bring no more ({measured[0].pages_per_s:.2g})")
    elif failed_at is not None:
        words.append(f"{failed_at.pages} failed ({failed_at.reason})")
    elif untried is not None:
        words.append(f"{untried.pages} not tried ({untried.reason})")
    other = [row for row in rows if row.pages == many.pages and row.depth != many.depth and row.status == "measured"]
    words += [f"with {Trial(depth=row.depth).title} {row.pages_per_s:.2g} pages/s" for row in other]
    return "; ".join(words)
