# SPDX-License-Identifier: AGPL-3.0-or-later
"""`copyholder convert` with addresses of the web: downloaded and read by any engine, or left to Jina
Reader. The servers are real, on loopback, behind a proxy that knows their names."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests import keychain
from tests.e2e.program import Program, pdf, report
from tests.servers.proxy import Files, Proxy
from tests.servers.reader import ReaderServer

KEY = "jina_0123456789abcdef"
URL = "http://papers.example.test/in/tide%20tables.pdf"


class Web:
    def __init__(self, folder: Path) -> None:
        file = pdf(folder / "served.pdf", "the first sheet of the tide tables", "the second sheet of all")
        self.files = Files({"/in/tide%20tables.pdf": file})
        self.reader = ReaderServer({URL: 2})
        self.proxy = Proxy({"papers.example.test": self.files, "reader.example.test": self.reader})

    @property
    def environment(self) -> dict[str, str]:
        return {
            "PYTHON_KEYRING_BACKEND": keychain.NONE,
            "COPYHOLDER_PROXY": self.proxy.root,
            "COPYHOLDER_READER_URL": "http://reader.example.test",
            "COPYHOLDER_API_KEY": KEY,
        }


@pytest.fixture
def web(tmp_path: Path) -> Iterator[Web]:
    web = Web(tmp_path)
    with web.files, web.reader, web.proxy:
        yield web


@pytest.fixture
def program(tmp_path: Path) -> Program:
    return Program(tmp_path / "home")


def test_an_address_is_downloaded_and_read_like_a_file(program: Program, web: Web, tmp_path: Path) -> None:
    here = tmp_path / "here"
    here.mkdir()
    line = ("convert", URL, "--report", tmp_path / "r.jsonl")
    ended = program.run(*line, env=web.environment, cwd=here)
    assert ended.code == 0, ended
    text = (here / "tide tables.md").read_text(encoding="utf-8")
    assert "the first sheet" in text and "the second sheet" in text
    assert {page["file"] for page in report(tmp_path / "r.jsonl")[0]} == {URL}
    again = program.run(*line, env=web.environment, cwd=here)
    assert again.code == 0, again
    assert [path.name for path in here.iterdir()] == ["tide tables.md"]


def test_files_and_addresses_together_and_one_that_is_not_there(program: Program, web: Web, tmp_path: Path) -> None:
    out = tmp_path / "out"
    gone = "http://papers.example.test/gone.pdf"
    file = pdf(tmp_path / "letter.pdf", "a letter to the keeper")
    ended = program.run("convert", gone, URL, file, "--out", out, env=web.environment)
    assert ended.code == 1, ended
    assert sorted(path.name for path in out.iterdir()) == ["letter.md", "tide tables.md"]
    assert f"The server does not give {gone}" in ended.err


def test_reader_reads_the_pages_that_were_counted_here_after_its_price_is_said(
    program: Program, web: Web, tmp_path: Path
) -> None:
    line = ("convert", URL, "--engine", "reader", "--out", tmp_path / "out", "--report", tmp_path / "r.jsonl")
    asked = program.run(*line, env=web.environment)
    assert asked.code == 4, asked
    first = asked.err.splitlines()[0]
    assert first.startswith("Jina Reader bills 40 times the tokens of a page: about $0.13 a page instead of $0.0032")
    assert "2 pages to send to reader.example.test, about $0.26 (an estimate)." in asked.err
    assert not web.reader.asked
    ended = program.run(*line, "--yes", env=web.environment)
    assert ended.code == 0, ended
    assert web.reader.asked == {(URL, 1): 1, (URL, 2): 1}
    pages, summary = report(tmp_path / "r.jsonl")
    assert {page["engine"] for page in pages} == {"reader"}
    assert summary["cost"] > 0.05
    assert KEY not in ended.err


def test_an_address_that_cannot_be_meant_is_refused_before_anything(program: Program, web: Web) -> None:
    ended = program.run("convert", "https://me:secret@papers.example.test/a.pdf", env=web.environment)
    assert ended.code == 2, ended
    assert "secret" not in ended.err
    assert not web.files.given
