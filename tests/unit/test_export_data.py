# SPDX-License-Identifier: AGPL-3.0-or-later
"""What is written for programs and spreadsheets, read back and compared with the pages."""

from __future__ import annotations

import csv
import io
import json
import subprocess
import sys
import zipfile
from pathlib import Path

import jsonschema
import openpyxl
import pytest

from app.core.assemble.steps import Steps
from app.core.changes import Problem
from app.core.checks import Flag, Kind, Reason, Severity
from app.core.errors import ProblemError
from app.core.export import ExportOptions, Format, PageText, Snapshot, Watch, export, render, steps_of, words_of
from app.core.export.snapshot import KeptFlag, KeptReading
from app.core.export.table_files import as_csv, number_of
from app.core.export.table_grid import Grid, grids_of
from engine.protocol import ErrorCode, Note, NoteCode, Reading, Word

ROOT = Path(__file__).parents[2]
SPANS = (
    '<table><thead><tr><th colspan="2">Head</th><th>C</th></tr></thead><tbody><tr><td rowspan="2">x $x^2$</td>'
    "<td>1.50</td><td>007</td></tr><tr><td>=2+3</td><td>1,234</td></tr></tbody></table>"
)
TEXT = f"# Title\n\nWords $a<b$ here.[^1]\n\n{SPANS}\n\n| a | b |\n|---|--:|\n| -3 | @x |\n\n[^1]: A note."


def _snapshot(*texts: str | None) -> Snapshot:
    pages = tuple(
        PageText(page, text=text, problem=None if text is not None else Problem(ErrorCode.DAMAGED))
        for page, text in enumerate(texts)
    )
    return Snapshot("T", "/in/a.pdf", pages, content="0" * 64, changed=1.7e9)


def _table(grid: Grid) -> list[tuple[str, int, int, int, int, bool]]:
    return [(c.text, c.row, c.column, c.rows, c.columns, c.head) for c in grid.cells]


def test_json_is_of_the_schema_and_has_everything() -> None:
    schema = json.loads((ROOT / "resources" / "schema" / "document-1.json").read_text(encoding="utf-8"))
    snapshot = _snapshot(TEXT, None, "The end.")
    reading = Reading(engine="builtin", raw="raw", text=TEXT, notes=[Note(code=NoteCode.LOW_CONFIDENCE, detail="3")])
    first = PageText(0, "i", TEXT, edited=True, reading=reading)
    snapshot = Snapshot("T", "/in/a.pdf", (first, *snapshot.pages[1:]), content="0" * 64, changed=1.7e9)
    whole = json.loads(render(snapshot, Format.JSON, ExportOptions()))
    jsonschema.validate(whole, schema)
    assert [page["page"] for page in whole["pages"]] == [1, 2, 3]
    assert whole["pages"][0]["markdown"] == TEXT
    assert whole["pages"][0]["reading"]["notes"] == [{"code": "low-confidence", "detail": "3"}]
    assert whole["pages"][1]["problem"] == {"code": "damaged"}
    spans, bars = [table for block in whole["blocks"] for table in block.get("tables", ())]
    assert [(cell["text"], cell["rows"], cell["columns"], cell["head"]) for cell in spans["cells"]][:4] == [
        ("Head", 1, 2, True), ("C", 1, 1, True), ("x $x^2$", 2, 1, False), ("1.50", 1, 1, False)
    ]  # fmt: skip
    assert [cell["text"] for cell in bars["cells"]] == ["a", "b", "-3", "@x"]
    assert ["a<b"] in [block.get("formulas") for block in whole["blocks"]]
    del whole["pages"][0]["markdown"]
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(whole, schema)


