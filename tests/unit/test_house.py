# SPDX-License-Identifier: AGPL-3.0-or-later
"""The house rules, as checks.

The list of modules in packaging/ARCHITECTURE.md is read like this: below "## Modules" a
heading "### folder" (app/core) names a folder, and an item "- `name.py` what it is for" a
module in it. Every module of app/ and engine/ is there once, and nothing else.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FOLDERS = ("app", "engine", "resources", "tests", "packaging")
MAX_FILE = 500
MAX_FUNCTION = 60
SPDX = "# SPDX-License-Identifier: AGPL-3.0-or-later"
TEXT = {".py", ".sh", ".md", ".toml", ".css", ".qss", ".txt", ".tsv", ".desktop", ".yml"}

# put together here, so that this file does not hold what it forbids
LEFTOVERS = re.compile("|".join(["TO" + "DO", "FIX" + "ME", "X" + "XX", "HA" + "CK"]))
MACHINE = re.compile("|".join(["/wo" + "rk/", "/ro" + "ot/", "/ho" + "me/[a-z]"]))


def sources() -> list[Path]:
    return sorted(p for folder in FOLDERS for p in (ROOT / folder).rglob("*.py"))


def texts() -> list[Path]:
    here = [p for folder in FOLDERS for p in (ROOT / folder).rglob("*") if p.suffix in TEXT]
    top = [p for p in ROOT.iterdir() if p.is_file() and (p.suffix in TEXT or p.name == "Makefile")]
    data = ROOT / "tests" / "data"  # documents of others, as they came
    return sorted(p for p in [*here, *top, ROOT / ".ci" / "run"] if data not in p.parents)


def named(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def functions(path: Path) -> Iterator[tuple[str, int]]:
    """Name and length in lines, decorators not counted."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            assert node.end_lineno is not None
            yield node.name, node.end_lineno - node.lineno + 1


def test_no_file_is_too_long() -> None:
    lengths = {named(p): p.read_text(encoding="utf-8").count("\n") for p in sources()}
    assert lengths
    assert {name: lines for name, lines in lengths.items() if lines > MAX_FILE} == {}


def test_no_function_is_too_long() -> None:
    long = [f"{named(p)}: {name} has {lines} lines" for p in sources() for name, lines in functions(p)
            if lines > MAX_FUNCTION]
    assert long == []


def test_every_source_says_its_licence_first() -> None:
    missing = [named(p) for p in sources() if p.read_text(encoding="utf-8").split("\n", 1)[0] != SPDX]
    scripts = [*(ROOT / "packaging").glob("*.sh"), ROOT / ".ci" / "run", ROOT / "Makefile"]
    missing += [named(p) for p in scripts if SPDX not in p.read_text(encoding="utf-8").split("\n")[:2]]
    assert missing == []


@pytest.mark.parametrize("forbidden", [LEFTOVERS, MACHINE], ids=["leftovers", "machine paths"])
def test_nothing_is_left_lying_about(forbidden: re.Pattern[str]) -> None:
    found = [
        f"{named(p)}:{number}: {line.strip()[:80]}"
        for p in texts()
        for number, line in enumerate(p.read_text(encoding="utf-8", errors="replace").split("\n"), 1)
        if forbidden.search(line)
    ]
    assert found == []


def test_no_test_waits_for_ever_for_a_program_that_it_started() -> None:
    """What fails inside of `with Popen` waits for the program's end; `tests.processes.Started` ends it."""
    waiting = re.compile(r"^\s*with subprocess\.Po" + r"pen\(", re.MULTILINE)
    tests = sorted((ROOT / "tests").rglob("*.py"))
    assert [named(path) for path in tests if waiting.search(path.read_text(encoding="utf-8"))] == []


def test_architecture_names_every_module() -> None:
    listed: Counter[str] = Counter()
    folder = None
    text = (ROOT / "packaging" / "ARCHITECTURE.md").read_text(encoding="utf-8")
    for line in text.partition("\n## Modules")[2].split("\n## ")[0].split("\n"):
        if match := re.match(r"### `?([a-z_/]+?)/?`?\s*$", line):
            folder = match[1]
        elif match := re.match(r"- `([a-z0-9_]+\.py)`\s+\S", line):
            listed[f"{folder}/{match[1]}"] += 1
    there = {named(p) for folder in ("app", "engine") for p in (ROOT / folder).rglob("*.py") if p.stem != "__init__"}
    assert {
        "not in the list": sorted(there - set(listed)),
        "listed, but not there": sorted(set(listed) - there),
        "listed twice": sorted(name for name, times in listed.items() if times > 1),
    } == {"not in the list": [], "listed, but not there": [], "listed twice": []}
