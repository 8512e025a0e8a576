# SPDX-License-Identifier: AGPL-3.0-or-later
"""Scripts that PP-OCRv6 cannot read: which one a page is in, and reading it with Tesseract.

PP-OCRv6 reads Latin letters, Chinese and (the `small` model) Japanese. On any other script it
answers with look-alikes; the `tiny` model's confidence then stays below 0.85 (measured on
Cyrillic, Greek, Hebrew and Devanagari), which is what makes a page worth asking about."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from engine.backends.builtin.ocr import components, tess
from engine.backends.builtin.ocr.page import Grey, RawLine
from engine.backends.builtin.ocr.picture import ink_mask

DATA: dict[str, tuple[str, ...]] = {
    "Arabic": ("ara", "fas", "urd"), "Armenian": ("hye",), "Bengali": ("ben",), "Cherokee": ("chr",),
    "Cyrillic": ("rus", "ukr", "bul", "srp", "bel", "mkd"), "Devanagari": ("hin", "mar", "nep", "san"),
    "Ethiopic": ("amh",), "Georgian": ("kat",), "Greek": ("ell",), "Gujarati": ("guj",), "Gurmukhi": ("pan",),
    "Hangul": ("kor",), "Hebrew": ("heb",), "Kannada": ("kan",), "Khmer": ("khm",), "Korean": ("kor",),
    "Lao": ("lao",), "Malayalam": ("mal",), "Myanmar": ("mya",), "Oriya": ("ori",), "Sinhala": ("sin",),
    "Syriac": ("syr",), "Tamil": ("tam",), "Telugu": ("tel",), "Thaana": ("div",), "Thai": ("tha",),
    "Tibetan": ("bod",),
}  # fmt: skip
"""Tesseract's names of scripts and of the language data for them, the commonest first."""
TWO_LETTERS = {
    "ar": "ara", "fa": "fas", "ur": "urd", "hy": "hye", "bn": "ben", "ru": "rus", "uk": "ukr", "bg": "bul", "sr": "srp",
    "be": "bel", "mk": "mkd", "hi": "hin", "mr": "mar", "ne": "nep", "sa": "san", "am": "amh", "ka": "kat", "el": "ell",
    "gu": "guj", "pa": "pan", "ko": "kor", "he": "heb", "kn": "kan", "km": "khm", "lo": "lao", "ml": "mal", "my": "mya",
    "or": "ori", "si": "sin", "ta": "tam", "te": "tel", "dv": "div", "th": "tha", "bo": "bod",
}  # fmt: skip
"""ISO 639-1 codes of languages in those scripts."""

SURE = 2.0
"""Confidence of Tesseract's script detector that is believed (a handwritten page gets 0.2,
a single printed line 5 to 15, a page 25 to 50)."""
SURE_TURN = 4.0
"""The same for its orientation (printed pages get 6 to 35)."""
LEAST_LETTERS = 8
POINTS = 0.4
"""Hebrew vowel points are lower than this part of a letter, and so are commas, which are lost
with them; at 0.5 quotes and dashes would go as well."""
POINTS_LINE = 0.7
"""Mean confidence below which Hebrew is read again without its points."""
MICRO = "\u00b5"
_HEBREW_MARKS = re.compile("[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7]")


@dataclass(frozen=True, slots=True)
class Verdict:
    """The script of a page that PP-OCRv6 cannot read, and the installed data for it
    (empty: it cannot be read here)."""

    script: str
    data: tuple[str, ...]
    turn: int = 0  # clockwise degrees that make it upright, as far as could be told


def chosen(languages: Sequence[str]) -> Verdict | None:
    """What the user's own choice of languages says, if it names such a script."""
    for name in map(_data_name, languages):
        for script, data in DATA.items():
            if name in data:
                return Verdict(script, _installed((name, *(d for d in data if d != name)), just_first=True))
    return None


def detect(grey: Grey, dpi: int, raw: Sequence[RawLine], languages: Sequence[str] = ()) -> Verdict | None:
    """The page's script by its looks, or by the letters PP-OCRv6 made of it (`raw`); None if
    PP-OCRv6 reads it, or it cannot be told."""
    seen = tess.look(_enough(grey), dpi)
    turn = seen.turn if seen and seen.turn_confidence >= SURE_TURN else 0
    sure = seen is not None and seen.script_confidence >= SURE and seen.script in DATA
    script = seen.script if seen and sure else _by_letters(raw)
    if not script:
        return None
    wanted = [name for name in map(_data_name, languages) if name in DATA[script]]
    data = _installed((*wanted, *DATA[script]), just_first=bool(wanted))
    return Verdict(script, data if len(data) < 2 else (_best(grey, dpi, data),), turn)


