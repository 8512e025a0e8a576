# SPDX-License-Identifier: AGPL-3.0-or-later
"""The settings' file: TOML that people may edit, with their comments kept.

What counts, the later over the earlier: the defaults, the file, variables of the environment
(COPYHOLDER_ and the setting's name in capitals, as in COPYHOLDER_WORKERS=4), the command line.

A file is never made anew once it is there: values are changed in place, and only those that
differ from what was read, so that two programs that save do not undo each other's changes. A value that is
not understood falls back to its default, the others stay, and the file as it was is kept beside
it. Settings that a newer program knows stay in the file.
"""

from __future__ import annotations

import itertools
import os
import re
import shutil
import tomllib
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from app.core.changes import AppCode, Notice, Problem
from app.core.errors import ProblemError
from app.core.files import as_problem, write_beside
from app.core.settings import REMEMBERED, Setting, Settings, table
from app.core.wording import tr

if TYPE_CHECKING:
    from tomlkit import TOMLDocument

PREFIX = "COPYHOLDER_"
"""Of the variables that override a setting."""

OLD_NAME = "settings.json"
"""The file of the first versions, read where there is no other."""

HEAD = """\
Copyholder's settings. Change what you like: your comments stay, and a value that is not
understood is replaced by its default with a message. A setting that is left out has its default.
Variables like COPYHOLDER_WORKERS=4 and options on the command line count more than this file.
"""

EMPTY = '""'
"""How a choice is written that is nothing."""

_KEPT_BY_WINDOW = "remembered"
_TRUE, _FALSE = ("1", "true", "yes", "on"), ("0", "false", "no", "off")


def load(path: Path, environment: Mapping[str, str] | None = None) -> tuple[Settings, Notice | None]:
    """The settings of a file, overridden by `environment` (the process's own if None), and what
    there is to tell: a missing file gives the defaults in silence; of a damaged one everything
    sound is kept."""
    settings, notice = read(path)
    settings, wrong = override(settings, os.environ if environment is None else environment)
    if wrong and notice is None:
        notice = Notice(Problem(AppCode.SETTING_WRONG, wrong), wrong, "warning")
    return settings, notice


def read(path: Path) -> tuple[Settings, Notice | None]:
    """The settings of the file alone, and what there is to tell about it."""
    settings, wrong, problem = _read(path)
    if wrong:
        problem = Problem(AppCode.SETTINGS_DAMAGED, _keep(path))
    return settings, Notice(problem, str(path), "warning") if problem else None


def _read(path: Path) -> tuple[Settings, tuple[str, ...], Problem | None]:
    """The settings of the file, the names of those whose values are not understood, and why
    nothing could be read."""
    try:
        with as_problem(path):
            data = path.read_bytes()
    except ProblemError as error:
        if path.exists():
            return Settings(), (), error.problem
        return _old(path.with_name(OLD_NAME)), (), None
    try:
        values = _flat(tomllib.loads(data.decode()))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError):
        return Settings(), (), Problem(AppCode.SETTINGS_DAMAGED, _keep(path))
    return *_convert(values), None


def save(path: Path, settings: Settings, before: Settings | None = None) -> None:
    """Write into the file what differs from `before` (as it was read or saved last; None: from
    what is in the file). Values that come from the environment are not written while they are
    as there. Raises ProblemError."""
    stored, wrong, _ = _read(path)
    known = stored if before is None else before
    forced = _overridden(os.environ)
    with as_problem(path):
        path.parent.mkdir(parents=True, exist_ok=True)
    document = _document(path, stored)
    for row in table():
        value = getattr(settings, row.name)
        changed = value not in (getattr(known, row.name), getattr(stored, row.name))
        if row.name in wrong or (changed and forced.get(row.name) != value):
            _put(document, row, value)
    write_beside(path, document.as_string())


def put(path: Path, **values: Any) -> Settings:
    """Change some settings in the file, and nothing else; the settings of the file now. Raises ProblemError."""
    settings = msgspec.structs.replace(read(path)[0], **values)
    save(path, settings)
    return settings


def export(settings: Settings, target: Path) -> None:
    """Write a copy for another machine: without what the window remembers of this one. Raises ProblemError."""
    document = _new()
    for row in table():
        if row.name not in REMEMBERED:
            _put(document, row, getattr(settings, row.name))
    write_beside(target, document.as_string())


def take_over(source: Path, settings: Settings) -> Settings:
    """`settings` with all values that the file `source` has. Raises ProblemError where it cannot
    be read or holds anything that is not understood; nothing is changed then."""
    with as_problem(source):
        data = source.read_bytes()
    try:
        values = _flat(tomllib.loads(data.decode()))
    except UnicodeDecodeError as error:
        raise ProblemError(Problem(AppCode.SETTINGS_NOT_TAKEN), str(source)) from error
    except tomllib.TOMLDecodeError as error:
        raise ProblemError(Problem(AppCode.SETTINGS_NOT_TAKEN, _where(error)), str(source)) from error
    found, wrong = _convert(values)
    if wrong:
        named = tr("the value of {names}").format(names=tr(" and of ").join(wrong))
        raise ProblemError(Problem(AppCode.SETTINGS_NOT_TAKEN, named), str(source))
    taken = {name: getattr(found, name) for name in values if name in Settings.__struct_fields__}
    return msgspec.structs.replace(settings, **{n: v for n, v in taken.items() if n not in REMEMBERED})


