# SPDX-License-Identifier: AGPL-3.0-or-later
"""Neither torch nor transformers is imported before a model is loaded."""

from __future__ import annotations

import subprocess
from pathlib import Path

LIGHT = (
    "engine.server",
    "engine.backends.transformers.backend",
    "engine.jina_ocr.__main__",
    "engine.jina_ocr.check",
    "engine.jina_ocr.cleanup",
    "engine.jina_ocr.depth",
    "engine.jina_ocr.guard",
    "engine.jina_ocr.headers",
    "engine.jina_ocr.image",
    "engine.jina_ocr.prompt",
)

HEAVY = ("torch", "transformers", "tokenizers", "safetensors")


def test_no_heavy_library_at_start(python: str) -> None:
    script = f"import sys\nfor name in {LIGHT!r}: __import__(name)\nprint([n for n in {HEAVY!r} if n in sys.modules])"
    root = Path(__file__).parents[2]
    ran = subprocess.run([python, "-c", script], cwd=root, capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "[]"
