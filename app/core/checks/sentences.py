# SPDX-License-Identifier: AGPL-3.0-or-later
"""From a flag's reason to a sentence: what is wrong here and what to do.

Only named placeholders, so that a translation may order them as it needs. {second} is the second reading's name.
"""

from __future__ import annotations

from app.core import wording
from app.core.checks.evidence import Origin, Unfit
from app.core.checks.flag import Flag, Reason
from app.core.retell import retell
from app.core.wording import mark, tr

_SECOND = {Origin.TEXT_LAYER: mark("the file's own text"), Origin.OCR: mark("the second reading of the picture")}

_SENTENCES: dict[Reason, str] = {
    Reason.OTHER_NUMBER: mark("Here stands {text}, but {second} has {page}. Compare the digits with the page."),
    Reason.NUMBER_LEFT_OUT: mark("The number {page} is lacking here; {second} has it."),
    Reason.NUMBER_NOT_THERE: mark("The number {text} is not in {second}. Look whether the page has it."),
    Reason.OTHER_WORD: mark("Here stands “{text}”, but {second} has “{page}”."),
    Reason.WORDS_LEFT_OUT: mark("The page has “{page}” here."),
    Reason.CELLS_LEFT_OUT: mark(
        "The page has “{page}” in the table here. The suggestion has it in one cell: part it as the page does."
    ),
    Reason.WORDS_NOT_THERE: mark("These words ({count}) are not in {second}. Look whether the page has them."),
    Reason.LINE_AGAIN: mark("This is there more often than on the page. Delete it if the page does not have it here."),
    Reason.LINE_TWICE: mark(
        "This is there more than once; what the page has is not known. Look whether it repeats it."
    ),
    Reason.LOOP: mark("The same {count} times in a row. Delete what the page does not have."),
    Reason.CUT_AT_LIMIT: mark(
        "The reading ended at its length limit; the rest of the page is lacking. Read the page again."
    ),
    Reason.STOPPED_LOOP: mark("The reading was stopped because it repeated itself. Compare the end of the page."),
    Reason.PAGE_IS_BLANK: mark("The page is blank, but there is text for it. Delete it if the page is blank indeed."),
    Reason.PAGE_HAS_INK: mark(
        "There is no text, but the page is not blank. Read it again, or check that it is a picture."
    ),
    Reason.PAGE_HAS_WORDS: mark("There is no text, but the page has {count} words. Read it again."),
    Reason.FORMULA_REFUSED: mark("This formula cannot be typeset: {detail}."),
    Reason.FORMULA_OPEN: mark("Here stands {sign} outside of a formula. Look for a sign that opens or closes it."),
    Reason.UNEQUAL_ROWS: mark("This row has {cells} columns, the table has {usual}."),
    Reason.SPAN_TOO_LARGE: mark("A cell reaches over {cells} rows; the table has only {usual} left."),
    Reason.TAG_NOT_CLOSED: mark("{tag} is opened here and not closed."),
    Reason.TAG_NOT_OPENED: mark("{tag} closes what was not opened."),
    Reason.ITEMS_IN_A_LINE: mark("{count} items of a list stand in one line. Part them if the page has them apart."),
    Reason.UNSURE: mark("The model was unsure here. Compare with the page."),
    Reason.DRAFTS_REJECTED: mark(
        "The model's drafts were rejected oftener than elsewhere ({share} accepted, {usual} is"
        " usual here). Look the page over."
    ),
    Reason.BLOCK_JUMPS: mark(
        "On the page this stands before what comes before it here. Check the order of the columns."
    ),
    Reason.CELLS_SWAPPED: mark("On the page these cells stand in another order. Compare the columns."),
    Reason.CELL_SHIFTED: mark("On the page this stands in another column. Compare the row."),
    Reason.NOT_READ: mark("The page could not be read ({code}). Read it again."),
}

_OF_ONE: dict[Reason, tuple[str, str]] = {
    Reason.WORDS_NOT_THERE: ("count", mark("This word is not in {second}. Look whether the page has it.")),
    Reason.UNEQUAL_ROWS: ("cells", mark("This row has {cells} column, the table has {usual}.")),
}
"""Sentences where the datum of that name is 1."""

_UNFIT: dict[Unfit, str] = {
    Unfit.NONE: mark("Not checked against the page: there is no second reading to compare numbers and words with."),
    Unfit.GARBAGE: mark("{second} is unreadable on this page: numbers and words were not compared."),
    Unfit.DISAGREES: mark(
        "{second} agrees with hardly anything here, so single words were not compared. Look the page over."
    ),
}
_LONGEST = 80


def sentence(flag: Flag, origin: Origin | None) -> str:
    """Why the flag is there, and what to do."""
    data = {name: _short(value) for name, value in flag.data.items()}
    if (code := data.get("code")) and wording.translated():
        data["code"] = retell(str(code).replace("-", " "))
    count, one = _OF_ONE.get(flag.reason, ("", ""))
    text = one if one and data.get(count) == 1 else _SENTENCES[flag.reason]
    return tr(text).format(second=_second(origin), **data)


def unfit_sentence(reason: Unfit, origin: Origin | None) -> str:
    """Why the second reading of a page was not used."""
    name = _second(origin)
    return tr(_UNFIT[reason]).format(second=name[:1].upper() + name[1:])


def _second(origin: Origin | None) -> str:
    return tr(_SECOND.get(origin or Origin.TEXT_LAYER, ""))


def _short(value: str | int | float) -> str | int | float:
    if not isinstance(value, str):
        return value
    one = " ".join(value.split())
    return one if len(one) <= _LONGEST else one[: _LONGEST - 1] + "…"
