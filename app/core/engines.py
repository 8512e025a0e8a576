# SPDX-License-Identifier: AGPL-3.0-or-later
"""The engines by the names that users write: what each needs, and which options it takes."""

from __future__ import annotations

import importlib.util
import os
from pathlib import Path

BACKENDS = {"auto": "builtin", "builtin": "builtin", "transformers": "transformers", "scripted": "scripted"}
"""Names of --engine that this version can start, and the backend behind each. The scripted one
(see engine/backends/scripted.py) is for demonstrations and tests and not advertised."""

LATER = ("vllm", "jina", "reader", "openai")
"""Names of the design that this version does not have."""

NEEDS_MODEL = frozenset({"transformers"})
"""Backends that read with a model folder of the user's."""

EXTRAS = {"transformers": ("torch", "transformers", "tokenizers")}
"""What an engine needs beyond the base install; the extra has the engine's name."""

DRAFT_TOKENS = ("auto", "adaptive", *map(str, range(9)))
"""Drafts a step that the model's engine takes; none changes the text."""


def missing(backend: str) -> str:
    """What this interpreter lacks for a backend, in a sentence's end; empty if nothing. Looks
    for the libraries without loading them."""
    lacking = [name for name in EXTRAS.get(backend, ()) if importlib.util.find_spec(name) is None]
    if not lacking:
        return ""
    verb = "is" if len(lacking) == 1 else "are"
    return f'{", ".join(lacking)} {verb} not installed (pip install "copyholder[{backend}]")'


def wrong_options(backend: str, model: Path | None, draft_tokens: str | None) -> str:
    """What is wrong with a model's options for a backend, as a sentence; empty if nothing."""
    if backend not in NEEDS_MODEL:
        return ""
    if model is None:
        return f"The engine “{backend}” reads with a model: name its folder with --model DIR."
    if not os.path.isdir(model) or not _is_text(str(model)):  # noqa: PTH112 - Path.is_dir raises where it may not look
        return f"--model: {model} is no folder; name the one that holds the model's config.json."
    if draft_tokens is not None and draft_tokens not in DRAFT_TOKENS:
        return f"--draft-tokens is auto, adaptive or a number from 0 to {DRAFT_TOKENS[-1]}, not {draft_tokens}."
    return ""


def _is_text(name: str) -> bool:
    """Whether a path can be told to another program: a name on a disk may be any bytes."""
    try:
        name.encode()
    except UnicodeEncodeError:
        return False
    return True


def options(backend: str, model: Path | None, draft_tokens: str | None, script: str) -> dict[str, str]:
    """The options that a backend is started with, of those given on a line. The model's folder
    is absolute: the engine's program runs in another one."""
    found = {"script": script} if script else {}
    if backend in NEEDS_MODEL and model is not None:
        found["model"] = str(model.absolute())
        if draft_tokens is not None:
            found["draft_tokens"] = draft_tokens
    return found
