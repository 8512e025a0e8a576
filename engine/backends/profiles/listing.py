# SPDX-License-Identifier: AGPL-3.0-or-later
"""`python -m engine profiles FOLDER`: all model profiles, those of the folder first, as JSON on standard output."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import msgspec

from engine.backends.contract import EngineError
from engine.backends.profiles.profile import Profile
from engine.backends.profiles.table import PROFILES, own_profiles
from engine.profiles import Profiles, Row


def listing(folder: Path | None) -> Profiles:
    own: Sequence[Profile] = ()
    problem = ""
    try:
        own = own_profiles(folder) if folder is not None else ()
    except EngineError as error:
        problem = error.detail
    rows = [_row(one, own=True) for one in own] + [_row(one, own=False) for one in PROFILES]
    return Profiles(rows=rows, problem=problem)


def _row(profile: Profile, *, own: bool) -> Row:
    return Row(name=profile.name, models=profile.models, licence=profile.licence, own=own)


def main(arguments: Sequence[str]) -> None:
    said = listing(Path(arguments[0]) if arguments else None)
    sys.stdout.buffer.write(msgspec.json.encode(said) + b"\n")
    sys.stdout.flush()
