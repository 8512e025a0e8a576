# SPDX-License-Identifier: AGPL-3.0-or-later
"""Environments of engines: real ones, made with venv and pip from an index on loopback."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import psutil
import pytest

from app.core.environments import (
    Installation,
    InstallCode,
    InstallProblem,
    InstallState,
    Plan,
    interpreter,
    present,
    remove,
)
from app.core.environments.installation import Grown, InstallChange, Line, Stage
from app.core.places import Places
from tests.e2e.installing import tiny
from tests.e2e.program import Program
from tests.processes import Started
from tests.wheels import FakeIndex, libraries, pinned, serving

LIMIT = 240.0
FIRST, SECOND = "1.0", "2.0"


@pytest.fixture
def index(monkeypatch: pytest.MonkeyPatch) -> Iterator[FakeIndex]:
    with serving(libraries(FIRST) | libraries(SECOND)) as running:
        for name in list(os.environ):
            if name.startswith("PIP_"):
                monkeypatch.delenv(name)
        for name, value in running.settings().items():
            monkeypatch.setenv(name, value)
        yield running


@pytest.fixture
def places(tmp_path: Path) -> Places:
    return Places(tmp_path / "home")


def requirements(folder: Path, text: str) -> Path:
    path = folder / "set.txt"
    path.write_text(text, encoding="utf-8")
    return path


def run(plan: Plan, places: Places) -> tuple[Installation, list[InstallChange]]:
    told: list[InstallChange] = []
    work = Installation(plan, places, told.append)
    work.start()
    assert work.wait(LIMIT)
    return work, told


def until(condition: Callable[[], bool]) -> None:
    end = time.monotonic() + LIMIT
    while not condition():
        assert time.monotonic() < end, "it never came"
        time.sleep(0.05)


def nothing_runs_in(folder: Path) -> bool:
    """No process has a file of this folder on its command line."""
    for process in psutil.process_iter():
        try:
            if any(str(folder) in part for part in process.cmdline()) and process.pid != os.getpid():
                return False
        except psutil.Error:
            continue
    return True


def version_in(python: Path) -> str:
    code = "from importlib.metadata import version; print(version('torch'))"
    return subprocess.run([python, "-I", "-c", code], capture_output=True, text=True, check=True).stdout.strip()


def finds_the_engine_and_nothing_else_of_the_app(python: Path) -> None:
    code = "import engine.protocol, sys; print(engine.protocol.__file__); import app"
    ended = subprocess.run([python, "-I", "-c", code], capture_output=True, text=True, check=False)
    assert ended.stdout.strip() == str(Path(__file__).parents[2] / "engine" / "protocol.py")
    assert "No module named 'app'" in ended.stderr


def left(places: Places) -> list[str]:
    """What stands in the folder of engines, but for the lock."""
    return sorted(path.name for path in (places.data / "engines").iterdir() if not path.name.endswith(".lock"))


def test_installed_upgraded_put_right_and_removed(index: FakeIndex, places: Places, tmp_path: Path) -> None:
    assert interpreter("transformers", places) is None
    work, told = run(tiny(requirements(tmp_path, pinned(FIRST))), places)
    assert work.problem is None
    assert work.state is InstallState.DONE
    python = interpreter("transformers", places)
    assert python is not None
    assert version_in(python) == FIRST
    assert python.parent.parent == places.data / "engines" / "transformers"
    assert python != Path(sys.executable)
    record = present("transformers", places)
    assert record is not None
    assert record.about == "torch 1.0, transformers 1.0"
    assert [change.title for change in told if isinstance(change, Stage)] == [
        "an empty environment", "tiny libraries", "self-test"
    ]  # fmt: skip
    assert any(isinstance(change, Line) and "torch" in change.text for change in told)
    assert all(change.done <= change.total for change in told if isinstance(change, Grown))
    finds_the_engine_and_nothing_else_of_the_app(python)
    scripts = (python.parent / "activate").read_text(encoding="utf-8")
    assert ".new-" not in scripts, "scripts name the folder where they are now"
    assert str(places.data / "engines" / "transformers") in scripts

    work, _told = run(tiny(requirements(tmp_path, pinned(SECOND))), places)
    assert work.state is InstallState.DONE
    assert version_in(python) == SECOND
    assert left(places) == ["transformers"]

    folder = python.parent.parent
    folder.rename(folder.with_name(".transformers.old"))  # as if killed between the two renames of a swap
    assert interpreter("transformers", places) == python
    assert left(places) == ["transformers"]

    remove("transformers", places)
    assert interpreter("transformers", places) is None
    assert left(places) == []
    with pytest.raises(InstallProblem) as caught:
        remove("transformers", places)
    assert caught.value.code is InstallCode.NOT_THERE


def test_cancelled_in_the_middle_it_leaves_nothing(index: FakeIndex, places: Places, tmp_path: Path) -> None:
    run(tiny(requirements(tmp_path, pinned(FIRST))), places)
    index.gated = "transformers-2.0"
    work = Installation(tiny(requirements(tmp_path, pinned(SECOND))), places, lambda _change: None)
    work.start()
    assert index.at_gate.wait(LIMIT)
    work.cancel()
    assert work.wait(LIMIT)
    assert work.state is InstallState.CANCELLED
    assert left(places) == ["transformers"]
    assert nothing_runs_in(places.data)
    python = interpreter("transformers", places)
    assert python is not None
    assert version_in(python) == FIRST, "what was there before is as it was"


def test_killed_in_the_middle_it_never_counts_as_whole(index: FakeIndex, places: Places, tmp_path: Path) -> None:
    index.gated = "transformers-1.0"
    command = [sys.executable, "-m", "tests.e2e.installing", str(places.data.parent),
               str(requirements(tmp_path, pinned()))]  # fmt: skip
    with Started[bytes](command, stdout=subprocess.DEVNULL, cwd=Path(__file__).parents[2]) as process:
        assert index.at_gate.wait(LIMIT)
        process.kill()
    until(lambda: nothing_runs_in(places.data))
    assert len(left(places)) == 1
    assert left(places)[0].startswith(".transformers.new-")
    assert present("transformers", places) is None
    assert interpreter("transformers", places) is None
    index.gated = ""
    work, _told = run(tiny(requirements(tmp_path, pinned())), places)
    assert work.state is InstallState.DONE
    assert left(places) == ["transformers"]


def test_what_pip_says_is_in_the_sentence(index: FakeIndex, places: Places, tmp_path: Path) -> None:
    work, _told = run(tiny(requirements(tmp_path, "torch==9.9\n")), places)
    assert work.state is InstallState.FAILED
    assert work.problem is not None
    assert work.problem.code is InstallCode.TOOL_FAILED
    assert "torch==9.9" in str(work.problem)
    assert "\n" not in str(work.problem)
    assert left(places) == []


def test_libraries_that_do_not_load_are_not_installed(index: FakeIndex, places: Places, tmp_path: Path) -> None:
    broken = "raise ImportError('libcudart.so.13: cannot open shared object file')"
    index.wheels |= libraries("3.0", torch=broken)
    work, _told = run(tiny(requirements(tmp_path, pinned("3.0"))), places)
    assert work.problem is not None
    assert work.problem.code is InstallCode.SELFTEST
    assert "libcudart.so.13" in str(work.problem)
    assert present("transformers", places) is None


def test_an_environment_without_what_the_program_needs_is_not_installed(
    index: FakeIndex, places: Places, tmp_path: Path
) -> None:
    index.wheels.pop(next(name for name in index.wheels if name.startswith("msgspec")))
    index.wheels |= dict([fake_msgspec()])
    work, _told = run(tiny(requirements(tmp_path, pinned())), places)
    assert work.problem is not None
    assert work.problem.code is InstallCode.SELFTEST


def fake_msgspec() -> tuple[str, bytes]:
    """An empty package of that name and release."""
    from importlib import metadata

    from tests.wheels import wheel

    return wheel("msgspec", metadata.version("msgspec"), {"msgspec": ""})


def test_the_disk_is_looked_at_first(index: FakeIndex, places: Places, tmp_path: Path) -> None:
    work, told = run(tiny(requirements(tmp_path, pinned()), disk=10**18), places)
    assert work.problem is not None
    assert work.problem.code is InstallCode.DISK_FULL
    assert "1000000000.0 GB" in str(work.problem)
    assert not any(isinstance(change, Stage) for change in told)


def test_two_installations_of_one_engine_do_not_mix(index: FakeIndex, places: Places, tmp_path: Path) -> None:
    index.gated = "transformers"
    plan = tiny(requirements(tmp_path, pinned()))
    first = Installation(plan, places, lambda _change: None)
    first.start()
    assert index.at_gate.wait(LIMIT)
    second, _told = run(plan, places)
    assert second.problem is not None
    assert second.problem.code is InstallCode.IN_USE
    with pytest.raises(InstallProblem):
        remove("transformers", places)
    index.gate.set()
    assert first.wait(LIMIT)
    assert first.state is InstallState.DONE


# ---------------------------------------------------------------- the command line


def test_nothing_is_installed_or_deleted_without_asking(tmp_path: Path) -> None:
    program = Program(tmp_path)
    ended = program.run("engines", "install", "transformers", "--hardware", "cpu")
    assert ended.code == 4
    assert "takes about 1.6 GB" in ended.err
    assert program.run("engines", "remove", "transformers").code == 4
    nothing = program.run("engines", "remove", "transformers", "--yes")
    assert nothing.code == 1
    assert "not installed" in nothing.err


def test_what_this_machine_cannot_have_is_told(tmp_path: Path) -> None:
    ended = Program(tmp_path).run("engines", "install", "transformers", "--hardware", "mps", "--yes")
    assert ended.code == 1
    assert "mps is for Apple processors" in ended.err


@pytest.mark.long
@pytest.mark.timeout(1800)
def test_the_real_libraries_are_installed_and_read_a_page(tmp_path: Path, data: Path) -> None:
    """Some hundred megabytes from the index that pip is set up for."""
    program = Program(tmp_path)
    assert program.run("models", "use", data / "tiny-jina-ocr").code == 0
    with program.start("engines", "install", "transformers", "--hardware", "cpu", "--yes") as process:
        _out, err = process.communicate(timeout=1700)
    assert process.returncode == 0, err.decode()
    assert "It has read a page" in err.decode()
    python = interpreter("transformers", Places(tmp_path))
    assert python is not None
    with program.start("engines", "remove", "transformers", "--yes") as process:
        _out, err = process.communicate(timeout=1700)  # fifty thousand files: minutes where the disk is busy
    assert process.returncode == 0, err.decode()
    assert left(Places(tmp_path)) == []
