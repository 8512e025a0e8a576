# SPDX-License-Identifier: AGPL-3.0-or-later
"""Reading pictures of pages: lines, words, ruling lines, and a synthetic PDF of them."""

from engine.backends.builtin.ocr.engines import NoRecogniserError, available
from engine.backends.builtin.ocr.guise import plain
from engine.backends.builtin.ocr.page import OcrLine, OcrPage, OcrWord, Ruling
from engine.backends.builtin.ocr.read import read_picture
from engine.backends.builtin.ocr.spot import spot_read
from engine.backends.builtin.ocr.synthetic import page_scale, synthetic_pdf

__all__ = [
    "NoRecogniserError",
    "OcrLine",
    "OcrPage",
    "OcrWord",
    "Ruling",
    "available",
    "page_scale",
    "plain",
    "read_picture",
    "spot_read",
    "synthetic_pdf",
]
