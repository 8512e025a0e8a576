# SPDX-License-Identifier: AGPL-3.0-or-later
"""jina-ocr-v1: the default prompt, and the stricter one of its benchmarks as preset."""

from __future__ import annotations

from engine.backends.profiles.profile import Profile
from engine.jina_ocr.prompt import DEFAULT, STRICT

PROFILE = Profile(
    name="jina-ocr-v1",
    models=["*jina-ocr*", "*jina_ocr*"],
    prompt=DEFAULT,
    presets={"strict": STRICT},
    side=2560,
    # a server of one's own drops the cell marks unless asked; the guard is the vendor's
    extra={
        "skip_special_tokens": False,
        "repetition_detection": {"max_pattern_size": 35, "min_pattern_size": 35, "min_count": 10},
    },
    clean=["jina"],
    licence="CC BY-NC 4.0: the weights are for non-commercial use; Jina's own service has its own terms.",
)
