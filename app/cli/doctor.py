# SPDX-License-Identifier: AGPL-3.0-or-later
"""`copyholder doctor` and `copyholder engines`: what is installed and found, and what would help. The
engine and the probe are asked by starting them for a moment; their libraries are never loaded here."""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
import tempfile
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from importlib import metadata
from pathlib import Path
from typing import Any

import msgspec

from app import __version__
from app.cli import checks, console, findings
from app.cli.findings import NOT, OK, SO, Finding
from app.cli.redact import Redactor
from app.core import settings_file
from app.core.children import child_environment, engine_command
from app.core.files import write_beside
from app.core.logs import log_file
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

TITLE = "Copyholder bug report"
LOG_LINES = 60


def engines(_options: argparse.Namespace, places: Places) -> int:
    """One line an engine on standard output, the best first: name, state, reason."""
    settings, _notice = settings_file.load(places.settings)
    try:
        answer = ask(request(places, settings))
    except ProbeError as error:
        console.put(f"builtin\tbroken\tthe engine's program did not start: {error}; copyholder doctor says more\n")
        return 1
    rows = []
    for one in answer.ranking:
        state = "ready" if one.usable else "missing"
        where = {"gpu": "on the graphics card: ", "cpu": "on the processor: "}.get(one.device, "")
        rows.append(f"{one.engine}\t{state}\t{where}{findings.summary(one)}\n")
    console.put("".join(rows))
    return 0


def doctor(options: argparse.Namespace, places: Places) -> int:
    """Everything at once; 1 if the engine does not start."""
    if options.bug_report is not None:
        checks.bug_report_to_write(options.bug_report, TITLE)
    settings, _notice = settings_file.load(places.settings)
    with ThreadPoolExecutor(3, thread_name_prefix="doctor") as asking:
        greets = asking.submit(greeting)
        scripts = asking.submit(tesseract)
        hosts = [*dict.fromkeys((jina_host(settings), *HOSTS))] if options.network else []
        looked = asking.submit(look, places, settings, hosts)
        packages = {name: _version(name) for name in PACKAGES}
        hello, found, answer = greets.result(), scripts.result(), looked.result()
    facts = _facts(places, packages, hello, found, answer)
    told = list(_findings(places, hello, found, answer))
    if options.json:
        console.put(json.dumps(facts, ensure_ascii=False, indent=2) + "\n")
    elif options.bug_report is None:
        head = f"Copyholder {__version__}, Python {platform.python_version()}"
        console.put("\n".join((head, "", *findings.lines(told))) + "\n")
    if options.bug_report is not None:
        write_beside(options.bug_report, bug_report(told, packages, places, settings))
        console.say(f"The report is in {console.shown(options.bug_report)}: read it before you send it.")
    return 0 if hello is not None else 1


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


# ---------------------------------------------------------------- for a bug report


def bug_report(told: Sequence[Finding], packages: Mapping[str, str | None], places: Places, settings: Settings) -> str:
    """What helps to find a fault and names nobody: the findings without paths, the packages, and the end of
    the log with what the children said last."""
    about = [f"copyholder: {__version__}", f"python: {platform.python_version()}", f"system: {platform.platform()}"]
    installed = [f"  {name}: {version or 'not installed'}" for name, version in packages.items()]
    log = [f"the last {LOG_LINES} lines of the log:", *_log_end(places)]
    names = {word for path in settings.recent for word in (Path(path).name, Path(path).stem)}
    clean = Redactor(names=names, secrets=_kept_keys(places))
    text = [*about, "", *findings.lines(told, places=False), "", "packages:", *installed, "", *log, ""]
    return f"{TITLE}\n\n" + clean("\n".join(text))


def _kept_keys(places: Places) -> list[str]:
    """Keys that are in the private file; those of a keychain are never in a log, and nobody is asked for them."""
    try:
        return list(msgspec.json.decode((places.config / "keys.json").read_bytes(), type=dict[str, str]).values())
    except (OSError, msgspec.DecodeError, UnicodeDecodeError):
        return []


def _log_end(places: Places) -> list[str]:
    try:
        with log_file(places).open(encoding="utf-8", errors="replace") as lines:
            return [line.rstrip("\n") for line in deque(lines, LOG_LINES)] or ["(empty)"]
    except OSError as error:
        return [f"(none: {error.strerror})"]
