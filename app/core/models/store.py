# SPDX-License-Identifier: AGPL-3.0-or-later
"""Which models are on this computer: `models/NAME/COMMIT` in the data folder, several revisions
side by side, and the folder that the user has chosen, wherever it is."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import msgspec

from app.core import settings_file
from app.core.files import as_problem
from app.core.models.offers import OFFERS, Offer
from app.core.places import Places
from app.core.settings import Settings
from engine.models.messages import PART, RECORD, Record


class NotFound(Exception):  # noqa: N818 - no error of the program: the user named something else
    """No model, or more than one, has this name; the text is one sentence."""


@dataclass(frozen=True, slots=True)
class Model:
    """`size` is bytes on the disk. `ours`: in the data folder, so that it may be deleted. `chosen`:
    the one that engines read with unless told otherwise."""

    name: str
    revision: str
    folder: Path
    size: int
    complete: bool
    ours: bool
    chosen: bool


def home(places: Places, offer: Offer) -> Path:
    """The folder of all revisions of a model."""
    return places.data / "models" / offer.name


def models(places: Places, settings: Settings) -> list[Model]:
    """All that are here, half fetched ones too; the user's own folder last."""
    found = [model for offer in OFFERS.values() for model in _fetched(places, offer, settings)]
    if settings.model and not any(model.chosen for model in found):
        folder = Path(settings.model)
        found.append(Model(folder.name, "", folder, _size(folder), folder.is_dir(), ours=False, chosen=True))
    return found


def find(places: Places, settings: Settings, word: str) -> Model:
    """The model of ours that is meant by a folder, a revision or the beginning of one, or a name."""
    ours = [model for model in models(places, settings) if model.ours]
    hits = [model for model in ours if model.folder == Path(word).absolute()]
    hits = hits or [model for model in ours if len(word) >= 4 and model.revision.startswith(word.lower())]
    hits = hits or [model for model in ours if model.name == word]
    if not hits:
        raise NotFound(f"{word} is no model that was fetched: “copyholder models list” shows which there are.")
    if len(hits) > 1:
        revisions = ", ".join(model.revision[:8] for model in hits)
        raise NotFound(f"{word} may be one of several: say which by its revision ({revisions}).")
    return hits[0]


def use(places: Places, folder: Path | None) -> Settings:
    """Engines read with this model from now on (None: with none). Raises ProblemError."""
    return settings_file.put(places.settings, model="" if folder is None else str(folder.absolute()))


def remove(places: Places, model: Model) -> None:
    """Delete a fetched model. Its record goes first: cut short, it is no complete model any more.
    Raises ProblemError, and ValueError for a folder of the user's."""
    if not model.ours:
        raise ValueError("this folder belongs to the user")
    with as_problem(model.folder):
        (model.folder / RECORD).unlink(missing_ok=True)
        shutil.rmtree(model.folder)
    if model.chosen:
        use(places, None)


def _fetched(places: Places, offer: Offer, settings: Settings) -> Iterator[Model]:
    folder = home(places, offer)
    for place in sorted(folder.iterdir()) if folder.is_dir() else ():
        if not place.is_dir():
            continue
        record = _record(place)
        half = place.name.endswith(PART) or record is None
        yield Model(
            name=offer.name,
            revision=record.revision if record else place.name.removesuffix(PART),
            folder=place,
            size=_size(place),
            complete=not half,
            ours=True,
            chosen=bool(settings.model) and Path(settings.model) == place,
        )


def _record(folder: Path) -> Record | None:
    try:
        return msgspec.json.decode((folder / RECORD).read_bytes(), type=Record)
    except (OSError, msgspec.DecodeError):
        return None


def _size(folder: Path) -> int:
    """Bytes of a model's folder, which holds no folders; what cannot be looked at counts nothing."""
    total = 0
    try:
        for path in folder.iterdir():
            total += path.stat().st_size if path.is_file() else 0
    except OSError:
        pass
    return total
