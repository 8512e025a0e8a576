# SPDX-License-Identifier: AGPL-3.0-or-later
"""What every engine with a local model needs: the folder, the licence, an interpreter, room on the disk."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from engine.choose import sizes
from engine.choose.values import Lack, Wishes
from engine.hardware.facts import Machine, Model, Python, release

BASE = ("msgspec", "pillow", "numpy")
"""What the engine program itself imports."""

TORCH, TRANSFORMERS, TRANSFORMERS_END = (2, 6), (5, 19), (6,)
"""Releases that the backend takes."""

GET_MODEL = "copyholder models download"


@dataclass
class Needs:
    """Gathers what one engine lacks, and what would have to be fetched."""

    machine: Machine
    wishes: Wishes
    lacks: list[Lack] = field(default_factory=list)
    python: Python | None = None
    model: Model | None = None
    download: int = 0

    def no(self, lack: Lack) -> None:
        self.lacks.append(lack)

    def need_model(self) -> None:
        """A complete folder, and the right to use it."""
        model = self.model = best_model(self.machine.models, self.wishes)
        if self.wishes.commercial:
            self.no(Lack(
                code="commercial",
                words="The licence of jina-ocr-v1 (CC BY-NC 4.0) allows no commercial use.",
                fix="ask Jina AI for an agreement, or use an engine without this model",
            ))
        elif not self.wishes.licence and not (model and model.path == self.wishes.model):
            self.no(Lack(
                code="licence",
                words="The licence of jina-ocr-v1 (CC BY-NC 4.0: no commercial use) is not accepted yet.",
                fix=f"{GET_MODEL} (it shows the licence and asks)",
                install=True,
            ))
        if model is not None and model.complete:
            return
        self.download += max(0, sizes.DOWNLOAD - (model.size if model else 0))
        words = "The model jina-ocr-v1 is not on this machine."
        if model is not None:
            why = model.problem or "It is not complete."
            words = f"The model's folder cannot be used: {why[0].lower()}{why[1:]}"
        self.no(Lack(code="model", words=words, fix=GET_MODEL, install=True))

    def need_python(
        self, library: str, fits: Callable[[Python], str | None], *, variant: str, size: int, instead: str = ""
    ) -> None:
        """An interpreter for an engine. `fits` tells None if the library is not installed in it at all, a
        sentence if it cannot be used there, and nothing if it can. `variant` is what Copyholder can install;
        where it can nothing, `instead` says what to do."""
        problems = []
        for python in in_order(self.machine.pythons, self.wishes):
            if python.problem:
                if python.path == self.wishes.python:
                    problems.append(f"The interpreter that you named cannot be used: {python.problem}.")
                continue
            why = fits(python)
            if why == "":
                why = _base_missing(python)
            if why == "":
                self.python = python
                return
            if why:
                problems.append(why)
        self.download += size
        words = problems[0] if problems else f"{library} is not installed."
        name = "vllm" if library == "vLLM" else "transformers"
        broken = bool(problems) and problems[0].startswith("The interpreter that you named")
        self.no(Lack(
            code="broken" if broken else "library",
            words=words,
            fix=f"copyholder engines install {name}" if variant else instead,
            install=bool(variant),
        ))

    def need_room(self) -> None:
        """Ask last: whether what is to be fetched has room, and may be fetched."""
        disk = self.machine.disk
        if not self.download:
            return
        if disk is not None and disk.free < self.download:
            self.no(Lack(
                code="disk",
                words=f"{sizes.gigabytes(self.download)} of disk are needed, {sizes.gigabytes(disk.free)} are free.",
                fix="free some space, or move Copyholder's data folder to a larger disk",
            ))
        if self.wishes.offline:
            self.no(Lack(
                code="network",
                words="It would have to be downloaded, and Copyholder is set to work offline.",
                fix="allow the network, or name a model folder and an interpreter that you have",
            ))


def best_model(models: Sequence[Model], wishes: Wishes) -> Model | None:
    """The user's folder; else a complete one, with a draft head if there is such; else the fullest part."""
    for model in models:
        if wishes.model and model.path == wishes.model:
            return model
    return max(models, key=lambda m: (m.complete, m.drafts, m.size), default=None)


def in_order(pythons: Sequence[Python], wishes: Wishes) -> list[Python]:
    """The user's interpreter, then those that Copyholder made, then named ones, then its own."""
    kinds = {"managed": 1, "given": 2, "own": 3}
    return sorted(pythons, key=lambda p: 0 if p.path == wishes.python else kinds[p.kind])


def _base_missing(python: Python) -> str:
    lacking = [name for name in BASE if name not in python.packages]
    return f"The interpreter with the engine lacks {', '.join(lacking)}." if lacking else ""


def transformers_misfit(python: Python) -> str | None:
    """Whether its libraries are those that the backend takes; the device is another question."""
    torch, transformers = python.packages.get("torch"), python.packages.get("transformers")
    if torch is None or transformers is None or "tokenizers" not in python.packages:
        return None
    if release(torch) < TORCH:
        return f"PyTorch {torch} is too old; {_dotted(TORCH)} or newer is needed."
    if not TRANSFORMERS <= release(transformers) < TRANSFORMERS_END:
        wanted = f"{_dotted(TRANSFORMERS)} or newer, below {TRANSFORMERS_END[0]}"
        return f"Transformers {transformers} does not fit; {wanted}, is needed."
    return ""


def _dotted(numbers: tuple[int, ...]) -> str:
    return ".".join(map(str, numbers))
