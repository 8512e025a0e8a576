# SPDX-License-Identifier: AGPL-3.0-or-later
"""olmOCR 2: answers with a block of facts about the page in front. The instruction is our own
wording, not the one it was trained with."""

from __future__ import annotations

from engine.backends.profiles.profile import Profile

PROFILE = Profile(
    name="olmocr-2",
    models=["*olmocr*"],
    prompt=(
        "Here is one page of a document. Give its text back as a person would read it, in the natural order. "
        "Write formulas as LaTeX and tables as HTML. Leave out running heads and page numbers. "
        "Begin with a front matter block that has primary_language, is_rotation_valid, rotation_correction, "
        "is_table and is_diagram, then write the text as Markdown."
    ),
    side=1288,
    temperature=0.1,
    clean=["fence", "front-matter"],
    licence="Apache-2.0, according to the model's page.",
)
