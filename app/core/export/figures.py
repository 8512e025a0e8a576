# SPDX-License-Identifier: AGPL-3.0-or-later
"""Figures of an export: cut out of the original for as long as the export goes on, and named in the text.

In the pieces of a document a figure has a stand-in for its link, which is data that names it; each format puts its own
link in the stand-in's place.
"""

from __future__ import annotations

import base64
import logging
import re
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from itertools import groupby
from pathlib import Path
from typing import Any

import msgspec

from app.core.errors import ProblemError
from app.core.export.child import run
from app.core.export.snapshot import ExportOptions, Figure, Format, Original, Snapshot
from app.core.export.watch import Watch
from app.core.figure_boxes import wanted
from app.core.files import as_problem
from engine.protocol import Box, Cutting, ErrorCode

log = logging.getLogger(__name__)

WITH_FIGURES = frozenset(
    {
        Format.MARKDOWN, Format.HTML, Format.DOCX, Format.ODT, Format.EPUB, Format.LATEX, Format.JSON, Format.ZIP,
    }
)  # fmt: skip

PICTURE_SIDE = 1600
"""Pixels of the long side of a page's picture: a printed page can be read."""

EDGE = 0.2
"""What stands at the same place of several pages, so near to their upper or lower edge, is a logo."""

_SIGN = b"copyholder-figure:"
_HEAD = "data:image/png;base64,"
_STAND_IN = re.compile(re.escape(_HEAD) + r"([A-Za-z0-9+/]+=*)")
_TYPES = {".png": "image/png", ".jpg": "image/jpeg"}


def uses_original(format: Format, options: ExportOptions) -> bool:
    """Whether figures or page pictures come out of the files that were read. These must be the very ones: others at
    their place would give the figures of another document."""
    return format in WITH_FIGURES and (options.figures != "none" or _side(format, options) > 0)


def _side(format: Format, options: ExportOptions) -> int:
    return PICTURE_SIDE if options.side_by_side and format in (Format.HTML, Format.ZIP) else 0


@contextmanager
def with_figures(snapshot: Snapshot, format: Format, options: ExportOptions, watch: Watch) -> Iterator[Snapshot]:
    """The snapshot with the figures of its pages, where the format holds them and the original is there; their files
    are gone afterwards. An original that cannot be read costs the figures, not the export. Raises
    ProblemError(CANCELLED)."""
    find = format in WITH_FIGURES and options.figures != "none"
    side = _side(format, options)
    if not (find or side) or snapshot.original is None:
        yield snapshot
        return
    with tempfile.TemporaryDirectory(prefix="copyholder-") as folder:
        try:
            found, pictures = _cut(snapshot, Path(folder), watch, find, side)
        except ProblemError as error:
            if error.problem.code is ErrorCode.CANCELLED:
                raise
            log.info("no figures: %s", error)
            found, pictures = [], {}
        if options.steps.furniture:
            found = _without_logos(found)
        yield replace(snapshot, figures=tuple(_numbered(found)), pictures=pictures)


def _cut(
    snapshot: Snapshot, folder: Path, watch: Watch, find: bool, side: int
) -> tuple[list[Figure], dict[int, Figure]]:
    """The figures of all pages with a text, and pictures of all pages, as far as they are wanted."""
    assert snapshot.original is not None
    figures: list[Figure] = []
    pictures: dict[int, Figure] = {}
    for page, cuttings in groupby(_cuttings(snapshot, folder, watch, find, side), lambda one: one.page):
        boxes = snapshot.original.figures_of(page)
        framed = {one.box: one for one in boxes if one.kept}
        own = list(cuttings)
        good = set(wanted((one.box for one in own if one.box and one.box not in framed), boxes))
        for one in own:
            made = Figure(page, one.box or (0.0, 0.0, 1.0, 1.0), one.file, folder / one.file, one.width, one.height)
            if one.box is None:
                pictures[page] = made
            elif one.box in framed:
                figures.append(replace(made, framed=True, caption=framed[one.box].caption))
            elif one.box in good:
                figures.append(made)
    figures.sort(key=lambda figure: (figure.page, figure.box[1], figure.box[0]))
    return figures, pictures


