# SPDX-License-Identifier: AGPL-3.0-or-later
"""Headings that pages have in common: running heads where the text runs on under them, titles of pages elsewhere."""

from __future__ import annotations

import pytest

from app.core.assemble.document import assemble

PROSE = "The barge went down the river and the crew saw the {} of the town before"
"""A page's text, which breaks off within a sentence."""


def _text(*pages: str) -> str:
    return "\n\n".join(piece.source for piece in assemble(enumerate(pages)).pieces)


def _invoice(number: int, head: str = "# Invoice", foot: str = "IBAN CH93 0076 2011") -> str:
    names = ("Miller Ltd", "Sato KK", "Dupont SA", "Rossi Srl")
    sheet = f"{head}\n\nNumber: {117 + 13 * number}\n\nFor {names[number]}.\n\n## Total\n\nEUR {12 + 7 * number}"
    return f"{sheet}\n\n{foot}\n\n{number + 1}"


@pytest.mark.parametrize("head", ["# Invoice", "**Invoice**", "# Minutes\n\n## Present", "ACME Works\n\n# Invoice"])
def test_the_title_of_each_sheet_of_a_file_stays(head: str) -> None:
    done = _text(*(_invoice(n, head) for n in range(4)))
    for line in head.removeprefix("ACME Works").strip().split("\n\n"):
        assert done.count(line) == 4
    assert "ACME" not in done or head != "ACME Works\n\n# Invoice"
    assert done.count("IBAN") == 4, "what stands at their feet is each one's own"
    assert not any(block.isdigit() for block in done.split("\n\n")), "their numbers are none of it"


def test_a_heading_that_text_runs_on_under_is_a_running_head() -> None:
    pages = [f"# The Water Mills\n\n{'' if n == 0 else 'it '}{PROSE.format(w)}" for n, w in enumerate("abcde")]
    done = _text(*pages)
    assert done.count("Water Mills") == 1 and "before it The barge" in done


def test_a_few_pages_that_break_off_tell_it_of_all() -> None:
    pages = [f"# The Water Mills\n\nIt was {word}." for word in "abcdefgh"]
    pages[3] = f"# The Water Mills\n\n{PROSE.format('mill')}"
    pages[4] = "# The Water Mills\n\nthey came home."
    assert _text(*pages).count("Water Mills") == 1


def test_a_table_that_goes_on_under_a_heading_makes_it_a_running_head() -> None:
    words = ["apple", "bread", "cocoa", "dates", "eggs", "flour", "grapes", "honey", "ink", "jam", "kale", "lemon"]
    rows = [[f"| {words[3 * page + n]} | {page + n}.50 |" for n in range(3)] for page in range(4)]
    pages = ["# Prices\n\n| What | EUR |\n|---|---|\n" + "\n".join(lines) for lines in rows]
    done = _text(*pages)
    assert done.count("Prices") == done.count("|---|") == 1 and all(word in done for word in words)


def test_forms_with_the_same_labels_are_no_table_that_goes_on() -> None:
    form = "# Leave\n\n| Name | {} |\n|---|---|\n| Days | {} |\n| Reason | {} |"
    done = _text(form.format("Ann", 3, "rest"), form.format("Bob", 4, "rain"), form.format("Cid", 5, "sun"))
    assert done.count("# Leave") == 3


def test_a_number_alone_on_its_page_is_a_page_number_in_any_type() -> None:
    pages = ["# A study", "### ii", "# Abstract\n\nIt rains.", "### iv", "# Thanks\n\nTo all.", "### vi"]
    assert _text(*pages) == "# A study\n\n# Abstract\n\nIt rains.\n\n# Thanks\n\nTo all."
    chapters = [f"# {n}\n\nIt began {c}." for n, c in enumerate("abcd", 1)]
    assert _text(*chapters) == "\n\n".join(chapters)


def test_no_level_is_left_out_on_the_way_down() -> None:
    page = "# Survey\n\n### Abstract\n\nText.\n\n### Thanks\n\n###### Deep\n\n#### Less\n\n## Next\n\n#### Last"
    done = [line for line in _text(page).split("\n") if line.startswith("#")]
    assert done == ["# Survey", "## Abstract", "## Thanks", "### Deep", "### Less", "## Next", "### Last"]
    alone = "### Note\n\nText.\n\n## Part"
    assert _text(alone) == alone


@pytest.mark.parametrize("line", ["{} May 2023", "Log of {}.05.2023", "2023-05-{}", "May {}, 2023", "2023年5月{}日"])
def test_a_page_a_day_keeps_its_date(line: str) -> None:
    pages = [f"{line.format(11 + n)}\n\nIt rained {c}." for n, c in enumerate("abcd")]
    assert _text(*pages) == "\n\n".join(pages)
    running = [f"Report of 3 May 2023 {11 + n}\n\nIt rained {c}." for n, c in enumerate("abcd")]
    assert "Report" not in _text(*running)
