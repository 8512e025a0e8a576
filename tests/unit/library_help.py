# SPDX-License-Identifier: AGPL-3.0-or-later
"""Readings and documents for tests of the library."""

from __future__ import annotations

from pathlib import Path

from app.core.library import Library, Origin, Recipe
from engine.protocol import Reading

RECIPE = Recipe("builtin", {"languages": "de"})


def reading(text: str = "Text", **fields: object) -> Reading:
    return Reading(engine="builtin", raw=text, text=text, **fields)  # type: ignore[arg-type]  # fields of Reading


def add(library: Library, content: str = "c0ffee", path: str = "/papers/report.pdf") -> int:
    return library.documents.add(content, Path(path)).id


def origin(document: int, page: int = 0, *, content: str = "c0ffee", turn: int = 0, recipe: Recipe = RECIPE) -> Origin:
    return Origin(document, content, page, turn, recipe)
