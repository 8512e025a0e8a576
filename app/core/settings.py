# SPDX-License-Identifier: AGPL-3.0-or-later
"""The settings: one typed Struct is the source of the file, the defaults, the bounds, the
dialog and the manual.

A field's Meta gives its sentence of help and its bounds; `table()` lists them all as data.
"""

from __future__ import annotations

import typing
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal, TypeAlias, get_args, get_origin

import msgspec
from msgspec import Meta

from app.core.wording import mark

FlagKind: TypeAlias = Literal[
    "number-differs", "word-differs", "missing-text", "invented-text", "repetition", "cut-off", "blank-but-text",
    "ink-but-empty", "formula-invalid", "table-ragged", "list-run-together", "low-confidence", "low-acceptance",
    "reading-order", "unread",
]  # fmt: skip
"""The kinds of flags (`app.core.checks.Kind`, which a start does not load)."""

RECENT_FILES = 20
"""How many recent files are remembered."""


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """All settings with their defaults. Replace values with `msgspec.structs.replace`."""

    # reading
    languages: Annotated[
        tuple[str, ...],
        Meta(description=mark("Languages of your scans as ISO codes (de, fr, ja), the most frequent first.")),
    ] = ()
    ocr_model: Annotated[
        Literal["auto", "tiny", "small"],
        Meta(description=mark("Model that reads scans: tiny is faster, small reads old print and Japanese better.")),
    ] = "auto"
    workers: Annotated[
        int, Meta(ge=0, le=64, description=mark("Pages that the built-in engine reads at once; 0 uses all cores."))
    ] = 0
    flags_off: Annotated[
        tuple[FlagKind, ...],
        Meta(description=mark("Kinds of flags that are not raised, like word-differs or low-confidence.")),
    ] = ()
    second_reading: Annotated[
        Literal["auto", "off"],
        Meta(
            description=mark("Read scans once more with the small OCR, in the background, to check the text against.")
        ),
    ] = "auto"
    page_marks: Annotated[bool, Meta(description=mark("Put a mark with its number before each page of an export."))] = (
        False
    )
    # engine
    engine: Annotated[
        str,
        Meta(description=mark("Engine that reads, as for --engine; several, with commas, are tried in this order.")),
    ] = "auto"
    model: Annotated[str, Meta(description=mark("Folder of the model that an engine on this computer reads with."))] = (
        ""
    )
    engine_python: Annotated[
        str, Meta(description=mark("Python of the environment that holds the engine's libraries; empty finds one."))
    ] = ""
    openai_url: Annotated[str, Meta(description=mark("Address of an OpenAI-compatible server, up to /v1."))] = ""
    openai_model: Annotated[str, Meta(description=mark("Name of the model that this server is asked for."))] = ""
    openai_profile: Annotated[
        str,
        Meta(description=mark("Profile of this model, which says how it is asked; empty goes by the model's name.")),
    ] = ""
    prompt: Annotated[
        str,
        Meta(description=mark("What a model is asked: default, strict (formulas and HTML tables), or your own words.")),
    ] = "default"
    max_cost: Annotated[
        float, Meta(ge=0, le=10_000, description=mark("US dollars that a run may cost at most; 0 sets no limit."))
    ] = 0.0
    pages_at_once: Annotated[
        int, Meta(ge=0, le=512, description=mark("Pages that other engines read at once; 0 lets the engine decide."))
    ] = 0
    commercial: Annotated[
        bool, Meta(description=mark("You use Copyholder commercially: engines whose model forbids that are left out."))
    ] = False
    # network
    offline: Annotated[
        bool, Meta(description=mark("Work offline: nothing is fetched, and only services of this computer are asked."))
    ] = False
    proxy: Annotated[
        str, Meta(description=mark("Proxy for services, like http://host:3128; empty takes the system's."))
    ] = ""
    ca_file: Annotated[
        str, Meta(description=mark("File with certificates (PEM) of your own authority; empty takes the system's."))
    ] = ""
    connect_timeout: Annotated[
        float, Meta(ge=1, le=300, description=mark("Seconds to wait until a service takes the connection."))
    ] = 10.0
    timeout: Annotated[
        float, Meta(ge=5, le=3600, description=mark("Seconds without a byte after which an answer is given up."))
    ] = 60.0
    jina_url: Annotated[str, Meta(description=mark("Address of Jina's API, where another one stands in for it."))] = (
        "https://api.jina.ai/v1"
    )
    reader_url: Annotated[
        str, Meta(description=mark("Address of Jina Reader, where another one stands in for it."))
    ] = "https://r.jina.ai"
    hub_url: Annotated[
        str, Meta(description=mark("Address of the hub that models are fetched from, or of a mirror of it."))
    ] = "https://huggingface.co"
    trusted_hosts: Annotated[
        tuple[str, ...], Meta(description=mark("Hosts that pages may be sent to without asking again."))
    ] = ()
    # window
    language: Annotated[
        Literal["", "en", "de", "zh_CN"],
        Meta(description=mark("Language of the window; empty takes the system's. It changes at the next start.")),
    ] = ""
    theme: Annotated[
        Literal["system", "light", "dark", "contrast"],
        Meta(description=mark("Colours of the window; system follows the desktop.")),
    ] = "system"
    preview: Annotated[
        Literal["auto", "web", "lite"],
        Meta(description=mark("How the text is shown: web draws formulas and tables best, lite needs less memory.")),
    ] = "auto"
    zoom: Annotated[float, Meta(ge=0.25, le=8.0, description=mark("Zoom of the page picture; 1 fits its width."))] = 1.0
    text_zoom: Annotated[float, Meta(ge=0.5, le=4.0, description=mark("Zoom of the text beside the page."))] = 1.0
    autosave_ms: Annotated[
        int, Meta(ge=100, le=1000, description=mark("Milliseconds after the last key until an edit is saved."))
    ] = 500
    spelling: Annotated[
        tuple[str, ...],
        Meta(description=mark("Dictionaries that the source is checked with, like en_US or de; none switches it off.")),
    ] = ()
    spelling_folder: Annotated[
        str, Meta(description=mark("Folder with dictionaries of your own (.aff and .dic), beside the computer's."))
    ] = ""
    open_last: Annotated[
        bool, Meta(description=mark("Open the documents of last time when Copyholder is started without files."))
    ] = True
    notifications: Annotated[bool, Meta(description=mark("Tell through the desktop when a long queue has ended."))] = (
        True
    )
    suggest_engines: Annotated[
        bool, Meta(description=mark("Say on the first page when this machine could run a better engine."))
    ] = True
    keep_awake: Annotated[bool, Meta(description=mark("Keep the computer from sleeping while pages are read."))] = True
    picture_cache_mb: Annotated[
        int, Meta(ge=32, le=4096, description=mark("Megabytes of page pictures kept while Copyholder runs."))
    ] = 256
    layout: Annotated[str, Meta(description=mark("Arrangement of the window, as it was left."))] = ""
    recent: Annotated[tuple[str, ...], Meta(description=mark("Files that were opened last, the newest first."))] = ()


