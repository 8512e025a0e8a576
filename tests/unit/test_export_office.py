# SPDX-License-Identifier: AGPL-3.0-or-later
"""Word, OpenDocument, EPUB and LaTeX, opened again and compared with the text they were made from."""

from __future__ import annotations

import re
import subprocess
import zipfile
from html import unescape
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from app.core.assemble.pieces import cut
from app.core.changes import AppCode
from app.core.errors import ProblemError
from app.core.export import ExportOptions, Format, PageText, Snapshot, Watch, export
from app.core.export.table_grid import Grid, grids, grids_of
from engine.protocol import ErrorCode

pypandoc = pytest.importorskip("pypandoc")

W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
M = "{http://schemas.openxmlformats.org/officeDocument/2006/math}"
PICTURE = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=="
SPANS = (
    '<table><thead><tr><th colspan="2">Wide head</th><th>C</th></tr></thead><tbody><tr><td rowspan="2">tall</td>'
    "<td>1.50</td><td>x</td></tr><tr><td>two</td><td>y</td></tr></tbody></table>"
)
FIRST = f"""# A title & more

Money \\$5 and \\$6, *then* $\\frac{{a}}{{b}}$ and a note.[^1] Literal \\*stars\\* \\<b>.

$$\\sum_{{i=1}}^n i^2 \\tag{{3}}$$

{SPANS}

| left | right |
|------|------:|
| 007  | 1,234 |

- one
- two

```
code  $x$
```

![a dot](data:image/png;base64,{PICTURE})

[^1]: The *first* note.
"""
SECOND = "More words.[^1] <script>alert(1)</script> ![far](http://127.0.0.1:9/x.png)\n\n[^1]: The second note."
SNAPSHOT = Snapshot(
    "Title – “quoted”", "/in/a.pdf", (PageText(0, text=FIRST), PageText(1, text=SECOND)), author="Ä. Author",
    language="en", content="0" * 64, changed=1.7e9,
)  # fmt: skip
TABLES = [grid for piece in cut(FIRST, 0) for grid in grids(piece)]
WORDS = (
    "A title & more Money $5 and $6 then and a note Literal *stars* <b>. Wide head C tall 1.50 x two y left right "
    "007 1,234 one two code $x$ More words"
)


