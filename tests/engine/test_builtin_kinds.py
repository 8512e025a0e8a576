# SPDX-License-Identifier: AGPL-3.0-or-later
"""Kinds of pages that public documents have and that were once read wrongly: drawn bullets,
contents, turned labels, tables over pages, addresses, addresses of authors above a title."""

from __future__ import annotations

import re
from pathlib import Path

from reportlab.lib.pagesizes import A4
from reportlab.pdfgen.canvas import Canvas

from engine.backends.builtin.layer.bidi import pair_brackets
from engine.backends.builtin.layer.glyphs import Glyph, Layer, Style
from engine.backends.builtin.layer.lines import lines_of
from engine.backends.builtin.layer.second import doubtful, glyphs_of, settle
from engine.backends.builtin.layer.words import words_of
from tests.engine.builtin_help import LOREM, codes, draw, paragraph, pdf_of, put, read, ruled


def test_drawn_bullets_make_a_list(tmp_path: Path) -> None:
    """Browsers draw the marks of their lists."""

    def page(canvas: Canvas) -> None:
        y = paragraph(canvas, 60, 760) - 10
        for number, text in enumerate(["oak and ash", "beech from the north", "elm, which is rare", "pine"]):
            indent = 30 * (number == 1)
            canvas.circle(68 + indent, y + 3.4, 2, fill=1)
            put(canvas, 80 + indent, y, text)
            y -= 13
        paragraph(canvas, 60, y - 12)

    text = read(draw(tmp_path / "b.pdf", page)).text
    assert "- oak and ash\n    - beech from the north\n- elm, which is rare\n- pine\n\nThe committee" in text


def test_a_lone_dot_is_decoration(tmp_path: Path) -> None:
    def page(canvas: Canvas) -> None:
        paragraph(canvas, 60, 760)
        canvas.circle(68, 603.4, 2, fill=1)
        put(canvas, 80, 600, "beside the dot")

    assert "\nbeside the dot" in read(draw(tmp_path / "d.pdf", page)).text


CONTENTS = [("Preface", "v"), ("Rivers of the plain", "3"), ("Boats and their crews", "17"), ("Tolls", "41")]


def test_contents_with_dots_have_a_line_for_each_title(tmp_path: Path) -> None:
    def page(canvas: Canvas) -> None:
        for number, (title, at) in enumerate(CONTENTS * 3):
            put(canvas, 60, 760 - 12 * number, f"{title} {'. ' * (50 - len(title))}")
            canvas.drawRightString(535, 760 - 12 * number, at)

    reading = read(draw(tmp_path / "c.pdf", page))
    blocks = reading.text.split("\n\n")
    assert len(blocks) == 12
    assert all(b.startswith(t) and b.endswith(at) for b, (t, at) in zip(blocks, CONTENTS * 3, strict=True))
    assert "text-in-pictures" not in codes(reading)


def test_contents_with_numbers_and_dots_are_no_table(tmp_path: Path) -> None:
    """In a table the dots would go astray."""
    titles = ["Variations on a table", "Fixed-width files", "Data Interchange Format", "Using scan directly",
              "Re-shaping data", "Flat contingency tables"]  # fmt: skip

    def page(canvas: Canvas) -> None:
        put(canvas, 90, 744, "Contents", "Times-Bold", 17)
        for at, title in enumerate(titles):
            y = 700 - 13 * at
            put(canvas, 105, y, f"2.{at + 1}", "Times-Roman", 10.9)
            canvas.setFont("Times-Roman", 10.9)
            end = 450 - canvas.stringWidth(" 11", "Times-Roman", 10.9)
            width = canvas.stringWidth(f"{title} ", "Times-Roman", 10.9)
            dots = ". " * int((end - 130 - width) / canvas.stringWidth(". ", "Times-Roman", 10.9))
            canvas.drawString(130, y, f"{title} ")
            canvas.drawRightString(450, y, f"{dots}{at + 8}")

    text = read(draw(tmp_path / "c.pdf", page)).text
    found = [re.sub(r"[ .]{3,}", " ", block) for block in text.split("\n\n")]
    assert found[1:] == [f"2.{at + 1} {title} {at + 8}" for at, title in enumerate(titles)]


