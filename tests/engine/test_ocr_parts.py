# SPDX-License-Identifier: AGPL-3.0-or-later
"""The OCR half's small parts: geometry, ink, words, judgement, the synthetic PDF."""

from __future__ import annotations

import numpy as np
import pypdfium2
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.backends.builtin.ocr import components, judge, picture, place, rulings, skew, synthetic_pdf, widths
from engine.backends.builtin.ocr.page import Mask, OcrLine, OcrPage, Piece, RawLine, Region, Ruling
from engine.backends.builtin.ocr.picture import Frame
from engine.backends.builtin.ocr.shape import Shape
from engine.backends.builtin.ocr.sizes import Look


@given(
    turn=st.sampled_from([0, 90, 180, 270]),
    skewed=st.floats(-6, 6),
    scale=st.sampled_from([0.5, 1.0, 2.0]),
    x=st.floats(0.2, 0.8),
    y=st.floats(0.2, 0.8),
)
def test_a_point_goes_to_the_work_picture_and_back(turn: int, skewed: float, scale: float, x: float, y: float) -> None:
    width, height = 1000, 1400
    across, down = {0: (x, y), 90: (1 - y, x), 180: (1 - x, 1 - y), 270: (y, 1 - x)}[turn]
    upright = (width, height) if turn in (0, 180) else (height, width)
    dx, dy = (across - 0.5) * upright[0], (down - 0.5) * upright[1]
    angle = np.radians(skewed)  # clockwise on a picture whose y runs down
    rx, ry = dx * np.cos(angle) - dy * np.sin(angle), dx * np.sin(angle) + dy * np.cos(angle)
    work = (round(upright[0] * scale), round(upright[1] * scale))
    wx, wy = rx * scale + work[0] / 2, ry * scale + work[1] / 2
    box = Frame((width, height), work, turn, skewed, scale).back((wx, wy, wx, wy))
    assert box == pytest.approx((x, y, x, y), abs=1e-6)


def test_straightening_turns_clockwise() -> None:
    rgb = np.full((200, 200, 3), 255, np.uint8)
    rgb[20:30, 95:105] = 0  # a mark at the top
    rows, columns = np.nonzero(picture.straightened(rgb, 6.0)[:, :, 0] < 128)
    assert columns.mean() > 105 and rows.mean() < 40


def test_scale_by_letter_size_else_by_side() -> None:
    assert picture.letter_scale(28.0, 2339) == 1.0
    assert picture.letter_scale(10.0, 900) == 2.0
    assert picture.letter_scale(10.0, 4000) == 1.0  # would be too large
    assert picture.letter_scale(80.0, 5000) == 0.5
    assert picture.letter_scale(None, 500) == 2.0
    assert picture.first_scale(35_000, 10_000) * 35_000 == pytest.approx(picture.MAX_SIDE)


masks = st.integers(0, 2**24 - 1).map(lambda n: np.array([n >> k & 1 for k in range(24)], dtype=bool).reshape(4, 6))


@given(masks)
def test_components_are_those_of_a_flood_fill(ink: Mask) -> None:
    found = components.find(ink)
    left = {(int(y), int(x)) for y, x in zip(*np.nonzero(ink), strict=True)}
    boxes = []
    while left:
        todo = [left.pop()]
        part = list(todo)
        while todo:
            y, x = todo.pop()
            near = {(y + dy, x + dx) for dy in (-1, 0, 1) for dx in (-1, 0, 1)} & left
            left -= near
            todo += near
            part += near
        ys, xs = [p[0] for p in part], [p[1] for p in part]
        boxes.append((min(xs), min(ys), max(xs) + 1, max(ys) + 1))
    ours = zip(found.left.tolist(), found.top.tolist(), found.right.tolist(), found.bottom.tolist(), strict=True)
    assert sorted(ours) == sorted(boxes)
    everything = np.ones(len(found.left), dtype=bool)
    assert (found.mask(everything, ink.shape) == ink).all()


def test_rulings_are_found_and_letters_are_not() -> None:
    ink = np.zeros((1000, 800), dtype=bool)
    ink[100:103, 50:700] = True
    ink[100:400, 300:303] = True
    rng = np.random.default_rng(1)
    ink[500:520, 50:700] = rng.random((20, 650)) < 0.5  # a row of letters
    ink[519, 50:700] = True  # whose feet touch
    found = rulings.find(ink, [])
    assert [(r.horizontal, round(r.x1 - r.x0), round(r.y1 - r.y0)) for r in found] == [(True, 650, 0), (False, 0, 300)]
    assert not rulings.erased(ink, found)[:450].any()


