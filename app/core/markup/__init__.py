# SPDX-License-Identifier: AGPL-3.0-or-later
"""Markdown to safe HTML: whole pages, block by block, or while it streams. No Qt.

    render_page(text) -> str                  sanitised HTML of a page, for export
    render_blocks(text) -> list[Block]        the same by top-level blocks, with source lines
    Stream().feed(piece) -> Patch             a growing page, only its tail rendered again

Any text is accepted, nothing raises, nothing in the result runs or loads anything.

The parts are loaded when they are first used: they take a tenth of a second, which the
window does not have before it is up.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from app.core.markup.blocks import Block, render_blocks, render_page
    from app.core.markup.patch import Patch, splice
    from app.core.markup.stream import Stream

__all__ = ["ASSET_SCHEME", "Block", "Patch", "Stream", "render_blocks", "render_page", "splice"]

ASSET_SCHEME = "asset"
"""The scheme under which the window serves its own files; see `desktop/preview_web.py`."""

_PLACES = {
    "Block": "blocks",
    "render_blocks": "blocks",
    "render_page": "blocks",
    "Patch": "patch",
    "splice": "patch",
    "Stream": "stream",
}


def __getattr__(name: str) -> object:
    if name not in _PLACES:
        raise AttributeError(name)
    return getattr(import_module(f"app.core.markup.{_PLACES[name]}"), name)
