# SPDX-License-Identifier: AGPL-3.0-or-later
"""The same on Windows: calls of kernel32 and the registry."""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Callable
from functools import partial
from typing import Any

from engine.hardware.facts import Gpu, Memory

_AVX2, _AVX512 = 40, 41  # PF_AVX2_INSTRUCTIONS_AVAILABLE, PF_AVX512F_INSTRUCTIONS_AVAILABLE of winnt.h

_DISPLAYS = r"SYSTEM\CurrentControlSet\Control\Class\{4d36e968-e325-11ce-bfc1-08002be10318}"
"""Where Windows lists display adapters."""

_CPU = r"HARDWARE\DESCRIPTION\System\CentralProcessor\0"


class _MemoryStatus(ctypes.Structure):
    """MEMORYSTATUSEX."""

    _fields_ = (
        ("length", ctypes.c_ulong),
        ("load", ctypes.c_ulong),
        ("total", ctypes.c_ulonglong),
        ("free", ctypes.c_ulonglong),
        *((f"rest{number}", ctypes.c_ulonglong) for number in range(5)),
    )


def processor() -> tuple[str, tuple[str, ...]]:
    """Model and features."""
    model = ""
    features: list[str] = []
    if sys.platform == "win32":
        import winreg

        has = ctypes.windll.kernel32.IsProcessorFeaturePresent
        features = [name for name, number in (("avx2", _AVX2), ("avx512", _AVX512)) if has(number)]
        with winreg.OpenKey(winreg.HKEY_LOCAL_MACHINE, _CPU) as key:
            model = str(winreg.QueryValueEx(key, "ProcessorNameString")[0]).strip()
    return model, tuple(features)


def memory() -> Memory:
    found = Memory()
    if sys.platform == "win32":
        status = _MemoryStatus(length=ctypes.sizeof(_MemoryStatus))
        if ctypes.windll.kernel32.GlobalMemoryStatusEx(ctypes.byref(status)):
            found = Memory(total=int(status.total), free=int(status.free))
    return found


def graphics() -> list[Gpu]:
    """Display adapters of AMD and Intel; NVIDIA's driver tells of its own."""
    found: list[Gpu] = []
    if sys.platform == "win32":
        import winreg

        with winreg.OpenKey(winreg.HKEY_LOCAL_MACHINE, _DISPLAYS) as displays:
            for number in range(winreg.QueryInfoKey(displays)[0]):
                try:
                    with winreg.OpenKey(displays, winreg.EnumKey(displays, number)) as key:
                        found += adapter(partial(_value, key))
                except OSError:  # not an adapter, or not for us to read
                    continue
    return found


def adapter(value: Callable[[str], Any]) -> list[Gpu]:
    """One entry of the registry as a graphics processor, none if it is not one of these. `value` gives what
    a name holds and raises OSError where there is no such name."""
    device = str(value("MatchingDeviceId")).upper()
    name, driver = str(value("DriverDesc")), str(value("DriverVersion"))
    try:
        memory = int(value("HardwareInformation.qwMemorySize"))
    except (OSError, ValueError, TypeError):
        memory = None
    if "VEN_1002" in device:
        return [Gpu(vendor="amd", name=name, memory=memory, driver=driver)]
    if "VEN_8086" in device:
        return [Gpu(vendor="intel", name=name, memory=memory, driver=driver)]
    return []


def _value(key: Any, name: str) -> Any:
    value = None
    if sys.platform == "win32":
        import winreg

        value = winreg.QueryValueEx(key, name)[0]
    return value