def _by_letters(raw: Sequence[RawLine]) -> str:
    """The script that at least a quarter of the letters belong to, if it is in DATA: `tiny`
    has most Greek letters and mixes them with Latin look-alikes."""
    letters = [c for line in raw for c in line.text if c.isalpha()]
    if len(letters) < LEAST_LETTERS:
        return ""
    names = Counter(unicodedata.name(c, "?").split()[0].capitalize() for c in letters)
    script, count = max(((n, k) for n, k in names.items() if n in DATA), key=lambda p: p[1], default=("", 0))
    return script if count * 4 >= len(letters) else ""


def read(grey: Grey, verdict: Verdict, dpi: int) -> list[RawLine]:
    """The page's lines by Tesseract, Latin words in between included."""
    wanted = [*verdict.data, *(["eng"] if "eng" in tess.languages() else [])]
    if verdict.script == "Hebrew":
        return _hebrew(grey, wanted, dpi)
    return [_plain(line) for line in tess.read(grey, wanted, dpi)]


def _plain(line: RawLine) -> RawLine:
    """The data writes the Greek mu as a micro sign."""
    if MICRO not in line.text:
        return line
    spans = tuple((text.replace(MICRO, "μ"), box, sure) for text, box, sure in line.spans)
    return replace(line, text=line.text.replace(MICRO, "μ"), spans=spans)


def _data_name(language: str) -> str:
    code = re.split("[-_]", language.lower())[0]
    return TWO_LETTERS.get(code, code)


def _installed(names: Sequence[str], *, just_first: bool) -> tuple[str, ...]:
    have = tuple(dict.fromkeys(name for name in names if name in tess.languages()))
    return have[:1] if just_first else have


def _enough(grey: Grey) -> Grey:
    """A picture of a few lines, repeated: the detector wants some fifty letters."""
    edged = np.pad(grey, 30, constant_values=int(np.median(grey)))
    copies = 4 if grey.shape[0] < 300 else 1
    return np.vstack([edged] * copies)


def _best(grey: Grey, dpi: int, data: Sequence[str]) -> str:
    """The data that read a part of the page with the highest confidence."""
    height = min(grey.shape[0], 400)
    top = _busiest(grey, height)
    return max(data, key=lambda name: mean_confidence(tess.read(grey[top : top + height], [name], dpi, block=True)))


def _busiest(grey: Grey, height: int) -> int:
    rows = np.concatenate(([0], np.cumsum(ink_mask(grey).sum(axis=1))))
    return int(np.argmax(rows[height:] - rows[: len(rows) - height]))


def mean_confidence(lines: Sequence[RawLine]) -> float:
    total = sum(len(line.text) for line in lines)
    return sum(len(line.text) * line.confidence for line in lines) / total if total else 0.0


def _hebrew(grey: Grey, wanted: Sequence[str], dpi: int) -> list[RawLine]:
    """Pointed Hebrew is beyond the fast data unless the points are taken out first."""
    lines = tess.read(grey, wanted, dpi)
    if mean_confidence(lines) < POINTS_LINE:
        bare = tess.read(without_points(grey), wanted[:1], dpi)
        lines = max(lines, bare, key=mean_confidence)
    return [
        replace(
            line,
            text=_HEBREW_MARKS.sub("", line.text),
            spans=tuple((_HEBREW_MARKS.sub("", text), box, sure) for text, box, sure in line.spans),
        )
        for line in lines
    ]


def without_points(grey: Grey) -> Grey:
    """The picture with all parts that are much lower than a letter painted over."""
    ink = ink_mask(grey)
    parts = components.find(ink)
    heights, widths = parts.bottom - parts.top, parts.right - parts.left
    if not len(heights):
        return grey
    letter = float(np.median(heights[heights > 0.5 * np.percentile(heights, 90)]))
    small = (heights < POINTS * letter) & (widths < 0.9 * letter)
    out = grey.copy()
    paper = int(np.median(grey))
    for left, top, right, bottom in zip(*(edge[small] for edge in (parts.left, parts.top, parts.right, parts.bottom)),
                                        strict=True):  # fmt: skip
        out[max(0, top - 2) : bottom + 2, max(0, left - 2) : right + 2] = paper
    letters = parts.mask(~small, grey.shape)
    out[letters] = grey[letters]
    return out
