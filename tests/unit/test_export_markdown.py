# SPDX-License-Identifier: AGPL-3.0-or-later
"""Documents as one Markdown file."""

from __future__ import annotations

import pytest

from app.core.changes import Problem
from app.core.export import ExportOptions, Format, PageText, Snapshot, render
from app.core.export.compose import closed
from engine.protocol import ErrorCode


def written(*pages: PageText, page_marks: bool = False) -> str:
    return render(Snapshot("A title", "/in/a.pdf", pages), Format.MARKDOWN, ExportOptions(page_marks=page_marks))


def test_pages_follow_each_other_with_a_blank_line() -> None:
    text = written(PageText(0, text="# One\n\nfirst\n\n"), PageText(1, text="\nsecond\r\nline"))
    assert text == "# One\n\nfirst\n\nsecond\nline\n"


def test_page_marks_stand_on_their_own_lines_and_count_from_one() -> None:
    text = written(PageText(0, text="a"), PageText(6, text="b"), page_marks=True)
    assert text == "<!-- page 1 -->\n\na\n\n<!-- page 7 -->\n\nb\n"


def test_blank_page_leaves_only_its_mark() -> None:
    assert written(PageText(0, text=""), PageText(1, text="b")) == "b\n"
    assert written(PageText(0, text=" \n"), page_marks=True) == "<!-- page 1 -->\n"


def test_failed_page_is_seen_in_its_place() -> None:
    failed = PageText(1, problem=Problem(ErrorCode.ENGINE_FAILED, "a*b <i>"))
    lines = written(PageText(0, text="a"), failed, PageText(2, text="c")).split("\n\n")
    assert lines[0] == "a"
    assert lines[2] == "c\n"
    assert lines[1].startswith("> **Page 2 is missing here.** ")
    assert r"a\*b \<i\>" in lines[1]


def test_page_that_nobody_read_says_so() -> None:
    assert written(PageText(4)) == "> **Page 5 has not been read.**\n"


def test_same_snapshot_gives_the_same_bytes() -> None:
    pages = (PageText(0, text="“é” 漢字 \U0001f600"), PageText(1, problem=Problem(ErrorCode.TIME_LIMIT, "15")))
    assert written(*pages, page_marks=True).encode() == written(*pages, page_marks=True).encode()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("```py\nx = 1", "```py\nx = 1\n```"),
        ("~~~~\n~~~\ncode", "~~~~\n~~~\ncode\n~~~~"),
        ("```\nx\n```", "```\nx\n```"),
        ("```\nx\n```` \nafter", "```\nx\n```` \nafter"),
        ("    ```\nindented, so no fence", "    ```\nindented, so no fence"),
        ("``` a`b\nno fence with a tick in its info", "``` a`b\nno fence with a tick in its info"),
        ("<!-- open\n\nand more", "\\<!-- open\n\nand more"),
        ("text <!-- open in a line", "text <!-- open in a line"),
        ("`<!-- code`\n\n```\n<!-- x\n```", "`<!-- code`\n\n```\n<!-- x\n```"),
        ("  <pre>\nx", "  \\<pre>\nx"),
        ("<pre>\nx\n\n</pre>", "<pre>\nx\n\n</pre>"),
        ("<!-- a --!>\nb", "\\<!-- a --!>\nb"),
        ("<?php\n\nx", "\\<?php\n\nx"),
        ("<!-- a --> text", "<!-- a --> text"),
    ],
)
def test_what_a_page_leaves_open_is_closed(text: str, expected: str) -> None:
    assert closed(text) == expected


@pytest.mark.parametrize(
    "text",
    ["- ```\n  code\n  ```", "10. ```\n    code\n    ```\n11. b", "- ```\n  code", "- ~~~\n  a\n\nText."],
)
def test_code_in_an_item_ends_with_it(text: str) -> None:
    assert written(PageText(0, text=text), PageText(1, text="# Next")) == f"{text}\n\n# Next\n"
