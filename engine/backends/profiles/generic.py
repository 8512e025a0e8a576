# SPDX-License-Identifier: AGPL-3.0-or-later
"""Any other model that takes pictures: instructions in plain words."""

from __future__ import annotations

from engine.backends.profiles.profile import Profile

PROFILE = Profile(
    name="generic",
    models=["*"],
    prompt=(
        "Write down the text of this page as Markdown, in the order in which a person reads it. "
        "Keep headings, lists and tables. Write formulas as LaTeX between dollar signs. "
        "Do not describe the page, do not translate, and add nothing that is not on it."
    ),
    presets={
        "strict": (
            "Write down the text of this page as Markdown, in the order in which a person reads it. "
            "Write formulas as LaTeX between $ or $$, and every table as simple HTML with rowspan and colspan. "
            "Leave out running heads, page footers and figures. If the page has no text, answer null. "
            "Add nothing that is not on the page."
        )
    },
    side=2048,
    clean=["thinking", "fence", "jina"],
    licence="Not known: look at the model's page.",
)
