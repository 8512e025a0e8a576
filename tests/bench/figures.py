# SPDX-License-Identifier: AGPL-3.0-or-later
"""One measured figure beside its bound, and how figures are printed."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Figure:
    """`bound` is what it may be at most (at least, with `least`); None where there is none. A `firm`
    figure does not depend on what else the machine does, so a miss makes the run fail; a speed that is
    missed is only shown."""

    name: str
    value: float
    unit: str
    bound: float | None = None
    least: bool = False
    remark: str = ""
    firm: bool = False

    @property
    def missed(self) -> bool:
        """Not what it is bound to be; nan is not."""
        if self.bound is None:
            return False
        return not (self.value >= self.bound if self.least else self.value <= self.bound)

    def line(self) -> str:
        text = f"{self.name:<58} {self.value:>9.3f} {self.unit:<9}"
        if self.bound is not None:
            sign = "≥" if self.least else "≤"
            verdict = "MISS" if self.missed else "ok"
            ratio = f"{self.value / self.bound:5.2f}" if self.bound else "    -"
            text += f" {sign} {self.bound:<8g} ratio {ratio}  {verdict}"
        return f"{text}  {self.remark}".rstrip()


def percentile(values: Sequence[float], share: float) -> float:
    """The smallest value that `share` of all are not above; nan for none."""
    ordered = sorted(values)
    return ordered[max(0, math.ceil(share * len(ordered)) - 1)] if ordered else math.nan


def show(title: str, figures: Sequence[Figure]) -> bool:
    """Print them; whether no firm one is missed."""
    print(f"\n== {title}")
    for figure in figures:
        print(figure.line(), flush=True)
    return not any(figure.firm and figure.missed for figure in figures)