@pytest.fixture(scope="module", params=[Format.DOCX, Format.ODT, Format.EPUB, Format.LATEX])
def written(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[Format, Path]:
    format: Format = request.param
    paths = export(SNAPSHOT, format, tmp_path_factory.mktemp("office") / f"a.{format}", ExportOptions(), None)
    return format, paths[-1]


def _read_back(format: Format, path: Path, to: str) -> str:
    name = {Format.LATEX: "latex"}.get(format, str(format))
    command = [pypandoc.get_pandoc_path(), "--sandbox", f"--from={name}", f"--to={to}", "--wrap=none", str(path)]
    return subprocess.run(command, capture_output=True, check=True, encoding="utf-8").stdout


def _tokens(text: str) -> list[str]:
    return re.findall(r"[\w$*<>]+(?:[.,]\d+)?", text)


def _shape(grid: Grid) -> list[tuple[str, int, int, int, int]]:
    return [(cell.text, cell.row, cell.column, cell.rows, cell.columns) for cell in grid.cells]


def test_every_word_is_there_in_its_order(written: tuple[Format, Path]) -> None:
    format, path = written
    if format is Format.LATEX:  # pandoc's own reader loses rows of what its writer makes
        text = path.read_text(encoding="utf-8").partition(r"\begin{document}")[2]
        text = re.sub(r"\\([$&*])", r"\1", text).replace(r"\textless ", "<").replace(r"\textgreater", ">")
        found = iter(_tokens(text))
        assert [word for word in _tokens(WORDS) if word not in found] == []
        return
    html = _read_back(*written, "html")
    html = re.sub(r'<span class="math.*?</span>|<sup>.*?</sup>', "", html, flags=re.S)
    found = iter(_tokens(unescape(re.sub(r"<[^>]*>", " ", html))))
    missing = [word for word in _tokens(WORDS) if word not in found]
    assert missing == []
    assert "alert" not in html or written[0] is not Format.EPUB or "<script" not in html


def test_tables_keep_their_cells_and_spans(written: tuple[Format, Path]) -> None:
    if written[0] is Format.LATEX:
        text = " ".join(written[1].read_text(encoding="utf-8").replace("{%\n", "{").split())
        assert r"\multicolumn{2}" in text
        assert r"Wide head} & C \\" in text
        assert r"\multirow{2}{*}{tall} & 1.50 & x \\ & two & y \\" in text
        assert r"007 & 1,234 \\" in text
        return
    found = grids_of(_read_back(*written, "html"))
    assert [_shape(grid) for grid in found] == [_shape(grid) for grid in TABLES]


def test_notes_are_notes(written: tuple[Format, Path]) -> None:
    text = _read_back(*written, "markdown")
    notes = re.findall(r"^\[\^\d+\]: (.*)$", text, re.M)
    assert [note.strip() for note in notes] == ["The *first* note.", "The second note."]


def test_formulas_are_formulas_with_their_numbers(written: tuple[Format, Path]) -> None:
    format, path = written
    if format is Format.LATEX:
        assert r"\(\frac{a}{b}\)" in path.read_text(encoding="utf-8")
        assert r"\[\sum_{i=1}^n i^2 \tag{3}\]" in path.read_text(encoding="utf-8")
        return
    with zipfile.ZipFile(path) as archive:
        texts = {name: archive.read(name).decode("utf-8", "replace") for name in archive.namelist()}
    if format is Format.DOCX:
        document = ET.fromstring(texts["word/document.xml"])
        assert len(list(document.iter(f"{M}oMath"))) == 2
        fraction = next(document.iter(f"{M}f"))
        assert "".join(fraction.itertext()) == "ab"
        assert "(3)" in "".join("".join(math.itertext()) for math in document.iter(f"{M}oMath"))
        return
    math = "".join(text for text in texts.values() if "<math" in text)
    assert "<mfrac" in math
    assert "(3)" in re.sub(r"<annotation.*?</annotation>", "", math, flags=re.S)


def test_word_has_merged_cells_and_no_bookmark_for_each_paragraph(tmp_path: Path) -> None:
    (path,) = export(SNAPSHOT, Format.DOCX, tmp_path / "a.docx", ExportOptions(), None)
    with zipfile.ZipFile(path) as archive:
        document = ET.fromstring(archive.read("word/document.xml"))
        assert any(name.startswith("word/media/") for name in archive.namelist())
    assert [span.get(f"{W}val") for span in document.iter(f"{W}gridSpan") if span.get(f"{W}val") != "1"] == ["2"]
    assert next(merge.get(f"{W}val") for merge in document.iter(f"{W}vMerge")) == "restart"
    assert len(list(document.iter(f"{W}bookmarkStart"))) <= 1


def test_the_same_text_gives_the_same_bytes(written: tuple[Format, Path], tmp_path: Path) -> None:
    format, path = written
    again = export(SNAPSHOT, format, tmp_path / f"a.{format}", ExportOptions(), None)[-1]
    assert again.read_bytes() == path.read_bytes()


def test_latex_has_its_pictures_beside_it_and_none_from_elsewhere(tmp_path: Path) -> None:
    picture, path = export(SNAPSHOT, Format.LATEX, tmp_path / "a.tex", ExportOptions(), None)
    text = path.read_text(encoding="utf-8")
    assert f"{{{picture.relative_to(tmp_path).as_posix()}}}" in text
    assert picture.read_bytes().startswith(b"\x89PNG")
    assert text.count(r"\includegraphics") - text.count(r"\newcommand") <= 2


def test_without_pandoc_it_is_said_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def none() -> str:
        raise OSError("No pandoc was found")

    monkeypatch.setattr(pypandoc, "get_pandoc_path", none)
    with pytest.raises(ProblemError, match=r"copyholder\[office\]") as caught:
        export(SNAPSHOT, Format.DOCX, tmp_path / "a.docx", ExportOptions(), None)
    assert caught.value.problem.code is AppCode.NO_OFFICE
    assert list(tmp_path.iterdir()) == []


def test_office_export_that_is_stopped_leaves_nothing(tmp_path: Path) -> None:
    with pytest.raises(ProblemError) as caught:
        export(SNAPSHOT, Format.DOCX, tmp_path / "a.docx", ExportOptions(), None, Watch(None, lambda: True))
    assert caught.value.problem.code is ErrorCode.CANCELLED
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("format", [Format.DOCX, Format.ODT, Format.EPUB])
def test_signs_that_xml_does_not_allow_leave_the_file_whole(format: Format, tmp_path: Path) -> None:
    """Fonts without names for their letters give control characters."""
    page = PageText(0, text="# A\x10B\n\nWords \x9f and \x1f, $x\x15$.\n\n| \x03 | b |\n|---|---|\n| c | d |")
    snapshot = Snapshot("T\x02itle", "/in/a.pdf", (page,), author="A\x04", language="en")
    path = export(snapshot, format, tmp_path / f"a.{format}", ExportOptions(), None)[-1]
    with zipfile.ZipFile(path) as packed:
        for name in packed.namelist():
            if name.endswith((".xml", ".xhtml", ".opf", ".ncx", ".rels")):
                ET.fromstring(packed.read(name))
