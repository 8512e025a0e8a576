# SPDX-License-Identifier: AGPL-3.0-or-later
"""The table of backends: name to (module, class), imported only when asked for."""

from __future__ import annotations

import importlib

from engine.backends.contract import Backend, EngineError
from engine.protocol import ErrorCode

BACKENDS: dict[str, tuple[str, str]] = {
    "builtin": ("engine.backends.builtin.backend", "BuiltinBackend"),
    "scripted": ("engine.backends.scripted", "ScriptedBackend"),
    "transformers": ("engine.backends.transformers.backend", "TransformersBackend"),
}


def create(name: str) -> Backend:
    """The backend of that name, not yet loaded. Raises EngineError(ENGINE_UNAVAILABLE)."""
    if name not in BACKENDS:
        raise EngineError(ErrorCode.ENGINE_UNAVAILABLE, name)
    module, cls = BACKENDS[name]
    backend: Backend = getattr(importlib.import_module(module), cls)()
    return backend
