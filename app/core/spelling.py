# SPDX-License-Identifier: AGPL-3.0-or-later
"""Words of a page's Markdown that no chosen dictionary knows: by Hunspell (chunspell, the extra `spelling`) and the
dictionaries that are on the computer, or in a folder of the user's. Plain values; may be called from any thread.

Code, formulas, tags, addresses and words with digits are not looked at; a word is right if one dictionary knows it.
"""

from __future__ import annotations

import importlib.util
import logging
import os
import re
import sys
import threading
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Protocol

from app.core.align.source import read

log = logging.getLogger(__name__)

Span = tuple[int, int]

MOST = 500
"""Words of a page that are told: where there are more, the dictionary is not that of its language."""

_PRINTED = frozenset({"fence", "code_block"})
_CODE = re.compile(r"(`+)(?!`).+?(?<!`)\1(?!`)", re.S)
_ADDRESS = re.compile(r"(?i)\b(?:https?://|www\.|mailto:)\S+|\S+@\S+\.\w+")
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")


class _Dictionary(Protocol):
    def spell(self, word: str) -> bool: ...


def available() -> bool:
    """Whether the extra is installed."""
    return importlib.util.find_spec("hunspell") is not None


def folders(own: str = "") -> list[Path]:
    """Where dictionaries may be, the user's own folder first."""
    found = [Path(own).expanduser()] if own else []
    if sys.platform == "darwin":
        found += [Path.home() / "Library/Spelling", Path("/Library/Spelling")]
        offices = [Path("/Applications/LibreOffice.app/Contents/Resources/extensions")]
    elif os.name == "nt":
        programs = [os.environ.get(name, "") for name in ("ProgramFiles", "ProgramFiles(x86)")]
        offices = [Path(one) / "LibreOffice" / "share" / "extensions" for one in programs if one]
    else:
        found += [Path(f"/usr/share/{name}") for name in ("hunspell", "myspell", "myspell/dicts")]
        offices = [Path("/usr/lib/libreoffice/share/extensions"), *Path("/opt").glob("libreoffice*/share/extensions")]
    return found + [folder for office in offices for folder in sorted(office.glob("dict-*"))]


def dictionaries(own: str = "") -> dict[str, Path]:
    """The .dic file of each dictionary that has its .aff beside it, by name (en_US)."""
    found: dict[str, Path] = {}
    for folder in folders(own):
        for file in sorted(folder.glob("*.dic")):
            if file.with_suffix(".aff").is_file():
                found.setdefault(file.stem, file)
    return found


def chosen(names: Sequence[str], there: Iterable[str]) -> list[str]:
    """The dictionaries that are meant: by name, or all of a language that is named alone (de: de_AT, de_DE)."""
    wanted = [name.replace("-", "_").casefold() for name in names]
    return [one for one in sorted(there) if one.casefold() in wanted or one.partition("_")[0].casefold() in wanted]


def words(text: str) -> Iterator[Span]:
    """The words of the Markdown that have a spelling."""
    source = read(text)
    code = {number for number, block in enumerate(source.blocks) if block.kind in _PRINTED}
    hidden = sorted(match.span() for pattern in (_CODE, _ADDRESS) for match in pattern.finditer(text))
    last = 0
    for word in source.words:
        if word.math or word.block in code:
            continue
        while last < len(hidden) and hidden[last][1] <= word.start:
            last += 1
        if last < len(hidden) and hidden[last][0] < word.end:
            continue
        before, after = text[max(0, word.start - 1) : word.start], text[word.end : word.end + 1]
        if not before.isdigit() and not after.isdigit():
            for match in _WORD.finditer(text, word.start, word.end):
                yield match.span()


class Speller:
    """The chosen dictionaries. `failed` names what was asked for and is not there, or cannot be read; `installed`:
    the extra is there."""

    def __init__(self, names: Sequence[str], own: str = "") -> None:
        self._lock = threading.Lock()
        self._known: dict[str, bool] = {}
        self._dictionaries: list[_Dictionary] = []
        self.names: list[str] = []
        self.installed = available()
        there = dictionaries(own)
        self.failed = [name for name in names if not chosen([name], there)]
        for name in chosen(names, there):
            try:
                from hunspell import Hunspell

                self._dictionaries.append(Hunspell(name, hunspell_data_dir=str(there[name].parent)))
                self.names.append(name)
            except (ImportError, OSError, ValueError) as error:
                log.info("the dictionary %s cannot be read: %s", name, error)
                self.failed.append(name)

    def knows(self, word: str) -> bool:
        with self._lock:
            known = self._known.get(word)
            if known is None:
                plain = word.replace("’", "'")
                known = self._known[word] = any(_spell(one, plain) for one in self._dictionaries)
        return known

    def unknown(self, text: str) -> list[Span]:
        """Where words stand that no dictionary knows, in code points; nothing without a dictionary. Single letters
        are no words, and capitals alone (NATO) are names of their own."""
        if not self._dictionaries:
            return []
        found: list[Span] = []
        for start, end in words(text):
            word = text[start:end]
            if len(word) > 1 and not word.isupper() and not self.knows(word):
                found.append((start, end))
                if len(found) == MOST:
                    break
        return found


def _spell(dictionary: _Dictionary, word: str) -> bool:
    try:
        return dictionary.spell(word)
    except UnicodeEncodeError:  # letters that the dictionary's encoding does not have
        return False
