# SPDX-License-Identifier: AGPL-3.0-or-later
"""What the run has cost, and whether the next request may still be sent.

Amounts are US dollars, estimates from tokens. Before a request its estimate is reserved, as are
those of all others under way, so that together they cannot pass the cap by more than their
estimates are wrong. Without prices nothing is counted, and no cap holds.
"""

from __future__ import annotations

from engine.backends.hosted.faults import Fault, Kind
from engine.protocol import ErrorCode

USUAL = (957, 1367)
"""Input and output tokens of a page, as long as none has been read: one measured page of a paper."""

_MEMORY = 20
"""Pages over which the usual size follows what is read."""


class Ledger:
    """`factor` multiplies the tokens, for a service that bills more than it reads."""

    def __init__(
        self, prices: tuple[float | None, float | None], spent: float, cap: float | None, factor: int = 1
    ) -> None:
        self._prices = (prices[0], prices[1]) if prices[0] is not None and prices[1] is not None else None
        self._factor = factor
        self._usual = (float(USUAL[0]), float(USUAL[1]))
        self._reserved = 0.0
        self.spent = spent
        self.cap = cap

    @property
    def counts(self) -> bool:
        """Whether there are prices to count with."""
        return self._prices is not None

    def cost(self, input_tokens: float, output_tokens: float) -> float:
        """Of one request, 0 without prices."""
        if self._prices is None:
            return 0.0
        return (input_tokens * self._prices[0] + output_tokens * self._prices[1]) * self._factor / 1e6

    def billed(self, tokens: float) -> float:
        """Of one request for which a service tells the tokens it bills, input and output together:
        at the price of the usual page's mixture."""
        return self.cost(*USUAL) / self._factor / sum(USUAL) * tokens

    def estimate(self) -> float:
        """Of one more page; never below that of the usual page, for a blank one says little."""
        return max(self.cost(*self._usual), self.cost(*USUAL))

    def reserve(self) -> float:
        """Set the estimate of a page aside; returns it for `settle`. Raises Fault(COST_LIMIT)."""
        amount = self.estimate()
        if self.cap is not None and self.counts and self.spent + self._reserved + amount > self.cap:
            detail = f"{self.spent:.4f} of {self.cap:.4f}"
            raise Fault(Kind.FINAL, ErrorCode.COST_LIMIT, detail)
        self._reserved += amount
        return amount

    def settle(self, reserved: float, cost: float) -> None:
        """The request is over, and cost so much."""
        self._reserved = max(0.0, self._reserved - reserved)
        self.spent += cost

    def learn(self, input_tokens: int, output_tokens: int) -> None:
        """A page had so many tokens."""
        old_in, old_out = self._usual
        self._usual = (
            old_in + (input_tokens - old_in) / _MEMORY,
            old_out + (output_tokens - old_out) / _MEMORY,
        )
