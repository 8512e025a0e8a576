# SPDX-License-Identifier: AGPL-3.0-or-later
"""Painting a part of a large picture pixel for pixel where it fits, and boxes within boxes."""

from __future__ import annotations

from PySide6.QtCore import QRect, QRectF, QSizeF
from PySide6.QtGui import QImage, QPainter, QPixmap

from engine.protocol import Box


def paint_picture(
    painter: QPainter, picture: QImage | QPixmap, place: QRectF, exposed: QRect, ratio: float
) -> None:
    """What of the picture is in `exposed`; `place` is where the whole of it lies, `ratio` is of device to
    logical pixels."""
    width, height = place.width() * ratio, place.height() * ratio
    exact = abs(picture.width() - width) <= 2 and abs(picture.height() - height) <= 2
    if exact:  # rounding only: painted pixel for pixel
        place = QRectF(place.topLeft(), QSizeF(picture.width() / ratio, picture.height() / ratio))
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, not exact)
    part = place.intersected(QRectF(exposed).adjusted(-1, -1, 1, 1))
    x, y = picture.width() / place.width(), picture.height() / place.height()
    from_left, from_top = part.left() - place.left(), part.top() - place.top()
    source = QRectF(from_left * x, from_top * y, part.width() * x, part.height() * y)
    if isinstance(picture, QPixmap):
        painter.drawPixmap(part, picture, source)
    else:
        painter.drawImage(part, picture, source)


def covers(outer: Box, inner: Box) -> bool:
    slack = 1e-6
    return (
        outer[0] <= inner[0] + slack
        and outer[1] <= inner[1] + slack
        and outer[2] >= inner[2] - slack
        and outer[3] >= inner[3] - slack
    )


def grown_by_half(box: Box) -> Box:
    """A quarter more on each side, so that small pans need no new picture."""
    x, y = (box[2] - box[0]) / 4, (box[3] - box[1]) / 4
    return max(0.0, box[0] - x), max(0.0, box[1] - y), min(1.0, box[2] + x), min(1.0, box[3] + y)
