# SPDX-License-Identifier: AGPL-3.0-or-later
"""How a page is read that nothing else is read beside: with what was measured to be quickest for one page.

An engine is loaded with what is best for many pages. Where it takes another number of drafts for each
page, one that is read alone gets the number that is best for one. The text is the same either way, so
none of this is part of a recipe."""

from __future__ import annotations

from app.core.jobs import Counts
from app.core.session.line import EngineLine
from engine.protocol import Scalar


def options_alone(line: EngineLine, counts: Counts) -> dict[str, Scalar]:
    """What goes with a page beside the options that change its text. `counts` are the queue's, the page in flight."""
    depths = line.abilities.draft_depths if line.abilities is not None else []
    takes_any = len(depths) > 1  # a single one is that of all pages
    return dict(line.choice.alone) if takes_any and counts.flying == 1 and not counts.waiting else {}
