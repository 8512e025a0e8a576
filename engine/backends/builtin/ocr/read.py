# SPDX-License-Identifier: AGPL-3.0-or-later
"""One picture, from pixels to an OcrPage.

1. scale, invert (picture)   2. direction and slope of the lines from the ink (skew)
3. read; turn and read again if it reads better another way up (turn)
4. sizes, weights, words (lines) and rulings   5. what to say about it (judge)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.backends.builtin.ocr import lines, picture, rulings, skew, turn
from engine.backends.builtin.ocr.engines import Recogniser, recogniser
from engine.backends.builtin.ocr.page import Grey, Mask, OcrPage, OcrWord, Picture, RawLine
from engine.backends.builtin.ocr.picture import Frame
from engine.protocol import Note, NoteCode

LEAST_INK = 30
"""Pixels of ink below which a page is blank without a look."""


@dataclass(slots=True)
class Work:
    """The picture on its way: what was done to it and what was read."""

    rgb: Picture
    grey: Grey
    frame: Frame
    raw: list[RawLine]


def read_picture(
    rgb: Picture, *, languages: Sequence[str] = (), model: str = "auto", dpi: float = 200.0
) -> OcrPage:
    """Read one page. `rgb` is upright as far as the file says; `languages` are ISO 639 codes
    the user chose; `model` is "tiny", "small" or "auto". Raises NoRecogniser."""
    given = (rgb.shape[1], rgb.shape[0])
    factor = picture.work_scale(*given)
    start = picture.dark_on_light(picture.scaled(rgb, factor))
    gray = picture.grey(start)
    if int(picture.ink_mask(gray).sum()) < LEAST_INK:
        frame = Frame(given, (start.shape[1], start.shape[0]), 0, 0.0, factor)
        return OcrPage(frame.work, [], [], [], notes=[Note(code=NoteCode.BLANK_PAGE)])
    reader = recogniser("tiny" if model == "auto" else model)
    work = _read_upright(start, gray, given, factor, reader)
    return _page(work, picture.ink_mask(work.grey), reader.name)


def _read_upright(start: Picture, gray: Grey, given: tuple[int, int], factor: float, reader: Recogniser) -> Work:
    slope = skew.measure(gray)
    angle = 0
    if slope.vertical:
        angle = turn.best(start, gray, reader, (90, 270))
    work = _turned(start, given, factor, angle, _slope_at(slope, angle))
    work.raw = reader.read(work.rgb)
    if turn.confidence(work.raw) < turn.SURE and work.raw:
        angles = [angle, (angle + 180) % 360, (angle + 90) % 360, (angle + 270) % 360]
        better = turn.best(start, gray, reader, angles)
        if better != angle:
            work = _turned(start, given, factor, better, slope.degrees if (better - angle) % 180 == 0 else 0.0)
            work.raw = reader.read(work.rgb)
    return work


def _slope_at(slope: skew.Slope, angle: int) -> float:
    """A quarter turn the other way leaves the slope as it is; so does half a turn."""
    return slope.degrees


def _turned(start: Picture, given: tuple[int, int], factor: float, angle: int, degrees: float) -> Work:
    rgb = picture.straightened(picture.turned(start, angle) if angle else start, degrees)
    frame = Frame(given, (rgb.shape[1], rgb.shape[0]), angle, degrees, factor)
    return Work(rgb, picture.grey(rgb), frame, [])


def _page(work: Work, ink: Mask, engine: str) -> OcrPage:
    built, words = lines.build(work.raw, ink)
    notes = []
    if work.frame.turn:
        notes.append(Note(code=NoteCode.TURNED, detail=str(work.frame.turn)))
    if work.frame.skew:
        notes.append(Note(code=NoteCode.DESKEWED, detail=f"{work.frame.skew:.1f}"))
    if not built:
        notes.append(Note(code=NoteCode.BLANK_PAGE))
    return OcrPage(
        size=work.frame.work,
        lines=built,
        words=[OcrWord(text, work.frame.back(box), confidence) for text, box, confidence in words],
        rulings=rulings.find(ink, [line.box for line in built]),
        turn=work.frame.turn,
        skew=work.frame.skew,
        notes=notes,
        engine=engine,
        confidence=turn.confidence(work.raw) if work.raw else None,
    )