def _cuttings(snapshot: Snapshot, folder: Path, watch: Watch, find: bool, side: int) -> Iterator[Cutting]:
    """From the program that has the files open, if one has, else from one that is started for them."""
    original = snapshot.original
    assert original is not None
    pages = [page for page in snapshot.pages if side or page.text is not None]
    if original.cut is not None:
        for page in watch.over(pages, len(pages)):
            own = folder / str(page.page)  # pages of several files may have one number
            with as_problem(own):
                own.mkdir()
            looked = find and page.text is not None
            for one in original.cut(page.page, own, _framed(original, page.page) if looked else (), looked, side):
                yield msgspec.structs.replace(one, page=page.page, file=f"{page.page}/{one.file}")
        return
    wanted = [
        {
            "page": page.page,
            **_spot(original, page.page),
            "find": find and page.text is not None,
            "boxes": _framed(original, page.page) if find and page.text is not None else (),
            "side": side,
        }
        for page in pages
    ]
    if wanted:
        job = {"parts": original.parts, "password": original.password, "folder": str(folder), "pages": wanted}
        found = run("engine.pages.cuttings", job, len(wanted), watch, snapshot.source)
        yield from msgspec.convert(found, list[Cutting])


def _spot(original: Original, page: int) -> dict[str, Any]:
    """Where the page is on the files' pages."""
    leaf = original.leaf(page)
    turn, region = leaf.seen(original.turns.get(page, 0))
    return {"number": leaf.page, "turn": turn, "region": region}


def _framed(original: Original, page: int) -> list[Box]:
    """Each place once, even if it was framed twice."""
    return list(dict.fromkeys(one.box for one in original.figures_of(page) if one.kept))


def _without_logos(figures: list[Figure]) -> list[Figure]:
    """Those that are printed at the same place of several pages belong to the paper, like running heads."""
    places = Counter(_place(figure) for figure in figures)
    return [f for f in figures if f.framed or places[_place(f)] < 2 or (f.box[3] > EDGE and f.box[1] < 1 - EDGE)]


def _numbered(figures: Iterable[Figure]) -> Iterator[Figure]:
    """With names that count those of each page."""
    counts: Counter[int] = Counter()
    for figure in figures:
        counts[figure.page] += 1
        name = f"page-{figure.page + 1:03}-figure-{counts[figure.page]}{figure.path.suffix}"
        yield replace(figure, name=name)


def _place(figure: Figure) -> tuple[int, ...]:
    return tuple(round(side * 50) for side in figure.box)


def stand_in(figure: Figure) -> str:
    """The link of a figure until a format puts its own."""
    return _HEAD + base64.b64encode(_SIGN + figure.name.encode()).decode()


def linked(text: str, figures: Mapping[str, Figure], link: Callable[[Figure], str]) -> str:
    """`text` with a link for each stand-in; `figures` by name."""
    if not figures or _HEAD not in text:
        return text

    def put(match: re.Match[str]) -> str:
        name = _named(match[1])
        return link(figures[name]) if name in figures else match[0]

    return _STAND_IN.sub(put, text)


def _named(data: str) -> str:
    try:
        content = base64.b64decode(data)
    except ValueError:
        return ""
    return content.removeprefix(_SIGN).decode(errors="replace") if content.startswith(_SIGN) else ""


def by_name(snapshot: Snapshot) -> dict[str, Figure]:
    return {figure.name: figure for figure in snapshot.figures}


def embedded(figure: Figure) -> str:
    """The figure itself as a link."""
    return f"data:{_TYPES[figure.path.suffix]};base64,{base64.b64encode(figure.path.read_bytes()).decode()}"
