# SPDX-License-Identifier: AGPL-3.0-or-later
"""Chandra: it answers in HTML. Behind the first words the instruction is our own wording."""

from __future__ import annotations

from engine.backends.profiles.profile import Profile

PROFILE = Profile(
    name="chandra",
    models=["*chandra*"],
    prompt=(
        "OCR this image to HTML. Keep the reading order. Put formulas as LaTeX inside <math> elements, "
        "and give tables their rowspan and colspan."
    ),
    side=2100,
    clean=["fence", "layout-blocks", "math-tags"],
    licence="OpenRAIL with limits on commercial use: see the model's page.",
)
