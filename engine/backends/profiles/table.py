# SPDX-License-Identifier: AGPL-3.0-or-later
"""The profiles by name and by model, and those that a user wrote as TOML files."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec

from engine.backends.contract import EngineError
from engine.backends.profiles import (
    chandra,
    deepseek_ocr,
    dots_mocr,
    generic,
    jina_ocr_v1,
    lightonocr,
    olmocr_2,
    paddleocr_vl,
)
from engine.backends.profiles.profile import Profile
from engine.backends.profiles.repairs import REPAIRS
from engine.protocol import ErrorCode

PROFILES: tuple[Profile, ...] = (
    jina_ocr_v1.PROFILE,
    deepseek_ocr.PROFILE,
    lightonocr.PROFILE,
    olmocr_2.PROFILE,
    dots_mocr.PROFILE,
    chandra.PROFILE,
    paddleocr_vl.PROFILE,
    generic.PROFILE,
)
"""In the order in which they are tried; the last one fits every model."""

LARGEST = 100_000
"""Bytes of a user's profile; anything longer is another file."""


def choose(name: str, model: str, folder: Path | None = None) -> Profile:
    """The profile called `name`, or the first that fits `model` where no name is given. Those of
    `folder` come first. Raises EngineError(ENGINE_UNAVAILABLE) with a sentence."""
    known = [*(own_profiles(folder) if folder is not None else []), *PROFILES]
    if not name:
        return next(profile for profile in known if profile.fits(model))
    for profile in known:
        if profile.name.lower() == name.lower():
            return profile
    names = ", ".join(sorted({profile.name for profile in known}))
    raise _wrong(f"There is no model profile {name!r}; there are {names}.")


def own_profiles(folder: Path) -> Sequence[Profile]:
    """The profiles in a folder, by file name; none if it is not there. Raises EngineError with one
    sentence on the first file that is wrong."""
    return [_read(path) for path in sorted(folder.glob("*.toml")) if path.is_file()]


def _read(path: Path) -> Profile:
    try:
        with path.open("rb") as file:
            data = file.read(LARGEST + 1)
    except OSError as error:
        raise _wrong(f"The model profile {path.name} cannot be read: {error.strerror or error}.") from error
    if len(data) > LARGEST:
        raise _wrong(f"The model profile {path.name} is too long: {LARGEST:,} bytes at most.")
    try:
        profile = msgspec.toml.decode(data, type=Profile)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise _wrong(f"The model profile {path.name} is wrong: {_reason(error)}.") from error
    unknown = [repair for repair in profile.clean if repair not in REPAIRS]
    if unknown:
        known = ", ".join(REPAIRS)
        raise _wrong(f"The model profile {path.name} is wrong: no repair is called {unknown[0]!r}; there are {known}.")
    return profile


def _reason(error: Exception) -> str:
    """The library's words on one line, without the full stop."""
    return " ".join(str(error).split()).rstrip(".")


def _wrong(sentence: str) -> EngineError:
    return EngineError(ErrorCode.ENGINE_UNAVAILABLE, sentence)