def test_contents_whose_numbers_stand_apart_are_no_table(tmp_path: Path) -> None:
    """In a table the dots would go astray, and titles without dots into each other."""
    entries = [
        ("5.9", "user commands"), ("5.10", "Environment of two"), ("5.11", "postamble, settings"), ("6", "examples"),
        ("6.1", "typesetting in columns"), ("6.2", "typesetting on two pages"), ("6.3", "Common Text"),
        ("6.4", "Final commands"), ("7", "Sample text"),
    ]  # fmt: skip

    def page(canvas: Canvas) -> None:
        for at, (number, title) in enumerate(entries):
            y, dotted = 714 - 12 * at, "." in number
            put(canvas, 160 if dotted else 145, y, number, "Times-Roman" if dotted else "Times-Bold")
            put(canvas, left := 183 if dotted else 160, y, title, "Times-Roman" if dotted else "Times-Bold")
            for x in (514 - 7.75 * step for step in range(45)):
                if dotted and x > left + canvas.stringWidth(title, "Times-Roman", 10) + 6:
                    put(canvas, x, y, ".", "Times-Roman")
            canvas.drawRightString(534, y, str(11 + at))
        put(canvas, 145, 560, "1 Usage", "Times-Bold", 14)
        paragraph(canvas, 145, 520)

    text = read(draw(tmp_path / "c.pdf", page)).text
    assert "|" not in text
    found = [re.sub(r"[ .]{3,}|\*\*", " ", block).split() for block in text.split("\n\n")]
    assert found[:9] == [[number, *title.split(), str(11 + at)] for at, (number, title) in enumerate(entries)]


def test_addresses_in_typewriter_type_are_no_listing(tmp_path: Path) -> None:
    """Notes that are only addresses keep their numbers, which look like those of lines of code."""
    sites = [f"https://example.org/{name}" for name in ("tolls", "boats", "rivers", "plain")]

    def page(canvas: Canvas) -> None:
        put(canvas, 60, 780, "On Rivers", "Helvetica-Bold", 18)
        put(canvas, 60, 755, "writer@example.org", "Courier")
        y = paragraph(canvas, 60, 720)
        y = paragraph(canvas, 60, y - 14)
        for number, site in enumerate(sites, 2):
            put(canvas, 62, y - 12 * number + 3, str(number), size=6)
            put(canvas, 68, y - 12 * number, site, "Courier", 9)

    text = read(draw(tmp_path / "n.pdf", page)).text
    assert "```" not in text and "writer@example.org" in text
    notes = re.findall(r"(?m)^<sup>(\d)</sup>\s?\S*?(https://[\w./]+)", text)
    assert notes == [(str(number), site) for number, site in enumerate(sites, 2)]


def test_contents_without_dots_keep_their_numbers_beside_the_titles(tmp_path: Path) -> None:
    def page(canvas: Canvas) -> None:
        put(canvas, 60, 780, "Contents", "Helvetica-Bold", 16)
        for number, (title, at) in enumerate(CONTENTS):
            put(canvas, 60, 740 - 26 * number, title, "Helvetica-Bold")
            canvas.drawRightString(535, 740 - 26 * number, at)

    text = read(draw(tmp_path / "c.pdf", page)).text
    plain = text.replace("*", "")
    assert all(re.search(rf"(?m)^(?:\| )?{title}(?: \|)? {at}(?: \|)?$", plain) for title, at in CONTENTS)
    assert re.findall(r"(?m)^#+ (.*)$", text) == ["Contents"]


def test_turned_labels_stay_and_stamps_in_the_margin_go(tmp_path: Path) -> None:
    def page(canvas: Canvas) -> None:
        y = paragraph(canvas, 60, 760)
        for x, text in ((120, "Probability of rain"), (20, "archive:2401.00001 stamp")):
            canvas.saveState()
            canvas.translate(x, y - 150)
            canvas.rotate(90)
            put(canvas, 0, 0, text)
            canvas.restoreState()
        paragraph(canvas, 60, y - 200)

    text = read(draw(tmp_path / "t.pdf", page)).text
    assert "\n\nProbability of rain\n\n" in text
    assert "stamp" not in text


