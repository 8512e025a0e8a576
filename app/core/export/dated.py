# SPDX-License-Identifier: AGPL-3.0-or-later
"""Archives whose bytes depend on their contents alone: one date for all entries, the text's own."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime

_FIRST = datetime(1980, 1, 1, tzinfo=UTC)
"""Before it, archives know no date."""


def moment(changed: float) -> datetime:
    """When the text was made, at least the first date that archives know."""
    return max(_FIRST, datetime.fromtimestamp(changed, UTC)) if changed else _FIRST


def zipped(entries: Iterable[tuple[str, bytes]], when: datetime) -> bytes:
    """A ZIP archive; of two entries with one name the first is kept."""
    stream = io.BytesIO()
    seen: set[str] = set()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in entries:
            if name in seen:
                continue
            seen.add(name)
            entry = zipfile.ZipInfo(name, when.timetuple()[:6])
            entry.external_attr = 0o644 << 16
            entry.compress_type = zipfile.ZIP_STORED if name == "mimetype" else zipfile.ZIP_DEFLATED
            archive.writestr(entry, content)
    return stream.getvalue()


def dated_zip(content: bytes, when: datetime, changed: Mapping[str, Callable[[bytes], bytes]]) -> bytes:
    """The archive again with one date, and some entries put through a function."""
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        entries = [(entry.filename, archive.read(entry)) for entry in archive.infolist()]
    return zipped(((name, changed[name](data) if name in changed else data) for name, data in entries), when)
