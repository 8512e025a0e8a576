# SPDX-License-Identifier: AGPL-3.0-or-later
"""What the versions of a page are called, the newest first. Plain functions, no Qt."""

from __future__ import annotations

import time
from dataclasses import dataclass

from app.core.version_changes import EditInfo, ReadingInfo, VersionsListed
from app.core.wording import mark, several, tr
from app.desktop.phrases import duration, engine_name, per_cent, rate

PRESENT = ("present", 0)
"""The key of the text as it stands now."""


@dataclass(frozen=True, slots=True)
class Version:
    """`key` is ("present", 0), ("reading", NUMBER) or ("edit", NUMBER); `text` None is not known yet (a reading's)
    or, of an edit, the way back to the engine's text."""

    key: tuple[str, int]
    title: str
    facts: str = ""
    text: str | None = None


def versions(listed: VersionsListed) -> list[Version]:
    """Readings and edits in one row, the newest first."""
    dated = [(edit.at, edit_version(edit)) for edit in listed.edits]
    dated += [(reading.at, reading_version(reading)) for reading in listed.readings]
    return [version for _, version in sorted(dated, key=lambda pair: pair[0], reverse=True)]


def reading_version(reading: ReadingInfo) -> Version:
    name = engine_name(reading.engine)
    title = tr("{engine}, {time}").format(engine=name, time=when(reading.at))
    facts = [reading.model if reading.engine != "builtin" else "", reading.settings]
    facts += [_characters(reading.chars), duration(reading.seconds) if reading.seconds is not None else ""]
    facts.append(rate(reading.tokens_per_s, "tok") if reading.tokens_per_s is not None else "")
    if reading.acceptance is not None:
        facts.append(tr("acceptance {share}").format(share=per_cent(reading.acceptance)))
    facts.append(tr("present reading") if reading.present else "")
    return Version(("reading", reading.number), title, " · ".join(fact for fact in facts if fact))


def edit_version(edit: EditInfo) -> Version:
    who = tr("you") if edit.who == "user" else edit.who
    if edit.text is None:
        title = tr("Back to the engine's text by {who}, {time}").format(who=who, time=when(edit.at))
        return Version(("edit", edit.number), title)
    title = tr("Edit by {who}, {time}").format(who=who, time=when(edit.at))
    return Version(("edit", edit.number), title, _characters(len(edit.text)), edit.text)


def _characters(number: int) -> str:
    return several(mark("{n:,} character"), mark("{n:,} characters"), number)


def when(at: float) -> str:
    """ "13:40:05" of today, else "2026-11-30 13:40"."""
    then, now = time.localtime(at), time.localtime()
    today = then[:3] == now[:3]
    return time.strftime("%H:%M:%S" if today else "%Y-%m-%d %H:%M", then)
