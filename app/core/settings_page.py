# SPDX-License-Identifier: AGPL-3.0-or-later
"""The manual's page of settings, made from the table of settings: a new one needs no line here."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from itertools import groupby
from typing import Any

from app.core.settings import REMEMBERED, table
from app.core.settings_file import HEAD, help_of, variable

ABOUT = f"""\
# Settings

All of them are in one file, `settings.toml`, in the folder that `copyholder doctor` names under Folders. The window's
dialogs change the same file (*File → Settings…*, *Reading → Engine…*), and `copyholder settings list` says what
counts at present and where it comes from.

{textwrap.fill(" ".join(HEAD.split()), 118)}

What counts, the later over the earlier: the defaults, the file, variables of the environment, the command line. Lists
are written as `["de", "fr"]` in the file and as `de,fr` in a variable; a variable's yes and no are `1` and `0`.
`--home DIR` keeps settings, library and cache together in one folder, to carry along.
`copyholder settings export FILE` and `import FILE` take settings to another machine; a file with
anything in it that is not understood changes nothing.
"""


def page() -> str:
    """Markdown."""
    return "\n".join((ABOUT, *_sections()))


def _sections() -> Iterator[str]:
    rows = [row for row in table() if row.name not in REMEMBERED]
    for section, group in groupby(rows, lambda row: row.section):
        yield f"## {section}\n"
        yield f"In the file below `[{section.lower()}]`.\n"
        yield "| setting | default | what it is for |"
        yield "|---|---|---|"
        for row in group:
            yield f"| `{row.name}` | `{shown(row.default)}` | {help_of(row)} `{variable(row)}` |"
        yield ""


def shown(value: Any) -> str:
    """A value as it stands in the file."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, tuple):
        return "[" + ", ".join(f'"{part}"' for part in value) + "]"
    return f'"{value}"' if isinstance(value, str) else f"{value:g}"
