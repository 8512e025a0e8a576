# SPDX-License-Identifier: AGPL-3.0-or-later
"""How far a document has been looked through, and what its pages tell of each other: running heads, the usual
acceptance."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from statistics import median

NEAR = 6
"""Pages before and after one that are looked at for running heads: they change from chapter to chapter."""

REPEATED = 3
"""Pages that a line stands on at least to be a running head (see checks.masks)."""

FEW = 3
"""Pages below which there is no usual acceptance."""


@dataclass(slots=True, eq=False)
class Progress:
    """`through` are pages whose flags are up to date. `edges` are the lines at the top and bottom of a page,
    `used` the running heads that its flags were found with. `known` are digests of what the library has of
    pages. `basis`: with another, pages are other pages."""

    basis: object
    through: set[int] = field(default_factory=set)
    edges: dict[int, frozenset[str]] = field(default_factory=dict)
    used: dict[int, frozenset[str]] = field(default_factory=dict)
    loaded: set[int] = field(default_factory=set)  # pages whose edges were asked of the library
    known: dict[int, bytes] | None = None
    _usual: float | None = None
    _counted: int = -1

    def running(self, page: int) -> frozenset[str]:
        """Lines that repeat on the pages around."""
        seen: Counter[str] = Counter()
        for other in range(page - NEAR, page + NEAR + 1):
            seen.update(self.edges.get(other, ()))
        return frozenset(line for line, count in seen.items() if count >= REPEATED)

    def seen(self, page: int, edges: frozenset[str], used: frozenset[str]) -> list[int]:
        """The page was looked through; pages around whose running heads are others now."""
        self.edges[page] = edges
        self.used[page] = used & edges
        around = range(page - NEAR, page + NEAR + 1)
        return [other for other in around if other in self.used and self.is_stale(other)]

    def is_stale(self, page: int) -> bool:
        """Whether its flags were found with other running heads than are known now."""
        edges = self.edges.get(page, frozenset())
        return self.running(page) & edges != self.used.get(page, frozenset()) & edges

    def usual_acceptance(self, shares: list[float] | None, count: int) -> float | None:
        """The median of the pages' acceptance; `shares` may be None where `count` pages were read the last time too."""
        if shares is not None:
            self._usual, self._counted = (median(shares) if len(shares) >= FEW else None), count
        return self._usual

    def counted(self, count: int) -> bool:
        """Whether the usual acceptance is of so many pages."""
        return self._counted == count
