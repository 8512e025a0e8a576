# SPDX-License-Identifier: AGPL-3.0-or-later
"""Writing, naming and telling files apart, with real files."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.errors import ProblemError
from app.core.files import MAX_NAME_BYTES, digest, free_name, problem_of, replacing, safe_name, stamp, write_beside
from app.core.places import Places
from engine.protocol import ErrorCode
from tests.others import open_to_others

linux_only = pytest.mark.skipif(sys.platform != "linux", reason="needs Linux")


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_a_file_is_written_whole_and_nothing_else_is_left(tmp_path: Path) -> None:
    target = tmp_path / "out.md"
    write_beside(target, "ä\n")
    write_beside(target, "öü\n")
    assert target.read_bytes() == "öü\n".encode()
    assert names(tmp_path) == ["out.md"]


def test_a_failure_in_the_middle_leaves_the_old_file(tmp_path: Path) -> None:
    target = tmp_path / "out.md"
    target.write_text("old")
    with pytest.raises(RuntimeError), replacing(target) as stream:
        stream.write(b"new")
        raise RuntimeError
    assert target.read_text() == "old"
    assert names(tmp_path) == ["out.md"]


@pytest.mark.skipif(os.name == "nt", reason="modes are of POSIX")
def test_the_mode_of_the_old_file_stays_and_a_new_one_gets_the_usual(tmp_path: Path) -> None:
    target = tmp_path / "out.md"
    target.write_text("old")
    target.chmod(0o640)
    write_beside(target, "new")
    assert target.stat().st_mode & 0o777 == 0o640
    fresh, usual = tmp_path / "fresh.md", tmp_path / "usual.md"
    write_beside(fresh, "x")
    usual.write_text("x")
    assert fresh.stat().st_mode == usual.stat().st_mode


def test_a_missing_folder_is_told(tmp_path: Path) -> None:
    with pytest.raises(ProblemError) as caught:
        write_beside(tmp_path / "no" / "out.md", "x")
    assert caught.value.problem.code is ErrorCode.NOT_FOUND


@pytest.fixture
def full_disk(tmp_path: Path) -> Iterator[Path]:
    """A mounted file system of 64 KB."""
    folder = tmp_path / "small"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", str(folder)]
    try:
        done = subprocess.run(mount, capture_output=True, check=False)
    except FileNotFoundError:
        pytest.skip("no mount command")
    if done.returncode:
        pytest.skip("may not mount here")
    yield folder
    subprocess.run(["umount", str(folder)], check=True)


@linux_only
def test_a_full_disk_is_told_and_leaves_the_old_file(full_disk: Path) -> None:
    target = full_disk / "out.md"
    write_beside(target, "old")
    with pytest.raises(ProblemError) as caught:
        write_beside(target, "x" * 200_000)
    assert caught.value.problem.code is ErrorCode.DISK_FULL
    assert target.read_text() == "old"
    assert names(full_disk) == ["out.md"]


@linux_only
@pytest.mark.skipif(os.name != "posix" or os.geteuid() != 0, reason="needs to become another user")
def test_a_read_only_folder_is_told_to_an_unprivileged_user(tmp_path: Path) -> None:
    folder = tmp_path / "locked"
    folder.mkdir()
    open_to_others(tmp_path)
    script = (
        "import os, sys\n"
        "from pathlib import Path\n"
        "from app.core.errors import ProblemError\n"
        "from app.core.files import write_beside\n"
        "os.setgid(65534); os.setuid(65534)\n"
        "try: write_beside(Path(sys.argv[1]) / 'out.md', 'x')\n"
        "except ProblemError as error: print(error.problem.code)\n"
    )
    root = Path(__file__).parents[2]
    done = subprocess.run(
        [sys.executable, "-c", script, str(folder)], cwd=root, capture_output=True, text=True, check=False, timeout=60
    )
    assert done.stdout.strip() == ErrorCode.NOT_PERMITTED, done.stderr


@pytest.mark.parametrize(
    ("number", "code"),
    [
        (errno.ENOENT, ErrorCode.NOT_FOUND),
        (errno.EACCES, ErrorCode.NOT_PERMITTED),
        (errno.EROFS, ErrorCode.NOT_PERMITTED),
        (errno.ENOSPC, ErrorCode.DISK_FULL),
        (errno.EEXIST, ErrorCode.NOT_PERMITTED),
        (errno.ENAMETOOLONG, ErrorCode.NOT_FOUND),
        (errno.ENOMEM, ErrorCode.OUT_OF_MEMORY),
        (errno.EIO, ErrorCode.INTERNAL),
    ],
)
def test_errors_of_the_system_become_problems(number: int, code: ErrorCode) -> None:
    assert problem_of(OSError(number, os.strerror(number))).code is code


def test_the_next_free_name(tmp_path: Path) -> None:
    assert free_name(tmp_path / "a.md").name == "a.md"
    for name in ("a.md", "a (2).md"):
        (tmp_path / name).touch()
    assert free_name(tmp_path / "a.md").name == "a (3).md"


def test_a_free_name_for_the_longest_name_still_fits(tmp_path: Path) -> None:
    longest = "語" * 84 + ".md"
    assert len(longest.encode()) == MAX_NAME_BYTES
    (tmp_path / longest).touch()
    free = free_name(tmp_path / longest)
    assert free.name.endswith(" (2).md")
    free.touch()


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("Report 2024", "Report 2024.md"),
        ("a/b\\c:d", "a_b_c_d.md"),
        ("two\nlines", "two_lines.md"),
        ("📄 paper", "📄 paper.md"),
        ("...", "document.md"),
        ("", "document.md"),
        ("CON", "_CON.md"),
        ("lpt1.old", "_lpt1.old.md"),
        (" .hidden. ", "hidden.md"),
    ],
)
def test_safe_names(title: str, name: str) -> None:
    assert safe_name(title, ".md") == name


@given(st.text(max_size=400))
def test_any_title_gives_a_name_that_can_be_written(title: str) -> None:
    name = safe_name(title, ".html")
    assert name.endswith(".html")
    assert len(os.fsencode(name)) <= MAX_NAME_BYTES
    assert not set(name) & set('/\\:*?"<>|\0\n')
    assert name not in (".html", "..html")


def test_a_title_of_200_cjk_characters_is_cut_at_a_character(tmp_path: Path) -> None:
    name = safe_name("文" * 200, ".md")
    assert name == "文" * 81 + ".md"
    (tmp_path / name).touch()


def test_digest_and_stamp(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"abc")
    assert digest(path) == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    before = stamp(path)
    path.write_bytes(b"abcd")
    assert stamp(path) != before
    with pytest.raises(ProblemError) as caught:
        stamp(tmp_path)
    assert caught.value.problem.code is ErrorCode.NOT_A_DOCUMENT
    with pytest.raises(ProblemError) as caught:
        digest(tmp_path / "no")
    assert caught.value.problem.code is ErrorCode.NOT_FOUND


# ---------------------------------------------------------------- places


def test_home_moves_everything(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    places = Places(tmp_path / "home")
    for path in (places.library, places.settings, places.cache, places.logs):
        assert path.is_relative_to(tmp_path / "home")
    assert not (tmp_path / "home").exists(), "nothing is made before it is needed"
    monkeypatch.setenv("COPYHOLDER_HOME", str(tmp_path / "other"))
    assert Places().library.is_relative_to(tmp_path / "other")
    assert Places(tmp_path / "home").library == places.library


def test_the_library_may_be_kept_elsewhere(tmp_path: Path) -> None:
    places = Places(tmp_path / "home")
    places.keep_library_in(tmp_path / "big disk")
    assert Places(tmp_path / "home").library == tmp_path / "big disk" / "library.sqlite3"


def test_the_run_folder_goes_at_the_end_and_that_of_a_killed_process_at_the_next_start(tmp_path: Path) -> None:
    places = Places(tmp_path)
    with places.run_folder() as mine:
        (mine / "picture.rgb").write_bytes(b"x")
        script = (
            "import os, sys; from pathlib import Path; from app.core.places import Places\n"
            "with Places(Path(sys.argv[1])).run_folder() as folder: print(folder, flush=True); os._exit(9)\n"
        )
        root = Path(__file__).parents[2]
        done = subprocess.run(
            [sys.executable, "-c", script, str(tmp_path)], cwd=root, capture_output=True, text=True, check=False
        )
        left = Path(done.stdout.strip())
        assert left.is_dir()
        with places.run_folder():
            assert not left.exists(), "its process is gone"
            assert (mine / "picture.rgb").exists(), "this one is alive"
    assert names(tmp_path / "cache" / "runs") == []
