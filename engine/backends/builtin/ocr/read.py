# SPDX-License-Identifier: AGPL-3.0-or-later
"""One picture, from pixels to an OcrPage.

1. scale, invert (picture)   2. direction and slope of the lines from the ink (skew)
3. read; where the reading is poor, ask for another script (script), try other angles
   (turn) and the larger model, and keep the best
4. sizes, weights, words (lines) and rulings   5. what there is to say about it (judge)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine.backends.builtin.ocr import (
    columns,
    gutters,
    judge,
    lines,
    picture,
    rulings,
    script,
    skew,
    tables,
    turn,
    window,
)
from engine.backends.builtin.ocr.engines import Recogniser, recogniser
from engine.backends.builtin.ocr.page import Grey, OcrPage, OcrWord, Picture, RawLine
from engine.backends.builtin.ocr.picture import Frame
from engine.backends.builtin.ocr.script import Verdict
from engine.protocol import Note, NoteCode

LEAST_INK = 30
"""Pixels of ink below which a page is blank without a look."""


@dataclass(frozen=True, slots=True)
class Start:
    """The picture before it is turned: scaled, dark on light. `em`: about the size of its letters
    in its pixels, if there are enough of them."""

    rgb: Picture
    grey: Grey
    given: tuple[int, int]
    scale: float
    dpi: int
    languages: tuple[str, ...]
    em: float | None


@dataclass(frozen=True, slots=True)
class Work:
    """The picture as it was read, and what was read. `verdict` names its script if that is
    one for Tesseract."""

    rgb: Picture
    grey: Grey
    frame: Frame
    raw: list[RawLine]
    engine: str
    em: float | None = None
    verdict: Verdict | None = None


def read_picture(
    rgb: Picture, *, languages: Sequence[str] = (), model: str = "auto", dpi: float = 200.0
) -> OcrPage:
    """Read one page. `rgb` is upright as far as the file says; `languages` are ISO 639 codes
    the user chose; `model` is "tiny", "small" or "auto". Raises NoRecogniserError."""
    start = _start(rgb, languages, dpi)
    if int(picture.ink_mask(start.grey).sum()) < LEAST_INK:
        return OcrPage(start.rgb.shape[1::-1], [], [], [], notes=[Note(code=NoteCode.BLANK_PAGE)])
    reader = recogniser("tiny" if model == "auto" else model)
    work = _read(start, reader)
    if model == "auto" and work.verdict is None and judge.wants_small(work.raw, languages):
        small = recogniser("small")
        work = replace(work, raw=_lines(work, small), engine=small.name)
    return _page(work)


def _start(rgb: Picture, languages: Sequence[str], dpi: float) -> Start:
    given = (rgb.shape[1], rgb.shape[0])
    scale = picture.first_scale(*given)
    first = picture.dark_on_light(picture.scaled(rgb, scale))
    gray = picture.grey(first)
    em = window.letter_size(gray)
    more = picture.letter_scale(em, max(gray.shape))
    if more != 1.0:
        first = picture.scaled(first, more)
        gray = picture.grey(first)
    scale *= more
    return Start(first, gray, given, scale, max(70, round(dpi * scale)), tuple(languages), em and em * more)


def _read(start: Start, reader: Recogniser) -> Work:
    slope = skew.measure(start.grey)
    verdict = script.chosen(start.languages)
    if verdict and verdict.data:
        return _read_script(_turned(start, 0, slope.degrees), start, verdict)
    angle = turn.best(start.rgb, start.grey, reader, (0, 90, 270)) if slope.vertical else 0
    # the slope was measured along the axis that looked right
    work = _read_at(start, angle, slope.degrees if slope.vertical == (angle % 180 == 90) else 0.0, reader)
    if not work.raw or turn.confidence(work.raw) >= turn.SURE:
        return work
    verdict = script.detect(work.grey, start.dpi, work.raw, start.languages)
    if verdict:
        return _read_script(work, start, verdict)
    angles = [angle, (angle + 180) % 360, (angle + 90) % 360, (angle + 270) % 360]
    better = turn.best(start.rgb, start.grey, reader, angles)
    if better == angle:
        return work
    # a half turn keeps the slope; for a quarter turn it was measured along the wrong axis
    return _read_at(start, better, work.frame.skew if (better - angle) % 180 == 0 else 0.0, reader)


def _read_script(work: Work, start: Start, verdict: Verdict) -> Work:
    """With Tesseract, if it has the data; else what PP-OCRv6 is sure of stays."""
    if not verdict.data:
        return replace(work, raw=[line for line in work.raw if line.confidence >= turn.SURE], verdict=verdict)
    if verdict.turn:
        work = _turned(start, (work.frame.turn + verdict.turn) % 360, 0.0)
    return replace(
        work, raw=script.read(work.grey, verdict, start.dpi), engine=f"tesseract {verdict.data[0]}", verdict=verdict
    )


def _read_at(start: Start, angle: int, degrees: float, reader: Recogniser) -> Work:
    work = _turned(start, angle, degrees)
    return replace(work, raw=_lines(work, reader), engine=reader.name)


def _lines(work: Work, reader: Recogniser) -> list[RawLine]:
    if work.em is None:
        return reader.read(work.rgb)
    return reader.read(gutters.marked(work.rgb, picture.ink_mask(work.grey), work.em))


def _turned(start: Start, angle: int, degrees: float) -> Work:
    rgb = picture.straightened(picture.turned(start.rgb, angle) if angle else start.rgb, degrees)
    frame = Frame(start.given, (rgb.shape[1], rgb.shape[0]), angle, degrees, start.scale)
    return Work(rgb, picture.grey(rgb), frame, [], "", start.em)


def _page(work: Work) -> OcrPage:
    ink = picture.ink_mask(work.grey)
    ruled = rulings.find(ink, [line.box for line in work.raw if lines.keep(line)])
    built, words = lines.build(work.raw, rulings.erased(ink, ruled))
    ordered, regions = columns.arrange(built, ruled)
    grids = [g for region in regions for g in tables.find(ordered[region.first : region.last], ruled)]
    return OcrPage(
        size=work.frame.work,
        lines=ordered,
        words=[OcrWord(text, work.frame.back(box), confidence) for text, box, confidence in words],
        rulings=ruled,
        regions=regions,
        grids=grids,
        turn=work.frame.turn,
        skew=work.frame.skew,
        notes=judge.notes(work.raw, built, work.frame, work.verdict),
        engine=work.engine,
        confidence=script.mean_confidence(work.raw) if work.raw else None,
    )
