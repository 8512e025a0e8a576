# SPDX-License-Identifier: AGPL-3.0-or-later
"""Blots secrets out of what a program says, before anybody reads, keeps or logs it."""

from __future__ import annotations

import json
from collections.abc import Sequence

BLOT = b"[secret]"

SHORTEST = 6
"""Characters of the shortest secret that is looked for: a shorter one would stand in innocent words."""


class Blot:
    """Call it with a line."""

    def __init__(self, secrets: Sequence[str]) -> None:
        forms = {form for secret in secrets if len(secret) >= SHORTEST for form in _forms(secret)}
        self._forms = sorted(forms, key=len, reverse=True)

    def __call__(self, line: bytes) -> bytes:
        for form in self._forms:
            if form in line:
                line = line.replace(form, BLOT)
        return line


def _forms(secret: str) -> set[bytes]:
    """As it is, and as it stands inside JSON."""
    return {secret.encode("utf-8", "replace"), json.dumps(secret)[1:-1].encode()}
