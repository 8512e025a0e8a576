# SPDX-License-Identifier: AGPL-3.0-or-later
"""Tesseract (through tesserocr, an optional extra) for the scripts that PP-OCRv6 cannot read.

Language data is taken where Debian, Homebrew or the Windows installer put it, or from
TESSDATA_PREFIX; nothing is downloaded."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from engine.backends.builtin.ocr import bidi
from engine.backends.builtin.ocr.page import Grey, RawLine, Span

os.environ.setdefault("OMP_THREAD_LIMIT", "1")  # read when the library loads; one process a core

try:
    import tesserocr
except ImportError:  # the extra is not installed
    tesserocr = None

FOLDERS = (
    "/usr/share/tesseract-ocr/5/tessdata",
    "/usr/share/tesseract-ocr/4.00/tessdata",
    "/usr/share/tessdata",
    "/usr/local/share/tessdata",
    "/opt/homebrew/share/tessdata",
    "C:/Program Files/Tesseract-OCR/tessdata",
)


@cache
def data_folder() -> str | None:
    """The first folder with language data, or None."""
    asked = os.environ.get("TESSDATA_PREFIX", "")
    for place in (asked, f"{asked}/tessdata", *FOLDERS) if asked else FOLDERS:
        if any(Path(place).glob("*.traineddata")):
            return place
    return None


@cache
def languages() -> frozenset[str]:
    """Names of the installed data ("rus", "osd" ...); empty without Tesseract."""
    folder = data_folder()
    if tesserocr is None or folder is None:
        return frozenset()
    return frozenset(path.stem for path in Path(folder).glob("*.traineddata"))


@cache
def _loaded(language: str) -> Any:
    return tesserocr.PyTessBaseAPI(path=data_folder(), lang=language, psm=tesserocr.PSM.AUTO)


def read(grey: Grey, wanted: Sequence[str], dpi: int, *, block: bool = False) -> list[RawLine]:
    """Lines with their words. `wanted` are data names, the most important first. `block`:
    the picture is one even block of text, no page with columns."""
    api = _loaded("+".join(wanted))
    api.SetPageSegMode(tesserocr.PSM.SINGLE_BLOCK if block else tesserocr.PSM.AUTO)
    _give(api, grey, dpi)
    try:
        api.Recognize()
        return list(_lines(api))
    finally:
        api.Clear()


@dataclass(frozen=True, slots=True)
class Look:
    """What Tesseract's detector says of a page: its script, and the clockwise degrees
    (0, 90, 180, 270) that make it upright, each with a confidence."""

    script: str
    script_confidence: float
    turn: int
    turn_confidence: float


def look(grey: Grey, dpi: int) -> Look | None:
    """Script and orientation; None where it sees too few letters, or is not installed."""
    if "osd" not in languages():
        return None
    api = _loaded("osd")
    api.SetPageSegMode(tesserocr.PSM.OSD_ONLY)
    _give(api, grey, dpi)
    found = api.DetectOrientationScript()
    api.Clear()
    if not found:
        return None
    turn = (360 - int(found["orient_deg"])) % 360
    return Look(found["script_name"], float(found["script_conf"]), turn, float(found["orient_conf"]))


def _give(api: Any, grey: Grey, dpi: int) -> None:
    height, width = grey.shape
    api.SetImageBytes(np.ascontiguousarray(grey).tobytes(), width, height, 1, width)
    api.SetSourceResolution(dpi)


def _lines(api: Any) -> Iterator[RawLine]:
    level = tesserocr.RIL.WORD
    spans: list[Span] = []
    walker = api.GetIterator()
    if walker is None:
        return
    for word in tesserocr.iterate_level(walker, level):
        if word.Empty(level):
            continue
        text, box = word.GetUTF8Text(level), word.BoundingBox(level)
        if text and text.strip() and box:
            left, top, right, bottom = map(float, box)
            spans.append((text.strip(), (left, top, right, bottom), word.Confidence(level) / 100))
        if word.IsAtFinalElement(tesserocr.RIL.TEXTLINE, level) and spans:
            yield _line(spans)
            spans = []


def _line(spans: list[Span]) -> RawLine:
    boxes = np.array([box for _, box, _ in spans])
    weights = [len(text) for text, _, _ in spans]
    confidence = sum(w * s[2] for w, s in zip(weights, spans, strict=True)) / sum(weights)
    left, top = boxes[:, :2].min(axis=0)
    right, bottom = boxes[:, 2:].max(axis=0)
    ordered = bidi.reading_order(spans)
    box = (float(left), float(top), float(right), float(bottom))
    return RawLine(" ".join(text for text, _, _ in ordered), box, float(confidence), tuple(ordered))
