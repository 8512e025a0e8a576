# SPDX-License-Identifier: AGPL-3.0-or-later
"""Public bug reports about converters of this kind, from the document to the exported file: what a person would
call right is demanded of what they get. The numbers are those of the list the cases come from; the parts they go
through have tests of their own (text layers in tests/engine/test_builtin_text.py, B25 in test_cli_convert.py,
B26 in test_cli_reading.py)."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import lxml.html
import pytest
from PIL import Image, ImageDraw, ImageFont
from reportlab.pdfgen.canvas import Canvas

from tests.e2e.program import Program
from tests.engine.builtin_help import LOREM, draw, paragraph, put, ruled
from tests.servers.chat import Asked, ChatServer, Reply
from tests.servers.pages import pdf

Draw = Callable[[Canvas], None]

PRICES = "The barge was assessed at $973.75/mt and at a $3.50/mt discount; Bob pays $10, Eve $10."
MORE_PRICES = "Others: US$5, 35$ and 40$, and the range of $1,000–$2,000 a day."
ANGLES = "Use <snip> or <b>bold</b>, if a<b and c>d; <script>alert(1)</script> is text."
SIGNS = (
    "snake_case_name and 2*3*4 of it", "1986. A great year.", "# not a heading", "+ plus", "[1] Smith, [x](y) of it",
    "Sign here: ______ please",
)  # fmt: skip


@dataclass(frozen=True)
class Got:
    """What a user has of a document: the Markdown, and the HTML as a browser shows it."""

    markdown: str
    page: lxml.html.HtmlElement

    @property
    def text(self) -> str:
        """The words that are shown, formulas included, in their order."""
        return " ".join(" ".join(self.page.xpath("//main//text()") or self.page.xpath("//body//text()")).split())

    def count(self, path: str) -> int:
        return len(self.page.xpath(f"//body{path}"))

    @property
    def tables(self) -> list[list[list[str]]]:
        return [
            [[" ".join(cell.text_content().split()) for cell in row.xpath("./th|./td")] for row in table.xpath(".//tr")]
            for table in self.page.xpath("//body//table")
        ]


def got(folder: Path, name: str) -> Got:
    html = (folder / f"{name}.html").read_text(encoding="utf-8")
    return Got((folder / f"{name}.md").read_text(encoding="utf-8"), lxml.html.document_fromstring(html))


def lines(*texts: str) -> Draw:
    """Paragraphs of a line each."""

    def page(canvas: Canvas) -> None:
        for number, text in enumerate(texts):
            put(canvas, 60, 760 - 40 * number, text)

    return page


def void(value: float) -> None:
    """Only for functions that must return nothing."""


# ------------------------------------------------------------------ read by the built-in engine


def span(canvas: Canvas) -> None:
    ruled(canvas, 60, 700, [["Region", "Product", "Units"]])
    canvas.rect(60, 640, 100, 40)
    put(canvas, 64, 656, "EU")
    ruled(canvas, 160, 680, [["Cable", "12"], ["Hub", "7"]])


def heads_first(canvas: Canvas) -> None:
    put(canvas, 60, 760, "3 Pipeline", "Helvetica-Bold", 14)
    put(canvas, 60, 730, "3.1 Backends", "Helvetica-Bold", 12)
    paragraph(canvas, 60, 700, LOREM[:3], size=12)


def hyphens(canvas: Canvas) -> None:
    texts = (
        "we saw blood-feeding in all of the implemen-", "tation of the trap. They are blood-",
        "feeding again, and we took some n-", "octanal in the season of 2019-", "2020 for it, with Ein-",
        "und Ausgabe of the machine at the very end.",
    )  # fmt: skip
    paragraph(canvas, 60, 760, texts)


def notes(canvas: Canvas) -> None:
    line = canvas.beginText(60, 700)
    for part, mark in (("Smith", "1"), (" and Lee", "3"), (" measured 10", "5"), (" cells.", "4")):
        for text, size, rise in ((part, 10, 0), (mark, 6, 4)):
            line.setFont("Helvetica", size)
            line.setRise(rise)
            line.textOut(text)
    canvas.drawText(line)


def twice(canvas: Canvas) -> None:
    paragraph(canvas, 60, 780)
    ruled(canvas, 60, 700, [["alpha", "beta"], ["gamma", "delta"]])
    paragraph(canvas, 60, 620)


def long_table(page: int, head: bool) -> Draw:
    """A third of a table of 60 rows."""
    rows = [[f"item {n}", f"{n * 7} pieces"] for n in range(20 * page, 20 * page + 20)]
    return lambda canvas: ruled(canvas, 60, 780, ([["Name", "Stock"]] if head else []) + rows)


def manual(number: int) -> Draw:
    """A page that a paragraph fills, which goes on on the next one."""

    def page(canvas: Canvas) -> None:
        put(canvas, 60, 810, "ACME Manual", size=8)
        canvas.rect(500, 805, 20, 20, fill=1)
        put(canvas, 260, 30, f"Page {number} of 4", size=8)
        words = ("amber", "birch", "cedar", "dahlia")[number - 1]
        for n in range(20):
            text = f"the {words} of the row {n:02} stands where the {words} before it stood in the garden"
            put(canvas, 60, 740 - 12 * n, text)
        if number == 4:
            put(canvas, 60, 500, "and there it ends.")

    return page


def behind_drawings(canvas: Canvas) -> None:
    for n in range(300):
        canvas.setFillColorRGB(0.7 + n / 1000, 0.8, 1 - n / 1000)
        canvas.rect(0, n * 2.8, 595, 2.8, stroke=0, fill=1)
    canvas.setFillColorRGB(0, 0, 0)
    for n in range(30):
        put(canvas, 60, 780 - 24 * n, f"Line number {n} of the text on this page.")


DOCUMENTS: dict[str, tuple[Draw, ...]] = {
    "B01": (lines(PRICES, MORE_PRICES),),
    "B02": (lambda c: ruled(c, 60, 700, [["a|b", "|x|"], ["one", "x || y"]]),),
    "B03": (span,),
    "B06": (lines("A line above it.", ANGLES, "and a last line below it."),),
    "B07": (lines("Some text before it.", *SIGNS),),
    "B08": (
        lines("1. Install", "2. Set the key", "A plain paragraph.", "• one", "• two", "3. Run", "4. Check"),
        lines("5. Stop", "6. Remove"),
    ),
    "B10": (heads_first, lambda c: void(paragraph(c, 60, 760, LOREM, size=13))),
    "B11": (hyphens,),
    "B12": (notes,),
    "B13": (twice,),
    "B14 with heads": tuple(long_table(page, True) for page in range(3)),
    "B14 without": tuple(long_table(page, page == 0) for page in range(3)),
    "B15": tuple(manual(number) for number in range(1, 5)),
    "B16": (behind_drawings,),
}


def see_through(path: Path, ink: str, palette: bool = False) -> None:
    """Dark or light words on a ground that is transparent."""
    image = Image.new("RGBA", (900, 300), (0, 0, 0, 0))
    font = ImageFont.load_default(48)
    ImageDraw.Draw(image).text((40, 100), "Harbour master of Quay", fill=ink, font=font)
    (image.quantize(8) if palette else image).save(path)


@pytest.fixture(scope="module")
def built_in(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """All documents converted in one run, as a user has a folder converted."""
    folder = tmp_path_factory.mktemp("reports")
    documents, out = folder / "in", folder / "out"
    documents.mkdir()
    for name, pages in DOCUMENTS.items():
        draw(documents / f"{name}.pdf", *pages)
    see_through(documents / "B21 black.png", "black")
    see_through(documents / "B21 white.png", "white")
    see_through(documents / "B21 palette.png", "black", palette=True)
    Image.new("RGBA", (900, 300), (0, 0, 0, 0)).save(documents / "B21 nothing.png")
    Image.new("RGB", (900, 1200), "white").save(documents / "B23 white.png")
    numbered = Image.new("RGB", (900, 1200), "white")
    ImageDraw.Draw(numbered).text((440, 1130), "37", fill="black", font=ImageFont.load_default(28))
    numbered.save(documents / "B23 number.png")
    ended = Program(folder / "home").run(
        "convert", documents, "--engine", "builtin", "--format", "md,html,csv", "--out", out,
        "--report", folder / "report.jsonl",
    )  # fmt: skip
    assert ended.code == 0, ended
    return out


def test_b01_prices_are_no_formulas(built_in: Path) -> None:
    it = got(built_in, "B01")
    assert it.count("//math") == 0
    assert PRICES in it.text and MORE_PRICES in it.text
    assert not re.search(r"(?<!\\)\$", it.markdown)


def test_b02_bars_keep_the_columns(built_in: Path) -> None:
    it = got(built_in, "B02")
    assert it.tables == [[["a|b", "|x|"], ["one", "x || y"]]]
    assert r"a\|b" in it.markdown


def test_b03_a_cell_over_two_rows(built_in: Path) -> None:
    (table,) = got(built_in, "B03").page.xpath("//body//table")
    assert [cell.get("rowspan") for cell in table.xpath(".//*[text()='EU']")] == ["2"]
    (file,) = (built_in / "B03.tables").glob("*.csv")
    with file.open(encoding="utf-8-sig", newline="") as opened:
        assert list(csv.reader(opened))[-2:] == [["EU", "Cable", "12"], ["EU", "Hub", "7"]]


def test_b06_angle_brackets_are_text(built_in: Path) -> None:
    it = got(built_in, "B06")
    assert f"{ANGLES} and a last line" in it.text
    assert it.count("//script") == it.count("//b") == it.count("//snip") == 0
    assert not re.search(r"(?<!\\)<(?:script|b|snip)", it.markdown)


def test_b07_signs_of_markdown_are_text(built_in: Path) -> None:
    it = got(built_in, "B07")
    for line in SIGNS:
        assert line in it.text
    assert it.count("//main//*[self::h1 or self::h2 or self::ul or self::ol or self::em or self::strong]") == 0
    assert it.count("//a[contains(@href, 'y')]") == 0


def test_b08_lists_keep_their_numbers_over_pages(built_in: Path) -> None:
    it = got(built_in, "B08")
    numbers = [
        (int(one.get("start", "1")) + at, " ".join(item.text_content().split()))
        for one in it.page.xpath("//body//ol") for at, item in enumerate(one.xpath("./li"))
    ]  # fmt: skip
    expected = ["Install", "Set the key", "Run", "Check", "Stop", "Remove"]
    assert numbers == list(enumerate(expected, 1))


def test_b10_levels_follow_the_numbers(built_in: Path) -> None:
    it = got(built_in, "B10")
    heads = it.page.xpath("//body//*[self::h1 or self::h2 or self::h3 or self::h4]")
    assert [(one.tag, one.text_content().strip()) for one in heads] == [("h2", "3 Pipeline"), ("h3", "3.1 Backends")]


@pytest.mark.parametrize(
    "phrase", ["the implementation of", "are blood-feeding", "n-octanal in", "2019-2020 for", "Ein- und Ausgabe"]
)
def test_b11_hyphens_at_line_ends(built_in: Path, phrase: str) -> None:
    it = got(built_in, "B11")
    assert phrase in it.text and phrase in it.markdown


def test_b12_raised_marks_stay_raised(built_in: Path) -> None:
    it = got(built_in, "B12")
    assert [one.text_content() for one in it.page.xpath("//body//sup")] == ["1", "3", "4"]
    assert it.count("//msup") == 1 and "1,3" not in it.text and "105" not in it.text


def test_b13_words_of_a_table_come_once(built_in: Path) -> None:
    it = got(built_in, "B13")
    assert [it.text.count(word) for word in ("alpha", "beta", "gamma", "delta")] == [1] * 4


@pytest.mark.parametrize("name", ["B14 with heads", "B14 without"])
def test_b14_a_table_over_three_pages_is_one(built_in: Path, name: str) -> None:
    (table,) = got(built_in, name).tables
    assert table == [["Name", "Stock"], *([f"item {n}", f"{n * 7} pieces"] for n in range(60))]


def test_b15_running_heads_go_and_the_paragraph_goes_on(built_in: Path) -> None:
    it = got(built_in, "B15")
    assert "Page 2 of" not in it.text and it.text.count("ACME Manual") <= 1
    assert it.count("//main//p") == 1 and it.text.endswith("and there it ends.")
    assert it.count("//img") <= 1


def test_b16_text_before_drawings(built_in: Path) -> None:
    it = got(built_in, "B16")
    assert [n for n in range(30) if f"Line number {n} of the text" not in it.text] == []


@pytest.mark.parametrize("ink", ["black", "white", "palette"])
def test_b21_words_on_a_transparent_ground(built_in: Path, ink: str) -> None:
    assert "Harbour master of Quay" in got(built_in, f"B21 {ink}").markdown


@pytest.mark.parametrize("name", ["B21 nothing", "B23 white"])
def test_b23_nothing_is_read_from_nothing(built_in: Path, name: str) -> None:
    assert got(built_in, name).markdown.strip() == ""


def test_b23_a_page_with_its_number_alone(built_in: Path) -> None:
    assert got(built_in, "B23 number").markdown.strip() in ("37", "")  # a page number may be left out
    (page,) = [p for p in pages_of(built_in.parent / "report.jsonl") if "B23 number" in str(p["file"])]
    assert page["chars"] == 2


def pages_of(report: Path) -> list[dict[str, object]]:
    told = [json.loads(line) for line in report.read_text(encoding="utf-8").splitlines()]
    return [one for one in told if "summary" not in one]


# ------------------------------------------------------------------ answered by a model

LOOP = "It stands here again and again.\n"
TRUE_ROWS = "".join(f"<tr><td>0.00</td><td>{n}.00</td></tr>" for n in range(28))

ANSWERS: dict[str, Reply] = {
    "B01": Reply(text=PRICES.replace("$", r"\$") + "\n\n" + MORE_PRICES),
    "B01 bare": Reply(text=PRICES + "\n\n" + MORE_PRICES),
    "B04": Reply(
        text="\n\n".join(
            f"Formula {n}: {source} ends."
            for n, source in enumerate(
                ("$x_1_2$", "$a^2^3$", r"$\left( x$", r"$\begin{matrix} a & b$", "$% note$",
                 r"$\operatorname*{arg\,max}_x f$", r"$\label{eq:1} x$", r"$\ce{H2O}$", "$y = 1$")
            )
        ) + "\n\n$$ $$\n\nThe page goes on.\n"
    ),
    "B05": Reply(text=r"Let \(x \in A\). Then \[ y = x^2 \] holds; in code `\(c\)` stays."),
    "B09": Reply(text="- first item about mail- second item about phone- third item\n\n- well-known - though odd -\n"),
    "B22": Reply(text="A sound paragraph about the harbour.\n\n" + LOOP * 400, finish="length"),
    "B23": Reply(text="This page intentionally tells a story that nobody printed.\n"),
    "B24": Reply(text=f"Stock:\n\n<table><tbody>{TRUE_ROWS}<tr><td>0.0", finish="length"),
    "last": Reply(text="# The last document\n\nIt is whole.\n"),
}


@dataclass(frozen=True)
class Answered:
    out: Path
    program: Program
    documents: Path

    def flags(self, name: str) -> list[dict[str, object]]:
        ended = self.program.run("check", self.documents / f"{name}.pdf", "--json", "--second-reading", "off")
        return [json.loads(line) for line in ended.out.splitlines()]


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Answered]:
    """One document a case, whose page the server answers as the model did in the report."""
    folder = tmp_path_factory.mktemp("answers")
    documents, out = folder / "in", folder / "out"
    documents.mkdir()
    numbers = dict(enumerate(ANSWERS, 1))
    for number, name in numbers.items():
        if name == "B23":
            continue
        pdf(documents / f"{name}.pdf", 1, first=number)
    Image.new("RGB", (900, 1200), "white").save(documents / "B23.png")

    def script(asked: Asked) -> Reply:
        return ANSWERS[numbers.get(asked.page or 0, "B23")]

    with ChatServer(script) as server:
        program = Program(folder / "home")
        ended = program.run(
            "convert", documents, "--engine", f"openai:{server.url}", "--model", "jina-ocr-v1",
            "--format", "md,html", "--out", out, env={"COPYHOLDER_PROXY": ""},
        )  # fmt: skip
        assert ended.code == 0, ended
        yield Answered(out, program, documents)


@pytest.mark.parametrize("name", ["B01", "B01 bare"])
def test_b01_prices_of_a_model_are_no_formulas(model: Answered, name: str) -> None:
    it = got(model.out, name)
    assert it.count("//math") == 0
    assert PRICES in it.text and MORE_PRICES in it.text


def test_b04_formulas_that_cannot_be_drawn_are_shown_and_flagged(model: Answered) -> None:
    it = got(model.out, "B04")
    for source in (r"$x_1_2$", r"$\operatorname*{arg\,max}_x f$", r"$\label{eq:1} x$", r"$\ce{H2O}$"):
        assert source in it.markdown
    assert "The page goes on." in it.text and [n for n in range(9) if f"Formula {n}:" not in it.text] == []
    assert "x_1_2" in it.text and "a^2^3" in it.text
    assert "*" not in "".join(it.page.xpath("//body//math//mo/text()"))
    refused = [str(flag["text"]) for flag in model.flags("B04") if flag["kind"] == "formula-invalid"]
    for source in ("x_1_2", "a^2^3", r"\left( x", r"\begin{matrix}"):
        assert any(source in text for text in refused), source
    assert not any("y = 1" in text for text in refused)


def test_b05_brackets_of_tex_become_dollars(model: Answered) -> None:
    it = got(model.out, "B05")
    assert it.count("//math") == 2 and it.count("//math[@display='block']") == 1
    assert "$x \\in A$" in it.markdown and "\n$$\ny = x^2\n$$\n" in it.markdown
    assert r"`\(c\)`" in it.markdown


def test_b09_items_run_together_are_flagged_and_hyphens_are_not(model: Answered) -> None:
    flags = [flag for flag in model.flags("B09") if flag["kind"] == "list-run-together"]
    assert len(flags) == 1 and "second item" in str(flags[0]["text"])


def test_b22_a_loop_is_cut_and_flagged(model: Answered) -> None:
    it = got(model.out, "B22")
    assert "A sound paragraph about the harbour." in it.text
    assert it.text.count(LOOP.strip()) <= 2
    assert any(flag["kind"] in ("repetition", "cut-off") for flag in model.flags("B22"))


def test_b23_a_story_for_a_blank_page_is_dropped(model: Answered) -> None:
    assert got(model.out, "B23").markdown.strip() == ""


def test_b24_a_table_cut_at_the_limit_is_closed_and_flagged(model: Answered) -> None:
    it = got(model.out, "B24")
    (table,) = it.tables
    assert len(table) == 29 and table[27] == ["0.00", "27.00"]
    assert it.markdown.rstrip().endswith("</table>") or "|" in it.markdown
    assert any(flag["kind"] == "cut-off" for flag in model.flags("B24"))


def test_the_document_after_all_these_is_sound(model: Answered) -> None:
    it = got(model.out, "last")
    assert it.markdown == "# The last document\n\nIt is whole.\n"
