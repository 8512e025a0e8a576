# SPDX-License-Identifier: AGPL-3.0-or-later
"""dots.mocr and dots.ocr, asked for the text alone, without boxes."""

from __future__ import annotations

from engine.backends.profiles.profile import Profile

PROFILE = Profile(
    name="dots.mocr",
    models=["dots.mocr*", "dots.ocr*", "dots-mocr*", "dots-ocr*", "dots_mocr*", "dots_ocr*"],
    prompt="Extract the text content from this image.",
    side=2340,
    temperature=0.1,
    clean=["fence"],
    licence="The model has a licence of its own: see its page before commercial use.",
)
