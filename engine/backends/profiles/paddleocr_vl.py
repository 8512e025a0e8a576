# SPDX-License-Identifier: AGPL-3.0-or-later
"""PaddleOCR-VL: made to read one element at a time; a whole page works, but less well than with
the layout step that PaddleOCR puts before it."""

from __future__ import annotations

from engine.backends.profiles.profile import Profile

PROFILE = Profile(
    name="paddleocr-vl",
    models=["*paddleocr-vl*", "*paddleocr_vl*"],
    prompt="OCR:",
    presets={"table": "Table Recognition:", "formula": "Formula Recognition:", "chart": "Chart Recognition:"},
    side=1920,
    clean=["fence"],
    licence="Apache-2.0, according to the model's page.",
)
