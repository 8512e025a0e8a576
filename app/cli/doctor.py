# SPDX-License-Identifier: AGPL-3.0-or-later
"""`copyholder doctor` and `copyholder engines`: what is installed and found. The engine is
asked itself, by starting it for a moment; its libraries are never loaded here."""

from __future__ import annotations

import argparse
import json
import os
import platform
import re
import subprocess
import sys
from collections import deque
from importlib import metadata
from pathlib import Path
from typing import Any

import msgspec

from app import __version__
from app.cli import checks, console
from app.core import engines as known
from app.core.files import write_beside
from app.core.inputs import SUFFIXES
from app.core.logs import log_file
from app.core.places import Places
from engine.protocol import Hello, Shutdown, decode_event, encode

PACKAGES = (
    "PySide6-Essentials", "PySide6-Addons", "pymupdf", "pypdfium2", "liteparse", "faster-paddle", "rapidocr",
    "tesserocr", "pillow", "pillow-heif", "numpy", "msgspec", "markdown-it-py", "math-core", "nh3", "torch",
    "transformers", "tokenizers", "safetensors",
)
"""Distributions whose releases matter when something goes wrong."""

ANSWER_SECONDS = 30.0

TITLE = "Copyholder bug report"
LOG_LINES = 60

_ENDINGS = "|".join(sorted(suffix[1:] for suffix in SUFFIXES))
_DOCUMENT = re.compile(
    rf"(?:(?:~|[A-Z]:)?[/\\][^'\"\n]*?|[^\s'\"/\\]+)\.(?:{_ENDINGS}|md|html)\b", re.IGNORECASE
)
"""A name or path of a document in a line of the log, as far as such a thing can be recognised."""


def engines(_options: argparse.Namespace, _places: Places) -> int:
    """One line an engine on standard output: name, state, reason."""
    states = _states(greeting())
    console.put("".join(f"{name}\t{state}\t{reason}\n" for name, (state, reason) in states.items()))
    return 0 if states["builtin"][0] == "ready" else 1


_ABOUT = {
    "builtin": "text layers and scans, on this machine, nothing to download",
    "transformers": "the model jina-ocr-v1, from a folder named with --model",
}


def _states(hello: Hello | None) -> dict[str, tuple[str, str]]:
    """State and reason of each engine, by what its program said and which libraries there are."""
    states = {}
    for name, about in _ABOUT.items():
        if hello is None or name not in hello.engines:
            states[name] = ("broken", "the engine's program did not start; copyholder doctor says more")
        elif lacking := known.missing(name):
            states[name] = ("missing", lacking)
        else:
            states[name] = ("ready", about)
    return states | dict.fromkeys(known.LATER, ("missing", "not in this version of Copyholder"))


def doctor(options: argparse.Namespace, places: Places) -> int:
    """Everything at once; 1 if the engine does not start."""
    if options.bug_report is not None:
        checks.bug_report_to_write(options.bug_report, TITLE)
    facts = _facts(places)
    if options.json:
        console.put(json.dumps(facts, ensure_ascii=False, indent=2) + "\n")
    elif options.bug_report is None:
        console.put("".join(f"{line}\n" for name, value in facts.items() for line in _lines(name, value)))
    if options.bug_report is not None:
        write_beside(options.bug_report, _bug_report(facts, places))
        console.say(f"The report is in {console.shown(options.bug_report)}: read it before you send it.")
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
        "engines": {name: f"{state}: {reason}" for name, (state, reason) in _states(hello).items()},
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


def _bug_report(facts: dict[str, Any], places: Places) -> str:
    """What helps to find a fault and names nobody: facts, and the end of the log with what the
    children said last."""
    about = [line for name, value in facts.items() for line in _lines(name, value)]
    log = [f"the last {LOG_LINES} lines of the log:", *_log_end(places)]
    return _redacted("\n".join([TITLE, "", *about, "", *log, ""]))


def _log_end(places: Places) -> list[str]:
    try:
        with log_file(places).open(encoding="utf-8", errors="replace") as lines:
            return [line.rstrip("\n") for line in deque(lines, LOG_LINES)] or ["(empty)"]
    except OSError as error:
        return [f"(none: {error.strerror})"]


def _redacted(text: str) -> str:
    """Without the home folder, the user's and the machine's name, and the names of documents."""
    text = _DOCUMENT.sub("DOCUMENT", text)
    text = re.sub(re.escape(str(Path.home())) + r"(?![\w.-])", "~", text)
    names = {"USER": Path.home().name, "MACHINE": platform.node()}
    for instead, name in names.items():
        if len(name) > 1:
            text = re.sub(rf"(?<![\w.-]){re.escape(name)}(?![\w.-])", instead, text)
    return text


def _lines(name: str, value: object, indent: str = "") -> list[str]:
    if isinstance(value, dict):
        return [f"{indent}{name}:", *(line for n, one in value.items() for line in _lines(n, one, indent + "  "))]
    if isinstance(value, list):
        return [f"{indent}{name}: {', '.join(map(str, value)) or '-'}"]
    return [f"{indent}{name}: {_word(value)}"]


def _word(value: object) -> object:
    if value is None:
        return "not installed"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return value
