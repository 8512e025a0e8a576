# SPDX-License-Identifier: AGPL-3.0-or-later
"""`copyholder settings` as a person uses it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from app.core.settings import Settings
from app.core.settings_file import put, read


def _run(home: Path, *words: str, **variables: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "app", "settings", *words, "--home", str(home)]
    environment = {**os.environ, **variables}
    return subprocess.run(command, check=False, capture_output=True, text=True, timeout=60, env=environment)


def test_the_list_says_where_each_value_comes_from(tmp_path: Path) -> None:
    put(tmp_path / "config" / "settings.toml", workers=3, layout="{secret}")
    done = _run(tmp_path, COPYHOLDER_THEME="dark")
    assert done.returncode == 0, done.stderr
    assert "  workers = 3   (file)\n" in done.stdout
    assert '  theme = "dark"   (COPYHOLDER_THEME)\n' in done.stdout
    assert '  ocr_model = "auto"\n' in done.stdout
    assert "secret" not in done.stdout and "settings.toml" in done.stdout


def test_settings_go_out_and_in(tmp_path: Path) -> None:
    put(tmp_path / "one" / "config" / "settings.toml", workers=3, proxy="http://proxy:3128")
    copy = tmp_path / "copy.toml"
    assert _run(tmp_path / "one", "export", str(copy)).returncode == 0
    assert _run(tmp_path / "two", "import", str(copy)).returncode == 0
    assert read(tmp_path / "two" / "config" / "settings.toml")[0] == Settings(workers=3, proxy="http://proxy:3128")


def test_a_copy_that_is_not_understood_is_one_sentence(tmp_path: Path) -> None:
    copy = tmp_path / "copy.toml"
    copy.write_text("[reading]\nworkers = 'many'\n")
    done = _run(tmp_path / "home", "import", str(copy))
    assert done.returncode == 1
    assert "because the value of workers is not understood" in done.stderr
    assert "Traceback" not in done.stderr and len(done.stderr.splitlines()) == 1
    assert not (tmp_path / "home" / "config" / "settings.toml").exists()
    done = _run(tmp_path / "home", "import", str(tmp_path / "none.toml"))
    assert done.returncode == 1 and "not there" in done.stderr


def test_offline_no_engine_is_fetched(tmp_path: Path) -> None:
    """Said before any question is asked, and nothing is begun."""
    put(tmp_path / "config" / "settings.toml", offline=True)
    command = [sys.executable, "-m", "app", "engines", "install", "transformers", "--yes", "--home", str(tmp_path)]
    done = subprocess.run(command, check=False, capture_output=True, text=True, timeout=60)
    assert done.returncode == 1
    assert "set to work offline" in done.stderr and len(done.stderr.splitlines()) == 1
    assert not (tmp_path / "data" / "engines").exists()


def test_a_copy_is_written_over_no_other_file(tmp_path: Path) -> None:
    other, copy, home = tmp_path / "paper.pdf", tmp_path / "copy.toml", tmp_path / "home"
    other.write_bytes(b"%PDF-1.4 of the user")
    done = _run(home, "export", str(other))
    assert done.returncode == 2
    assert "is there and is no file of settings of ours, so it is kept" in done.stderr
    assert other.read_bytes() == b"%PDF-1.4 of the user"
    assert _run(home, "export", str(tmp_path)).returncode == 2
    copy.touch()
    for _ in range(2):
        assert _run(home, "export", str(copy)).returncode == 0
        assert copy.read_text().startswith("# Copyholder's settings.")


def test_a_file_that_is_not_understood_is_told_where_it_is_looked_at(tmp_path: Path) -> None:
    file = tmp_path / "config" / "settings.toml"
    for words in (["list"], ["export", str(tmp_path / "copy.toml")]):
        file.parent.mkdir(exist_ok=True)
        file.write_text("[reading]\nworkers = 'many'\n")
        done = _run(tmp_path, *words)
        assert done.returncode == 0
        assert "The settings could not be understood" in done.stderr
