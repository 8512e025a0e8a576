# SPDX-License-Identifier: AGPL-3.0-or-later
"""RapidOCR on onnxruntime: the same PP-OCRv6 weights (`small`), for platforms without a
faster-paddle wheel. Several times slower. Its default models are inside the wheel; any other
setting would make it download, so none is offered."""

from __future__ import annotations

import importlib.util
from typing import Any

import numpy as np

from engine.backends.builtin.ocr.page import Picture, RawLine

SIDE = 1600


class Rapid:
    """See `engines.Recogniser`."""

    name = "rapidocr small"

    def __init__(self) -> None:
        from rapidocr import RapidOCR  # half a second, only where it is needed

        self._engine: Any = RapidOCR(
            params={
                "Global.log_level": "error",
                "Global.use_cls": False,  # turned pages are our own business
                "Global.max_side_len": SIDE * 4,
                "EngineConfig.onnxruntime.intra_op_num_threads": 1,
                "EngineConfig.onnxruntime.inter_op_num_threads": 1,
            }
        )

    @staticmethod
    def available() -> bool:
        return all(importlib.util.find_spec(name) is not None for name in ("rapidocr", "onnxruntime"))

    def read(self, rgb: Picture, side: int = SIDE, *, enlarge: bool = True) -> list[RawLine]:
        """See `engines.Recogniser`; it chooses the detector's size itself, but never more than
        the picture needs."""
        found = self._engine(np.ascontiguousarray(rgb[:, :, ::-1]), text_score=0.0)
        if found.boxes is None or found.txts is None:
            return []
        return [
            _line(np.asarray(box), text, float(score))
            for box, text, score in zip(found.boxes, found.txts, found.scores, strict=True)
            if text.strip()
        ]


def _line(corners: Any, text: str, score: float) -> RawLine:
    left, top = (float(v) for v in corners.min(axis=0))
    right, bottom = (float(v) for v in corners.max(axis=0))
    return RawLine(text, (left, top, right, bottom), score, upright=(bottom - top) < 1.5 * (right - left))
