# SPDX-License-Identifier: AGPL-3.0-or-later
"""What a preview of Markdown is, whichever widget shows it.

A preview is given the whole page's blocks (sanitised HTML, see `app.core.markup`) each time
and finds out by itself what changed. It takes the next list when it has shown the last one;
of those that come meanwhile only the newest counts.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

if TYPE_CHECKING:
    from app.core.markup.parser import Formulas

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

    def show_blocks(self, blocks: Sequence[str], *, ticket: int, new_page: bool, follow: bool) -> None:
        """Show a page. `new_page` starts at the top, else the place is kept; with `follow`
        the end stays in view if it was in view before."""
        raise NotImplementedError

    def set_dark(self, dark: bool) -> None:
        raise NotImplementedError

    def set_zoom(self, factor: float) -> None:
        """1.0 is the plain size; bounded by ZOOM_LEAST and ZOOM_MOST."""
        raise NotImplementedError

    def find_text(self, text: str, *, backward: bool = False) -> None:
        """Mark and show the next place; an empty text takes the marks away."""
        raise NotImplementedError

    def close_down(self) -> None:
        """The window is closing; nothing is asked of the preview after this."""
