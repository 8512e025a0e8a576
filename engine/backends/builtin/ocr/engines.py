# SPDX-License-Identifier: AGPL-3.0-or-later
"""The line readers behind one interface, loaded on first use and kept."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Protocol

from engine.backends.builtin.ocr import paddle, rapid, tess
from engine.backends.builtin.ocr.page import Picture, RawLine


class Recogniser(Protocol):
    """Finds and reads the lines of a picture. `name` says which library and model it is."""

    name: str

    def read(self, rgb: Picture, side: int = 0, *, enlarge: bool = True) -> list[RawLine]:
        """Lines in pixels of `rgb`, in no promised order."""


class NoRecogniserError(Exception):
    """Neither faster-paddle nor RapidOCR is installed."""


@lru_cache(maxsize=1)
def recogniser(model: str) -> Recogniser:
    """The reader for `model` ("tiny" or "small"); RapidOCR has only the one. Raises
    NoRecogniserError. The last one is kept, but not both: together they take half a gigabyte
    more, and loading takes 0.1 to 0.3 s."""
    if paddle.Paddle.available():
        return paddle.Paddle(model)
    if rapid.Rapid.available():
        return _rapid()
    raise NoRecogniserError("neither faster-paddle nor rapidocr with onnxruntime is installed")


@cache
def _rapid() -> Recogniser:
    return rapid.Rapid()


def models() -> tuple[str, ...]:
    """The sizes that differ here."""
    if paddle.Paddle.available():
        return paddle.MODELS
    return ("small",) if rapid.Rapid.available() else ()


def available() -> dict[str, list[str]]:
    """What can be read with here: "engines" (libraries), "models" (sizes), "languages"
    (Tesseract data, without its script detector)."""
    engines = []
    if paddle.Paddle.available():
        engines.append("faster-paddle")
    if rapid.Rapid.available():
        engines.append("rapidocr")
    if tess.languages():
        engines.append("tesseract")
    return {"engines": engines, "models": list(models()), "languages": sorted(tess.languages() - {"osd", "equ"})}
