# SPDX-License-Identifier: AGPL-3.0-or-later
"""What children are started with, and the words for how they end."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import venv
from pathlib import Path

import pytest

from app.core.children import Outcome, child_environment, engine_command, launch, pages_command
from app.core.children.launch import ROOT
from engine import __version__

BASE = {"PATH": "/bin", "HOME": "/h", "PYTHONPATH": "extra", "PYTHONSTARTUP": "x.py", "PYTHONHOME": "/py"}


def test_secrets_stay_with_the_app() -> None:
    secret = {
        "JINA_API_KEY": "1",
        "HF_TOKEN": "2",
        "DB_PASSWORD": "3",
        "client_secret": "4",
        "GIT_CREDENTIALS": "5",
        "PROXY_AUTH": "6",
    }
    assert not secret.keys() & child_environment(engine_command(), base={**BASE, **secret}).keys()


def test_what_is_asked_for_is_passed_on() -> None:
    environment = child_environment(engine_command(), {"JINA_API_KEY": "asked"}, base=BASE)
    assert environment["JINA_API_KEY"] == "asked"
    assert environment["PATH"] == "/bin"


def test_the_child_speaks_utf_8_and_trusts_no_folder() -> None:
    environment = child_environment(engine_command(), base=BASE)
    assert environment["PYTHONUTF8"] == "1"
    assert environment["PYTHONUNBUFFERED"] == "1"
    assert environment["PYTHONSAFEPATH"] == "1"
    assert "PYTHONSTARTUP" not in environment


def test_our_own_interpreter_keeps_the_path_it_was_given() -> None:
    path = child_environment([sys.executable], base=BASE)["PYTHONPATH"].split(":")
    assert str(Path("extra").resolve()) in path


def test_another_interpreter_gets_our_packages_and_nothing_else_of_ours() -> None:
    environment = child_environment(["/other/python"], base=BASE)
    assert environment["PYTHONPATH"] == str(ROOT)
    assert (ROOT / "engine" / "protocol.py").is_file()
    assert "PYTHONHOME" not in environment


def test_commands() -> None:
    assert engine_command("/other/python") == ["/other/python", "-m", "engine"]
    assert pages_command(Path("/c"), 5)[1:] == ["-m", "engine.pages", "--cache", "/c", "--cache-bytes", "5"]


def test_outcomes_in_words() -> None:
    assert Outcome(3).words == "ended with status 3"
    assert Outcome(-9).words == "was ended by SIGKILL"
    assert Outcome(-250).words == "was ended by signal 250"
    assert Outcome(-9, "did not greet within 20 s").words == "did not greet within 20 s"
    assert Outcome().words == "was not started"


def test_another_interpreter_finds_the_engine_and_none_of_our_libraries(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Installed, our packages lie among those of others: a plain environment gets the engine alone."""
    packages = tmp_path / "ours" / "site-packages"
    shutil.copytree(ROOT / "engine", packages / "engine", ignore=shutil.ignore_patterns("__pycache__"))
    (packages / "numpy.py").write_text("raise SystemExit('a library of ours')")
    monkeypatch.setattr(launch, "ROOT", packages)
    monkeypatch.setattr(launch, "BRIDGE", packages / "engine" / "bridge")
    venv.create(tmp_path / "theirs", with_pip=False, symlinks=True)
    python = tmp_path / "theirs" / "bin" / "python"
    environment = child_environment([str(python)], base={"PATH": os.environ["PATH"]})
    look = (
        "import engine, engine.lifeline, importlib.util as u; "
        "print(engine.__version__, u.find_spec('numpy'), engine.lifeline.__file__)"
    )
    told = subprocess.run([python, "-c", look], env=environment, capture_output=True, text=True, check=False)
    assert told.stdout.split() == [__version__, "None", str(packages / "engine" / "lifeline.py")], told.stderr
    run = subprocess.run([python, "-m", "engine"], env=environment, capture_output=True, text=True, check=False)
    assert "No module named 'msgspec'" in run.stderr, "the program itself began, and lacks what its own Python lacks"
    assert child_environment([sys.executable], base={}).get("PYTHONPATH") is None
