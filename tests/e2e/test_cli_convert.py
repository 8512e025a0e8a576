# SPDX-License-Identifier: AGPL-3.0-or-later
"""`copyholder convert` from outside: real programs, real files, the built-in engine."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from PIL import Image, ImageDraw
from reportlab.lib.pagesizes import A5
from reportlab.pdfgen.canvas import Canvas

from tests.e2e.program import Program, pdf, report

SAMPLE = Path(__file__).parents[2] / "resources" / "sample.pdf"


@pytest.fixture
def program(tmp_path: Path) -> Program:
    return Program(tmp_path / "home")


def test_sample_becomes_markdown_and_html(program: Program, tmp_path: Path) -> None:
    out = tmp_path / "out"
    line = ("convert", SAMPLE, "--out", out, "--format", "md,html", "--page-marks", "--report", out / "r.jsonl")
    ended = program.run(*line)
    assert (ended.code, ended.out) == (0, ""), ended
    text = (out / "sample.md").read_text(encoding="utf-8")
    assert text.endswith("\n")
    assert [f"<!-- page {n} -->" in text for n in range(1, 6)] == [True, True, True, True, False]
    assert "The Lamp Room" in text
    assert "Gannet Point" in text
    assert "squalls of sleet" in text  # only on the scanned page
    html = (out / "sample.html").read_text(encoding="utf-8")
    assert "<script" not in html
    assert 'id="page-4"' in html
    pages, summary = report(out / "r.jsonl")
    assert sorted(page["page"] for page in pages) == [1, 2, 3, 4]
    assert {page["state"] for page in pages} == {"read"}
    assert {page["engine"] for page in pages} == {"builtin"}
    assert (summary["pages"], summary["failed"]) == (4, 0)

    before = {path.name: path.read_bytes() for path in out.iterdir() if path.suffix != ".jsonl"}
    again = program.run(*line)
    assert again.code == 0
    assert {path.name: path.read_bytes() for path in out.iterdir() if path.suffix != ".jsonl"} == before


def test_folder_with_good_and_bad_files(program: Program, tmp_path: Path) -> None:
    """B25: each bad file is named with its reason, and the good ones are all written."""
    source, out = tmp_path / "in", tmp_path / "out"
    pdf(source / "good.pdf", "first good text")
    pdf(source / "zgood2.pdf", "second good text")
    pdf(source / "locked.pdf", "secret text", encrypt="open sesame")
    (source / "empty.pdf").write_bytes(b"")
    (source / "words.pdf").write_text("These are words and no PDF.")
    (source / "cut.pdf").write_bytes((source / "good.pdf").read_bytes()[:60])
    ended = program.run("convert", source, "--out", out, "--report", tmp_path / "r.jsonl")
    assert ended.code == 1, ended
    assert "first good text" in (out / "good.md").read_text(encoding="utf-8")
    assert "second good text" in (out / "zgood2.md").read_text(encoding="utf-8")
    for name in ("locked.pdf", "empty.pdf", "words.pdf", "cut.pdf"):
        assert name in ended.err, ended
    assert "password" in ended.err
    assert {p.name for p in out.iterdir()} == {"good.md", "zgood2.md"}
    pages, summary = report(tmp_path / "r.jsonl")
    codes = {Path(line["file"]).name: line.get("code") for line in pages}
    assert codes["empty.pdf"] == "empty-file"
    assert codes["words.pdf"] == "not-a-document"
    assert codes["locked.pdf"] == "password-needed"
    assert codes["good.pdf"] is None
    assert summary["failed"] == 4


def test_passwords_are_tried_in_order(program: Program, tmp_path: Path) -> None:
    locked = pdf(tmp_path / "locked.pdf", "secret text", encrypt="open sesame")
    secrets = tmp_path / "secrets.txt"
    secrets.write_text("wrong one\nopen sesame\n")
    ended = program.run("convert", locked, "--password-file", secrets)
    assert ended.code == 0, ended
    assert "secret text" in (tmp_path / "locked.md").read_text(encoding="utf-8")
    for path in program.home.rglob("*"):
        assert not path.is_file() or b"open sesame" not in path.read_bytes(), path

    secrets.write_text("wrong\nalso wrong\n")
    other = Program(tmp_path / "home2").run("convert", locked, "--password-file", secrets)
    assert other.code == 1
    assert "password" in other.err


def test_texts_are_printed_in_the_order_of_the_inputs(program: Program, tmp_path: Path) -> None:
    long = pdf(tmp_path / "b.pdf", *[f"long page {n}" for n in range(30)])
    short = pdf(tmp_path / "a.pdf", "short text")
    ended = program.run("convert", long, short, "--out", "-", "--quiet")
    assert ended.code == 0, ended
    assert ended.err == ""
    assert ended.out.index("long page 29") < ended.out.index("short text")
    assert sorted(p.name for p in tmp_path.iterdir()) == ["a.pdf", "b.pdf", "home"]


def test_a_text_with_figures_is_printed_without_their_files(program: Program, tmp_path: Path) -> None:
    with Image.new("RGB", (300, 200), "teal") as picture:
        canvas = Canvas(str(tmp_path / "a.pdf"), pagesize=A5)
        canvas.drawString(50, 500, "A text above a picture")
        canvas.drawInlineImage(picture, 50, 200, 300, 200)
        canvas.save()
    for format in ("md", "json", "html"):
        ended = program.run("convert", tmp_path / "a.pdf", "--out", "-", "--quiet", "--format", format)
        assert (ended.code, ended.err) == (0, ""), ended
        assert "A text above a picture" in ended.out and ".png" not in ended.out
    assert "data:image/png" in program.run("export", "1", "--out", "-", "--figures", "embed").out


def test_subfolders_are_kept_and_two_inputs_with_one_name_are_both_written(program: Program, tmp_path: Path) -> None:
    one = pdf(tmp_path / "x" / "report.pdf", "report of x")
    two = pdf(tmp_path / "y" / "report.pdf", "report of y")
    pdf(tmp_path / "tree" / "deep" / "er" / "leaf.pdf", "a leaf")
    out = tmp_path / "out"
    for _ in range(2):  # the second run finds both again
        ended = program.run("convert", one, two, tmp_path / "tree", "--out", out)
        assert ended.code == 0, ended
        assert "report of x" in (out / "report.md").read_text(encoding="utf-8")
        assert "report of y" in (out / "report (2).md").read_text(encoding="utf-8")
        assert "a leaf" in (out / "deep" / "er" / "leaf.md").read_text(encoding="utf-8")
        assert len(list(out.rglob("*.md"))) == 3


def test_copies_of_one_document_are_each_written(program: Program, tmp_path: Path) -> None:
    one = pdf(tmp_path / "x" / "one.pdf", "the same text")
    (tmp_path / "y").mkdir()
    shutil.copy(one, tmp_path / "y" / "other.pdf")
    shutil.copy(one, tmp_path / "y" / "one.pdf")
    ended = program.run("convert", one, tmp_path / "y", "--out", tmp_path / "out")
    assert ended.code == 0, ended
    assert sorted(p.name for p in (tmp_path / "out").iterdir()) == ["one (2).md", "one.md", "other.md"]


def test_file_changed_by_hand_is_not_overwritten(program: Program, tmp_path: Path) -> None:
    source = pdf(tmp_path / "a.pdf", "some text")
    assert program.run("convert", source).code == 0
    (tmp_path / "a.md").write_text("improved by hand")
    assert program.run("convert", source).code == 0
    assert (tmp_path / "a.md").read_text() == "improved by hand"
    assert "some text" in (tmp_path / "a (2).md").read_text(encoding="utf-8")


def test_page_range(program: Program, tmp_path: Path) -> None:
    source = pdf(tmp_path / "a.pdf", *[f"text number {n}" for n in range(1, 8)])
    ended = program.run("convert", source, "--pages", "2,6-", "--page-marks")
    assert ended.code == 0, ended
    text = (tmp_path / "a.md").read_text(encoding="utf-8")
    assert [n for n in range(1, 8) if f"text number {n}" in text] == [2, 6, 7]
    ended = program.run("convert", source, "--pages", "9")
    assert ended.code == 1
    assert "has no page 9" in ended.err
    ended = program.run("convert", source, "--pages", "3-1")
    assert ended.code == 2
    assert "page range" in ended.err


def test_folder_of_pictures_as_one_document(program: Program, tmp_path: Path) -> None:
    folder = tmp_path / "shots"
    folder.mkdir()
    for number, word in enumerate(("HARBOUR", "LANTERN"), 1):
        picture = Image.new("L", (900, 400), 255)
        ImageDraw.Draw(picture).text((80, 120), word, fill=0, font_size=96)
        picture.save(folder / f"page{number}.png")
    ended = program.run("convert", folder, "--as-one")
    assert ended.code == 0, ended
    text = (tmp_path / "shots.md").read_text(encoding="utf-8")
    assert text.index("HARBOUR") < text.index("LANTERN")


@pytest.mark.parametrize("stem", ["page 📄 ✓", "漢" * 80, "two\nlines", "per cent %d {x} [b]", "-dash"])
def test_odd_names(program: Program, tmp_path: Path, stem: str) -> None:
    source = pdf(tmp_path / "in" / f"{stem}.pdf", "odd text")
    ended = program.run("convert", source, "--out", tmp_path / "out")
    assert ended.code == 0, ended
    (result,) = (tmp_path / "out").iterdir()
    assert "odd text" in result.read_text(encoding="utf-8")
    assert result.suffix == ".md"


@pytest.mark.parametrize("encoding", ["ascii", "cp936"])
def test_console_that_cannot_show_a_sign(program: Program, tmp_path: Path, encoding: str) -> None:
    source = pdf(tmp_path / "✓ 📄.pdf", "café")
    ended = program.run("convert", source, env={"PYTHONIOENCODING": encoding})
    assert ended.code == 0, ended
    assert "caf" in (tmp_path / "✓ 📄.md").read_text(encoding="utf-8")


def test_missing_inputs_do_not_stop_the_others(program: Program, tmp_path: Path) -> None:
    good = pdf(tmp_path / "good.pdf", "good text")
    (tmp_path / "nothing").mkdir()
    ended = program.run("convert", tmp_path / "gone.pdf", tmp_path / "nothing", tmp_path / "*.xyz", good)
    assert ended.code == 1, ended
    assert (tmp_path / "good.md").exists()
    for name in ("gone.pdf", "nothing", "*.xyz"):
        assert name in ended.err


@pytest.mark.parametrize(
    ("arguments", "code", "hint"),
    [
        (["--engine", "Builtin"], 3, "There is no engine “Builtin”"),
        (["--engine", "vllm"], 2, "--model DIR"),
        (["--engine", "openai:http://x"], 2, "--model NAME"),
        (["--model", "m"], 2, "--model has no meaning"),
        (["--format", "rtf"], 2, "rtf"),
        (["--out", "a.md"], 2, "name a folder"),
        (["--format", "html", "--out", "pages/all.HTML"], 2, "name a folder"),
        (["--nonsense"], 2, "--help"),
    ],
)
def test_wrong_usage_is_one_sentence(
    program: Program, tmp_path: Path, arguments: list[str], code: int, hint: str
) -> None:
    ended = program.run("convert", pdf(tmp_path / "a.pdf", "text"), *arguments)
    assert (ended.code, ended.out) == (code, "")
    assert hint in ended.err
    assert ended.err.count("\n") == 1
    assert not (tmp_path / "a.md").exists()


def without_power(command: str) -> list[str]:
    """Root may write anywhere; this runs a command as root without that power."""
    if os.geteuid() != 0:
        return []
    if shutil.which("setpriv") is None:
        pytest.skip(f"{command} needs setpriv when run as root")
    return ["setpriv", "--bounding-set=-all", "--inh-caps=-all"]


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="permissions of POSIX")
def test_read_only_folder_is_told_and_the_pages_are_kept(program: Program, tmp_path: Path) -> None:
    source = pdf(tmp_path / "a.pdf", "kept text")
    out = tmp_path / "out"
    out.mkdir()
    out.chmod(0o500)
    ended = program.run("convert", source, "--out", out, wrap=without_power("a read-only folder"))
    assert ended.code == 1, ended
    assert "a.md" in ended.err
    assert "permissions" in ended.err
    out.chmod(0o700)
    kept = program.run("convert", source, "--out", out, "--report", tmp_path / "r.jsonl")
    assert kept.code == 0, kept
    assert "kept text" in (out / "a.md").read_text(encoding="utf-8")
    assert "pages_per_second" not in report(tmp_path / "r.jsonl")[1]  # nothing was read anew


def test_full_disk_is_told_and_the_pages_are_kept(program: Program, tmp_path: Path) -> None:
    out = tmp_path / "full"
    out.mkdir()
    script = f'mount -t tmpfs -o size=8k none "{out}" && exec "$@"'
    mount = ["unshare", "--mount", "--map-root-user", "sh", "-c", script, "sh"]
    if shutil.which("unshare") is None or subprocess.run([*mount, "true"], check=False, capture_output=True).returncode:
        pytest.skip("a small file system cannot be mounted here")
    source = pdf(tmp_path / "a.pdf", *["\n".join(f"line {n} of text that fills the disk" for n in range(25))] * 20)
    ended = program.run("convert", source, "--out", out, wrap=mount)
    assert ended.code == 1, ended
    assert "disk is full" in ended.err
    kept = program.run("convert", source, "--out", out, "--report", tmp_path / "r.jsonl")
    assert kept.code == 0, kept
    assert "pages_per_second" not in report(tmp_path / "r.jsonl")[1]


def test_what_has_no_table_says_so(program: Program, tmp_path: Path) -> None:
    source = pdf(tmp_path / "a.pdf", "no table")
    assert "a.pdf: 1 page → nothing, since it has no table" in program.run("convert", source, "--format", "xlsx").err
    both = program.run("convert", source, "--format", "md,csv,xlsx")
    assert both.code == 0
    assert re.search(r"a\.pdf: 1 page → \S*a\.md; no csv and no xlsx, since it has no table\n", both.err), both
