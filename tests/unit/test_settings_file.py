# SPDX-License-Identifier: AGPL-3.0-or-later
"""The settings' file: edited by people and by programs at once, damaged, overridden, carried to another machine."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from msgspec.structs import replace

from app.core.changes import AppCode, Notice
from app.core.errors import ProblemError, sentence
from app.core.settings import Settings, table
from app.core.settings_file import export, load, override, put, read, save, take_over, variable
from engine.protocol import ErrorCode

_TEXT = st.text(st.characters(exclude_categories=("Cs", "Cc")), max_size=20)


def test_saving_and_loading_gives_the_same(tmp_path: Path) -> None:
    settings = Settings(theme="dark", languages=("de", "fr"), zoom=1.5, recent=("/a b.pdf",), max_cost=2.5)
    path = tmp_path / "deep" / "settings.toml"
    save(path, settings)
    assert load(path, {}) == (settings, None)


@hypothesis_settings(deadline=None)
@given(st.lists(_TEXT, max_size=3), _TEXT, st.floats(0, 10_000), st.booleans())
def test_any_value_survives_the_file(recent: list[str], prompt: str, cost: float, keep: bool) -> None:
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "settings.toml"
        settings = Settings(recent=tuple(recent), prompt=prompt, max_cost=cost, keep_awake=keep)
        save(path, settings)
        assert read(path) == (settings, None)


def test_a_missing_file_gives_the_defaults_in_silence(tmp_path: Path) -> None:
    assert load(tmp_path / "settings.toml", {}) == (Settings(), None)


def test_every_damaged_file_is_kept(tmp_path: Path) -> None:
    """An earlier one, too; the same one once."""
    path = tmp_path / "settings.toml"
    kept = []
    for text in ("first [", "second [", "second [", "first ["):
        path.write_text(text)
        notice = read(path)[1]
        assert notice is not None
        kept.append(notice.problem.detail)
    assert [Path(copy).read_text() for copy in kept] == ["first [", "second [", "second [", "first ["]
    assert len(set(kept)) == len(list(tmp_path.glob("*.damaged*"))) == 2


def test_only_what_was_changed_stands_in_the_file_with_its_help(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    save(path, Settings(workers=3, layout="{}"))
    text = path.read_text()
    assert tomllib.loads(text) == {"reading": {"workers": 3}, "remembered": {"layout": "{}"}}
    assert "# Pages that the built-in engine reads at once; 0 uses all cores. From 0 to 64.\nworkers = 3" in text


def test_comments_order_and_unknown_settings_stay(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    written = """# mine
[window]
theme = "dark"   # easier on the eyes
[reading]
workers = 2
of_tomorrow = [1, 2]
[new_section]
x = 1
"""
    path.write_text(written)
    settings, notice = read(path)
    assert (settings.theme, settings.workers, notice) == ("dark", 2, None)
    save(path, replace(settings, workers=5))
    assert path.read_text() == written.replace("workers = 2", "workers = 5")


def test_two_programs_do_not_undo_each_other(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    save(path, Settings(theme="dark"))
    window, _ = read(path)
    put(path, trusted_hosts=("api.jina.ai",))  # a command, meanwhile
    save(path, replace(window, zoom=2.0), before=window)
    assert read(path)[0] == Settings(theme="dark", zoom=2.0, trusted_hosts=("api.jina.ai",))


def test_a_value_set_back_to_its_default_is_written(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    save(path, Settings(workers=3))
    save(path, Settings())
    assert read(path)[0] == Settings()


@pytest.mark.parametrize("content", [b"{", b"\xff\xfe", b"[1", b"a = ", b"\x00"])
def test_a_file_that_is_no_settings_is_kept_and_told(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "settings.toml"
    path.write_bytes(content)
    settings, notice = load(path, {})
    assert settings == Settings()
    assert isinstance(notice, Notice) and notice.problem.code is AppCode.SETTINGS_DAMAGED
    assert Path(notice.problem.detail).read_bytes() == content
    save(path, Settings(workers=1))
    assert read(path) == (Settings(workers=1), None)
    assert Path(notice.problem.detail).read_bytes() == content


def test_one_bad_value_does_not_cost_the_others_and_is_repaired(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    path.write_text('# mine\ntheme = "dark"\n[reading]\nworkers = 1000\nlanguages = ["de"]\n')
    settings, notice = read(path)
    assert settings == Settings(theme="dark", languages=("de",))
    assert notice is not None and "workers = 1000" in Path(notice.problem.detail).read_text()
    save(path, settings)
    assert read(path) == (settings, None)
    assert path.read_text().startswith("# mine\n")


def test_a_folder_in_place_of_the_file_is_told(tmp_path: Path) -> None:
    settings, notice = load(tmp_path, {})
    assert settings == Settings()
    assert notice is not None and notice.problem.code is ErrorCode.NOT_A_DOCUMENT


def test_the_file_of_the_first_versions_is_taken_over(tmp_path: Path) -> None:
    (tmp_path / "settings.json").write_text('{"theme": "light", "workers": "many", "recent": ["/a.pdf"]}')
    path = tmp_path / "settings.toml"
    settings, notice = read(path)
    assert (settings, notice) == (Settings(theme="light", recent=("/a.pdf",)), None)
    put(path, workers=2)
    (tmp_path / "settings.json").unlink()
    assert read(path)[0] == replace(settings, workers=2)


def test_the_environment_counts_more_than_the_file_and_is_not_written_into_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "settings.toml"
    save(path, Settings(workers=2))
    monkeypatch.setenv("COPYHOLDER_WORKERS", "7")
    monkeypatch.setenv("COPYHOLDER_LANGUAGES", "de, fr")
    monkeypatch.setenv("COPYHOLDER_KEEP_AWAKE", "no")
    settings, notice = load(path)
    assert (settings.workers, settings.languages, settings.keep_awake, notice) == (7, ("de", "fr"), False, None)
    save(path, replace(settings, theme="dark"), before=settings)
    save(path, replace(settings, theme="dark"))
    assert read(path)[0] == Settings(workers=2, theme="dark")


@pytest.mark.parametrize(
    ("name", "text"), [("WORKERS", "many"), ("THEME", "pink"), ("KEEP_AWAKE", "maybe"), ("ZOOM", "99")]
)
def test_a_variable_that_is_not_understood_is_named(name: str, text: str) -> None:
    settings, wrong = override(Settings(), {f"COPYHOLDER_{name}": text})
    assert (settings, wrong) == (Settings(), f"COPYHOLDER_{name}")


def test_every_setting_has_a_variable() -> None:
    for row in table():
        text = ",".join(row.default) if row.kind is tuple else str(row.default)
        assert override(Settings(), {variable(row): text}) == (Settings(), "")


def test_settings_are_carried_to_another_machine(tmp_path: Path) -> None:
    copy = tmp_path / "copy.toml"
    export(Settings(theme="dark", workers=2, recent=("/mine.pdf",), layout="{}"), copy)
    assert "mine.pdf" not in copy.read_text()
    there = Settings(recent=("/theirs.pdf",), workers=9)
    assert take_over(copy, there) == Settings(theme="dark", workers=2, recent=("/theirs.pdf",))


@pytest.mark.parametrize("content", ["[reading]\nworkers = 1000", "no toml", ""])
def test_a_copy_that_is_not_understood_changes_nothing(tmp_path: Path, content: str) -> None:
    copy = tmp_path / "copy.toml"
    copy.write_text(content)
    if not content:
        assert take_over(copy, Settings(workers=4)) == Settings(workers=4)
        return
    with pytest.raises(ProblemError) as caught:
        take_over(copy, Settings())
    assert caught.value.problem.code is AppCode.SETTINGS_NOT_TAKEN
    assert "not understood" in sentence(caught.value.problem, str(copy))


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"[reading]\nworkers = 'many'\n[window]\ntheme = 3", "because the value of workers and of theme is not"),
        (b"workers = 3\n!\n[window]\n", "because what stands at line 2, column 1 is not understood"),
        (b"[reading", "because its end is not understood"),
        (b"\xff\xfe", "because it is no file of settings"),
    ],
)
def test_why_nothing_was_taken_is_one_sentence(tmp_path: Path, content: bytes, why: str) -> None:
    (copy := tmp_path / "copy.toml").write_bytes(content)
    with pytest.raises(ProblemError) as caught:
        take_over(copy, Settings())
    assert str(caught.value).startswith(f"Nothing was taken from {copy}, {why}")
    assert str(caught.value).count(".") - str(copy).count(".") == 1
