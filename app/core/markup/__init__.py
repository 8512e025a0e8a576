# SPDX-License-Identifier: AGPL-3.0-or-later
"""Markdown to safe HTML: whole pages, block by block, or while it streams. No Qt.

    render_page(text) -> str                  sanitised HTML of a page, for export
    render_blocks(text) -> list[Block]        the same by top-level blocks, with source lines
    Stream().feed(piece) -> Patch             a growing page, only its tail rendered again

Any text is accepted, nothing raises, nothing in the result runs or loads anything.
"""

from app.core.markup.blocks import Block, render_blocks, render_page
from app.core.markup.stream import Patch, Stream, splice

__all__ = ["Block", "Patch", "Stream", "render_blocks", "render_page", "splice"]
