# SPDX-License-Identifier: AGPL-3.0-or-later
"""Everything about the machine at once. Each part may fail alone; none takes the others along."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from engine.hardware import folders, graphics, pythons, system
from engine.hardware.facts import Machine, Place

LIMIT = 6.0
"""Seconds for the slowest part; a driver that sleeps takes two or three to wake."""

CONNECT_LIMIT = 2.0


def probe(place: Place, root: Path = system.ROOT) -> Machine:
    """Raises nothing. Parts run side by side; one that is not back in time is told as failed."""
    began = time.monotonic()
    data = Path(place.data) if place.data else None
    parts: dict[str, Callable[[], Any]] = {
        "system": lambda: system.system(root),
        "processor": lambda: system.processor(root),
        "memory": lambda: system.memory(root),
        "gpus": lambda: graphics.graphics(root),
        "pythons": lambda: _pythons(place, data),
        "models": lambda: folders.models(data / "models" if data else None, [Path(m) for m in place.models]),
    }
    if data is not None:
        parts["disk"] = lambda: folders.disk(data)
    if place.hosts:
        parts["reachable"] = lambda: {host: reachable(host) for host in place.hosts}
    found, failed = _together(parts)
    if "gpus" in found:
        cards, trouble = found["gpus"]
        found["gpus"] = tuple(cards)
        if trouble:
            failed["gpus"] = trouble
    for name in ("pythons", "models"):
        if name in found:
            found[name] = tuple(found[name])
    return Machine(**found, failed=failed, seconds=round(time.monotonic() - began, 3))


def _pythons(place: Place, data: Path | None) -> list[Any]:
    given = [pythons.look(Path(path), "given") for path in place.pythons]
    made = pythons.managed(data / "engines") if data else []
    seen = {pythons.own().path}
    found = [pythons.own()]
    for one in (*given, *made):
        if one.path not in seen:
            seen.add(one.path)
            found.append(one)
    return found


def _together(parts: dict[str, Callable[[], Any]]) -> tuple[dict[str, Any], dict[str, str]]:
    """What the parts give, and why some gave nothing."""
    found: dict[str, Any] = {}
    failed: dict[str, str] = {}

    def run(name: str, part: Callable[[], Any]) -> None:
        try:
            found[name] = part()
        except Exception as error:  # noqa: BLE001 - a part fails alone, with its reason
            failed[name] = f"{type(error).__name__}: {error}"[:300]

    threads = {
        name: threading.Thread(target=run, args=(name, part), name=f"probe-{name}", daemon=True)
        for name, part in parts.items()
    }
    until = time.monotonic() + LIMIT
    for thread in threads.values():
        thread.start()
    for name, thread in threads.items():
        thread.join(max(0.0, until - time.monotonic()))
        if thread.is_alive():
            failed[name] = f"no answer within {LIMIT:g} s"
    return {name: value for name, value in dict(found).items() if name not in failed}, dict(failed)


def reachable(host: str) -> bool:
    """Whether a connection can be opened; nothing is sent."""
    name, _, port = host.partition(":")
    try:
        with socket.create_connection((name, int(port or 443)), timeout=CONNECT_LIMIT):
            return True
    except (OSError, ValueError):
        return False
