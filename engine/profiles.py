# SPDX-License-Identifier: AGPL-3.0-or-later
"""Model profiles as other programs see them: what `python -m engine profiles FOLDER` prints, one JSON object."""

from __future__ import annotations

from collections.abc import Sequence
from fnmatch import fnmatchcase

import msgspec


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """`models` are patterns of model names; `own`: a file of the user's."""

    name: str
    models: list[str] = []
    licence: str = ""
    own: bool = False


class Profiles(msgspec.Struct, frozen=True, kw_only=True):
    """In the order in which they are tried. `problem` is a sentence: why the user's own are not among them."""

    rows: list[Row]
    problem: str = ""

    def of(self, name: str, model: str) -> Row | None:
        """The profile called `name`, or the first that fits `model` where no name is given."""
        if name:
            return next((row for row in self.rows if row.name.lower() == name.lower()), None)
        return next((row for row in self.rows if fits(model, row.models)), None)


def fits(model: str, patterns: Sequence[str]) -> bool:
    """Whether a model's name is meant: compared without case, and without the owner before the slash."""
    name = model.rstrip("/").rsplit("/", 1)[-1].lower()
    return any(fnmatchcase(name, pattern.lower()) for pattern in patterns)
