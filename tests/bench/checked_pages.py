# SPDX-License-Identifier: AGPL-3.0-or-later
# mypy: allow-untyped-calls
"""Pages with correct Markdown and the words of their text layer or of the built-in OCR, for the bench of the checks."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from app.core.align import align
from app.core.align.page import around, middle
from app.core.checks import Origin
from engine.backends.contract import EngineError
from engine.pages.opening import open_reader
from engine.pages.reader import FileError
from engine.protocol import Word
from tests.score_corpus import jobs_of, passwords, read_all

_MARK = re.compile(r"<!-- page (\d+) -->\n?")


@dataclass(frozen=True, slots=True)
class Checked:
    """`derived` is Markdown made from the source of the document and not checked against the page."""

    name: str
    text: str
    words: Sequence[Word]
    origin: Origin
    derived: bool = False


def with_text_layer(corpus: Path) -> list[Checked]:
    """Pages of documents that have a text layer, cut out of the documents' Markdown."""
    keys = passwords(corpus)
    found: list[Checked] = []
    for name, derived in _manifest(corpus):
        whole, tables = _truth(corpus, name, ".md"), _truth(corpus, name, ".tables.md")
        if not whole and not tables:
            continue
        try:
            reader = open_reader(str(corpus / name), keys.get(name))
        except FileError:
            continue
        layers = [reader.words(number) for number in range(reader.pages)]
        reader.close()
        if any(layers):
            found += _whole(name, whole, layers, derived) if whole else _tables(name, tables, layers)
    return found


def from_pictures(corpus: Path) -> list[Checked]:
    """Pages without a text layer, with the words that the built-in OCR finds. Raises EngineError."""
    layered = {page.name.partition("#")[0] for page in with_text_layer(corpus)}
    found: list[Checked] = []
    for name, derived in _manifest(corpus):
        text = _truth(corpus, name, ".md")
        if not text or name in layered:
            continue
        jobs, pages = jobs_of(corpus, name, 8)
        if not jobs:
            continue
        read = [page.reading for page in read_all(jobs, pages).pages]
        layers = [list(reading.words or ()) if reading else [] for reading in read]
        found += [replace(page, origin=Origin.OCR) for page in _whole(name, text, layers, derived)]
    return found


def _manifest(corpus: Path) -> Iterator[tuple[str, bool]]:
    for line in (corpus / "MANIFEST.tsv").read_text(encoding="utf-8").splitlines()[1:]:
        cells = line.split("\t")
        yield cells[0], "derived" in "\t".join(cells[8:])


def _truth(corpus: Path, name: str, suffix: str) -> str:
    path = corpus / "gt" / (Path(name).stem + suffix)
    return path.read_text(encoding="utf-8") if path.exists() else ""


def _whole(name: str, text: str, layers: Sequence[Sequence[Word]], derived: bool) -> list[Checked]:
    """Blocks go to the page where most of their words are; a paragraph over two pages is cut at the border."""
    if len(layers) == 1:
        return [Checked(f"{name}#1", text, layers[0], Origin.TEXT_LAYER, derived)]
    same = _equal_parts(text, len(layers))
    if same is not None:
        origin = Origin.TEXT_LAYER
        return [Checked(f"{name}#{n + 1}", same, layer, origin, derived) for n, layer in enumerate(layers)]
    page_of = [number for number, layer in enumerate(layers) for _ in layer]
    alignment = align(text, [word for layer in layers for word in layer])
    pieces: list[list[str]] = [[] for _ in layers]
    at = 0
    for block in alignment.source.blocks:
        inside = alignment.words_in(block.start, block.end)
        placed = [(n, alignment.page.words[alignment.places[n][0]].words[0]) for n in inside if alignment.places[n]]
        where = [(n, page_of[word]) for n, word in placed if at <= page_of[word] <= at + 1]
        counts = Counter(page for _, page in where)
        if counts[at + 1] > 2 and counts[at] > 2 and block.kind == "paragraph_open":
            border = next(n for n, page in where if page == at + 1 and n > max(m for m, p in where if p == at) - 3)
            cut = alignment.source.words[border].start
            pieces[at].append(text[block.start : cut].strip())
            at += 1
            pieces[at].append(text[cut : block.end].strip())
            continue
        if where and counts[at + 1] > counts[at]:
            at += 1
        pieces[at].append(text[block.start : block.end].strip("\n"))
    return [
        Checked(f"{name}#{number + 1}", "\n\n".join(parts) + "\n", layers[number], Origin.TEXT_LAYER, derived)
        for number, parts in enumerate(pieces)
        if parts
    ]


def _equal_parts(text: str, count: int) -> str | None:
    """The text of each page, if all have the same: an alignment cannot tell them apart."""
    blocks = [text[block.start : block.end].strip() for block in align(text, []).source.blocks]
    each = len(blocks) // count
    parts = [blocks[at : at + each] for at in range(0, len(blocks), max(1, each))]
    return "\n\n".join(parts[0]) + "\n" if len(parts) == count and all(p == parts[0] for p in parts) else None


def _tables(name: str, text: str, layers: Sequence[Sequence[Word]]) -> list[Checked]:
    """Only the tables are known: the page's words are those in their regions."""
    found: list[Checked] = []
    texts: dict[int, list[str]] = {}
    parts = _MARK.split(text)
    for number, part in zip(parts[1::2], parts[2::2], strict=True) if len(parts) > 1 else [("1", text)]:
        texts.setdefault(int(number) - 1, []).append(part.strip())
    for number, tables in texts.items():
        if number >= len(layers):
            continue
        whole = "\n\n".join(tables) + "\n"
        alignment = align(whole, layers[number])
        regions = []
        for block in alignment.source.blocks:
            inside = alignment.words_in(block.start, block.end)
            boxes = [box for n in inside for place in alignment.places[n] for box in alignment.page.words[place].boxes]
            if boxes:
                regions.append(around(boxes))
        words = [
            word
            for word in layers[number]
            if any(box[0] <= x <= box[2] and box[1] <= y <= box[3] for box in regions for x, y in [middle(word.box)])
        ]
        found.append(Checked(f"{name}#{number + 1}", whole, words, Origin.TEXT_LAYER))
    return found


__all__ = ["Checked", "EngineError", "from_pictures", "with_text_layer"]
