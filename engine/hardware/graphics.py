# SPDX-License-Identifier: AGPL-3.0-or-later
"""Graphics processors: NVIDIA's by its own library (NVML), others by what the system says of them."""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal, TypeAlias

from engine.hardware.facts import Gpu, Release
from engine.hardware.system import ROOT

Vendor: TypeAlias = Literal["nvidia", "amd", "intel", "apple"]

VENDORS: dict[str, Vendor] = {"0x10de": "nvidia", "0x1002": "amd", "0x8086": "intel"}
"""PCI vendors."""

NAMES = {"nvidia": "NVIDIA graphics", "amd": "AMD graphics", "intel": "Intel graphics"}

WITHOUT_DRIVER = "its driver is not installed, or not running"


def graphics(root: Path = ROOT) -> tuple[list[Gpu], str]:
    """All of them, NVIDIA's first, and why NVIDIA's could not be asked, empty if they could."""
    trouble = ""
    try:
        cards = nvidia()
    except Exception as error:  # noqa: BLE001 - the library's errors are its own; the rest is still told
        cards, trouble = [], f"NVIDIA's driver: {error}"
    if sys.platform == "linux":
        others = _linux(root)
    elif sys.platform == "darwin":
        from engine.hardware import apple

        others = apple.graphics()
    elif sys.platform == "win32":
        from engine.hardware import windows

        others = windows.graphics()
    else:
        others = []
    if cards:
        others = [gpu for gpu in others if gpu.vendor != "nvidia"]
    return [*cards, *others], trouble


def nvidia() -> list[Gpu]:
    """Cards that CUDA would see. None where the driver is not installed. Raises NVMLError if it is but does
    not work, the usual reason being an update without a restart."""
    nvml = importlib.import_module("pynvml")  # has no types
    try:
        nvml.nvmlInit()
    except nvml.NVMLError_LibraryNotFound:
        return []
    try:
        driver = _text(nvml.nvmlSystemGetDriverVersion())
        number = int(nvml.nvmlSystemGetCudaDriverVersion_v2())
        cuda = (number // 1000, number % 1000 // 10)
        count = int(nvml.nvmlDeviceGetCount())
        cards = [_card(nvml, number, driver, cuda) for number in range(count)]
    finally:
        nvml.nvmlShutdown()
    return visible(cards, os.environ.get("CUDA_VISIBLE_DEVICES"))


def _card(nvml: Any, number: int, driver: str, cuda: Release) -> Gpu:
    """One card; what a virtual or a split one does not tell is absent."""
    handle = nvml.nvmlDeviceGetHandleByIndex(number)

    def ask(question: Callable[[Any], Any]) -> Any:
        try:
            return question(handle)
        except nvml.NVMLError:
            return None

    memory = ask(nvml.nvmlDeviceGetMemoryInfo)
    capability = ask(nvml.nvmlDeviceGetCudaComputeCapability)
    return Gpu(
        vendor="nvidia",
        name=_text(ask(nvml.nvmlDeviceGetName) or NAMES["nvidia"]),
        uuid=_text(ask(nvml.nvmlDeviceGetUUID) or ""),
        capability=tuple(capability) if capability else None,
        memory=int(memory.total) if memory else None,
        free=int(memory.free) if memory else None,
        driver=driver,
        cuda=cuda,
    )


def visible(cards: list[Gpu], wanted: str | None) -> list[Gpu]:
    """Those that the variable CUDA_VISIBLE_DEVICES leaves: numbers or beginnings of UUIDs; what is
    after the first that is neither does not count, as in CUDA."""
    if wanted is None:
        return cards
    left: list[Gpu] = []
    for word in (word.strip() for word in wanted.split(",")):
        named = [gpu for gpu in cards if word and gpu.uuid.startswith(word)]
        if word.isdigit() and int(word) < len(cards):
            named = [cards[int(word)]]
        if not named:
            break
        left += named[:1]
    return left


def _linux(root: Path) -> list[Gpu]:
    """What the kernel lists; nothing in containers and in WSL, where it lists none."""
    found = []
    for device in sorted((root / "sys/class/drm").glob("card*/device")):
        if "-" in device.parent.name:  # a connector: card0-HDMI-A-1
            continue
        vendor = VENDORS.get(_read(device / "vendor"))
        if vendor is None:
            continue
        total, used = _read(device / "mem_info_vram_total"), _read(device / "mem_info_vram_used")
        known = total.isdigit() and used.isdigit()
        name = _read(device / "product_name") or f"{NAMES[vendor]} ({_read(device / 'device')})"
        found.append(
            Gpu(
                vendor=vendor,
                name=name,
                memory=int(total) if total.isdigit() else None,
                free=int(total) - int(used) if known else None,
                problem=WITHOUT_DRIVER if vendor == "nvidia" else "",
            )
        )
    return found


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace").strip()
    except OSError:
        return ""


def _text(value: str | bytes) -> str:
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else str(value)
