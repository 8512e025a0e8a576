# SPDX-License-Identifier: AGPL-3.0-or-later
"""`list-run-together`: items of a list that stand in one line, as models are known to write them
(deepseek-ai/DeepSeek-OCR issue 200): `- about mail- about phone- about post`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from app.core.align.source import Source
from app.core.checks.flag import Flag, Kind, Reason, Severity

_LISTS = frozenset({"bullet_list_open", "ordered_list_open", "paragraph_open"})
_ITEM = re.compile(r"(?m)^(?P<mark>[ \t]*[-*+•‣▪][ \t]+)(?P<text>\S.*)$")
_SUSPENDED = r"(?:and|or|to|und|oder|bzw|bis|sowie|et|ou|y|o|e|i|en|of|och|og)\b"
_JOINT = re.compile(rf"(?<=[^\s(])(?:-[ \t]+(?!{_SUSPENDED})|[ \t]*[•‣▪][ \t]*)(?=[^\W_])", re.IGNORECASE)
"""A dash right behind a word and with white after it, or a bullet. "Ein- und Ausgabe" is none."""
_SURE = re.compile(r"[.;!?)]-[ \t]|-[ \t]+[A-Z]|[•‣▪]")
"""A single dash may be that of a word that was divided at a line's end, unless it looks so."""


def check(source: Source) -> Iterator[Flag]:
    """One flag an item with others in it; its suggestion has each in a line. The page is not asked: a dash that a
    scan has lost the space of looks the same, so it is a doubt only."""
    for block in source.blocks:
        if block.kind not in _LISTS:
            continue
        for item in _ITEM.finditer(source.text, block.start, block.end):
            parts = _JOINT.split(item["text"])
            if len(parts) < 2 or (len(parts) == 2 and not _SURE.search(item["text"])):
                continue
            lines = "\n".join(item["mark"] + part.strip() for part in parts)
            yield Flag(
                Kind.LIST_RUN_TOGETHER, Severity.DOUBT, item.start(), item.end(), Reason.ITEMS_IN_A_LINE,
                {"count": len(parts)}, suggestion=lines,
            )  # fmt: skip