REMEMBERED = frozenset({"layout", "recent", "zoom", "text_zoom"})
"""Noted by the window itself."""

HIDDEN = frozenset(
    {
        *REMEMBERED,
        # of the engine's dialog
        "engine", "model", "engine_python", "openai_url", "openai_model", "openai_profile", "prompt",
    }
)  # fmt: skip
"""Not in the dialog of settings."""

SECTIONS = {
    mark("Reading"): "languages",
    mark("Engine"): "engine",
    mark("Network"): "offline",
    mark("Window"): "language",
}
"""Headings of the dialog and the manual, each with the setting that it stands before."""


@dataclass(frozen=True, slots=True)
class Setting:
    """One setting as data. `kind` is bool, int, float, str or tuple; `choices` is empty where
    any value within the bounds is allowed, and of a tuple any of them may be in it. `section` is one of SECTIONS."""

    name: str
    section: str
    kind: type
    default: Any
    help: str
    choices: tuple[str, ...] = ()
    least: float | None = None
    most: float | None = None
    hidden: bool = False


def table() -> tuple[Setting, ...]:
    """All settings, in the order of the Struct."""
    return tuple(_rows())


def _rows() -> Iterator[Setting]:
    hints = typing.get_type_hints(Settings, include_extras=True)
    defaults = Settings()
    begins = {first: section for section, first in SECTIONS.items()}
    section = ""
    for name in Settings.__struct_fields__:
        section = begins.get(name, section)
        kind, meta = get_args(hints[name])
        origin = get_origin(kind)
        one = get_args(kind)[0] if origin is tuple else kind
        yield Setting(
            name=name,
            section=section,
            kind=str if origin is Literal else (origin or kind),
            default=getattr(defaults, name),
            help=meta.description,
            choices=get_args(one) if get_origin(one) is Literal else (),
            least=meta.ge,
            most=meta.le,
            hidden=name in HIDDEN,
        )


def with_recent(settings: Settings, path: Path) -> Settings:
    """The same with `path` as the newest recent file."""
    recent = dict.fromkeys((str(path), *settings.recent))
    return msgspec.structs.replace(settings, recent=tuple(recent)[:RECENT_FILES])
