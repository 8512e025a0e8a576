# SPDX-License-Identifier: AGPL-3.0-or-later
"""Footnotes as they are printed, with raised signs: notes of the document where the page leaves no doubt, and passed by
what a page break cut in two in any case."""

from __future__ import annotations

import pytest

from app.core.assemble.document import assemble
from app.core.assemble.steps import Steps


def _text(*pages: str, steps: Steps | None = None) -> str:
    return "\n\n".join(piece.source for piece in assemble(enumerate(pages), steps).pieces)


def test_printed_notes_are_numbered_through_the_document() -> None:
    one = "# Rain<sup>∗</sup>\n\nIt fell<sup>1</sup> on the\n\n<sup>∗</sup>Version 4\n\n<sup>1</sup> Much of it."
    two = "town.<sup>1</sup> The end.\n\n<sup>1</sup>All of it,\nat once."
    assert _text(one, two) == (
        "# Rain[^1]\n\n[^1]: Version 4\n\nIt fell[^2] on the town.[^3] The end.\n\n"
        "[^2]: Much of it.\n\n[^3]: All of it,\n    at once."
    )
    assert "[^" not in _text(one, two, steps=Steps(footnotes=False))


def test_white_may_stand_before_a_raised_sign() -> None:
    page = "In 1990 <sup>1</sup> it said: rain! <sup>2</sup> Rain!<sup>3</sup>\n\n" + "\n\n".join(
        f"<sup>{n}</sup> Note" for n in "123"
    )
    assert _text(page).startswith("In 1990[^1] it said: rain! [^2] Rain! [^3]\n\n[^1]: Note")


def test_notes_on_one_line_are_parted_where_the_text_has_their_marks() -> None:
    page = "It fell<sup>1</sup> and rose.<sup>2</sup>\n\n<sup>1</sup>One <sup>2</sup>Two <sup>3</sup>He"
    assert _text(page) == "It fell[^1] and rose.[^2]\n\n[^1]: One\n\n[^2]: Two <sup>3</sup>He"


@pytest.mark.parametrize(
    "page",
    [
        "Anna<sup>1</sup> and Bob<sup>1</sup>\n\n<sup>1</sup>School of Rain",  # two marks
        "It fell<sup>1</sup>.\n\n<sup>1</sup>One\n\n<sup>1</sup>Other",  # two notes
        "A field of 10 m<sup>2</sup> and E=mc<sup>2</sup>.\n\n<sup>2</sup>See there.",  # powers
        "A field of 10 km<sup>2</sup>.\n\n<sup>2</sup>See there.",
        "It fell<sup>1</sup>.\n\n<sup>1</sup>School of Rain\n\n## Abstract\n\nText.",  # not at the foot
        "It fell.\n\n<sup>1</sup>See there.",  # no mark
        "`x<sup>1</sup>`\n\n<sup>1</sup>See there.",  # code
    ],
)
def test_what_leaves_a_doubt_stays(page: str) -> None:
    assert _text(page) == page


@pytest.mark.parametrize(
    "note",
    [
        "<sup>1</sup>See the report.", "1 See the report.", "[1] See the report.", "\\* Write to a@b.org.",
        "† Died 1990.", "<sup>†</sup> Died.\n\n<sup>2</sup>See there.",
    ],
)  # fmt: skip
def test_text_goes_on_past_a_note_at_the_foot(note: str) -> None:
    before = "The council agreed that the road goes from the mill by the harbour down to the imple-"
    done = _text(f"{before}\n\n{note}", "mentation and the river beyond it.")
    assert done == f"{before[:-1]}mentation and the river beyond it.\n\n{note}"


def test_a_numbered_paragraph_is_no_note_between_two_texts() -> None:
    pages = ("The council agreed.\n\n12 March was a rainy day.", "the end of it")
    assert _text(*pages) == "\n\n".join(pages)
