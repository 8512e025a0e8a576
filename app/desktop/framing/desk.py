# SPDX-License-Identifier: AGPL-3.0-or-later
"""What the user does to the figures of the page on screen, from the layer, the list and the menu to the session; and
its undo, which goes over what was done to each page since the window was opened."""

from __future__ import annotations

import time
from dataclasses import replace

from PySide6.QtCore import QObject, QPoint, Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QWidget

from app.core.figure_boxes import FiguresShown
from app.core.wording import tr
from app.desktop.adapter import Desk
from app.desktop.framing import shown as figures
from app.desktop.framing.caption import CaptionField
from app.desktop.framing.layer import Layer
from app.desktop.framing.list_dialog import FigureList
from app.desktop.framing.shown import Change, Shown
from app.desktop.look import Look
from app.desktop.looking import Looking
from app.desktop.page_view import PageView
from engine.protocol import Box

FRESH: Box = (0.3, 0.3, 0.7, 0.6)
"""A figure that is added without a mouse: in the middle of the page, to be moved by numbers."""


PATIENCE = 3.0
"""Seconds for which the session's word gives way to what the user has just done."""


class Framing(QObject):
    changed = Signal()  # the figures that are shown

    def __init__(self, desk: Desk, looking: Looking, view: PageView, look: Look, window: QWidget) -> None:
        super().__init__(window)
        self._desk, self._looking, self._view, self._window = desk, looking, view, window
        self.layer = Layer(view, look)
        view.layer = self.layer
        self._told: FiguresShown | None = None
        self._sent: list[tuple[float, Change]] = []  # when, and what the session has not told back yet
        self._list: FigureList | None = None
        self._done: dict[tuple[int, int], list[Change]] = {}
        self._undone: dict[tuple[int, int], list[Change]] = {}
        self._actions: tuple[QAction, QAction] | None = None
        self.caption = CaptionField(view.viewport())
        self.caption.editingFinished.connect(self._caption_written)
        self.caption.left.connect(self._close_caption)
        self._captioned: Shown | None = None
        self._connect()

    def _connect(self) -> None:
        layer = self.layer
        layer.framed.connect(self._framed)
        layer.moved.connect(self.move)
        layer.removed.connect(self.remove)
        layer.caption_asked.connect(self._write_caption)
        layer.drawing_ended.connect(lambda: self.set_drawing(False))
        layer.chosen_changed.connect(self._describe)
        self._looking.moved.connect(lambda document, page: self._moved())
        self._looking.left.connect(self._moved)
        self._desk.figures_shown.connect(self._shown)
        for bar in (self._view.verticalScrollBar(), self._view.horizontalScrollBar()):
            bar.valueChanged.connect(self._close_caption)
        self._view.zoom_changed.connect(self._close_caption)

    def use_actions(self, show: QAction, add: QAction) -> None:
        """The two that can be ticked."""
        self._actions = (show, add)

    @property
    def shown(self) -> tuple[Shown, ...]:
        return self.layer.figures

    @property
    def place(self) -> tuple[int, int]:
        """Document and page that are shown."""
        return self._looking.document or 0, self._looking.page

    # ------------------------------------------------------------ the actions

    def set_on(self, on: bool) -> None:
        """Show the figures of the page, or no longer."""
        if on == self.layer.on:
            return
        self.layer.show_on(on)
        if on:
            self._ask()
        else:
            self._close_caption()
            self._told = None
            self._desk.session.hide_figures()
            if self._list is not None:
                self._list.close()
        self._tick()
        self.changed.emit()

    def set_drawing(self, on: bool) -> None:
        """Draw a figure next; it ends with the figure, or with Esc."""
        if on:
            self.set_on(True)
        self.layer.show_drawing(on and self.layer.on)
        self._tick()

    def show_list(self) -> None:
        self.set_on(True)
        if self._list is None:
            self._list = FigureList(self, self._window)
            self._list.finished.connect(self._list_closed)
        self._list.show()
        self._list.activateWindow()

    def _list_closed(self) -> None:
        self._list = None

    def _tick(self) -> None:
        if self._actions is not None:
            self._actions[0].setChecked(self.layer.on)
            self._actions[1].setChecked(self.layer.drawing)

    # ------------------------------------------------------------ which figures

    def _moved(self) -> None:
        """Another page, or none."""
        self._close_caption()
        self._told = None
        self._sent.clear()
        if self.layer.on:
            self.layer.choose(None)
            self.layer.show_figures(())
            self._ask()
            self.changed.emit()

    def _ask(self) -> None:
        if self._looking.document is not None and self._looking.pages:
            self._desk.session.show_figures(*self.place)

    def _shown(self, told: FiguresShown) -> None:
        if self.layer.on and (told.document, told.page) == self.place:
            until = time.monotonic() - PATIENCE
            self._sent = [(at, one) for at, one in self._sent if at > until and not figures.reflected(told, one)]
            for _, change in self._sent:  # what the session did not know of when it told this
                told = figures.changed(told, change)
            self._show(told)

    def _show(self, told: FiguresShown) -> None:
        self._told = told
        self.layer.show_figures(figures.shown(told))
        self.changed.emit()

    # ------------------------------------------------------------ what is done to them

    def _framed(self, box: Box, more: bool) -> None:
        self._do(figures.framed(box, self._turn))
        self._choose_at(box)
        if not more:
            self.set_drawing(False)

    def add(self) -> None:
        """One in the middle of the page, for whoever has no mouse."""
        self._do(figures.framed(FRESH, self._turn))
        self._choose_at(FRESH)

    def move(self, number: int, box: Box) -> None:
        if number < len(self.shown) and box != self.shown[number].box:
            self._do(figures.moved(self.shown[number], box, self._turn))
            self._choose_at(box)

    def name(self, number: int, caption: str) -> None:
        if number < len(self.shown) and caption != self.shown[number].caption:
            self._do(figures.named(self.shown[number], caption, self._turn))

    def remove(self, number: int) -> None:
        """Out of the exports; one that was refused is wanted again."""
        if number < len(self.shown):
            self._do(figures.removed(self.shown[number], self._turn))

    def step(self, step: int) -> bool:
        """Undo (-1) or redo (1) what was done to the page's figures; whether there was such a thing."""
        if not self.layer.on:
            return False
        past, future = self._done.get(self.place, []), self._undone.get(self.place, [])
        source, target = (past, future) if step < 0 else (future, past)
        if not source:
            return False
        change = source.pop()
        back = change.back
        assert back is not None
        self._send(back)
        target.append(replace(back, back=replace(change, back=None)))
        return True

    @property
    def has_focus(self) -> bool:
        return self._view.hasFocus() or (self._list is not None and self._list.isActiveWindow())

    @property
    def _turn(self) -> int:
        return self._told.turn if self._told is not None else 0

    def _do(self, change: Change) -> None:
        if self._told is None:
            return  # a page whose figures are not known yet
        self._done.setdefault(self.place, []).append(change)
        self._undone.pop(self.place, None)
        self._send(change)

    def _send(self, change: Change) -> None:
        """To the session, and at once to the eye: the answer says the same a few milliseconds later."""
        self._done.setdefault(self.place, [])
        self._undone.setdefault(self.place, [])
        self._desk.session.change_figures(*self.place, change.put, change.drop)
        if self._told is not None:
            self._sent.append((time.monotonic(), change))
            self._show(figures.changed(self._told, change))

    def _choose_at(self, box: Box) -> None:
        self.layer.choose(next((n for n, one in enumerate(self.shown) if one.box == box), None))

    def _describe(self, number: int | None) -> None:
        """For screen readers."""
        words = "" if number is None else describe(self.shown[number], number)
        self._view.setAccessibleDescription(words)

    # ------------------------------------------------------------ captions

    def _write_caption(self, number: int) -> None:
        one = self.shown[number]
        if one.kind is figures.Kind.REFUSED:
            return
        place, port = self._view.in_view(one.box), self._view.viewport()
        width = round(min(max(place.width(), 240), port.width() - 8))
        height = self.caption.sizeHint().height()
        left = min(max(4, round(place.left())), max(4, port.width() - width - 4))
        top = min(max(4, round(place.bottom()) + 4), max(4, port.height() - height - 4))
        self._captioned = one
        self.caption.setText(one.caption)
        self.caption.selectAll()
        self.caption.setFixedWidth(width)
        self.caption.move(QPoint(left, top))
        self.caption.show()
        self.caption.setFocus(Qt.FocusReason.OtherFocusReason)

    def _caption_written(self) -> None:
        one, self._captioned = self._captioned, None
        if one is None:
            return
        text = " ".join(self.caption.text().split())
        self._close_caption()
        number = next((n for n, other in enumerate(self.shown) if other == one), None)
        if number is not None:
            self.name(number, text)
            self._choose_at(one.box)

    def _close_caption(self) -> None:
        """Without a change."""
        self._captioned = None
        if not self.caption.isHidden():
            had = self.caption.hasFocus()
            self.caption.hide()
            if had:
                self._view.setFocus(Qt.FocusReason.OtherFocusReason)


def describe(one: Shown, number: int) -> str:
    """A figure in words: which, of which kind, and where in per cent of the page."""
    kinds = {
        figures.Kind.FRAMED: tr("framed by you"),
        figures.Kind.FOUND: tr("found on the page"),
        figures.Kind.REFUSED: tr("left out"),
    }
    left, top, right, bottom = (round(side * 100) for side in one.box)
    return tr("Figure {number}, {kind}: {left} to {right} % across, {top} to {bottom} % down. {caption}").format(
        number=number + 1, kind=kinds[one.kind], left=left, right=right, top=top, bottom=bottom, caption=one.caption
    )
