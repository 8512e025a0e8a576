# SPDX-License-Identifier: AGPL-3.0-or-later
"""What this run costs, and its cap."""

from __future__ import annotations

from app.core.changes import Problem, Spent
from app.core.choice import EngineChoice
from app.core.session.desk import Desk
from engine.protocol import ErrorCode, Scalar


class Spending:
    """US dollars; `limit` None means no cap. The engine keeps to the cap by itself, since it
    knows what a page is about to cost; it hears both figures whenever it is loaded. Here it is
    seen to that the cap holds over its deaths, and for engines that do not count."""

    def __init__(self, desk: Desk, limit: float | None) -> None:
        self._desk = desk
        self.limit = limit
        self.dollars = 0.0

    def add(self, dollars: float | None) -> None:
        if dollars:
            self.dollars += dollars
            self._desk.tell(Spent(self.dollars, self.limit))

    def limit_to(self, dollars: float | None) -> None:
        self.limit = dollars
        self._desk.tell(Spent(self.dollars, self.limit))

    def options(self) -> dict[str, Scalar]:
        """For UseEngine."""
        return {} if self.limit is None else {"max_cost": self.limit, "spent": self.dollars}

    def problem(self, choice: EngineChoice) -> Problem | None:
        """Why no page may be handed out to this engine now."""
        if self.limit is None or self.dollars < self.limit or not costs(choice):
            return None
        return Problem(ErrorCode.COST_LIMIT, f"{self.dollars:.4g} of {self.limit:.4g}")


def costs(choice: EngineChoice) -> bool:
    """Whether reading with it may cost money."""
    return bool(choice.host) or choice.price is not None
