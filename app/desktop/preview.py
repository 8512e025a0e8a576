# SPDX-License-Identifier: AGPL-3.0-or-later
"""What a preview of Markdown is, whichever widget shows it.

A preview is given the whole page's blocks (sanitised HTML, see `app.core.markup`) each time
and finds out by itself what changed. It takes the next list when it has shown the last one;
of those that come meanwhile only the newest counts.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

if TYPE_CHECKING:
    from app.core.markup.parser import Formulas
    from app.desktop.look import Colours
    from app.desktop.proof.marks import Mark
    from app.desktop.proof.rendered import Shown
    from app.desktop.proof.user_scroll import UserScroll

Chosen = tuple[int, int, int, int]

TOP = 12
"""Logical pixels below the upper edge: what stands there counts as being at the top."""

ZOOM_LEAST, ZOOM_MOST = 0.5, 3.0
ZOOM_STEP = 1.1
"""Of one notch of the wheel, and of the actions."""


class Preview(QWidget):
    """Base of `WebPreview` and `LitePreview`; `formulas` says what HTML it wants."""

    formulas: Formulas = "source"

    link_clicked = Signal(str)  # an http, https or mailto address that the user clicked
    shown = Signal(int)  # the `ticket` of the list that is now on screen
    found = Signal(bool)  # whether the last `find_text` found a place
    zoomed = Signal(float)  # the user asks for this zoom, by Ctrl and the wheel
    failed = Signal(str)  # it cannot go on; the reason, for the log
    scrolled = Signal(int, float)  # the block at the top, and the share of it that is above
    clicked = Signal(int, int)  # a block, and the place in it, in the preview's own counting
    opened = Signal(int, int)  # the same of a double click

    def show_blocks(self, blocks: Sequence[str], *, ticket: int, new_page: bool, follow: bool) -> None:
        """Show a page. `new_page` starts at the top, else the place is kept; with `follow`
        the end stays in view if it was in view before."""
        raise NotImplementedError

    def set_colours(self, colours: Colours) -> None:
        raise NotImplementedError

    def set_zoom(self, factor: float) -> None:
        """1.0 is the plain size; bounded by ZOOM_LEAST and ZOOM_MOST."""
        raise NotImplementedError

    def find_text(self, text: str, *, backward: bool = False) -> None:
        """Mark and show the next place; an empty text takes the marks away."""
        raise NotImplementedError

    # ------------------------------------------------------------ places

    def watch(self, scroll: UserScroll) -> None:
        """Tell `scroll` of the user's hand."""
        raise NotImplementedError

    def ask_top(self) -> None:
        """Answered by `scrolled`."""
        raise NotImplementedError

    def show_top(self, block: int, share: float) -> None:
        """Scroll so that this is at the top, as far as there is text to scroll."""
        raise NotImplementedError

    def select(self, block: int, start: int, end: int, *, scroll: bool = True) -> None:
        """Select a part of a block and show it."""
        raise NotImplementedError

    def selected(self, then: Callable[[Chosen | None], None]) -> None:
        """Hand on what is selected: its first block and the place in it, and its last block and the place there."""
        raise NotImplementedError

    def show_marks(self, marks: Sequence[Mark]) -> None:
        """All flags of the page; they take the place of those before."""
        raise NotImplementedError

    def shown_blocks(self, numbers: Sequence[int]) -> Callable[[], dict[int, Shown]]:
        """How the text of these blocks is shown. Call the answer on any thread."""
        raise NotImplementedError

    def close_down(self) -> None:
        """The window is closing; nothing is asked of the preview after this."""
