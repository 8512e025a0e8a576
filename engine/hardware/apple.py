# SPDX-License-Identifier: AGPL-3.0-or-later
"""The same on macOS: numbers from sysctl, called without starting a program."""

from __future__ import annotations

import ctypes
import ctypes.util
import platform
import subprocess

from engine.hardware.facts import Gpu, Memory

VM_STAT_LIMIT = 1.0
"""Seconds for the one program that is started, vm_stat."""


def processor() -> tuple[str, tuple[str, ...]]:
    """Model and features."""
    if platform.machine() == "arm64":
        bf16 = sysctl_number("hw.optional.arm.FEAT_BF16")
        return sysctl_text("machdep.cpu.brand_string"), ("neon", "bf16") if bf16 else ("neon",)
    features = ("avx2",) if sysctl_number("hw.optional.avx2_0") else ()
    return sysctl_text("machdep.cpu.brand_string"), features


def memory() -> Memory:
    return Memory(total=sysctl_number("hw.memsize"), free=_free())


def graphics() -> list[Gpu]:
    """The one of Apple's own processors; it shares the main memory. Those of Intel Macs are of no use here."""
    if platform.machine() != "arm64":
        return []
    found = memory()
    return [Gpu(vendor="apple", name=sysctl_text("machdep.cpu.brand_string"), memory=found.total, free=found.free)]


def sysctl_text(name: str) -> str:
    return _sysctl(name).partition(b"\0")[0].decode("utf-8", "replace").strip()


def sysctl_number(name: str) -> int | None:
    data = _sysctl(name)
    return int.from_bytes(data, "little") if data else None


def _sysctl(name: str) -> bytes:
    """The value's bytes, none if there is no such name."""
    libc = ctypes.CDLL(ctypes.util.find_library("c"))
    size = ctypes.c_size_t(0)
    if libc.sysctlbyname(name.encode(), None, ctypes.byref(size), None, 0) != 0:
        return b""
    data = ctypes.create_string_buffer(size.value)
    if libc.sysctlbyname(name.encode(), data, ctypes.byref(size), None, 0) != 0:
        return b""
    return data.raw[: size.value]


def _free() -> int | None:
    """Free pages and those that hold only what can be read again."""
    try:
        said = subprocess.run(["vm_stat"], capture_output=True, text=True, timeout=VM_STAT_LIMIT, check=True).stdout
    except (OSError, subprocess.SubprocessError):
        return None
    return free_of(said)


def free_of(said: str) -> int | None:
    """Bytes from what vm_stat prints."""
    head, _, rest = said.partition("\n")
    digits = "".join(c for c in head if c.isdigit())
    pages = 0
    for line in rest.splitlines():
        name, _, value = line.partition(":")
        number = value.strip().rstrip(".")
        if name in ("Pages free", "Pages inactive", "Pages speculative", "Pages purgeable") and number.isdigit():
            pages += int(number)
    return pages * int(digits) if digits and pages else None
