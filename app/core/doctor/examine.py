# SPDX-License-Identifier: AGPL-3.0-or-later
"""Looks at everything that an engine needs: the machine, the programs, the folders. Engine and probe are asked
by starting them for a moment; their libraries are never loaded here."""

from __future__ import annotations

import json
import os
import platform
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import Any

import msgspec

from app import __version__
from app.core.children import child_environment, engine_command
from app.core.doctor import findings
from app.core.doctor.findings import NOT, OK, SO, Finding
from app.core.places import Places
from app.core.probe import ProbeError, ask, jina_host, request
from app.core.settings import Settings
from app.core.tuning.keep import key_for
from engine.choose.values import Answer
from engine.protocol import Hello, Shutdown, decode_event, encode
from engine.tune.key import outdated

PACKAGES = (
    "PySide6-Essentials", "PySide6-Addons", "pymupdf", "pypdfium2", "liteparse", "faster-paddle", "rapidocr",
    "tesserocr", "pillow", "pillow-heif", "numpy", "msgspec", "markdown-it-py", "math-core", "nh3", "httpx",
    "keyring", "huggingface-hub", "nvidia-ml-py", "torch", "transformers", "tokenizers", "safetensors",
)  # fmt: skip
"""Distributions whose releases matter when something goes wrong."""

ANSWER_SECONDS = 30.0

HOSTS = ("r.jina.ai", "huggingface.co", "pypi.org")
"""What models, libraries and pages may be fetched from."""


@dataclass(frozen=True, slots=True)
class Examination:
    """What was found. `hello` is None where the engine's program does not start; `answer` is the probe's, or why
    there is none."""

    places: Places
    packages: Mapping[str, str | None]
    hello: Hello | None
    tesseract: Mapping[str, Any]
    answer: Answer | str

    @property
    def head(self) -> str:
        return f"Copyholder {__version__}, Python {platform.python_version()}"

    def findings(self) -> list[Finding]:
        return list(_findings(self.places, self.hello, self.tesseract, self.answer))

    def facts(self) -> dict[str, Any]:
        """As data."""
        return _facts(self.places, self.packages, self.hello, self.tesseract, self.answer)


def examine(places: Places, settings: Settings, *, network: bool = False) -> Examination:
    """Everything at once; with `network` also which hosts can be reached. Takes a second: not for the interface
    thread."""
    with ThreadPoolExecutor(3, thread_name_prefix="doctor") as asking:
        greets = asking.submit(greeting)
        scripts = asking.submit(tesseract)
        hosts = [*dict.fromkeys((jina_host(settings), *HOSTS))] if network else []
        looked = asking.submit(look, places, settings, hosts)
        packages = {name: _version(name) for name in PACKAGES}
        return Examination(places, packages, greets.result(), scripts.result(), looked.result())


def look(places: Places, settings: Settings, hosts: Sequence[str] = ()) -> Answer | str:
    """The probe's answer, or why there is none."""
    try:
        return ask(request(places, settings, hosts=hosts))
    except ProbeError as error:
        return str(error)


def greeting() -> Hello | None:
    """What the engine's program says of itself, None if it does not start in time."""
    command = engine_command()
    try:
        ended = subprocess.run(
            command, input=encode(Shutdown()), capture_output=True, timeout=ANSWER_SECONDS, check=False,
            env=child_environment(command), cwd=tempfile.gettempdir(),
        )  # fmt: skip
        first = decode_event(ended.stdout.split(b"\n", 1)[0])
    except (OSError, subprocess.TimeoutExpired, msgspec.DecodeError):
        return None
    return first if isinstance(first, Hello) else None


_ASK_TESSERACT = (
    "import json; from engine.backends.builtin.ocr import tess; "
    "print(json.dumps({'folder': tess.data_folder(), 'languages': sorted(tess.languages())}))"
)


def tesseract() -> dict[str, Any]:
    """Where Tesseract's data is and for which languages, as the engine finds it."""
    command = [sys.executable, "-c", _ASK_TESSERACT]
    try:
        ended = subprocess.run(
            command, capture_output=True, timeout=ANSWER_SECONDS, check=True, env=child_environment(command),
            cwd=tempfile.gettempdir(),
        )  # fmt: skip
        found: dict[str, Any] = json.loads(ended.stdout)
    except (OSError, subprocess.SubprocessError, ValueError):
        return {"folder": None, "languages": []}
    return found


# ---------------------------------------------------------------- as data and as lines


def _facts(places: Places, packages: Mapping[str, str | None], hello: Hello | None, found: Mapping[str, Any],
           answer: Answer | str) -> dict[str, Any]:
    told: dict[str, Any] = {"probe": answer}
    if isinstance(answer, Answer):
        told = msgspec.to_builtins(answer)
        told["engines"] = {one.engine: f"{'ready' if one.usable else 'missing'}: {findings.summary(one)}"
                           for one in reversed(answer.ranking)}  # of two on different devices the better is told
    return {
        "copyholder": __version__,
        "python": f"{platform.python_version()} ({sys.executable})",
        "system": platform.platform(),
        "cores": os.cpu_count(),
        "packages": packages,
        "engine": {
            "starts": hello is not None,
            "engines": hello.engines if hello else [],
            **(hello.hardware if hello else {}),
        },
        "tesseract": found,
        "folders": {name: {"path": str(path), "writable": _writable(path)} for name, path in _folders(places)},
        **told,
    }  # fmt: skip


def _findings(places: Places, hello: Hello | None, found: Mapping[str, Any], answer: Answer | str) -> Iterator[Finding]:
    if isinstance(answer, Answer):
        usable = [one for one in answer.ranking if one.usable and one.model]
        changed = {one.engine: outdated(places.data, key_for(answer, one)) for one in usable}
        yield from findings.of_answer(answer, changed)
    else:
        yield Finding("This machine", NOT, "Probe", f"did not answer: {answer}", "install Copyholder anew")
    section = "Programs"
    if hello is not None:
        yield Finding(section, OK, "Engine", "starts")
    else:
        yield Finding(section, NOT, "Engine", "does not start", "install Copyholder anew; the log says what it said")
    window = _version("PySide6-Essentials")
    if window:
        yield Finding(section, OK, "Window", f"PySide6 {window}")
    else:
        yield Finding(section, SO, "Window", "PySide6 is not installed",
                      "pip install PySide6-Essentials PySide6-Addons")
    languages = ", ".join(found["languages"])
    yield Finding(section, OK if languages else SO, "Further scripts of scans",
                  f"Tesseract reads {languages}" if languages else "Tesseract is not installed, or has no languages",
                  "" if languages else 'for Arabic, Hebrew, Greek and others: pip install "copyholder[ocr-scripts]"',
                  found["folder"] or "")
    for name, path in _folders(places):
        yield findings.folder(name, path, _writable(path))


def _folders(places: Places) -> tuple[tuple[str, Path], ...]:
    return (
        ("library", places.library.parent), ("settings", places.config), ("cache", places.cache), ("logs", places.logs),
    )  # fmt: skip


def _version(name: str) -> str | None:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return None


def _writable(folder: Path) -> bool:
    """Whether it may be written, or made where it is not there yet."""
    while not folder.exists() and folder != folder.parent:
        folder = folder.parent
    return os.access(folder, os.W_OK)
