# SPDX-License-Identifier: AGPL-3.0-or-later
"""Tables of measurements in the data folder, one file a machine, engine, model and version; and the options
that follow from them. A table that holds for something else is left where it is and not used."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Literal

import msgspec

from app.core.choice import EngineChoice
from app.core.files import as_problem, write_beside
from app.core.places import Places
from engine.choose.values import Answer, Ranked
from engine.protocol import Scalar
from engine.tune.key import FOLDER, file_name, key_of, load
from engine.tune.values import Table


def key_for(answer: Answer, one: Ranked) -> dict[str, str]:
    """What a table of this engine holds for."""
    return key_of(answer.machine, one.backend, one.device, one.python, one.model, one.options)


def keep(places: Places, table: Table) -> None:
    """Raises ProblemError."""
    file = places.data / FOLDER / file_name(table.key)
    with as_problem(file):
        file.parent.mkdir(parents=True, exist_ok=True)
    write_beside(file, msgspec.json.format(msgspec.json.encode(table), indent=2) + b"\n")


def kept(places: Places, answer: Answer, one: Ranked) -> Table | None:
    """What was measured for an engine as it is now; None if nothing was, or something has changed."""
    return load(places.data, key_for(answer, one))


def speed_options(table: Table, purpose: Literal["latency", "queue"] = "queue") -> dict[str, Scalar]:
    """The options for a page that somebody looks at, or for many pages."""
    best = table.latency if purpose == "latency" else table.queue
    options: dict[str, Scalar] = {"draft_tokens": best.depth}
    if purpose == "queue" and any(row.pages > 1 for row in table.rows):
        options["pages_at_once"] = best.pages
    return options


def with_measured(choice: EngineChoice, table: Table | None) -> EngineChoice:
    """A choice with what was measured for it, where the user left it to us: it is loaded with what is best for
    many pages, and a page that is read alone gets what is best for one."""
    if table is None:
        return choice
    speed = _merged(choice.speed, speed_options(table))
    latency = speed_options(table, "latency")
    left_to_us = choice.speed.get("draft_tokens", "auto") == "auto"
    alone = latency if left_to_us and latency["draft_tokens"] != speed["draft_tokens"] else {}
    return replace(choice, speed=speed, alone=alone)


def _merged(given: Mapping[str, Scalar], measured: Mapping[str, Scalar]) -> dict[str, Scalar]:
    """`draft_tokens` "auto" and `pages_at_once` 0 leave it to us; anything else is the user's word."""
    own = {name: value for name, value in given.items() if value not in ("auto", 0) or name not in measured}
    return {**measured, **own}
