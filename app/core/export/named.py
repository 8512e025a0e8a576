# SPDX-License-Identifier: AGPL-3.0-or-later
"""Which of the files that were written are told of by their names: the pictures beside a document are only counted."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

ASSETS = ".assets"
"""How the folder of a document's figures is called, behind its name."""

FOLDERS = frozenset({".pages", ".tables", ".alto", ".page"})
"""What folders end in that hold many files of one document, and have no file beside them."""


def parted(written: Iterable[Path]) -> tuple[list[Path], list[Path]]:
    """The documents and the pictures that stand beside them, each once, in the order in which they were written."""
    paths = list(dict.fromkeys(written))
    pictures = [path for path in paths if path.parent.suffix == ASSETS]
    return [path for path in paths if path.parent.suffix != ASSETS], pictures
