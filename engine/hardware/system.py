# SPDX-License-Identifier: AGPL-3.0-or-later
"""System, processor and main memory: from files and calls of the system, a container's limits counted in.

`root` is where the system's files are looked for; tests have trees of their own.
"""

from __future__ import annotations

import contextlib
import math
import os
import platform
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

from engine.hardware.facts import Memory, Processor, System
from engine.protocol import Scalar

ROOT = Path("/")

_FEATURES = {
    "avx2": ("avx2",),
    "avx512": ("avx512f",),
    "avx512_bf16": ("avx512_bf16",),
    "amx": ("amx_bf16",),
    "neon": ("asimd",),
    "bf16": ("bf16",),
}
"""Our names and the kernel's."""


def cheap_facts() -> dict[str, Scalar]:
    """Processors this process may use, memory in bytes where the system tells, system, Python."""
    facts: dict[str, Scalar] = {
        "cores": _allowed(),
        "system": sys.platform,
        "python": f"{sys.version_info.major}.{sys.version_info.minor}.{sys.version_info.micro}",
    }
    if (total := _physical()) is not None:
        facts["memory"] = total
    return facts


def system(root: Path = ROOT) -> System:
    title = f"{platform.system()} {platform.release()}"
    if sys.platform == "linux":
        title = _linux_title(root) or title
    elif sys.platform == "darwin":
        title = f"macOS {platform.mac_ver()[0]}"
    elif sys.platform == "win32":
        title = f"Windows {platform.release()} ({platform.version()})"
    release = platform.release()
    return System(
        name=sys.platform,
        title=title,
        release=release,
        architecture=platform.machine(),
        wsl=sys.platform == "linux" and "microsoft" in (_read(root / "proc/version") or release).lower(),
        compiler=any(shutil.which(name) for name in ("cc", "gcc", "clang")),
    )


def _linux_title(root: Path) -> str:
    for line in (_read(root / "etc/os-release") or "").splitlines():
        if line.startswith("PRETTY_NAME="):
            return line.partition("=")[2].strip().strip("\"'")
    return ""


def processor(root: Path = ROOT) -> Processor:
    cores = _allowed()
    model = platform.processor()
    features: tuple[str, ...] = ()
    if sys.platform == "linux":
        model, features = _cpuinfo(root)
        quota = _cpu_quota(root)
        if quota is not None:
            cores = max(1, min(cores, math.ceil(quota)))
    elif sys.platform == "darwin":
        from engine.hardware import apple

        model, features = apple.processor()
    elif sys.platform == "win32":
        from engine.hardware import windows

        model, features = windows.processor()
    return Processor(model=model or platform.machine(), cores=cores, features=tuple(features))


def memory(root: Path = ROOT) -> Memory:
    found = Memory(total=_physical())
    if sys.platform == "linux":
        found = _linux_memory(root)
    elif sys.platform == "darwin":
        from engine.hardware import apple

        found = apple.memory()
    elif sys.platform == "win32":
        from engine.hardware import windows

        found = windows.memory()
    return found


# ---------------------------------------------------------------- Linux


def _cpuinfo(root: Path) -> tuple[str, tuple[str, ...]]:
    """Model and features from /proc/cpuinfo; ARM kernels tell no model."""
    model, flags = "", set[str]()
    for line in (_read(root / "proc/cpuinfo") or "").splitlines():
        name, _, value = line.partition(":")
        match name.strip().lower():
            case "model name" if not model:
                model = value.strip()
            case "flags" | "features" if not flags:
                flags = set(value.split())
            case _:
                pass
    return model, tuple(ours for ours, names in _FEATURES.items() if flags.intersection(names))


def _linux_memory(root: Path) -> Memory:
    numbers = {}
    for line in (_read(root / "proc/meminfo") or "").splitlines():
        name, _, value = line.partition(":")
        if value.split():
            numbers[name] = int(value.split()[0]) * 1024
    total, free = numbers.get("MemTotal"), numbers.get("MemAvailable")
    for limit, used in _memory_limits(root):
        if total is None or limit < total:
            total = limit
        free = limit - used if free is None else max(0, min(free, limit - used))
    return Memory(total=total, free=free)


def _groups(root: Path, controller: str) -> Iterator[Path]:
    """Folders of this process's control groups and those above, version 2 and 1."""
    for line in (_read(root / "proc/self/cgroup") or "").splitlines():
        _, names, path = [*line.split(":", 2), "", ""][:3]
        base = root / "sys/fs/cgroup"
        if names and controller not in names.split(","):
            continue
        if names:
            base = base / controller
        inside = base / path.strip("/")
        # in a container the path is the host's, and what is mounted is the group itself
        folders = [inside, *inside.parents] if inside.is_dir() else [base]
        for folder in folders:
            yield folder
            if folder == base:
                break


def _cpu_quota(root: Path) -> float | None:
    """Processors' worth of time that the tightest group allows."""
    quotas = []
    for folder in _groups(root, "cpu"):
        allowed, period = [*(_read(folder / "cpu.max") or "").split(), "", ""][:2]
        allowed = allowed or (_read(folder / "cpu.cfs_quota_us") or "").strip()
        period = period or (_read(folder / "cpu.cfs_period_us") or "").strip()
        with contextlib.suppress(ValueError, ZeroDivisionError):
            if float(allowed) > 0:
                quotas.append(float(allowed) / float(period))
    return min(quotas, default=None)


def _memory_limits(root: Path) -> Iterator[tuple[int, int]]:
    """Limit and use of each group that has a limit; file pages that can be dropped are not in use."""
    for folder in _groups(root, "memory"):
        limit = _number(folder / "memory.max") or _number(folder / "memory.limit_in_bytes")
        if limit is None or limit >= 1 << 60:  # version 1 writes "none" as a huge number
            continue
        used = _number(folder / "memory.current") or _number(folder / "memory.usage_in_bytes") or 0
        for line in (_read(folder / "memory.stat") or "").splitlines():
            name, _, value = line.partition(" ")
            if name in ("inactive_file", "total_inactive_file") and value.isdigit():
                used = max(0, used - int(value))
                break
        yield limit, used


def _allowed() -> int:
    return (len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()) or 1


def _physical() -> int | None:
    if not hasattr(os, "sysconf"):
        return None
    try:
        return int(os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE"))
    except (ValueError, OSError):
        return None


def _read(path: Path) -> str | None:
    try:
        return path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return None


def _number(path: Path) -> int | None:
    text = (_read(path) or "").strip()
    return int(text) if text.isdigit() else None
