# SPDX-License-Identifier: AGPL-3.0-or-later
"""Progress of one long transfer on standard error: a line that is written over on a terminal, a line
every tenth part elsewhere, nothing when quiet."""

from __future__ import annotations

import sys

from app.cli import console
from app.core.models.words import gigabytes


class Rate:
    """`what` names the work where single steps are not told."""

    def __init__(self, what: str, quiet: bool) -> None:
        self._what = what
        self._quiet = quiet
        self._terminal = sys.stderr.isatty()
        self._tenth = -1
        self._shown = 0  # signs of the line that stands on the terminal

    def show(self, step: str, done: float, total: float, speed: float | None, left: float | None) -> None:
        """`done` of `total` bytes, bytes a second, seconds left."""
        if self._quiet or total <= 0:
            return
        share = min(done / total, 1.0)
        text = f"{share:4.0%}  {gigabytes(done)} of {gigabytes(total)}"
        if speed:
            text += f"  {gigabytes(speed)}/s"
        if left is not None and share < 1:
            text += f"  {_minutes(left)} left"
        if self._terminal:
            self._over(f"{text}  {step}")
        elif int(share * 10) != self._tenth:
            self._tenth = int(share * 10)
            console.say(f"{step}: {text.strip()}")

    def note(self, text: str) -> None:
        """A line that stays."""
        if self._quiet:
            return
        self.end()
        console.say(f"{self._what}: {text}")

    def end(self) -> None:
        """Take the line off the terminal."""
        if self._shown:
            self._over("")
            self._shown = 0

    def _over(self, text: str) -> None:
        text = console.one_line(text)[:110]
        print(f"\r{text}{' ' * (self._shown - len(text))}\r{text}", end="", file=sys.stderr, flush=True)
        self._shown = len(text)


def _minutes(seconds: float) -> str:
    if seconds < 90:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"
