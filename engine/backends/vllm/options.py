# SPDX-License-Identifier: AGPL-3.0-or-later
"""The vLLM backend's options, checked."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from engine.backends.contract import EngineError
from engine.jina_ocr.depth import MAX_DEPTH
from engine.protocol import ErrorCode, Scalar

MAX_TOKENS = 4096
"""Tokens of an answer, unless asked otherwise: the vendor's figure."""

CONTEXT = 8192
"""Positions of a page: picture, instruction and answer. The model has 32,768; memory is kept for
one page that fills them, and no page needs more than half of this."""

LAYOUTS = ("auto", "one", "separate")
DTYPES = ("auto", "bfloat16", "float16", "float32")

UNTUNED_DRAFTS = {"cuda": 1, "cpu": 0}
"""Drafts a step until they were measured on the machine. With CUDA graphs one draft is the best
published figure (1.17 x, three give 1.09 x); on a CPU a step takes as long as the weights that it
reads, and checking a draft reads the experts of two tokens."""


@dataclass(frozen=True)
class Options:
    """`drafts`: tokens drafted a step, None: not said. `pages`: pages in flight, 0: from memory.
    `kv_bytes`: bytes for keys and values, 0: from memory. `attempt`: how often it broke down.
    `work`: a folder of ours, for vLLM's caches and the draft head's files."""

    model: Path
    drafts: int | None = None
    pages: int = 0
    layout: str = "auto"
    dtype: str = "auto"
    kv_bytes: int = 0
    repetition_penalty: float = 1.0
    eager: bool = False
    context: int = CONTEXT
    max_tokens: int = MAX_TOKENS
    batched_tokens: int = 0
    guard: bool = True
    attempt: int = 0
    work: Path = Path()

    def depth(self, kind: str, heads: int) -> int:
        """Drafts a step on a device of `kind` ("cuda" or "cpu") for a model with so many draft heads."""
        if not heads or self.attempt:
            return 0
        return UNTUNED_DRAFTS[kind] if self.drafts is None else self.drafts


def parse_options(options: Mapping[str, Scalar]) -> Options:
    """Raises EngineError(ENGINE_UNAVAILABLE) with a sentence; names that are not ours are let be."""
    model = options.get("model")
    if not model:
        raise _refused("No model folder is given.")
    drafts = options.get("draft_tokens")
    return Options(
        model=Path(str(model)),
        drafts=None if drafts in (None, "", "auto") else _number(options, "draft_tokens", 0, MAX_DEPTH, 0),
        pages=_number(options, "pages_at_once", 0, 512, 0),
        layout=_one_of(options, "layout", LAYOUTS),
        dtype=_one_of(options, "dtype", DTYPES),
        kv_bytes=_number(options, "kv_bytes", 0, 1 << 50, 0),
        repetition_penalty=_penalty(options.get("repetition_penalty")),
        eager=bool(options.get("eager", False)),
        context=_number(options, "context", 512, 32_768, CONTEXT),
        max_tokens=_number(options, "max_tokens", 1, 32_768, MAX_TOKENS),
        batched_tokens=_number(options, "batched_tokens", 0, 1 << 20, 0),
        guard=bool(options.get("guard", True)),
        attempt=_number(options, "attempt", 0, 1_000_000, 0),
        work=Path(str(options["work"])) if options.get("work") else work_folder(),
    )


def work_folder() -> Path:
    """In the user's cache: it may be deleted, and is then made again, which takes a minute."""
    base = os.environ.get("XDG_CACHE_HOME")
    cache = Path(base) if base and Path(base).is_absolute() else Path.home() / ".cache"
    return cache / "copyholder" / "vllm"


def _penalty(value: Scalar) -> float:
    try:
        penalty = 1.0 if value is None else float(value)
    except ValueError:
        penalty = 0.0
    if not 0.5 <= penalty <= 2.0:
        raise _refused(f"The option repetition_penalty is 0.5 to 2, not {value!r}.")
    return penalty


def _one_of(options: Mapping[str, Scalar], name: str, known: tuple[str, ...]) -> str:
    value = str(options.get(name) or known[0])
    if value not in known:
        raise _refused(f"The option {name} is one of {', '.join(known)}, not {value!r}.")
    return value


def _number(options: Mapping[str, Scalar], name: str, low: int, high: int, otherwise: int) -> int:
    value = options.get(name)
    if value is None:
        return otherwise
    try:
        number = int(value)
    except ValueError:
        number = low - 1
    if not low <= number <= high:
        raise _refused(f"The option {name} is {low} to {high}, not {value!r}.")
    return number


def _refused(sentence: str) -> EngineError:
    return EngineError(ErrorCode.ENGINE_UNAVAILABLE, sentence)
