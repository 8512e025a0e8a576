# SPDX-License-Identifier: AGPL-3.0-or-later
"""The commands on the library, and what is told of the machine."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from app import __version__
from tests.e2e.program import HANG, Ended, Program, pdf


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Program:
    """A library with two documents whose files are gone."""
    folder = tmp_path_factory.mktemp("library")
    program = Program(folder / "home")
    pdf(folder / "ships.pdf", "a schooner under full sail", "a brig at anchor")
    pdf(folder / "tides.pdf", "high water at noon")
    ended = program.run("convert", folder / "ships.pdf", folder / "tides.pdf", "--out", folder / "out")
    assert ended.code == 0, ended
    (folder / "ships.pdf").unlink()
    (folder / "tides.pdf").unlink()
    return program


def numbers(program: Program) -> dict[str, int]:
    """File name to number, from `library list`."""
    lines = program.run("library", "list").out.splitlines()
    return {Path(line.split("\t")[4]).name: int(line.split("\t")[0]) for line in lines}


def test_list_and_search(filled: Program) -> None:
    assert set(numbers(filled)) == {"ships.pdf", "tides.pdf"}
    found = filled.run("library", "search", "schooner")
    assert found.code == 0
    number, page, _title, snippet = found.out.rstrip("\n").split("\t")
    assert (int(number), int(page)) == (numbers(filled)["ships.pdf"], 1)
    assert "[schooner]" in snippet
    none = filled.run("library", "search", "zeppelin")
    assert none.code == 1 and none.out == "" and "zeppelin" in none.err


def test_export_needs_no_file(filled: Program, tmp_path: Path) -> None:
    by_number = filled.run("export", str(numbers(filled)["ships.pdf"]), "--out", tmp_path, "--format", "md,html")
    assert by_number.code == 0, by_number
    assert "brig at anchor" in (tmp_path / "ships.md").read_text(encoding="utf-8")
    assert "brig at anchor" in (tmp_path / "ships.html").read_text(encoding="utf-8")
    printed = filled.run("export", "tides.pdf", "--out", "-")
    assert printed.code == 0, printed
    assert "high water at noon" in printed.out
    unknown = filled.run("export", "no such thing", "tides.pdf", "--out", "-")
    assert unknown.code == 1
    assert "no such thing" in unknown.err
    assert "high water" in unknown.out


def test_remove_asks_unless_agreed(tmp_path: Path) -> None:
    program = Program(tmp_path / "home")
    assert program.run("convert", pdf(tmp_path / "a.pdf", "some text")).code == 0
    asked = program.run("library", "remove", "a.pdf")
    assert asked.code == 4
    assert set(numbers(program)) == {"a.pdf"}
    assert program.run("library", "remove", "a.pdf", "--yes").code == 0
    assert numbers(program) == {}
    assert program.run("library", "remove", "a.pdf", "--yes").code == 1


def test_engines(tmp_path: Path) -> None:
    ended = Program(tmp_path / "home").run("engines", "list")
    assert ended.code == 0, ended
    states = dict(line.split("\t")[:2] for line in ended.out.splitlines())
    assert states["builtin"] == "ready"
    assert set(states.values()) == {"ready", "missing"}


WITHOUT_TORCH = """
import importlib.util, sys
find = importlib.util.find_spec
importlib.util.find_spec = lambda name, *rest: None if name == "torch" else find(name, *rest)
from app.__main__ import main
sys.exit(main(sys.argv[1:]))
"""


def without_torch(*words: str | Path) -> Ended:
    """The program where torch is not installed, wherever the tests run."""
    command = [sys.executable, "-c", WITHOUT_TORCH, *map(str, words)]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=HANG, check=False)
    return Ended(ended.returncode, ended.stdout, ended.stderr)


def test_where_the_models_libraries_are_not_installed(tmp_path: Path) -> None:
    """One sentence that says what to install, before anything is read; and nothing is imported."""
    home, source = tmp_path / "home", pdf(tmp_path / "a.pdf", "some text")
    ended = without_torch("convert", source, "--home", home, "--engine", "transformers", "--model", tmp_path)
    assert (ended.code, ended.out, ended.err.count("\n")) == (3, "", 1), ended
    assert "torch" in ended.err and 'pip install "copyholder[transformers]"' in ended.err, ended
    assert not source.with_suffix(".md").exists()
    listed = without_torch("engines", "list", "--home", home)
    assert listed.code == 0, listed
    assert re.search(r"^transformers\tmissing\ton the processor: .*jina-ocr-v1", listed.out, re.M), listed
    facts = json.loads(without_torch("doctor", "--json", "--home", home).out)
    assert facts["engines"]["transformers"].startswith("missing: ")
    assert facts["engines"]["builtin"].startswith("ready")


def test_doctor(tmp_path: Path) -> None:
    ended = Program(tmp_path / "home").run("doctor", "--json")
    assert ended.code == 0, ended
    facts = json.loads(ended.out)
    assert facts["copyholder"] == __version__
    assert facts["engine"]["starts"] is True
    assert facts["packages"]["liteparse"]
    assert isinstance(facts["tesseract"]["languages"], list)
    assert facts["folders"]["library"]["path"].startswith(str(tmp_path))
    assert facts["machine"]["processor"]["cores"] >= 1
    assert "failed" not in facts["machine"]
    assert "builtin" in [one["engine"] for one in facts["ranking"] if one["usable"]]
    words = Program(tmp_path / "home").run("doctor")
    assert re.search(r"^  ok  Engine +starts$", words.out, re.M), words
    assert re.search(r"^  ok  Built-in engine ", words.out, re.M), words
    assert f"{tmp_path / 'home' / 'data'}" in words.out


def test_engines_in_their_order_with_what_they_lack(tmp_path: Path) -> None:
    """The user's own choice stands first, usable or not; the others as they are ranked."""
    program = Program(tmp_path / "home")
    rows = [line.split("\t") for line in program.run("engines", "list").out.splitlines()]
    names = [name for name, _, _ in rows]
    assert set(names) >= {"builtin", "vllm", "transformers", "jina"}
    assert all(state in ("ready", "missing") and reason for _, state, reason in rows)
    assert [state for name, state, _ in rows if name == "builtin"] == ["ready"]
    chosen = program.run("engines", "list", env={"COPYHOLDER_ENGINE": "vllm"}).out.splitlines()[0].split("\t")
    assert chosen[:2] == ["vllm", "missing"]


def test_a_chosen_engine_that_cannot_be_used_is_told_and_another_reads(tmp_path: Path) -> None:
    source = pdf(tmp_path / "a.pdf", "some text")
    ended = Program(tmp_path / "home").run("convert", source, env={"COPYHOLDER_ENGINE": "vllm"})
    assert ended.code == 0, ended
    assert "vllm cannot be used: " in ended.err
    assert source.with_suffix(".md").read_text(encoding="utf-8") == "some text\n"


def test_version_loads_nothing() -> None:
    command = [sys.executable, "-X", "importtime", "-m", "app", "--version"]
    shown = subprocess.run(command, capture_output=True, text=True, check=True)
    assert shown.stdout == f"copyholder {__version__}\n"
    loaded = {line.rsplit("|", 1)[1].strip() for line in shown.stderr.splitlines() if "|" in line}
    assert not loaded & {"argparse", "msgspec", "sqlite3", "PySide6", "rich", "numpy", "app.core", "app.cli"}


def test_help_names_every_command() -> None:
    shown = subprocess.run([sys.executable, "-m", "app", "--help"], capture_output=True, text=True, check=True)
    for command in ("convert", "export", "library", "engines", "doctor"):
        assert command in shown.stdout
