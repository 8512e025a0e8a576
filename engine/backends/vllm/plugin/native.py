# SPDX-License-Identifier: AGPL-3.0-or-later
"""Whether the installed vLLM knows jina-ocr itself. Its native support is preferred to ours."""

from __future__ import annotations

import importlib.util
import re
from functools import cache
from pathlib import Path

_NAME = re.compile(r'^\s*"(\w*jina_?ocr\w*)"\s*:', re.IGNORECASE | re.MULTILINE)


@cache
def native_names() -> tuple[str, ...]:
    """Architectures of jina-ocr in vLLM's own table of models; empty where there are none.

    WORKAROUND (vLLM 0.21 to 0.32): the table is read as text. Importing it takes seconds and
    torch, and the answer is needed before, to write a server's command line. Native support is
    an open pull request (vllm-project/vllm#58044)."""
    table = registry_file()
    if table is None:
        return ()
    return names_in(table.read_text(encoding="utf-8", errors="replace"))


def names_in(table: str) -> tuple[str, ...]:
    """The architectures of jina-ocr in the text of a table of models."""
    return tuple(dict.fromkeys(_NAME.findall(table)))


def registry_file() -> Path | None:
    """vLLM's table of models, without importing vLLM; None where there is none."""
    found = importlib.util.find_spec("vllm")
    for folder in (found.submodule_search_locations or ()) if found else ():
        path = Path(folder, "model_executor", "models", "registry.py")
        if path.is_file():
            return path
    return None
