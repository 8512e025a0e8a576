# SPDX-License-Identifier: AGPL-3.0-or-later
"""Texts that are shown, in the user's language. No Qt: the window hands in its translator; without one (the
command line, the tests) texts are shown as they stand in the code, in English.

    LABELS = {State.DONE: mark("read")}       in a table: marked for the translators, looked up where it is shown
    tr(LABELS[state])
    tr("Open…")                               looked up now: never at import, nor as a default value
    tr("Open", "a door, not a file")          the second argument tells two equal texts apart, for translators
    tr("{name} is damaged.").format(name=…)   named placeholders, so that a translation may order them
    several(mark("{n} page"), mark("{n} pages"), n)   with the number put in

`make texts` collects them with lupdate, which reads literals only: an f-string or a sum of texts is not found.
"""

from __future__ import annotations

from collections.abc import Callable

Translate = Callable[[str, str], str]
"""From a text and its comment ("" for none) to the text that is shown."""


def _as_it_stands(text: str, comment: str) -> str:
    return text


_translate: Translate = _as_it_stands


def use(translate: Translate | None) -> None:
    """Texts are looked up by `translate` from now on; None shows them as they stand."""
    global _translate
    _translate = translate or _as_it_stands


def translated() -> bool:
    """Whether texts are shown in another language than that of the code."""
    return _translate is not _as_it_stands


def tr(text: str, comment: str = "") -> str:
    """`text` in the user's language."""
    return _translate(text, comment)


def mark(text: str) -> str:
    """`text` itself, marked for the translators; `tr` it where it is shown."""
    return text


def several(one: str, many: str, n: int) -> str:
    """One of two marked texts by the number, which stands in them as {n}. English, German and Chinese need no more
    forms than these."""
    return tr(one if n == 1 else many).format(n=n)
