# SPDX-License-Identifier: AGPL-3.0-or-later
"""The settings' table."""

from __future__ import annotations

from pathlib import Path

import msgspec

from app.core.settings import HIDDEN, SECTIONS, Settings, table, with_recent


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


def test_recent_files_are_each_once_and_bounded() -> None:
    settings = Settings()
    for number in [*range(30), 28]:
        settings = with_recent(settings, Path(f"/{number}.pdf"))
    assert settings.recent[:3] == ("/28.pdf", "/29.pdf", "/27.pdf")
    assert len(settings.recent) == 20


def test_defaults_keep_to_their_own_bounds() -> None:
    assert msgspec.json.decode(msgspec.json.encode(Settings()), type=Settings) == Settings()
