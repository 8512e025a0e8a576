# SPDX-License-Identifier: AGPL-3.0-or-later
"""What a probe finds, as values; bytes and counts. Imports msgspec alone: the app reads these too.

What could not be found out is None or absent, never zero; `Machine.failed` says why.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

Release: TypeAlias = tuple[int, ...]
"""A release or capability as numbers that can be compared: (12, 8)."""


class Fact(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Base of everything that a probe tells; unknown fields are skipped, so that a newer one can be read."""


class System(Fact, frozen=True, kw_only=True):
    """`name` is Python's sys.platform; `title` is what people call it; `wsl` is Windows' own Linux. `compiler`: of C,
    on the search path."""

    name: str = ""
    title: str = ""
    release: str = ""
    architecture: str = ""
    wsl: bool = False
    compiler: bool = False


class Processor(Fact, frozen=True, kw_only=True):
    """`cores` are those this process may use, less what a container's limit takes away. `features`
    are of avx2, avx512, avx512_bf16, amx, neon, bf16."""

    model: str = ""
    cores: int = 1
    features: tuple[str, ...] = ()


class Memory(Fact, frozen=True, kw_only=True):
    """Main memory in bytes, a container's limit counted in."""

    total: int | None = None
    free: int | None = None


class Gpu(Fact, frozen=True, kw_only=True):
    """A graphics processor. `capability` is CUDA's compute capability; `driver` the driver's
    release, and `cuda` the newest CUDA it can run. `problem` says why it cannot be used at all."""

    vendor: Literal["nvidia", "amd", "intel", "apple"]
    name: str
    uuid: str = ""
    capability: Release | None = None
    memory: int | None = None
    free: int | None = None
    driver: str = ""
    cuda: Release | None = None
    problem: str = ""


class Disk(Fact, frozen=True, kw_only=True):
    """The disk of a folder, in bytes."""

    folder: str
    free: int
    total: int


class Python(Fact, frozen=True, kw_only=True):
    """An interpreter and what is installed in it (distribution: release), read from its folders.
    `kind` says whose it is: Copyholder's own, an environment that Copyholder made, or one that the
    user named. `cuda` and `hip` are what its PyTorch was built for; both None: for the CPU, or Metal. `headers`:
    whether Python.h is there, None if not looked for."""

    path: str
    kind: Literal["own", "managed", "given"]
    release: str = ""
    packages: dict[str, str] = {}
    cuda: str | None = None
    hip: str | None = None
    headers: bool | None = None
    problem: str = ""


class Model(Fact, frozen=True, kw_only=True):
    """A model folder. `complete`: every tensor is there in full; `drafts`: so is the draft head.
    `size` is what the weights take on the disk; `parameters` counts those of a complete one."""

    path: str
    complete: bool = False
    drafts: bool = False
    size: int = 0
    parameters: int = 0
    revision: str = ""
    problem: str = ""


class Machine(Fact, frozen=True, kw_only=True):
    """Everything. `failed` holds, by the part's name, why it could not be looked at. `reachable`
    is None unless asked for."""

    system: System = System()
    processor: Processor = Processor()
    memory: Memory = Memory()
    gpus: tuple[Gpu, ...] = ()
    disk: Disk | None = None
    pythons: tuple[Python, ...] = ()
    models: tuple[Model, ...] = ()
    reachable: dict[str, bool] | None = None
    failed: dict[str, str] = {}
    seconds: float = 0.0


class Place(Fact, frozen=True, kw_only=True):
    """What to look at besides the machine itself: the data folder, where managed environments (in
    `engines`) and models (in `models`) are, model folders and interpreters that the user named, and
    hosts ("api.jina.ai") that are to be reached; without them the network is left alone."""

    data: str = ""
    models: tuple[str, ...] = ()
    pythons: tuple[str, ...] = ()
    hosts: tuple[str, ...] = ()


def release(text: str) -> Release:
    """The numbers that a release begins with: "2.13.0+cpu" is (2, 13, 0), "12.8" is (12, 8)."""
    numbers: list[int] = []
    for part in text.partition("+")[0].split("."):
        digits = ""
        for sign in part:
            if not sign.isascii() or not sign.isdigit():
                break
            digits += sign
        if not digits:
            break
        numbers.append(int(digits))
        if digits != part:
            break
    return tuple(numbers)
