# SPDX-License-Identifier: AGPL-3.0-or-later
"""The wheel brings a desktop entry and its icon to where Linux desktops look, and the entry names
what the wheel installs."""

from __future__ import annotations

import configparser
import tomllib
from pathlib import Path

from app.core.inputs import SUFFIXES

ROOT = Path(__file__).parents[2]


def test_entry_and_icon_go_where_desktops_look() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    files = project["tool"]["setuptools"]["data-files"]
    (entry,) = files["share/applications"]
    (icon,) = files["share/icons/hicolor/scalable/apps"]
    assert (ROOT / icon).read_text(encoding="utf-8").startswith("<svg")
    parser = configparser.ConfigParser(interpolation=None)
    parser.optionxform = str  # type: ignore[assignment]  # keys keep their case
    parser.read(ROOT / entry, encoding="utf-8")
    values = parser["Desktop Entry"]
    assert values["Icon"] == Path(icon).stem
    assert values["Exec"].split() == ["copyholder-window", "%F"]
    assert "copyholder-window" in project["project"]["gui-scripts"]
    types = set(values["MimeType"].rstrip(";").split(";"))
    assert types >= {"application/pdf", "inode/directory", "image/png", "image/jpeg", "image/tiff", "image/heic"}
    assert {f".{name.partition('/')[2]}" for name in types if name.startswith("image/")} <= SUFFIXES
