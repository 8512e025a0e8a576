# SPDX-License-Identifier: AGPL-3.0-or-later
"""What the walk did last: Undo takes it back, and goes back to its page and flag, until the user does something else.

Accepting a suggestion goes on to the next flag, often of another page; whose Undo would take back what was typed there
once, and leave what was just done.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from app.core.checks import Flag


@dataclass(frozen=True, slots=True)
class Done:
    """A suggestion that was accepted, or with its `mark` a flag that was dismissed. `page`: its document and page."""

    page: tuple[int, int]
    flag: Flag
    mark: str | None = None


class TakeBack:
    """The newest last. `within` an act of the walk nothing is forgotten: it moves and writes by itself."""

    def __init__(self) -> None:
        self._done: list[Done] = []
        self._own = 0

    def note(self, done: Done) -> None:
        self._done.append(done)

    def newest(self) -> Done | None:
        """It is on offer no more."""
        return self._done.pop() if self._done else None

    def forget(self) -> None:
        """The user did something else."""
        if not self._own:
            self._done.clear()

    def __enter__(self) -> None:
        self._own += 1

    def __exit__(self, *error: object) -> None:
        self._own -= 1

    @property
    def acts(self) -> bool:
        """What happens now is the walk's own doing."""
        return self._own > 0
