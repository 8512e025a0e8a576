# SPDX-License-Identifier: AGPL-3.0-or-later
"""Files on their way in: what a drop or the clipboard holds, and pictures that have no file yet."""

from __future__ import annotations

import itertools
import time
from pathlib import Path

from PySide6.QtCore import QMimeData, QUrl
from PySide6.QtGui import QImage

from app.core.addresses import is_address
from app.core.inputs import SUFFIXES, is_picture

LOOKED_AT = 2000
"""Entries of a dropped folder that are looked at before an answer is given."""


def has_files(data: QMimeData | None) -> bool:
    """`None` is what an empty clipboard gives."""
    return data is not None and data.hasUrls() and any(url.isLocalFile() for url in data.urls())


def paths_of(data: QMimeData) -> list[Path]:
    """Local files and folders, in the order given, each once."""
    return list(dict.fromkeys(Path(url.toLocalFile()) for url in data.urls() if url.isLocalFile()))


def addresses_of(data: QMimeData) -> list[str]:
    """Web addresses, as browsers hand them over when a link is dragged."""
    urls = [url.toString(QUrl.ComponentFormattingOption.FullyEncoded) for url in data.urls()]
    return list(dict.fromkeys(url for url in urls if is_address(url)))


def can_take(data: QMimeData | None) -> bool:
    """Whether something of a drop can be opened."""
    return has_files(data) or (data is not None and bool(addresses_of(data)))


def folders_of_pictures(paths: list[Path]) -> list[tuple[Path, int]]:
    """Folders that hold pictures and nothing else we read, with the number of pictures: their
    pages may belong together. Reads the disk; for the background."""
    found = []
    for folder in paths:
        if not folder.is_dir():
            continue
        entries = [path for path in itertools.islice(folder.iterdir(), LOOKED_AT) if not path.name.startswith(".")]
        readable = [path for path in entries if path.suffix.lower() in SUFFIXES]
        if len(readable) > 1 and all(is_picture(path) for path in readable) and not any(p.is_dir() for p in entries):
            found.append((folder, len(readable)))
    return found


def save_picture(image: QImage, folder: Path) -> Path:
    """Write a pasted picture as PNG under a name of its own. Raises OSError. For the background."""
    folder.mkdir(parents=True, exist_ok=True)
    stem = time.strftime("Pasted %Y-%m-%d %H.%M.%S")
    for number in itertools.count(1):
        path = folder / (f"{stem}.png" if number == 1 else f"{stem} ({number}).png")
        if not path.exists():
            break
    if not image.save(str(path)):
        raise OSError(f"the picture could not be written to {path}")
    return path
