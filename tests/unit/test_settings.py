# SPDX-License-Identifier: AGPL-3.0-or-later
"""The settings' table."""

from __future__ import annotations

from pathlib import Path

import msgspec

from app.core.checks import Kind
from app.core.settings import HIDDEN, REMEMBERED, SECTIONS, Settings, table, with_recent
from app.core.settings_page import page


def test_the_table_has_every_setting_with_help_and_default() -> None:
    rows = {row.name: row for row in table()}
    assert list(rows) == list(Settings.__struct_fields__)
    for row in rows.values():
        assert row.help.endswith("."), row.name
        assert isinstance(row.default, row.kind), row.name
        assert row.hidden == (row.name in HIDDEN)
    assert rows["theme"].choices == ("system", "light", "dark", "contrast")
    assert (rows["workers"].least, rows["workers"].most) == (0, 64)


def test_each_kind_of_flags_can_be_left_out() -> None:
    (row,) = [row for row in table() if row.name == "flags_off"]
    assert (row.kind, row.default) == (tuple, ())
    assert set(row.choices) == set(Kind)
    assert list(row.choices) == [str(kind) for kind in Kind]


def test_the_manual_s_page_is_made_from_the_table() -> None:
    """Made anew with `copyholder settings page > resources/manual/settings.md`."""
    made = page()
    assert all(f"| `{row.name}` |" in made for row in table() if row.name not in REMEMBERED)
    assert (Path(__file__).parents[2] / "resources" / "manual" / "settings.md").read_text(encoding="utf-8") == made


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
