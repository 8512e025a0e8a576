# SPDX-License-Identifier: AGPL-3.0-or-later
"""How flags look, whichever widget shows them: a line under the text and a sign in the margin for each severity.

Colour is never the only sign: the line of a fault is wavy, of a doubt dashed, of a hint dotted.
"""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtGui import QColor, QTextCharFormat

from app.core.checks import Kind, Severity
from app.core.wording import mark, tr
from app.desktop.look import Colours

SIGNS = {Severity.FAULT: "!", Severity.DOUBT: "?", Severity.HINT: "·"}
SEVERITIES = {Severity.FAULT: "fault", Severity.DOUBT: "doubt", Severity.HINT: "hint"}
_LINES = {
    Severity.FAULT: QTextCharFormat.UnderlineStyle.WaveUnderline,
    Severity.DOUBT: QTextCharFormat.UnderlineStyle.DashUnderline,
    Severity.HINT: QTextCharFormat.UnderlineStyle.DotLine,
}
_KINDS: dict[Kind, str] = {
    Kind.NUMBER_DIFFERS: mark("Number differs"),
    Kind.WORD_DIFFERS: mark("Word differs"),
    Kind.MISSING_TEXT: mark("Text is lacking"),
    Kind.INVENTED_TEXT: mark("Not on the page"),
    Kind.REPETITION: mark("Repeated"),
    Kind.CUT_OFF: mark("Cut off"),
    Kind.BLANK_BUT_TEXT: mark("Blank page with text"),
    Kind.INK_BUT_EMPTY: mark("No text"),
    Kind.FORMULA_INVALID: mark("Formula"),
    Kind.TABLE_RAGGED: mark("Table"),
    Kind.LIST_RUN_TOGETHER: mark("List"),
    Kind.LOW_CONFIDENCE: mark("Unsure"),
    Kind.LOW_ACCEPTANCE: mark("Unusual page"),
    Kind.READING_ORDER: mark("Order"),
    Kind.UNREAD: mark("Not read"),
}


@dataclass(frozen=True, slots=True)
class Mark:
    """A marked place of a preview: the block, and from where to where in the preview's own counting. The present
    flag's is also filled."""

    block: int
    start: int
    end: int
    severity: Severity
    present: bool = False


def kind_words(kind: Kind) -> str:
    return tr(_KINDS[kind])


def colour(severity: Severity, colours: Colours) -> QColor:
    return QColor({Severity.FAULT: colours.warn, Severity.DOUBT: colours.mark, Severity.HINT: colours.accent}[severity])


def letters(severity: Severity, colours: Colours, present: bool) -> QTextCharFormat:
    """The format of marked letters."""
    form = QTextCharFormat()
    form.setUnderlineStyle(_LINES[severity])
    form.setUnderlineColor(colour(severity, colours))
    if present:
        ground = QColor(colours.mark)
        ground.setAlphaF(0.3)
        form.setBackground(ground)
    return form
