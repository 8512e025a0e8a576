# SPDX-License-Identifier: AGPL-3.0-or-later
"""After the first documents: whether the engine that read them is worth measuring, in a sentence; said once for each
engine, machine and version, so that nobody is asked again and again."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence

from app.core.choice import EngineChoice
from app.core.errors import ProblemError
from app.core.files import write_beside
from app.core.places import Places
from app.core.retell import retell
from app.core.settings import Settings
from app.core.tuning.work import Candidate, ProbeError, candidates
from app.core.wording import tr
from engine.tune.key import FOLDER, file_name, outdated

log = logging.getLogger(__name__)

OFFERED = ".offered"
"""Ends the name of the file that remembers it, beside where the table would be."""

Find = Callable[[Places, Settings], Sequence[Candidate]]


def offer(places: Places, settings: Settings, reads: EngineChoice, find: Find = candidates) -> str:
    """What to say of the engine that `reads`, empty if nothing. Asks the probe: not for the interface thread."""
    try:
        found = next((one for one in find(places, settings) if _is(one.choice, reads)), None)
    except ProbeError as error:
        log.info("nothing to offer: %s", error)
        return ""
    if found is None or found.table is not None or _was_offered(places, found):
        return ""
    changed = outdated(places.data, found.key)
    if changed:
        text = tr("{what} changed since {engine} was measured here: measured again, it reads as fast as it can.")
        return text.format(what=_listed(changed), engine=retell(found.title))
    text = tr("{engine} was not measured here yet: some minutes of measuring find out how it reads fastest.")
    return text.format(engine=retell(found.title))


def _is(candidate: EngineChoice, reads: EngineChoice) -> bool:
    """The same engine with the same model."""
    same_model = candidate.options.get("model") == reads.options.get("model")
    return candidate.backend == reads.backend and same_model


def _was_offered(places: Places, one: Candidate) -> bool:
    """Whether it was said before; from now on it was."""
    file = (places.data / FOLDER / file_name(one.key)).with_suffix(OFFERED)
    if file.exists():
        return True
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        write_beside(file, "")
    except (OSError, ProblemError) as error:
        log.info("that it was offered is not remembered: %s", error)
    return False


def _listed(words: Sequence[str]) -> str:
    first, *others = words
    first = tr("the graphics card's driver") if first == "its driver" else retell(first)
    text = tr(" and ").join((first, *map(retell, others)))
    return text[0].upper() + text[1:]
