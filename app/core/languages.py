# SPDX-License-Identifier: AGPL-3.0-or-later
"""Languages that a user may name for scans."""

from __future__ import annotations

_CODES = (
    "af am ar az be bg bn bo bs ca cs cy da de dv el en es et eu fa fi fr ga gl gu he hi hr hu hy id is it ja ka kk "
    "km kn ko la lo lt lv mk ml mn mr ms mt my ne nl no or pa pl pt ro ru sa si sk sl sq sr sv sw ta te th tr uk ur "
    "uz vi zh"
)
CODES = tuple(_CODES.split())
"""ISO 639-1 codes: those that the recognisers have models or dictionaries for, at most."""
