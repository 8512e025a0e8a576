# SPDX-License-Identifier: AGPL-3.0-or-later
"""What every reader of documents is, and the one exception that leaves it."""

from __future__ import annotations

import errno
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, TypeAlias

from engine.protocol import Box, ErrorCode, Note, OutlineItem, Word

if TYPE_CHECKING:  # the supervisor of the page program needs no numpy
    import numpy as np
    from numpy.typing import NDArray

Pixels: TypeAlias = "NDArray[np.uint8]"
"""Height x width x 3, RGB, rows without gaps."""


class FileError(Exception):
    """A document or page that cannot be read; `detail` is data for the sentence."""

    def __init__(self, code: ErrorCode, detail: str = "") -> None:
        super().__init__(f"{code}: {detail}" if detail else str(code))
        self.code = code
        self.detail = detail


_NOT_THERE = (errno.ENAMETOOLONG, errno.ELOOP, errno.ESTALE)  # too long, links in a ring, a share that is gone


def file_code(error: OSError | ValueError) -> ErrorCode:
    """The code for an error of the file system (ValueError: a name no file can have)."""
    if isinstance(error, PermissionError):
        return ErrorCode.NOT_PERMITTED
    number = getattr(error, "errno", None)
    if number in (errno.ENOSPC, errno.EDQUOT):
        return ErrorCode.DISK_FULL
    if isinstance(error, (FileNotFoundError, NotADirectoryError, ValueError)) or number in _NOT_THERE:
        return ErrorCode.NOT_FOUND
    return ErrorCode.DAMAGED


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure on a page; `photo` is whether it is a picture and nothing drawn."""

    box: Box
    photo: bool


class Reader(Protocol):
    """One open document. Not thread-safe; every method may raise `FileError`.

    Sizes are points (1/72 inch) of the upright page; `turn` is degrees clockwise (0, 90,
    180, 270) on top of that. Boxes are fractions of the page as turned (see protocol)."""

    @property
    def kind(self) -> str:
        """ "pdf" or "picture"."""

    @property
    def pages(self) -> int: ...

    @property
    def sizes(self) -> Sequence[tuple[float, float]]: ...

    @property
    def title(self) -> str: ...

    @property
    def author(self) -> str: ...

    @property
    def outline(self) -> Sequence[OutlineItem]: ...

    @property
    def labels(self) -> Sequence[str]:
        """One label a page, or nothing where the document has none of its own."""

    @property
    def sides(self) -> Sequence[int]:
        """Pixels of each page's long side, or nothing where pages have no pixels of their own."""

    @property
    def notes(self) -> Sequence[Note]:
        """What there is to say about the document as a whole, as known by now."""

    def render(
        self, page: int, pixels: int, turn: int = 0, region: Box | None = None
    ) -> tuple[Pixels, Sequence[Note]]:
        """The page, or `region` of it, with a long side of `pixels` (see limits)."""

    def words(self, page: int, turn: int = 0) -> list[Word]:
        """Words of the text layer in the file's order; empty where there is none."""

    def figures(self, page: int, turn: int = 0) -> list[Figure]:
        """Pictures and drawings on the page; empty where the reader knows of none."""

    def dpi(self, page: int, turn: int, box: Box) -> float:
        """Dots an inch of the finest picture that takes a good part of `box`; 0 where there is none, or none known."""

    def close(self) -> None:
        """Free everything. May be called twice."""
