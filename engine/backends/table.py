# SPDX-License-Identifier: AGPL-3.0-or-later
"""The backends by name. A module is imported when its engine is asked for, never before."""

from __future__ import annotations

import importlib

from engine.backends.contract import Backend, EngineError
from engine.protocol import ErrorCode

BACKENDS = {
    "builtin": ("engine.backends.builtin.backend", "BuiltinBackend"),
    "hosted": ("engine.backends.hosted.backend", "HostedBackend"),
    "reader": ("engine.backends.hosted.reader", "ReaderBackend"),
    "scripted": ("engine.backends.scripted", "ScriptedBackend"),
    "transformers": ("engine.backends.transformers.backend", "TransformersBackend"),
    "vllm": ("engine.backends.vllm.backend", "VllmBackend"),
}
"""Name to module and class; the class takes no arguments."""


def make(name: str) -> Backend:
    """A new backend. Raises EngineError if there is none of that name, or a library is missing."""
    if name not in BACKENDS:
        raise EngineError(ErrorCode.ENGINE_UNAVAILABLE, f"no engine {name}")
    module, kind = BACKENDS[name]
    try:
        backend: Backend = getattr(importlib.import_module(module), kind)()
    except ImportError as error:
        raise EngineError(ErrorCode.ENGINE_UNAVAILABLE, str(error)) from error
    return backend
