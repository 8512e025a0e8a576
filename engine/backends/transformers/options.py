# SPDX-License-Identifier: AGPL-3.0-or-later
"""The backend's options, checked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from engine.backends.contract import EngineError
from engine.jina_ocr.depth import MAX_DEPTH, Depth
from engine.protocol import ErrorCode, Scalar

MAX_TOKENS = 4096
"""Tokens of an answer, unless asked otherwise: the vendor's figure."""

MAX_BATCH = 64


@dataclass(frozen=True)
class Options:
    """`draft_tokens`: "auto" (see `Options.depth`), "adaptive", or 0 to 8. `batch` (or
    `pages_at_once`, the name that all engines know): pages decoded together, 0: as the device
    allows. `guard`: watch for endless repetition. `compile`: a backend of torch.compile, empty: none."""

    model: Path
    device: str = "auto"
    dtype: str = "auto"
    draft_tokens: str = "auto"
    batch: int = 0
    max_tokens: int = MAX_TOKENS
    guard: bool = True
    threads: int = 0
    compile: str = ""

    def depth(self, asked: Scalar, *, on_cpu: bool, advised: int) -> Depth:
        """Drafts of a page: `asked` for it, or else for the engine. Automatic is the checkpoint's
        advice on a graphics processor and none on a CPU, where a step takes as long as the weights
        it reads, and a check of four tokens reads the experts of four."""
        wanted = str(self.draft_tokens if asked is None else asked)
        if wanted == "auto":
            return Depth.fixed(0 if on_cpu else min(advised, MAX_DEPTH))
        if wanted == "adaptive":
            return Depth.adaptive()
        if wanted.isdecimal() and int(wanted) <= MAX_DEPTH:
            return Depth.fixed(int(wanted))
        raise EngineError(
            ErrorCode.ENGINE_UNAVAILABLE, f"Drafts can be auto, adaptive or 0 to {MAX_DEPTH}, not {wanted!r}."
        )


def parse_options(options: Mapping[str, Scalar]) -> Options:
    """Raises EngineError(ENGINE_UNAVAILABLE) with a sentence; names that are not ours are let be."""
    model = options.get("model")
    if not model:
        raise EngineError(ErrorCode.ENGINE_UNAVAILABLE, "No model folder is given.")
    parsed = Options(
        model=Path(str(model)),
        device=str(options.get("device") or "auto"),
        dtype=str(options.get("dtype") or "auto"),
        draft_tokens=str(options["draft_tokens"]) if options.get("draft_tokens") is not None else "auto",
        batch=_number(options, "batch", 0, MAX_BATCH, min(MAX_BATCH, _number(options, "pages_at_once", 0, 512, 0))),
        max_tokens=_number(options, "max_tokens", 1, 1_000_000, MAX_TOKENS),
        guard=bool(options.get("guard", True)),
        threads=_number(options, "threads", 0, 1024, 0),
        compile=str(options.get("compile") or ""),
    )
    parsed.depth(None, on_cpu=True, advised=0)
    return parsed


def _number(options: Mapping[str, Scalar], name: str, low: int, high: int, otherwise: int) -> int:
    value = options.get(name)
    if value is None:
        return otherwise
    try:
        number = int(value)
    except ValueError:
        number = low - 1
    if not low <= number <= high:
        raise EngineError(ErrorCode.ENGINE_UNAVAILABLE, f"The option {name} is {low} to {high}, not {value!r}.")
    return number