def test_what_lies_off_the_page_is_left_out(tmp_path: Path) -> None:
    def page(canvas: Canvas) -> None:
        paragraph(canvas, 60, 760)
        put(canvas, A4[0] + 50, 700, "unseen")
        put(canvas, 60, -40, "below")

    reading = read(draw(tmp_path / "o.pdf", page))
    assert "unseen" not in reading.text
    assert "below" not in reading.text
    assert all("unseen" not in word.text for word in reading.words or [])


def test_a_paragraph_flush_with_the_numbers_is_not_of_the_list(tmp_path: Path) -> None:
    def page(canvas: Canvas) -> None:
        y = paragraph(canvas, 60, 760) - 4
        for number, text in enumerate(["take the height of low water;", "add a twelfth of the range."], 1):
            put(canvas, 60, y, f"{number}.")
            put(canvas, 80, y, text)
            y -= 13
        paragraph(canvas, 60, y)

    assert "2. add a twelfth of the range.\n\nThe committee met" in read(draw(tmp_path / "l.pdf", page)).text


def test_sound_fonts_with_many_signs_are_not_read_from_the_picture(tmp_path: Path) -> None:
    def page(canvas: Canvas) -> None:
        y = paragraph(canvas, 60, 760) - 8
        for code in ("%a", "%B", "%H:%M", "%d/%m", "%%", "%Y-%j", "%p", "%+", "%U"):
            put(canvas, 60, y, code, "Courier-Bold")
            put(canvas, 140, y, f"stands for itself and {code} for another")
            y -= 14

    reading = read(draw(tmp_path / "s.pdf", page))
    assert all(code in reading.text for code in ("%H:%M", "%Y-%j", "%+"))
    assert reading.text.count("itself") == 9
    assert "text-in-pictures" not in codes(reading)


ROWS = [("Valve", "the feed line of the boiler", "12"), ("Gauge", "the pressure in the drum", "7"),
        ("Pump", "lifts the water of the well", "31"), ("Crank", "turns the wheel in the mill", "4")]


def _columns(canvas: Canvas, y: float, rows: list[tuple[str, str, str]], size: float = 10) -> float:
    for row in rows:
        for x, cell in zip((60, 180, 400), row, strict=True):
            put(canvas, x, y, cell, size=size)
        y -= 16
    return y


def test_words_that_come_often_stay_in_their_cells(tmp_path: Path) -> None:
    def page(canvas: Canvas) -> None:
        _columns(canvas, 600, [("Part", "Use", "Number"), *ROWS, *ROWS])
        paragraph(canvas, 60, 760)

    text = read(draw(tmp_path / "w.pdf", page)).text
    assert all(text.count(f"| {' | '.join(row)} |") == 2 for row in ROWS)


def test_the_last_line_above_a_table_is_not_of_it(tmp_path: Path) -> None:
    def page(canvas: Canvas) -> None:
        above = "It is said of each of the parts of the machine that they were made here, for use"
        y = paragraph(canvas, 60, 760, [above, "days on end."])
        canvas.line(60, y + 8, 440, y + 8)
        for number, row in enumerate([("Part", "Use", "Number"), *ROWS]):
            _columns(canvas, y - 6 - 20 * number, [row])
            canvas.line(60, y - 11 - 20 * number, 440, y - 11 - 20 * number)

    text = read(draw(tmp_path / "a.pdf", page)).text
    assert "made here, for use days on end." in text
    assert "| Gauge | the pressure in the drum | 7 |" in text


