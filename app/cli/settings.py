# SPDX-License-Identifier: AGPL-3.0-or-later
"""`copyholder settings`: what is set, and by what; and carrying it to another machine."""

from __future__ import annotations

import argparse
import os

from app.cli import checks, console, words
from app.core.places import Places
from app.core.settings import REMEMBERED, Setting, Settings, table
from app.core.settings_file import HEAD, export, override, read, save, take_over, variable
from app.core.settings_page import page, shown


def settings(options: argparse.Namespace, places: Places) -> int:
    """`settings list`, `page`, `export` and `import`; the exit code. Raises ProblemError."""
    path = options.file.absolute() if options.action in ("export", "import") else places.settings
    present, notice = read(places.settings)
    if notice is not None:
        console.say(words.sentence(notice.problem, notice.subject))
    if options.action == "export":
        checks.settings_to_write(path, f"# {HEAD.splitlines()[0]}")
        export(present, path)
        console.say(f"The settings are in {console.shown(path)}.")
    elif options.action == "import":
        save(places.settings, take_over(path, present))
        console.say(f"The settings of {console.shown(path)} count from now on.")
    elif options.action == "page":
        console.put(page())
    else:
        _list(places, present)
    return 0


def _list(places: Places, stored: Settings) -> None:
    now, _ = override(stored, os.environ)
    section = ""
    for row in table():
        if row.name in REMEMBERED:
            continue
        if row.section != section:
            section = row.section
            console.put(f"\n{section}\n" if section != table()[0].section else f"{section}\n")
        console.put(f"  {row.name} = {shown(getattr(now, row.name))}{_source(row, stored)}\n      {row.help}\n")
    console.put(f"\nFile: {console.shown(places.settings)}\n")


def _source(row: Setting, stored: Settings) -> str:
    """Where a value comes from, if it is not the default."""
    if variable(row) in os.environ:
        return f"   ({variable(row)})"
    return "   (file)" if getattr(stored, row.name) != row.default else ""
