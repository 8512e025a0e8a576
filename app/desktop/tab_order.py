# SPDX-License-Identifier: AGPL-3.0-or-later
"""The order of Tab as the eye reads: by the layouts, from the top left on, whatever was made first."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractScrollArea, QLayout, QScrollArea, QSplitter, QWidget


def by_layout(*parts: QWidget) -> None:
    """Tab goes through these parts one after the other, each as it is laid out. Call it when they are laid out; a
    widget that is added later comes where Qt puts it."""
    for one, other in pairwise(widget for part in parts for widget in _within(part)):
        QWidget.setTabOrder(one, other)


def _within(widget: QWidget) -> Iterator[QWidget]:
    if widget.focusPolicy() & Qt.FocusPolicy.TabFocus and widget.focusProxy() is None:
        yield widget
    if isinstance(widget, QScrollArea):
        inside = widget.widget()
        if inside is not None:
            yield from _within(inside)
    elif isinstance(widget, QSplitter):
        for number in range(widget.count()):
            part = widget.widget(number)
            if part is not None:
                yield from _within(part)
    elif not isinstance(widget, QAbstractScrollArea):  # whose insides are its own affair
        layout = widget.layout()
        if layout is not None:
            yield from _items(layout)


def _items(layout: QLayout) -> Iterator[QWidget]:
    for number in range(layout.count()):
        item = layout.itemAt(number)
        if item is None:
            continue
        widget, inner = item.widget(), item.layout()
        if widget is not None:
            yield from _within(widget)
        elif inner is not None:
            yield from _items(inner)