def test_heads_and_rows_of_a_table_over_pages_stay(tmp_path: Path) -> None:
    """They stand at the same height on each page, as running heads do."""

    def page(canvas: Canvas, number: int) -> None:
        rows = [("Station", "Name", "Height"), *[(str(40 * number + n), "Old Quay", f"{n}.5") for n in range(40)]]
        put(canvas, 60, 815, "Tide tables of the lower river")
        ruled(canvas, 60, 795, rows[:1])
        ruled(canvas, 60, 775, rows[1:35])

    pages = [lambda c, n=n: page(c, n) for n in range(3)]
    path = draw(tmp_path / "p.pdf", *pages)
    for number in range(3):
        text = read(path, number).text
        assert "| Station | Name | Height |" in text
        assert f"| {40 * number} | Old Quay | 0.5 |" in text
        assert "Tide tables" not in text


def test_addresses_side_by_side_are_no_table(tmp_path: Path) -> None:
    seller = ["Bill to", "Ward Timber Ltd", "2 Mill Lane", "Exeter EX2 8DU"]
    buyer = ["Ship to", "Site office", "9 Harbour Road", "Plymouth PL1 3RX"]

    def page(canvas: Canvas) -> None:
        for number, (left, right) in enumerate(zip(seller, buyer, strict=True)):
            put(canvas, 60, 720 - 13 * number, left)
            put(canvas, 330, 720 - 13 * number, right)
        paragraph(canvas, 60, 600)

    text = read(draw(tmp_path / "i.pdf", page)).text
    assert "|" not in text
    assert text.index("EX2 8DU") < text.index("Ship to")


def test_a_line_of_code_words_in_a_sentence_is_no_listing(tmp_path: Path) -> None:
    def page(canvas: Canvas) -> None:
        full = "and all of those people who had a hand in it were named in the great register, first"
        y = paragraph(canvas, 60, 760, [*LOREM, full])
        put(canvas, 60, y, "print_all(names, sorted=True, limit=None, out=sys.stdout, end='')", "Courier")
        paragraph(canvas, 60, y - 12, ["and then the others, as the custom was in those days."])

    text = read(draw(tmp_path / "c.pdf", page)).text
    assert "```" not in text
    assert "first print\\_all(names" in text or "first print_all(names" in text


def test_a_title_stands_before_its_authors(tmp_path: Path) -> None:
    def page(canvas: Canvas) -> None:
        put(canvas, 200, 780, "On rivers and their bends", "Helvetica-Bold", 18)
        for x, name, mail in ((80, "Ada Moor", "ada@example.org"), (380, "Ben Field", "ben@example.org")):
            put(canvas, x, 750, name, size=13)
            put(canvas, x, 736, mail)
            put(canvas, x, 722, "Institute of Streams")
        put(canvas, 60, 690, "ABSTRACT", "Helvetica-Bold", 12)
        y = paragraph(canvas, 60, 670)
        paragraph(canvas, 60, y - 10)

    text = read(draw(tmp_path / "t.pdf", page)).text
    assert re.findall(r"(?m)^#+ (.*)$", text) == ["On rivers and their bends", "ABSTRACT"]
    assert text.startswith("# On rivers")


def test_ligatures_that_one_reader_does_not_know_come_from_the_other(tmp_path: Path) -> None:
    path = tmp_path / "l.pdf"
    content = b"BT /F1 12 Tf 60 700 Td (The o\\001cer \\002xes a le) Tj ET"
    path.write_bytes(
        pdf_of(
            [
                b"<</Type/Catalog/Pages 2 0 R>>",
                b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
                b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>",
                b"<</Length %d>>stream\n%s\nendstream" % (len(content), content),
                b"<</Type/Font/Subtype/Type1/BaseFont/Times-Roman/Encoding<</Differences[1/f_f_i/f_i]>>>>",
            ]
        )
    )
    assert "The officer fixes a le" in read(path).text


def test_a_doubtful_glyph_takes_the_text_at_its_place(tmp_path: Path) -> None:
    """TeX's fonts of signs have no small letters: an h is an angle bracket."""
    path = draw(tmp_path / "g.pdf", lambda c: put(c, 60, 700, "<name>"))
    seen = glyphs_of(str(path), 0, None)
    style = Style("CMSY10", 10.0)
    mine = [Glyph("h", seen[0].x0, seen[0].y0, seen[0].x1, seen[0].y1, seen[0].base, style), None]
    layer = Layer(595, 842, mine)
    settle(layer, doubtful(layer), seen)
    assert mine[0] is not None
    assert mine[0].text == "<"


