# SPDX-License-Identifier: AGPL-3.0-or-later
"""Looking through a page: what is asked, what is answered, and the program that does the work. No session, no library.

The work is pure Python and takes up to seconds, so it is done by a program of its own (`python -m app.core.proof`):
a thread would take the interpreter from the window's own thread again and again.
"""

from app.core.proof.question import Question, Source, digest

__all__ = ["Question", "Source", "digest"]
