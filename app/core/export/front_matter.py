# SPDX-License-Identifier: AGPL-3.0-or-later
"""What is known about a document, as YAML at the head of its Markdown."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import PurePath

from app.core.export.snapshot import Snapshot


def front_matter(snapshot: Snapshot) -> str:
    """Title, author, source, its hash, engines and the date of the newest text, as far as they are known.
    The date is that of the text and not of the export: the same text gives the same file."""
    values: dict[str, str | int] = {
        "title": snapshot.title,
        "author": snapshot.author,
        "source": PurePath(snapshot.source).name,
        "sha256": snapshot.content,
        "pages": len(snapshot.pages),
        "engine": snapshot.engine,
        "language": snapshot.language,
        "date": datetime.fromtimestamp(snapshot.changed, UTC).strftime("%Y-%m-%d") if snapshot.changed else "",
    }
    lines = [f"{name}: {_value(value)}" for name, value in values.items() if value]
    return "\n".join(["---", *lines, "---"])


def _value(value: str | int) -> str:
    """JSON's strings are YAML's as well."""
    return json.dumps(value, ensure_ascii=False) if isinstance(value, str) else str(value)