def test_json_tells_what_was_found_where_it_stands_and_what_else_was_read() -> None:
    schema = json.loads((ROOT / "resources" / "schema" / "document-1.json").read_text(encoding="utf-8"))
    text = "# Title\n\nPaid 12 pounds."
    flag = Flag(Kind.NUMBER_DIFFERS, Severity.DOUBT, 14, 16, Reason.OTHER_NUMBER, {"text": "12", "page": "72"},
                ((0.2, 0.2, 0.25, 0.22),), suggestion="72")  # fmt: skip
    words = [Word(text=word, box=(0.1 * at, 0.1 + line / 10, 0.1 * at + 0.08, 0.12 + line / 10))
             for at, (word, line) in enumerate((("Title", 0), ("Paid", 1), ("12", 1), ("pounds.", 1)))]  # fmt: skip
    read = [Reading(engine=name, raw=text, text=text) for name in ("builtin", "vllm")]
    page = PageText(
        0, text=text, reading=read[1], flags=(KeptFlag(flag, False), KeptFlag(flag, True)),
        readings=(KeptReading(1.7e9, False, read[0]), KeptReading(1.7e9 + 60, True, read[1])),
    )  # fmt: skip
    looked = PageText(1, text="Nothing found.", flags=())
    snapshot = Snapshot("T", "/in/a.pdf", (page, looked), words=lambda number: words if number == 0 else ())
    whole = json.loads(render(snapshot, Format.JSON, ExportOptions()))
    jsonschema.validate(whole, schema)
    first, second = whole["pages"]
    assert first["flags"][0] == {
        "kind": "number-differs", "severity": "doubt", "start": 14, "end": 16, "reason": "other-number",
        "data": {"text": "12", "page": "72"}, "boxes": [[0.2, 0.2, 0.25, 0.22]], "sure": True, "suggestion": "72",
        "dismissed": False,
    }  # fmt: skip
    assert text[14:16] == "12"
    assert [one["dismissed"] for one in first["flags"]] == [False, True]
    assert [(one["engine"], one["present"]) for one in first["readings"]] == [("builtin", False), ("vllm", True)]
    assert [(place["element"], [line["text"] for line in place["lines"]]) for place in first["places"]] == [
        ("h1", ["Title"]), ("p", ["Paid 12 pounds."])
    ]  # fmt: skip
    assert first["places"][1]["box"] == [0.1, 0.2, 0.38, 0.22]
    assert second["flags"] == []
    assert not {"places", "readings"} & set(second)
    first["flags"][0]["severity"] = "grave"
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(whole, schema)


def test_csv_repeats_what_spans_and_computes_nothing(tmp_path: Path) -> None:
    paths = export(_snapshot(TEXT), Format.CSV, tmp_path / "a.csv", ExportOptions(), None)
    assert [path.relative_to(tmp_path).as_posix() for path in paths] == [
        "a.tables/page-001-table-1.csv", "a.tables/page-001-table-2.csv"
    ]  # fmt: skip
    rows = list(csv.reader(io.StringIO(paths[0].read_bytes().decode("utf-8-sig"))))
    assert rows == [["Head", "Head", "C"], ["x $x^2$", "1.50", "007"], ["x $x^2$", "'=2+3", "1,234"]]
    assert list(csv.reader(io.StringIO(paths[1].read_text("utf-8-sig"))))[1] == ["-3", "'@x"]
    assert as_csv([["-", "- item", "-1.5 %", "+49 30", "a;b"]]).decode("utf-8-sig") == "-,'- item,-1.5 %,+49 30,a;b\r\n"


def test_workbook_has_merged_cells_and_numbers_only_where_they_are_the_same(tmp_path: Path) -> None:
    target = tmp_path / "a.xlsx"
    export(_snapshot(TEXT), Format.XLSX, target, ExportOptions(), None)
    first = target.read_bytes()
    book = openpyxl.load_workbook(target)
    sheet = book["page 1 table 1"]
    assert sorted(map(str, sheet.merged_cells.ranges)) == ["A1:B1", "A2:A3"]
    assert (sheet["B2"].value, sheet["B2"].number_format) == (1.5, "0.00")
    assert [sheet[place].value for place in ("A1", "C2", "B3", "C3")] == ["Head", "007", "=2+3", "1,234"]
    assert sheet["B3"].data_type == "s"
    assert book["page 1 table 2"]["A2"].value == -3
    export(_snapshot(TEXT), Format.XLSX, tmp_path / "b.xlsx", ExportOptions(), None)
    assert (tmp_path / "b.xlsx").read_bytes() == first


@pytest.mark.parametrize("text", ["0", "-3", "1.50", "123456789012345", "0.001", "-0.5"])
def test_numbers_that_stay_what_they_are(text: str) -> None:
    found = number_of(text)
    assert found is not None
    value, shape = found
    assert f"{value:.{len(shape.partition('.')[2])}f}" == text


