# SPDX-License-Identifier: AGPL-3.0-or-later
"""LightOnOCR: it wants the picture alone, 1,540 pixels high, and a little chance."""

from __future__ import annotations

from engine.backends.profiles.profile import Profile

PROFILE = Profile(
    name="lightonocr",
    models=["*lightonocr*", "*lighton-ocr*"],
    prompt="",
    side=1540,
    temperature=0.2,
    top_p=0.9,
    clean=["fence"],
    licence="Apache-2.0, according to the model's page.",
)
