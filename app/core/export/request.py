# SPDX-License-Identifier: AGPL-3.0-or-later
"""The words in which steps of the assembly are chosen, the same on the command line and in the settings."""

from __future__ import annotations

from dataclasses import fields

from app.core.assemble.steps import DEFAULT, Steps

NAMES = tuple(field.name for field in fields(Steps))


def steps_of(text: str) -> Steps:
    """What "furniture,joins" (these and no others), "all", "none" or "no-joins,no-tables" (the usual ones
    without these) means. Raises ValueError with the word that is none."""
    words = [word for word in (part.strip().lower() for part in text.split(",")) if word]
    if not words:
        raise ValueError(text)
    without = words[0].startswith("no-")
    taken = {name for name in NAMES if getattr(DEFAULT, name)} if without else set()
    for word in words:
        name = word.removeprefix("no-")
        if word == "all":
            taken = set(NAMES)
        elif word == "none":
            taken = set()
        elif name not in NAMES:
            raise ValueError(word)
        elif word == name:
            taken.add(name)
        else:
            taken.discard(name)
    return Steps(**{name: name in taken for name in NAMES})


def words_of(steps: Steps) -> str:
    """The steps as `steps_of` understands them."""
    return ",".join(name for name in NAMES if getattr(steps, name)) or "none"
