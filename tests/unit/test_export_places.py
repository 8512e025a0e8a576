# SPDX-License-Identifier: AGPL-3.0-or-later
"""Formats that keep the place of every word: checked against their schemas, and read back."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from lxml import etree, html

from app.core.export import ExportOptions, Format, PageText, Snapshot, export, render
from app.core.export.placed import PlacedBlock, placed
from app.core.export.visible import visible
from engine.pages.pdf_mupdf import MuReader
from engine.protocol import Word
from tests.unit.page_words import lines

ROOT = Path(__file__).parents[2]
SCHEMAS = ROOT / "tests" / "data" / "schemas"
ALTO = "{http://www.loc.gov/standards/alto/ns-v4#}"
PAGE = "{http://schema.primaresearch.org/PAGE/gts/pagecontent/2019-07-15}"

TEXT = """# A *fine* title

Some words with $E=mc^2$, `code | here` and
a [link](https://example.org) that are divided.[^1]

| Left | 12,50 |
|---|---|
| alpha | &amp; 7 |

- one
- \\*two

[^1]: The note.
"""
WORDS = lines("A fine title", "Some words with E=mc2, code | here and a link that are di-", "vided.1") + lines(
    "Left 12,50", "alpha & 7", "• one", "• *two", "1 The note.", top=0.5
)


def _all(blocks: tuple[PlacedBlock, ...]) -> list[str]:
    return [word.text for block in blocks for line in block.lines for word in line.words]


def _snapshot(**changes: Any) -> Snapshot:
    values: dict[str, Any] = {
        "title": "T & <b>",
        "source": "/in/a file.pdf",
        "pages": (
            PageText(0, "i", TEXT, size=(600.0, 800.0)),
            PageText(1, text=None, size=(800.0, 600.0)),
            PageText(9, text="No words \x01 known ☃ 𠀋", size=None),
        ),
        "words": lambda page: WORDS if page == 0 else [],
        "changed": 1.7e9,
    }
    return Snapshot(**values | changes)


def test_what_a_page_shows_is_its_words_without_markup() -> None:
    found = visible(TEXT)
    assert [block.element for block in found][:2] == ["h1", "p"]
    assert " ".join(found[0].words) == "A fine title"
    assert " ".join(found[1].words) == "Some words with E=mc2, code | here and a link that are divided.[1]"
    assert found[2].words == ("Left", "12,50", "alpha", "&", "7")
    assert found[3].words == ("one", "*two")
    assert found[4].words == ("The", "note.")


def test_every_word_is_there_once_in_the_order_of_the_text() -> None:
    blocks = placed(TEXT, WORDS)
    shown = [word for block in visible(TEXT) for word in block.words]
    assert "".join(_all(blocks)) == "".join(shown)
    by_text = {word.text: word for block in blocks for line in block.lines for word in line.words}
    for word in WORDS:
        if word.text in by_text and word.text not in ("•", "1", "a", "E=mc2,", "|", "&"):
            assert by_text[word.text].box == pytest.approx(word.box), word.text
            assert by_text[word.text].sure
    assert not by_text["|"].sure  # a sign alone is no word: it is known by its neighbours
    assert by_text["code"].box[2] <= by_text["|"].box[0] < by_text["here"].box[0]


def test_white_parts_words_without_a_place_of_their_own() -> None:
    words = [Word(text=text, box=(left, 0.1, left + 0.1, 0.12)) for text, left in (("One", 0.1), ("four", 0.6))]
    (block,) = placed("One twenty three four", words)
    boxes = [word.box for line in block.lines for word in line.words]
    assert all(before[2] < after[0] for before, after in pairwise(boxes[1:]))


def test_a_divided_word_stands_on_both_lines() -> None:
    words = lines("to be conti-", "nued soon")
    (block,) = placed("to be continued, soon", words)
    assert [line.text for line in block.lines] == ["to be conti", "nued, soon"]
    first, second = block.lines[0].words[-1], block.lines[1].words[0]
    assert (first.whole, first.goes_on, second.whole, second.goes_on) == ("continued,", True, "continued,", False)


@pytest.mark.parametrize("text", ["", "   ", "# ", "x", "<table><tr><td>a", "$$\\frac{a}{b", "a " * 3000])
@pytest.mark.parametrize("words", [[], lines("quite other words"), lines("x")])
def test_anything_has_a_place_on_the_page(text: str, words: list[Word]) -> None:
    for block in placed(text, words):
        for line in block.lines:
            for word in line.words:
                left, top, right, bottom = word.box
                assert 0 <= left <= right <= 1
                assert 0 <= top <= bottom <= 1


def _schema(name: str) -> etree.XMLSchema:
    class Local(etree.Resolver):  # type: ignore[misc]
        def resolve(self, url: str, _: object, context: object) -> object:
            return self.resolve_filename(str(SCHEMAS / "xlink.xsd"), context) if "xlink" in url else None

    parser = etree.XMLParser(no_network=True)
    if name.startswith("alto"):
        parser.resolvers.add(Local())
    return etree.XMLSchema(etree.parse(str(SCHEMAS / name), parser))


def test_alto_is_valid_and_has_every_word(tmp_path: Path) -> None:
    schema = _schema("alto-4-4.xsd")
    paths = export(_snapshot(), Format.ALTO, tmp_path / "a.alto", ExportOptions(), None)
    assert [path.relative_to(tmp_path).as_posix() for path in paths] == [
        "a.alto/page-001.xml", "a.alto/page-002.xml", "a.alto/page-010.xml"
    ]  # fmt: skip
    roots = [etree.parse(str(path)).getroot() for path in paths]
    for root in roots:
        schema.assertValid(root)
    first = roots[0]
    (page,) = first.iter(f"{ALTO}Page")
    assert (page.get("WIDTH"), page.get("HEIGHT"), page.get("PHYSICAL_IMG_NR")) == ("2500", "3333", "1")
    assert "".join(s.get("CONTENT") for s in first.iter(f"{ALTO}String")) == "".join(_all(placed(TEXT, WORDS)))
    title = next(s for s in first.iter(f"{ALTO}String") if s.get("CONTENT") == "title")
    assert (title.get("HPOS"), title.get("VPOS"), title.get("WIDTH")) == ("425", "667", "125")
    assert list(roots[1].iter(f"{ALTO}TextBlock")) == []


def test_alto_names_the_parts_of_a_divided_word(tmp_path: Path) -> None:
    pages = (PageText(0, text="to be continued soon", size=(600.0, 800.0)),)
    words = lines("to be conti-", "nued soon")
    snapshot = _snapshot(pages=pages, words=lambda _: words)
    (path,) = export(snapshot, Format.ALTO, tmp_path / "a.alto", ExportOptions(), None)
    root = etree.parse(str(path)).getroot()
    _schema("alto-4-4.xsd").assertValid(root)
    parts = [(s.get("SUBS_TYPE"), s.get("SUBS_CONTENT")) for s in root.iter(f"{ALTO}String") if s.get("SUBS_TYPE")]
    assert parts == [("HypPart1", "continued"), ("HypPart2", "continued")]
    assert len(list(root.iter(f"{ALTO}HYP"))) == 1


def test_page_xml_is_valid_and_has_every_word(tmp_path: Path) -> None:
    schema = _schema("pagecontent-2019-07-15.xsd")
    paths = export(_snapshot(), Format.PAGE, tmp_path / "a.page", ExportOptions(), None)
    roots = [etree.parse(str(path)).getroot() for path in paths]
    for root in roots:
        schema.assertValid(root)
    shown = [word.findtext(f"{PAGE}TextEquiv/{PAGE}Unicode") for word in roots[0].iter(f"{PAGE}Word")]
    assert shown == [word + "-" if word == "di" else word for word in _all(placed(TEXT, WORDS))]
    order = [ref.get("regionRef") for ref in roots[0].iter(f"{PAGE}RegionRefIndexed")]
    assert order == [f"region_{number}" for number in range(1, len(visible(TEXT)) + 1)]
    assert [r.get("type") for r in roots[0].iter(f"{PAGE}TextRegion")][:2] == ["heading", "paragraph"]


def test_hocr_is_html_with_every_word() -> None:
    root = html.document_fromstring(render(_snapshot(), Format.HOCR, ExportOptions()))
    pages = root.find_class("ocr_page")
    assert [page.get("id") for page in pages] == ["page_1", "page_2", "page_10"]
    assert 'bbox 0 0 2500 3333; ppageno 0; scan_res 300 300' in pages[0].get("title")
    assert [word.text for word in pages[0].find_class("ocrx_word")] == [
        word + "\u00ad" if word == "di" else word for word in _all(placed(TEXT, WORDS))
    ]
    for word in root.find_class("ocrx_word"):
        line = word.getparent()
        inside, around = (list(map(int, e.get("title").split(";")[0].split()[1:])) for e in (word, line))
        assert around[0] <= inside[0] < inside[2] <= around[2]
        assert around[1] <= inside[1] < inside[3] <= around[3]


def test_a_real_page_keeps_its_places() -> None:
    reader = MuReader(str(ROOT / "resources" / "sample.pdf"), None)
    words = reader.words(0)
    text = " ".join(word.text for word in words).replace("<", "\\<").replace("*", "\\*").replace("_", "\\_")
    found = [word for block in placed(text, words) for line in block.lines for word in line.words]
    sure = [word for word in found if word.sure]
    assert len(sure) > 0.9 * len(found) > 20
    at = {word.text: word.box for word in words}
    once = [word for word in sure if [w.text for w in words].count(word.text) == 1]
    assert len(once) > 20
    for word in once:
        assert word.box == pytest.approx(at[word.text], abs=0.002)
    reader.close()