@pytest.mark.parametrize("text", ["", "007", "1,5", "1.234,5", "1e5", "+3", "-0", "1234567890123456", "٣", "12 %"])
def test_numbers_that_are_kept_as_text(text: str) -> None:
    assert number_of(text) is None


def test_spans_that_overlap_or_leave_the_table_are_placed_as_browsers_do() -> None:
    (grid,) = grids_of('<table><tr><td rowspan="9">a</td><td>b</td></tr><tr><td colspan="3">c</td></tr></table>')
    assert (grid.height, grid.width) == (2, 4)
    assert _table(grid) == [("a", 0, 0, 2, 1, False), ("b", 0, 1, 1, 1, False), ("c", 1, 1, 1, 3, False)]
    assert grid.resolved() == [["a", "b", "", ""], ["a", "c", "c", "c"]]


def test_archive_has_all_and_the_same_bytes_each_time(tmp_path: Path) -> None:
    (path,) = export(_snapshot(TEXT), Format.ZIP, tmp_path / "a.zip", ExportOptions(), None)
    with zipfile.ZipFile(path) as archive:
        assert archive.namelist() == ["a.md", "a.html", "a.json", "a.tables/page-001-table-1.csv",
                                      "a.tables/page-001-table-2.csv", "a.xlsx"]  # fmt: skip
        assert archive.read("a.md").decode() == render(_snapshot(TEXT), Format.MARKDOWN, ExportOptions())
    content = path.read_bytes()
    assert export(_snapshot(TEXT), Format.ZIP, path, ExportOptions(), None) == (path,)
    assert path.read_bytes() == content


def test_document_without_tables_gives_no_files_of_tables(tmp_path: Path) -> None:
    for format in (Format.CSV, Format.XLSX):
        assert export(_snapshot("Words."), format, tmp_path / "a.x", ExportOptions(), None) == ()
    assert list(tmp_path.iterdir()) == []


def test_one_file_a_page_holds_the_notes_it_refers_to_and_spares_files_of_others(tmp_path: Path) -> None:
    (tmp_path / "a.pages").mkdir()
    (tmp_path / "a.pages" / "page-002.md").write_text("mine")
    snapshot = _snapshot("One.[^1]\n\n[^1]: First.", "Two.[^1]\n\n[^1]: Second.", None)
    paths = export(snapshot, Format.MARKDOWN, tmp_path / "a.md", ExportOptions(per_page=True), None)
    assert [path.name for path in paths] == ["page-001.md", "page-002 (2).md", "page-003.md"]
    assert paths[0].read_text() == "One.[^1]\n\n[^1]: First.\n"
    assert paths[1].read_text() == "Two.[^2]\n\n[^2]: Second.\n"
    assert "is missing here" in paths[2].read_text()
    assert (tmp_path / "a.pages" / "page-002.md").read_text() == "mine"


@pytest.mark.parametrize("format", [Format.MARKDOWN, Format.HTML, Format.JSON, Format.ZIP])
def test_export_that_is_stopped_leaves_nothing(format: Format, tmp_path: Path) -> None:
    asked: list[int] = []

    def stopped() -> bool:
        asked.append(1)
        return len(asked) > 5

    with pytest.raises(ProblemError) as caught:
        export(_snapshot(*["Text."] * 20), format, tmp_path / "a.x", ExportOptions(), None, Watch(None, stopped))
    assert caught.value.problem.code is ErrorCode.CANCELLED
    assert list(tmp_path.iterdir()) == []


def test_steps_are_said_in_words() -> None:
    assert steps_of("furniture, joins") == Steps(tables=False, headings=False, footnotes=False)
    assert steps_of("no-joins,contents") == Steps(joins=False, contents=True)
    assert steps_of("all") == Steps(contents=True)
    for steps in (Steps(), steps_of("none"), steps_of("all"), steps_of("no-tables")):
        assert steps_of(words_of(steps)) == steps
    with pytest.raises(ValueError, match="merging"):
        steps_of("joins,merging")


def test_exports_load_nothing_heavy_before_something_is_written() -> None:
    code = (
        "import sys, app.core.export; print(sorted({'markdown_it', 'nh3', 'math_core', 'openpyxl', 'pypandoc',"
        " 'jsonschema'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    assert done.stdout.strip() == "[]"
