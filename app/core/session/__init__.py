# SPDX-License-Identifier: AGPL-3.0-or-later
"""The session: everything that goes on between a dropped file and an exported text, without Qt.

It is an actor. Its intentions (`session.Session`) may be called from any thread and return
at once; one thread of its own does the work, asks the two children and the library, and
tells what changed through `notify`. Only the session changes a document, and only on that
thread, so nothing here needs a lock.

    session     the intentions
    parts       the parts put together, and what concerns several of them
    actor       the thread, its inbox, its timers and its helpers
    desk        what the parts share: documents, queue, library
    link        the line to the pages program
    documents   from a path to an open document, and out of the list again
    downloads   what is on the web first becomes a file
    asking      which pages are wanted, and which of these the library has
    line        one engine in use
    chain       which engine reads, and the way from one to the next
    reading     from the queue to the engines and back
    silence     engines that have pages and say nothing
    waits       pages that wait for something outside
    holding     the queue held, because going on would fail page after page
    spending    what it costs, and the cap
    consent     nothing leaves this machine unasked
    saving      readings and edits into the library, and what to do when it is full
    showing     what the user looks at: page rows, page texts, pictures, words
    proofing    proofreading: pages looked through, flags dismissed, the second reading
    looking     one page is looked through (page_facts, second_words, page_ink, kept_proofs, progress)
    by_and_by   the pages that nobody waits for
    flag_walk   from flag to flag over the pages
    whole_document  all pages, for one who waits for them
    small_ocr   pictures read as a second reading, in the background
    status      the status line
    upkeep      export, search, storage
"""

from __future__ import annotations

from app.core.session.session import Session

__all__ = ["Session"]
