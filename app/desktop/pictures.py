# SPDX-License-Identifier: AGPL-3.0-or-later
"""From the pages program's raw picture files to Qt images.

The file belongs to the pages program, which deletes it when its cache is full, so it is mapped
and copied at once; `load` runs on a worker thread (5 megapixels take some milliseconds).
"""

from __future__ import annotations

import mmap
from dataclasses import dataclass

from PySide6.QtGui import QImage

from app.core.changes import PictureReady
from engine.protocol import Box, Note


@dataclass(frozen=True, slots=True)
class LoadedPicture:
    """A page picture ready to paint. `image` owns its pixels (32 bits, no alpha)."""

    document: int
    page: int
    purpose: str
    image: QImage
    region: Box | None = None
    notes: tuple[Note, ...] = ()


def load(ready: PictureReady) -> LoadedPicture:
    """Raises OSError if the file is gone, ValueError if it is shorter than it claims."""
    size = ready.stride * ready.height
    if ready.width <= 0 or ready.height <= 0 or ready.stride < ready.width * 3:
        raise ValueError(f"not a picture: {ready.width}x{ready.height}, stride {ready.stride}")
    with ready.path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as mapped:
        if len(mapped) < size:
            raise ValueError(f"{ready.path.name} has {len(mapped)} bytes of {size}")
        image = _copy(mapped, ready)
    return LoadedPicture(ready.document, ready.page, ready.purpose, image, ready.region, ready.notes)


def _copy(mapped: mmap.mmap, ready: PictureReady) -> QImage:
    """A deep copy in the format that paints fastest; nothing refers to the map afterwards."""
    with memoryview(mapped) as view:
        borrowed = QImage(view, ready.width, ready.height, ready.stride, QImage.Format.Format_RGB888)
        image = borrowed.convertToFormat(QImage.Format.Format_RGB32)
        del borrowed
    return image
