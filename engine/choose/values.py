# SPDX-License-Identifier: AGPL-3.0-or-later
"""What goes into a choice of engine besides the machine, and what comes out."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from engine.hardware.facts import Fact, Machine, Place
from engine.protocol import Scalar

Device: TypeAlias = Literal["gpu", "cpu", "service", "none"]
"""Where the model runs; "none": the engine has no such model."""

LackCode: TypeAlias = Literal[
    "system",  # this operating system or processor cannot run it
    "graphics",  # no graphics processor, or one that is too old or too small
    "driver",
    "memory",
    "disk",
    "library",  # not installed in any interpreter, or not so that it fits the hardware
    "model",  # no complete model folder
    "licence",  # not accepted yet
    "commercial",  # the licence does not allow the use that was chosen
    "consent",  # the user has not allowed pages to leave the machine
    "key",
    "network",  # offline by the user's choice
    "broken",  # an interpreter that the user named cannot be used
]


class Lack(Fact, frozen=True, kw_only=True):
    """One thing that is missing. `words` is a whole sentence; `fix` says what to do, empty where nothing
    helps; `install`: Copyholder can do it when asked."""

    code: LackCode
    words: str
    fix: str = ""
    install: bool = False


class Wishes(Fact, frozen=True, kw_only=True):
    """What the user wants and allows. `engine` is the user's own choice, best first, by the names of
    --engine; it always wins. `python` and `model` are the interpreter and the folder that the user named.
    `hosted`: pages may be sent to a service. `keys`: by service ("jina.ai"), whether one is stored."""

    engine: tuple[str, ...] = ()
    python: str = ""
    model: str = ""
    hosted: bool = False
    commercial: bool = False
    licence: bool = False
    offline: bool = False
    keys: dict[str, bool] = msgspec.field(default_factory=dict)


class Request(Fact, frozen=True, kw_only=True):
    """What `python -m engine probe` reads from its standard input, as JSON; everything may be left out."""

    place: Place = Place()
    wishes: Wishes = Wishes()


class Speed(Fact, frozen=True, kw_only=True):
    """What the tuner measured for an engine on this very machine: `seconds` for a page that is looked at."""

    engine: str
    device: Device
    seconds: float


class Ranked(Fact, frozen=True, kw_only=True):
    """One engine on one device. `engine` is the name of --engine and `backend` what runs it; `python` is the
    interpreter to start it with and `model` the folder, empty where it needs none. `seconds` is what a page
    takes, from - to: an estimate unless `measured`. `options` are for the engine, besides the folder. `variant`
    is what to install for this hardware (`engines install --hardware`), and `download` what is to be fetched, in
    bytes."""

    engine: str
    backend: str
    device: Device
    title: str
    usable: bool
    chosen: bool = False
    drafts: bool = False
    reasons: tuple[str, ...] = ()
    lacks: tuple[Lack, ...] = ()
    python: str = ""
    model: str = ""
    seconds: tuple[float, float] | None = None
    measured: bool = False
    options: dict[str, Scalar] = msgspec.field(default_factory=dict)
    variant: str = ""
    download: int = 0

    @property
    def installable(self) -> bool:
        """Whether Copyholder can bring everything that is missing."""
        return not self.usable and all(lack.install for lack in self.lacks)


class Answer(Fact, frozen=True, kw_only=True):
    """What the probe prints."""

    machine: Machine
    ranking: tuple[Ranked, ...]
