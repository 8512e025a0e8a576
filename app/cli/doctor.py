# SPDX-License-Identifier: AGPL-3.0-or-later
"""`copyholder doctor` and `copyholder engines`: what is installed and found. The engine is
asked itself, by starting it for a moment; its libraries are never loaded here."""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
from importlib import metadata
from pathlib import Path
from typing import Any

import msgspec

from app import __version__
from app.cli.arguments import KNOWN_ENGINES
from app.core.places import Places
from engine.protocol import Hello, Shutdown, decode_event, encode

PACKAGES = (
    "PySide6-Essentials", "PySide6-Addons", "pymupdf", "pypdfium2", "liteparse", "faster-paddle", "rapidocr",
    "tesserocr", "pillow", "pillow-heif", "numpy", "msgspec", "markdown-it-py", "math-core", "nh3", "torch",
)
"""Distributions whose releases matter when something goes wrong."""

ANSWER_SECONDS = 30.0


def engines(_options: argparse.Namespace, _places: Places) -> int:
    """One line an engine on standard output: name, state, reason."""
    hello = greeting()
    names = hello.engines if hello else []
    if "builtin" in names:
        print("builtin\tready\ttext layers and scans, on this machine, nothing to download")
    else:
        print("builtin\tbroken\tthe engine's program did not start; copyholder doctor says more")
    for name in KNOWN_ENGINES:
        print(f"{name}\tmissing\tnot in this version of Copyholder")
    return 0 if "builtin" in names else 1


def doctor(options: argparse.Namespace, places: Places) -> int:
    """Everything at once; 1 if the engine does not start."""
    facts = _facts(places)
    if options.json:
        print(json.dumps(facts, ensure_ascii=False, indent=2))
    else:
        for name, value in facts.items():
            _print(name, value)
    return 0 if facts["engine"]["starts"] else 1


def greeting() -> Hello | None:
    """What the engine's program says of itself, None if it does not start in time."""
    try:
        ended = subprocess.run(
            [sys.executable, "-m", "engine"], input=encode(Shutdown()), capture_output=True, timeout=ANSWER_SECONDS,
            check=False,
        )
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
    try:
        ended = subprocess.run(
            [sys.executable, "-c", _ASK_TESSERACT], capture_output=True, timeout=ANSWER_SECONDS, check=True
        )
        found: dict[str, Any] = json.loads(ended.stdout)
    except (OSError, subprocess.SubprocessError, ValueError):
        return {"folder": None, "languages": []}
    return found


def _facts(places: Places) -> dict[str, Any]:
    hello = greeting()
    return {
        "copyholder": __version__,
        "python": f"{platform.python_version()} ({sys.executable})",
        "system": platform.platform(),
        "cores": os.cpu_count(),
        "packages": {name: _version(name) for name in PACKAGES},
        "engine": {
            "starts": hello is not None,
            "engines": hello.engines if hello else [],
            **(hello.hardware if hello else {}),
        },
        "tesseract": tesseract(),
        "folders": {
            name: {"path": str(path), "writable": _writable(path)}
            for name, path in (
                ("library", places.library.parent), ("settings", places.config), ("cache", places.cache),
                ("logs", places.logs),
            )
        },
    }


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


def _print(name: str, value: object, indent: str = "") -> None:
    if isinstance(value, dict):
        print(f"{indent}{name}:")
        for inner, one in value.items():
            _print(inner, one, indent + "  ")
    elif isinstance(value, list):
        print(f"{indent}{name}: {', '.join(map(str, value)) or '-'}")
    else:
        print(f"{indent}{name}: {_word(value)}")


def _word(value: object) -> object:
    if value is None:
        return "not installed"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return value
