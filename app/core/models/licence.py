# SPDX-License-Identifier: AGPL-3.0-or-later
"""The licence of a model: its text, and the record that it was accepted, which comes before the
first byte. Accepted is one revision: another one may come under other terms."""

from __future__ import annotations

import datetime as dt
from importlib import resources
from pathlib import Path

import msgspec

from app import __version__
from app.core.files import as_problem, write_beside
from app.core.models.offers import Offer
from app.core.places import Places


class Acceptance(msgspec.Struct, frozen=True, kw_only=True):
    """Who used this program accepted these terms. `date` is ISO 8601, UTC."""

    model: str
    revision: str
    licence: str
    date: str
    program: str


def text(offer: Offer) -> str:
    """What the licence allows, to be shown before anything is fetched."""
    return (resources.files("resources") / "licences" / offer.licence_file).read_text(encoding="utf-8")


def accepted(places: Places, offer: Offer, revision: str) -> Acceptance | None:
    """The record for this revision. A file that cannot be read or understood counts as none:
    the user is asked again."""
    for acceptance in _read(_file(places)):
        if (acceptance.model, acceptance.revision, acceptance.licence) == (offer.repo, revision, offer.licence):
            return acceptance
    return None


def accept(places: Places, offer: Offer, revision: str) -> Acceptance:
    """Record that the licence was accepted just now. Raises ProblemError."""
    file = _file(places)
    acceptance = Acceptance(
        model=offer.repo,
        revision=revision,
        licence=offer.licence,
        date=dt.datetime.now(dt.UTC).isoformat(timespec="seconds"),
        program=f"copyholder {__version__}",
    )
    with as_problem(file):
        file.parent.mkdir(parents=True, exist_ok=True)
    records = [*_read(file), acceptance]
    write_beside(file, msgspec.json.format(msgspec.json.encode(records), indent=2) + b"\n")
    return acceptance


def _file(places: Places) -> Path:
    return places.data / "licences.json"


def _read(file: Path) -> list[Acceptance]:
    try:
        return msgspec.json.decode(file.read_bytes(), type=list[Acceptance])
    except (OSError, msgspec.DecodeError, UnicodeDecodeError):
        return []
