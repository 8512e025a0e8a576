# SPDX-License-Identifier: AGPL-3.0-or-later
"""faster-paddle: PP-OCRv6 `tiny` and `small`, both inside the wheel.

Its third size, `medium`, would be downloaded on first use, so it cannot be asked for here.
Boxes come axis-aligned and about a fifth higher than the ink; coordinates are those of the
picture given, whatever size the detector saw."""

from __future__ import annotations

import io
from typing import Any

from PIL import Image

from engine.backends.builtin.ocr.page import Picture, RawLine

MODELS = ("tiny", "small")
DETECTOR_SIDE = 1600
"""Pixels of the long side the text detector sees; a 200-dpi A4 page loses no line at 1600 (default of the library)."""
THREADS = 1
"""The built-in engine runs one process a core."""

try:
    import faster_paddle
except ImportError:  # no wheel for this platform: RapidOCR stands in
    faster_paddle = None


class Paddle:
    """One loaded model; see `engines.Recogniser`."""

    def __init__(self, model: str) -> None:
        if model not in MODELS:
            raise ValueError(f"not a bundled model: {model}")
        self.name = f"faster-paddle {model}"
        self._model = model
        self._engines: dict[tuple[int, int], Any] = {}

    @staticmethod
    def available() -> bool:
        return faster_paddle is not None

    def read(self, rgb: Picture, side: int = DETECTOR_SIDE, *, enlarge: bool = True) -> list[RawLine]:
        """Lines in the library's order. `side`: pixels the detector sees of the long side.
        `enlarge`: small pictures are enlarged for the detector."""
        buffer = io.BytesIO()
        Image.fromarray(rgb).save(buffer, "BMP")  # uncompressed: 15 ms a page less than PNG's 70
        found = self._engine(side, 736 if enlarge else 0).ocr(buffer.getvalue())
        return [_line(entry) for entry in found["bounds"].values() if entry["text"].strip()]

    def _engine(self, side: int, least: int) -> Any:
        key = (side, least)
        if key not in self._engines:
            self._engines[key] = faster_paddle.OcrEngine(
                model_size=self._model, threads=THREADS, det_max_side=side, det_min_side=least
            )
        return self._engines[key]


def _line(entry: dict[str, Any]) -> RawLine:
    left, top = entry["topLeftCoord"]
    right, bottom = entry["bottomRightCoord"]
    # the library turns boxes that are clearly higher than wide before it reads them
    upright = (bottom - top) < 1.5 * (right - left)
    return RawLine(entry["text"], (left, top, right, bottom), float(entry["confidence"]), upright=upright)
