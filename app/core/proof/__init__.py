# SPDX-License-Identifier: AGPL-3.0-or-later
"""Looking through a page: what is asked, the work itself, and the threads that do it. No session, no library.

Question      all that a page's flags depend on
answer()      flags and the map between text and page
"""

from app.core.proof.question import Question, Source

__all__ = ["Question", "Source"]
