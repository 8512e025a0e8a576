# SPDX-License-Identifier: AGPL-3.0-or-later
"""The settings' table, file and repairs."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from app.core.changes import AppCode, Notice
from app.core.settings import HIDDEN, SECTIONS, Settings, load, save, table, with_recent
from engine.protocol import ErrorCode


def test_the_table_has_every_setting_with_help_and_default() -> None:
    rows = {row.name: row for row in table()}
    assert list(rows) == list(Settings.__struct_fields__)
    for row in rows.values():
        assert row.help.endswith("."), row.name
        assert isinstance(row.default, row.kind), row.name
        assert row.hidden == (row.name in HIDDEN)
    assert rows["theme"].choices == ("system", "light", "dark")
    assert (rows["workers"].least, rows["workers"].most) == (0, 64)


def test_settings_stand_in_sections() -> None:
    rows = table()
    assert list(dict.fromkeys(row.section for row in rows)) == list(SECTIONS)
    assert {row.section for row in rows if not row.hidden} == set(SECTIONS)
    by_name = {row.name: row.section for row in rows}
    assert (by_name["ocr_model"], by_name["max_cost"], by_name["timeout"]) == ("Reading", "Engine", "Network")


def test_saving_and_loading_gives_the_same(tmp_path: Path) -> None:
    settings = Settings(theme="dark", languages=("de", "fr"), zoom=1.5, recent=("/a b.pdf",))
    path = tmp_path / "deep" / "settings.json"
    save(path, settings)
    assert load(path) == (settings, None)


def test_a_missing_file_gives_the_defaults_in_silence(tmp_path: Path) -> None:
    assert load(tmp_path / "settings.json") == (Settings(), None)


@pytest.mark.parametrize("content", [b"", b"{", b"\xff\xfe", b"[1]", b'"text"', b"null"])
def test_a_file_that_is_no_settings_is_kept_and_told(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "settings.json"
    path.write_bytes(content)
    settings, notice = load(path)
    assert settings == Settings()
    assert isinstance(notice, Notice) and notice.problem.code is AppCode.SETTINGS_DAMAGED
    assert Path(notice.problem.detail).read_bytes() == content


def test_one_bad_value_does_not_cost_the_others(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    path.write_bytes(b'{"theme": "dark", "workers": 1000, "languages": ["de"], "of_tomorrow": 1}')
    settings, notice = load(path)
    assert settings == Settings(theme="dark", languages=("de",))
    assert notice is not None


def test_an_unknown_setting_of_a_newer_program_is_no_damage(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    path.write_bytes(b'{"theme": "light", "of_tomorrow": 1}')
    assert load(path) == (Settings(theme="light"), None)


def test_a_folder_in_place_of_the_file_is_told(tmp_path: Path) -> None:
    settings, notice = load(tmp_path)
    assert settings == Settings()
    assert notice is not None and notice.problem.code is ErrorCode.NOT_A_DOCUMENT


def test_recent_files_are_each_once_and_bounded() -> None:
    settings = Settings()
    for number in [*range(30), 28]:
        settings = with_recent(settings, Path(f"/{number}.pdf"))
    assert settings.recent[:3] == ("/28.pdf", "/29.pdf", "/27.pdf")
    assert len(settings.recent) == 20


def test_defaults_keep_to_their_own_bounds() -> None:
    assert msgspec.json.decode(msgspec.json.encode(Settings()), type=Settings) == Settings()
