# SPDX-License-Identifier: AGPL-3.0-or-later
"""The values inside the messages between Copyholder's programs; for units and origin of boxes see `engine.protocol`,
which has them all."""

from __future__ import annotations

from enum import StrEnum
from typing import TypeAlias

import msgspec

from engine.codes import NoteCode


class Value(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """Base of the values inside messages."""


Box: TypeAlias = tuple[float, float, float, float]
"""left, top, right, bottom; see the module's head for units and origin."""

Scalar: TypeAlias = str | int | float | bool | None


class Note(Value, frozen=True, kw_only=True):
    """One thing an engine says about a page. `detail` is data (a number, a name), not a sentence."""

    code: NoteCode
    detail: str = ""


class Word(Value, frozen=True, kw_only=True, gc=False):
    """A word on the page. `confidence` is 0..1, absent where the source has none."""

    text: str
    box: Box
    confidence: float | None = None


class Region(Value, frozen=True, kw_only=True):
    """Where a model says that a part of its text stands: code points `start` to `end` of the text."""

    start: int
    end: int
    box: Box


class OutlineItem(Value, frozen=True, kw_only=True):
    """An entry of the document's own table of contents. `page` counts from 0."""

    level: int
    title: str
    page: int


class PageSource(Value, frozen=True, kw_only=True):
    """Where one page is. `page` counts from 0 inside the file; `turn` is the user's extra
    rotation in degrees clockwise (0, 90, 180, 270), on top of the file's own. `url` is where
    the file was downloaded from, for engines that fetch it themselves. `region` is the part of
    the page, as turned, that is to be read (half of a double page); boxes are then fractions of it."""

    path: str
    page: int
    password: str | None = None
    turn: int = 0
    url: str | None = None
    region: Box | None = None


class Seconds(Value, frozen=True, kw_only=True):
    """Where the time of a reading went, in seconds. Absent means not reported."""

    queued: float | None = None
    vision: float | None = None
    prefill: float | None = None
    decode: float | None = None
    total: float | None = None
    first_token: float | None = None
    cpu: float | None = None


class Finish(StrEnum):
    STOP = "stop"
    LENGTH = "length"
    REPETITION = "repetition"
    CANCELLED = "cancelled"


class Reading(Value, frozen=True, kw_only=True):
    """One engine's reading of one page. What an engine cannot report is absent (None),
    never zero. `raw` is what the engine produced, `text` is the cleaned Markdown.
    `low_confidence` holds (start, end) offsets in code points of `text`. `cost` is in US
    dollars, of all that was sent for the page, an estimate from the tokens."""

    engine: str
    raw: str
    text: str
    finish: Finish = Finish.STOP
    model: str | None = None
    revision: str | None = None
    prompt: str | None = None
    settings: dict[str, Scalar] = {}
    prompt_tokens: int | None = None
    output_tokens: int | None = None
    seconds: Seconds = Seconds()
    steps: int | None = None
    drafted: int | None = None
    accepted: int | None = None
    accepted_per_position: list[int] | None = None
    draft_tokens: int | None = None
    mean_tokens_per_step: float | None = None
    low_confidence: list[tuple[int, int]] = []
    cost: float | None = None
    words: list[Word] | None = None
    regions: list[Region] = []
    notes: list[Note] = []


class Abilities(Value, frozen=True, kw_only=True):
    """What a backend can do; the app asks these instead of knowing engines by name."""

    streams: bool = True
    acceptance: bool = False
    confidence: bool = False
    boxes: bool = False
    pages_at_once: int = 1
    needs_network: bool = False
    needs_picture: bool = True
    picture_side: int | None = None  # pixels of the long side that the engine wants
    draft_depths: list[int] = []  # what a page may ask for; a single one is that of all pages