def _where(error: tomllib.TOMLDecodeError) -> str:
    """The place that is no TOML, of words like "Expected '=' (at line 3, column 7)"."""
    place = re.search(r"at (line \d+, column \d+|end of document)", str(error))
    return tr("what stands at {place}").format(place=place[1]) if place and "line" in place[1] else tr("its end")


# ------------------------------------------------------------ the environment


def override(settings: Settings, environment: Mapping[str, str]) -> tuple[Settings, str]:
    """The settings with the variables' values, and the first variable that is not understood."""
    wrong = ""
    for row in table():
        text = environment.get(variable(row))
        if text is None:
            continue
        try:
            settings = msgspec.structs.replace(settings, **{row.name: _parsed(row, text)})
        except (msgspec.ValidationError, ValueError):
            wrong = wrong or variable(row)
    return settings, wrong


def variable(row: Setting) -> str:
    """The name of the variable that overrides a setting."""
    return PREFIX + row.name.upper()


def _overridden(environment: Mapping[str, str]) -> dict[str, Any]:
    names = [row.name for row in table() if variable(row) in environment]
    settings, _ = override(Settings(), environment)
    return {name: getattr(settings, name) for name in names}


def _parsed(row: Setting, text: str) -> Any:
    """A variable's text as the setting's kind; lists are separated by commas. Raises ValueError
    and msgspec.ValidationError."""
    value: Any = text
    if row.kind is tuple:
        value = [part.strip() for part in text.split(",") if part.strip()]
    elif row.kind is bool:
        if text.strip().lower() not in _TRUE + _FALSE:
            raise ValueError(text)
        value = text.strip().lower() in _TRUE
    elif row.kind in (int, float):
        value = row.kind(text)
    return getattr(msgspec.convert({row.name: value}, type=Settings), row.name)


# ------------------------------------------------------------ the file


def _document(path: Path, stored: Settings) -> TOMLDocument:
    """The file to change; a new one with the stored values where there is none, or no TOML."""
    import tomlkit  # 20 ms that a start need not pay
    from tomlkit.exceptions import TOMLKitError

    with suppress(OSError, UnicodeDecodeError, TOMLKitError):
        return tomlkit.parse(path.read_text(encoding="utf-8"))
    document = _new()
    for row in table():
        value = getattr(stored, row.name)
        if value != row.default:
            _put(document, row, value)
    return document


def _new() -> TOMLDocument:
    import tomlkit

    document = tomlkit.document()
    for line in HEAD.splitlines():
        document.add(tomlkit.comment(line))
    return document


def _put(document: TOMLDocument, row: Setting, value: Any) -> None:
    """Set one value, in its section, with its help above it when it is new."""
    import tomlkit

    name = _section(row)
    if name not in document:
        document.add(tomlkit.nl())
        document.add(name, tomlkit.table())
    section: Any = document[name]
    value = list(value) if isinstance(value, tuple) else value
    if row.name in section:
        section[row.name] = value
        return
    if name != _KEPT_BY_WINDOW:
        section.add(tomlkit.comment(help_of(row)))
    section.add(row.name, value)


def help_of(row: Setting) -> str:
    """Its sentence, and what may be written."""
    if row.choices:
        choices = ", ".join(choice or EMPTY for choice in row.choices)
        return f"{row.help} {'Any' if row.kind is tuple else 'One'} of: {choices}."
    if row.least is not None and row.most is not None:
        return f"{row.help} From {row.least:g} to {row.most:g}."
    return row.help


def _section(row: Setting) -> str:
    return _KEPT_BY_WINDOW if row.name in REMEMBERED else row.section.lower()


def _flat(values: Mapping[str, Any]) -> dict[str, Any]:
    """All settings of all sections; a person may also write one outside of any."""
    found: dict[str, Any] = {}
    for name, value in values.items():
        found.update(value if isinstance(value, Mapping) else {name: value})
    return found


def _convert(values: Mapping[str, Any]) -> tuple[Settings, tuple[str, ...]]:
    """Each value on its own: those that fit are taken; and the names of those that do not."""
    settings = Settings()
    wrong: list[str] = []
    for name in Settings.__struct_fields__:
        if name in values:
            try:
                one = msgspec.convert({name: values[name]}, type=Settings)
            except msgspec.ValidationError:
                wrong.append(name)
                continue
            settings = msgspec.structs.replace(settings, **{name: getattr(one, name)})
    return settings, tuple(wrong)


def _old(path: Path) -> Settings:
    """The settings of the first versions' file; the defaults where there is none."""
    try:
        values = msgspec.json.decode(path.read_bytes())
    except (OSError, msgspec.DecodeError, UnicodeDecodeError):
        return Settings()
    return _convert(values)[0] if isinstance(values, Mapping) else Settings()


def _keep(path: Path) -> str:
    """Copy a damaged file aside; the copy's path, or "" where even that is not possible."""
    try:
        data = path.read_bytes()
        for number in itertools.count(1):
            copy = path.with_name(f"{path.name}.damaged" + (f"-{number}" if number > 1 else ""))
            if not copy.exists():
                shutil.copy2(path, copy)
            if copy.read_bytes() == data:  # that of an earlier damage is kept, too
                return str(copy)
    except OSError:
        pass
    return ""
