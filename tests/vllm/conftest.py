# SPDX-License-Identifier: AGPL-3.0-or-later
"""vLLM itself is never imported into the tests' process: it is slow, it warns, and it cannot be taken out
again. Everything runs in processes of its own. Without vLLM nothing here is collected."""

from __future__ import annotations

import importlib.util

if any(importlib.util.find_spec(name) is None for name in ("vllm", "torch", "pymupdf")):
    collect_ignore_glob = ["test_*.py"]