def test_slope_of_specks_is_none() -> None:
    for seed in range(6):
        rng = np.random.default_rng(seed)
        grey = np.full((1200, 900), 240, np.uint8)
        grey[rng.integers(0, 1200, 900), rng.integers(0, 900, 900)] = 30
        assert skew.measure(grey).degrees == 0.0


def line_shape(gaps: list[tuple[float, float]], right: float) -> Shape:
    return Shape((0.0, 0.0, right, 20.0), 16.0, 14.0, 10.0, 2.0, tuple(gaps))


def test_words_are_parted_at_the_gaps_in_the_ink() -> None:
    shape = line_shape([(30.0, 31.0), (50.0, 58.0), (80.0, 81.5), (108.0, 116.0)], 160.0)
    assert place.place_words("north wind blew", shape, 20.0) == [
        ("north", 0.0, 50.0), ("wind", 58.0, 108.0), ("blew", 116.0, 160.0)
    ]  # fmt: skip


def test_words_run_together_over_wide_white_are_parted() -> None:
    shape = line_shape([(60.0, 90.0)], 150.0)
    words = place.place_words("AmountTotal", shape, 20.0)
    assert [w[0] for w in words] == ["Amount", "Total"]
    assert words[0][2] == 60.0 and words[1][1] == 90.0
    narrow = line_shape([(60.0, 62.0)], 150.0)
    assert place.place_words("AmountTotal", narrow, 20.0) == [("AmountTotal", 0.0, 150.0)]


def raws(confidence: float, text: str = "some words of a line", count: int = 6) -> list[RawLine]:
    return [RawLine(text, (0.0, 40.0 * k, 300.0, 40.0 * k + 30), confidence) for k in range(count)]


def test_handwriting_needs_all_three_signs() -> None:
    assert judge.handwritten(raws(0.8), Look(scatter=0.4, stroke=0.05))
    assert not judge.handwritten(raws(0.97), Look(scatter=0.4, stroke=0.05))  # read with ease
    assert not judge.handwritten(raws(0.8), Look(scatter=0.1, stroke=0.05))  # even
    assert not judge.handwritten(raws(0.8), Look(scatter=0.4, stroke=0.11))  # thick: worn print


def test_too_few_letters_for_the_room_are_a_failure_whatever_the_confidence() -> None:
    assert judge.thin(raws(0.95, text=" . ,"))
    assert not judge.thin(raws(0.95))
    assert judge.wants_small(raws(0.99, text=". ,"), ())
    assert judge.wants_small(raws(0.85), ())
    assert judge.wants_small(raws(0.99), ["ja"])
    assert not judge.wants_small(raws(0.985), ["en"])


def test_widths_share_a_line_out() -> None:
    assert widths.width("é") == widths.width("e")
    assert widths.width("漢") == 1000
    assert widths.width("\u0301") == 0
    assert widths.length("iii") < widths.length("mmm")


def make_line(text: str, y: float, *, size: float = 20.0, bold: bool = False) -> OcrLine:
    box = (50.0, y - 15, 50.0 + len(text) * 10, y + 4)
    return OcrLine(text, box, 0.99, bold, size, y, (Piece(text, box),), words=((text, box[0], box[2]),))


def test_the_synthetic_pdf_holds_text_weight_and_rulings() -> None:
    lines = [make_line("Überschrift mit ł und “Zeichen”", 100, size=30, bold=True), make_line("Text \\ (a) 漢字", 160)]
    regions = [Region((0.0, 0.0, 800.0, 1000.0), 50.0, 0, 2)]
    page = OcrPage((800, 1000), lines, [], [Ruling(50, 200, 400, 200, 2)], regions)
    document = pypdfium2.PdfDocument(synthetic_pdf(page))
    assert len(document) == 1
    text = document[0].get_textpage().get_text_range()
    assert [row.strip() for row in text.splitlines()] == [line.text for line in lines]
    kinds = [item.type for item in document[0].get_objects()]
    assert kinds.count(pypdfium2.raw.FPDF_PAGEOBJ_TEXT) == 2 and kinds.count(pypdfium2.raw.FPDF_PAGEOBJ_PATH) == 1
    document.close()


def test_an_empty_page_makes_a_pdf_too() -> None:
    document = pypdfium2.PdfDocument(synthetic_pdf(OcrPage((10, 10), [], [], [])))
    assert len(document) == 1
    document.close()
