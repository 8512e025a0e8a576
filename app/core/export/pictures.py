# SPDX-License-Identifier: AGPL-3.0-or-later
"""Pictures that stand in HTML as data, taken out into files of their own."""

from __future__ import annotations

import base64
import binascii
import hashlib
import re
from collections.abc import Mapping

_DATA = re.compile(r'src="data:image/(png|jpeg|webp|gif);base64,([A-Za-z0-9+/=\s]*)"')
_ENDINGS = {"jpeg": "jpg"}


def apart(html: str, folder: str, names: Mapping[bytes, str]) -> tuple[str, list[tuple[str, bytes]]]:
    """The HTML with links into `folder`, and the files: name and contents, each picture once. `names` has those of
    pictures that are kept there under one already, by their contents. One whose data is damaged stays as it is."""
    files: dict[str, bytes] = {}

    def link(match: re.Match[str]) -> str:
        try:
            content = base64.b64decode(match[2], validate=False)
        except binascii.Error:
            return match[0]
        made = f"picture-{hashlib.sha256(content).hexdigest()[:12]}.{_ENDINGS.get(match[1], match[1])}"
        name = f"{folder}/{names.get(content, made)}"
        files[name] = content
        return f'src="{name}"'

    return _DATA.sub(link, html), list(files.items())
