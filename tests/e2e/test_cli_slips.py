# SPDX-License-Identifier: AGPL-3.0-or-later
"""Slips on the line: each is one sentence and exit code 2, and nothing was touched, read or written."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.e2e.program import HANG, Ended, Program, pdf, report

ROOT = Path(__file__).parents[2]


@pytest.fixture
def program(tmp_path: Path) -> Program:
    return Program(tmp_path / "home")


def line(*words: str | Path, cwd: Path | None = None, env: dict[str, str] | None = None) -> Ended:
    """`copyholder WORDS` as they are, with no display."""
    left_out = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
    environment = {k: v for k, v in os.environ.items() if k not in left_out} | {"PYTHONPATH": str(ROOT)} | (env or {})
    ended = subprocess.run(
        [sys.executable, "-m", "app", *map(str, words)], cwd=cwd, env=environment, stdin=subprocess.DEVNULL,
        capture_output=True, timeout=HANG, check=False,
    )  # fmt: skip
    return Ended(ended.returncode, ended.stdout.decode(), ended.stderr.decode())


def refused(ended: Ended, *hints: str) -> None:
    assert (ended.code, ended.out, ended.err.count("\n")) == (2, "", 1), ended
    for hint in hints:
        assert hint in ended.err, ended


def contents(folder: Path) -> dict[str, bytes]:
    return {str(p.relative_to(folder)): p.read_bytes() for p in sorted(folder.rglob("*")) if p.is_file()}


# ------------------------------------------------------------ --report and other files to be written


def test_report_overwrites_no_file_of_the_user(program: Program, tmp_path: Path) -> None:
    work = tmp_path / "work"
    source = pdf(work / "a.pdf", "precious text")
    (work / "notes.txt").write_text("my notes")
    (work / "data.jsonl").write_text('{"file": "of someone else"}\n')
    (work / "secret.txt").write_text("open sesame\n")
    os.link(source, work / "other name.pdf")
    (work / "link.pdf").symlink_to(source)
    before = contents(work)
    for name in ("a.pdf", "other name.pdf", "link.pdf", "notes.txt", "data.jsonl", "secret.txt"):
        ended = program.run("convert", source, "--report", work / name, "--password-file", work / "secret.txt")
        refused(ended, "--report", name)
        assert contents(work) == before
    for wanted in (work, work / "notes.txt" / "r.jsonl"):
        refused(program.run("convert", source, "--report", wanted), "--report")
    assert contents(work) == before
    picture = work / "shots" / "1.png"
    picture.parent.mkdir()
    picture.write_bytes(b"\x89PNG\r\n\x1a\n")
    refused(program.run("convert", work / "shots", "--as-one", "--report", picture), "one of the inputs")
    assert picture.read_bytes() == b"\x89PNG\r\n\x1a\n"


def test_report_is_written_over_one_of_ours(program: Program, tmp_path: Path) -> None:
    source, path = pdf(tmp_path / "a.pdf", "text"), tmp_path / "sub" / "r.jsonl"
    for _ in range(2):
        assert program.run("convert", source, "--report", path).code == 0
    whole = path.read_bytes()
    for left in (b"", whole[:9], whole[: whole.index(b"\n") - 5], whole[whole.index(b"\n") + 1 :]):
        path.write_bytes(left)  # as a full disk or a kill leaves it
        assert program.run("convert", source, "--report", path).code == 0, left
        assert report(path)[1]["pages"] == 1


@pytest.mark.parametrize(
    ("words", "hint"),
    [
        (["convert", "a.pdf", "--out", "a.pdf/x"], "a.pdf is a file"),
        (["convert", "a.pdf", "--out", "a.pdf"], "a.pdf is a file"),
        (["export", "1", "--out", "a.pdf/x"], "a.pdf is a file"),
        (["convert", "a.pdf", "--password-file", "gone.txt"], "gone.txt is not there"),
        (["convert", "-"], "Standard input"),
        (["convert", "a.pdf", "-"], "Standard input"),
        (["convert", "a.pdf", "--report", "-"], "--report: - is no file"),
        (["convert", "a.pdf", "--password-file", "-"], "--password-file: - is no file"),
        (["settings", "export", "-"], "- is no file"),
        (["convert", "a.pdf", "--out", "-", "--format", "xlsx"], "cannot print xlsx"),
        (["convert", "a.pdf", "--out", "-", "--format", "md,html"], "one format"),
        (["convert", "a.pdf", "--password-file", "."], "is a folder"),
        (["doctor", "--bug-report", "a.pdf"], "a.pdf is there"),
        (["doctor", "--bug-report", "."], "is a folder"),
        (["convert", "a.pdf", "--language", "klingon"], "klingon"),
        (["convert", "a.pdf", "--language", "de,,qq"], "qq"),
    ],
)
def test_what_cannot_be_is_told_before_anything_is_read(tmp_path: Path, words: list[str], hint: str) -> None:
    pdf(tmp_path / "work" / "a.pdf", "text")
    before = contents(tmp_path / "work")
    refused(line("--home", tmp_path / "home", *words, cwd=tmp_path / "work"), hint)
    assert contents(tmp_path / "work") == before


# ------------------------------------------------------------ values that are empty


@pytest.mark.parametrize(
    "words",
    [
        ["convert", ""],
        ["convert", " "],
        ["convert", "a.pdf", ""],
        ["convert", "a.pdf", "--out", ""],
        ["convert", "a.pdf", "--report", ""],
        ["convert", "a.pdf", "--password-file="],
        ["convert", "a.pdf", "--pages", ""],
        ["convert", "a.pdf", "--language", ""],
        ["convert", "a.pdf", "--home", ""],
        ["export", ""],
        ["export", "1", "--out", ""],
        ["library", "remove", "", "--yes"],
        ["library", "search", ""],
        ["doctor", "--bug-report", ""],
        [""],
        ["a.pdf", ""],
    ],
)
def test_variable_that_was_not_set(tmp_path: Path, words: list[str]) -> None:
    """The present folder has a PDF, which must not be read in its place."""
    pdf(tmp_path / "work" / "a.pdf", "text")
    refused(line("--home", tmp_path / "home", *words, cwd=tmp_path / "work"), "empty")
    assert [p.name for p in (tmp_path / "work").iterdir()] == ["a.pdf"]


# ------------------------------------------------------------ engines of the window


@pytest.mark.parametrize(
    ("words", "hint"),
    [
        (["--engine", "transformers"], "--model DIR"),
        (["--engine", "transformers", "--model", "a.pdf"], "a.pdf is no folder"),
        (["--engine", "transformers", "--model", ".", "--draft-tokens", "many"], "not many"),
        (["--model", "."], "--model has no meaning here"),
        (["--draft-tokens", "3", "a.pdf"], "--draft-tokens has no meaning here"),
        (["--engine", "openai:localhost", "--model", "m"], "begins with https"),
        (["https://me:secret@example.org/a.pdf"], "leave that out"),
    ],
)
def test_window_with_options_that_do_not_fit(tmp_path: Path, words: list[str], hint: str) -> None:
    pdf(tmp_path / "a.pdf", "text")
    refused(line("--home", tmp_path / "home", *words, cwd=tmp_path), hint)


# ------------------------------------------------------------ which command


@pytest.mark.parametrize("words", ["batch x", "bench", "--home h bench"])
def test_commands_of_later_versions(tmp_path: Path, words: str) -> None:
    """Whether a file of that name is there or not."""
    refused(line(*words.split(), cwd=tmp_path), "not in this version")
    for name in words.split():
        (tmp_path / name).mkdir(exist_ok=True)
    refused(line(*words.split(), cwd=tmp_path), "not in this version")


@pytest.mark.parametrize(
    ("words", "hint"),
    [
        (["foo"], "“foo”"),
        (["help"], "--help"),
        (["a.pdf", "convert"], "comes first"),
        (["--versoin"], "--versoin"),
        (["-x", "a.pdf"], "-x"),
        (["--home"], "--home"),
        (["http://"], "web address"),
        (["library"], "list, search or remove"),
        (["library", "--home", "h"], "list, search or remove"),
        (["--home", "h"], "display"),
        (["convert", "a.pdf", "--nonsense"], "copyholder convert --help"),
        (["doctor", "now"], "copyholder doctor --help"),
    ],
)
def test_slip_on_the_line(tmp_path: Path, words: list[str], hint: str) -> None:
    refused(line(*words, cwd=tmp_path), hint)


@pytest.mark.parametrize("env", [{}, {"DISPLAY": ":4711"}, {"QT_QPA_PLATFORM": "nonsense"}])
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="other systems have no display variable")
def test_no_display_is_a_sentence_and_no_core_dump(tmp_path: Path, env: dict[str, str]) -> None:
    refused(line("--home", tmp_path / "h", pdf(tmp_path / "a.pdf", "text"), env=env), "copyholder convert FILE")
    refused(line("--home", tmp_path / "h", env=env), "copyholder convert FILE")


def test_home_may_stand_before_the_command(tmp_path: Path) -> None:
    source, home = pdf(tmp_path / "a.pdf", "text"), tmp_path / "home"
    assert line("--home", home, "convert", source).code == 0
    for words in (["--home", home, "library", "list"], [f"--home={home}", "library", "list"],
                  ["library", "--home", home, "list"], ["library", "list", "--home", home]):  # fmt: skip
        assert "a.pdf" in line(*words).out
    assert line("--home", "x", "--version").out == line("--version").out == line("-V").out != ""


def test_defaults_of_the_contract_may_be_written_out(program: Program, tmp_path: Path) -> None:
    source = pdf(tmp_path / "a.pdf", "text")
    words = ("--engine", "auto", "--prompt", "default", "--draft-tokens", "auto", "--format", "md", "--jobs", "0")
    assert program.run("convert", source, *words).code == 0


def test_folder_that_was_deleted_under_us(tmp_path: Path) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    for words in ("convert a.pdf", "convert a.pdf --home h", "b.pdf"):
        script = f'rmdir "{gone}"; exec "$0" -m app {words}'
        gone.mkdir(exist_ok=True)
        ended = subprocess.run(
            ["sh", "-c", script, sys.executable], cwd=gone, env=os.environ | {"PYTHONPATH": str(ROOT)},
            capture_output=True, timeout=HANG, check=False,
        )  # fmt: skip
        refused(Ended(ended.returncode, ended.stdout.decode(), ended.stderr.decode()), "was deleted")


# ------------------------------------------------------------ sentences


def test_each_problem_has_a_next_step_that_a_command_line_has(program: Program, tmp_path: Path) -> None:
    """And it is said once."""
    (tmp_path / "loop1.pdf").symlink_to(tmp_path / "loop2.pdf")
    (tmp_path / "loop2.pdf").symlink_to(tmp_path / "loop1.pdf")
    pdf(tmp_path / "locked.pdf", "text", encrypt="open sesame")
    (tmp_path / "empty.pdf").touch()
    (tmp_path / "wrong.txt").write_text("wrong\n")
    for words, hint in (
        (["typo.pdf"], "typo.pdf is not there: check its name"),
        (["loop1.pdf"], "loop1.pdf is not there: check its name"),
        (["locked.pdf"], "--password-file"),
        (["locked.pdf", "--password-file", tmp_path / "wrong.txt"], "No password given opens"),
        (["empty.pdf"], "is empty (0 bytes)"),
    ):
        ended = program.run("convert", tmp_path / str(words[0]), *words[1:])
        assert ended.code == 1, ended
        assert ended.err.count(hint) == 1, ended
        assert not any(word in ended.err for word in ("Resume", "any more", "open it again", "enter its")), ended


def test_printed_results_name_no_file_on_their_way(program: Program, tmp_path: Path) -> None:
    ended = program.run("convert", pdf(tmp_path / "a.pdf", "text"), "--out", "-")
    assert ended.code == 0, ended
    assert ended.err.splitlines()[0].endswith("a.pdf: 1 page"), ended
