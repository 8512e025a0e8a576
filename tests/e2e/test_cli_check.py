# SPDX-License-Identifier: AGPL-3.0-or-later
"""`copyholder check` as a program, on a library that a real session has filled."""

from __future__ import annotations

import json
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import psutil

from app.core.changes import PageProofed
from app.core.choice import BUILTIN
from app.core.library import Library
from app.core.places import Places
from app.core.settings import Settings
from tests.e2e.program import Program
from tests.e2e.proofing import LINES, TEXT, WRONG, proofed, scan, script, write_pages
from tests.e2e.sessions import HANG, running


def read(home: Path, path: Path, *texts: str) -> None:
    with running(home, script(*texts)) as (session, _):
        session.add([path])
        assert session.wait_idle(HANG)


def test_one_line_a_flag_with_its_place(tmp_path: Path) -> None:
    home, path = tmp_path / "home", write_pages(tmp_path / "a.pdf", LINES, LINES, LINES)
    read(home, path, TEXT, WRONG, TEXT.replace("5,000", "6,000"))
    ended = Program(home).run("check", path)
    assert ended.code == 1
    first, second = ended.out.splitlines()
    assert first.startswith("a.pdf:2:3:32: number-differs: Here stands 1,294, but the file's own text has 1,204.")
    assert second.startswith(f"a.pdf:3:5:{LINES[2].index('5,000') + 1}: number-differs: ")
    assert "2 flags on 3 pages" in ended.err


def test_no_engine_is_started_for_pages_that_were_read(tmp_path: Path) -> None:
    home, path = tmp_path / "home", write_pages(tmp_path / "a.pdf", LINES, LINES)
    read(home, path, TEXT, WRONG)
    seen: set[str] = set()
    with Program(home).start("check", path) as process:
        while process.poll() is None:
            with suppress(psutil.Error):
                seen |= {" ".join(child.cmdline()[1:]) for child in psutil.Process(process.pid).children()}
            time.sleep(0.01)
    modules = {line.split("-m ")[-1].split()[0] for line in seen if "-m " in line}
    assert process.returncode == 1
    assert "engine.pages" in modules and "engine" not in modules, seen


def test_json_lines_and_what_was_dismissed_is_left_out(tmp_path: Path) -> None:
    home, path = tmp_path / "home", write_pages(tmp_path / "a.pdf", LINES)
    read(home, path, WRONG)
    (line,) = Program(home).run("check", "1", "--json").out.splitlines()
    told = json.loads(line)
    assert (told["page"], told["line"], told["kind"], told["severity"]) == (1, 3, "number-differs", "fault")
    assert (told["text"], told["suggestion"]) == ("1,294", "1,204")
    assert WRONG[told["start"] : told["end"]] == "1,294" and len(told["boxes"][0]) == 4
    with running(home, script(WRONG)) as (session, watcher):
        session.add([path])
        assert session.wait_idle(HANG)
        session.edit(watcher.row.document, 0, TEXT)
        assert session.wait_idle(HANG)
    ended = Program(home).run("check", "1", "--json")
    assert (ended.code, ended.out) == (0, "")


def test_an_export_as_json_holds_the_flags_of_the_text_that_it_holds(tmp_path: Path) -> None:
    """Those that were dismissed say so; a page that was typed in since has none until it is looked through again."""
    home, path = tmp_path / "home", write_pages(tmp_path / "a.pdf", LINES, LINES, LINES)
    with running(home, script(WRONG, WRONG, TEXT)) as (session, watcher):
        session.add([path])
        assert session.wait_idle(HANG)
        document = watcher.row.document
        for page in range(3):
            session.proof(document, page)
            told = proofed(watcher, page)
            if page == 0:
                session.dismiss(document, 0, told.flags[0].mark(WRONG))
                watcher.wait(PageProofed, lambda c: c.dismissed == 1)
        assert session.wait_idle(HANG)

    def exported() -> list[dict[str, Any]]:
        ended = Program(home).run("export", "1", "--format", "json", "--out", "-")
        assert ended.code == 0, ended.err
        pages: list[dict[str, Any]] = json.loads(ended.out)["pages"]
        return pages

    pages = exported()
    assert [[flag["dismissed"] for flag in page["flags"]] for page in pages] == [[True], [False], []]
    flag = pages[1]["flags"][0]
    assert (flag["kind"], pages[1]["markdown"][flag["start"] : flag["end"]]) == ("number-differs", "1,294")
    assert flag["suggestion"] == "1,204" and len(flag["boxes"][0]) == 4
    with Library(Places(home).library) as library:
        library.edits.save(1, 1, "someone", "Typed since, with another program.")
    assert "flags" not in exported()[1]


def test_scans_are_read_once_more_unless_that_is_off(tmp_path: Path) -> None:
    home, path = tmp_path / "home", scan(tmp_path / "scan.pdf", LINES)
    read(home, path, WRONG)
    off = Program(home).run("check", path, "--second-reading", "off")
    assert (off.code, off.out) == (0, "")
    assert "1 page could not be compared with a second reading" in off.err
    on = Program(home).run("check", path)
    assert on.code == 1 and "1,204" in on.out


def test_the_built_in_engines_pages_say_that_nothing_was_compared(tmp_path: Path) -> None:
    home, path = tmp_path / "home", write_pages(tmp_path / "a.pdf", LINES)
    with running(home, engines=(BUILTIN,), settings=Settings(workers=1)) as (session, _):
        session.add([path])
        assert session.wait_idle(HANG)
    ended = Program(home).run("check", "a.pdf")
    assert ended.code == 0 and "1 page could not be compared" in ended.err


def test_running_heads_are_no_flags_of_the_first_pages_either(tmp_path: Path) -> None:
    from reportlab.pdfgen.canvas import Canvas

    home, path = tmp_path / "home", tmp_path / "a.pdf"
    canvas = Canvas(str(path))
    for number in range(4):
        canvas.drawString(72, 790, f"Report of the Committee on Public Works {number + 11}")
        for line, text in enumerate(LINES):
            canvas.drawString(72, 775 - 15 * line, text)
        canvas.showPage()
    canvas.save()
    read(home, path, *[TEXT] * 4)
    ended = Program(home).run("check", path)
    assert (ended.code, ended.out) == (0, "")


def test_what_is_not_in_the_library_does_not_stop_the_others(tmp_path: Path) -> None:
    home, path = tmp_path / "home", write_pages(tmp_path / "a.pdf", LINES)
    read(home, path, TEXT)
    ended = Program(home).run("check", "nothing.pdf", path)
    assert ended.code == 1 and "nothing.pdf" in ended.err and "0 flags on 1 page" in ended.err
    assert Program(home).run("check").code == 2
    path.unlink()
    away = Program(home).run("check", "1")  # what was found before is known without the file
    assert away.code == 0 and "0 flags on 1 page" in away.err and "is not there" in away.err