def test_right_to_left_words_in_the_order_of_the_picture() -> None:
    """Browsers write such text in the order of the picture, and PDFium turns parts of it about."""
    style = Style("Serif", 10.0)

    def glyphs(text: str, x: float) -> list[Glyph]:
        return [Glyph(c, x + 5 * n, 92, x + 5 * n + 5, 102, 100, style) for n, c in enumerate(text)]

    for turned in (list, reversed):  # whichever way the letters come
        word = glyphs("\u05e8\u05d1\u05d3", 70)
        row = [*turned(word), None, *glyphs("125-", 45), *glyphs("\u05dc", 65), None, *glyphs(",2024", 15)]
        line = lines_of(words_of(Layer(600, 800, row)))[0]
        assert line.rtl
        assert line.text == "\u05d3\u05d1\u05e8 \u05dc-125 2024,"


def test_brackets_of_a_right_to_left_line_open_first() -> None:
    assert pair_brackets(list(")a) b")) == list("(a) b")
    assert pair_brackets(list("(a( b")) == list("(a) b")
    assert pair_brackets(list("(a) [b]")) == list("(a) [b]")


def test_tables_between_level_rulings(tmp_path: Path) -> None:
    """As papers have them, in one of two columns of text."""

    def page(canvas: Canvas) -> None:
        for y in (760, 742, 690):
            canvas.line(320, y, 540, y)
        for n, row in enumerate([("Trial", "u [m/s]", "T [K]"), ("The first trial", "12.5", "103.4"),
                                 ("of them all", "", ""), ("Run 12", "24", "68.3"), ("Run 13", "19.25", "70.1")]):
            for x, cell in zip((326 + 8 * (n == 2), 420, 490), row, strict=True):
                put(canvas, x, 748 - 12 * n - 3 * (n > 0), cell)
        for n, line in enumerate(LOREM * 8):
            put(canvas, 60, 760 - 12 * n, line[:46])
            put(canvas, 320, 660 - 12 * n, line[:46])

    text = read(draw(tmp_path / "b.pdf", page)).text
    rows = ["Trial | u [m/s] | T [K]", "The first trial of them all | 12.5 | 103.4", "Run 12 | 24 | 68.3",
            "Run 13 | 19.25 | 70.1"]
    assert all(f"| {row} |\n" in text for row in rows)
    assert "12.5" not in text.replace("| 12.5 |", "")


def test_shaded_rows_are_one_table(tmp_path: Path) -> None:
    """Browsers shade every other row, cell by cell."""

    def page(canvas: Canvas) -> None:
        paragraph(canvas, 60, 760)
        for n, row in enumerate([("Part", "Use", "Number"), *ROWS]):
            if n % 2:
                canvas.setFillGray(0.9)
                for x, width in ((56, 120), (176, 220), (396, 100)):
                    canvas.rect(x, 680 - 20 * n, width, 20, stroke=0, fill=1)
                canvas.setFillGray(0)
            _columns(canvas, 686 - 20 * n, [row])
        paragraph(canvas, 60, 560)

    text = read(draw(tmp_path / "z.pdf", page)).text
    assert text.count("|---|---|---|") == 1
    assert all(f"| {' | '.join(row)} |" in text for row in ROWS)


def test_slides_keep_a_title_that_comes_again(tmp_path: Path) -> None:
    def page(canvas: Canvas, number: int) -> None:
        put(canvas, 40, 360, "Why rivers bend", "Helvetica-Bold", 18)
        paragraph(canvas, 40, 300 - 10 * number, [f"{line[:40]} {number}" for line in LOREM], size=14)
        put(canvas, 40, 12, "Ada Moor: Streams", size=8)

    path = draw(tmp_path / "s.pdf", *[lambda c, n=n: page(c, n) for n in range(3)], size=(600, 400))
    for number in range(3):
        text = read(path, number).text
        assert text.startswith(("# Why rivers bend", "## Why rivers bend"))
        assert "Streams" not in text
