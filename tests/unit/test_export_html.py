# SPDX-License-Identifier: AGPL-3.0-or-later
"""Documents as one HTML file that needs nothing else and runs nothing."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest

from app.core.changes import Problem
from app.core.export import ExportOptions, Format, PageText, Snapshot, render
from engine.protocol import ErrorCode

HOSTILE = """<script>alert(1)</script>
<img src="http://example.org/a.png" onerror="alert(1)">
<iframe src="file:///etc/passwd"></iframe>

[click](javascript:alert(1)) <a href="javascript:alert(1)">here</a>

<style>@import "http://example.org/x.css";</style>

![x](file:///etc/passwd) <object data="http://example.org/y"></object>
"""


def written(*pages: PageText, title: str = "A title", page_marks: bool = False) -> str:
    return render(Snapshot(title, "/in/a.pdf", pages), Format.HTML, ExportOptions(page_marks=page_marks))


class Tags(HTMLParser):
    """All tags with their attributes."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))


def test_each_page_has_an_anchor_and_its_own_footnotes() -> None:
    text = "note[^1]\n\n[^1]: text"
    html = written(PageText(0, text=text), PageText(1, text=text), page_marks=True)
    ids = [attributes["id"] for _, attributes in Tags(html).found if "id" in attributes]
    assert {"page-1", "page-2"} <= set(ids)
    assert len(ids) == len(set(ids))
    targets = {a["href"] for tag, a in Tags(html).found if tag == "a" and (a.get("href") or "").startswith("#")}
    assert {f"#{one}" for one in ids} >= targets


def test_hostile_markdown_runs_and_loads_nothing() -> None:
    html = written(PageText(0, text=HOSTILE), title="<script>alert(2)</script>\x00")
    tags = Tags(html)
    names = {tag for tag, _ in tags.found}
    assert not names & {"script", "iframe", "object", "embed", "form", "link", "base"}
    assert sum(tag == "style" for tag, _ in tags.found) == 1
    for tag, attributes in tags.found:
        assert not any(name.startswith("on") for name in attributes), (tag, attributes)
        for name in ("src", "href", "data"):
            value = attributes.get(name) or ""
            assert not value or value.startswith(("#", "data:image/", "http://", "https://", "mailto:")), value
            assert name != "src" or not value.startswith("http"), value
    assert "\x00" not in html
    assert not re.search(r"url\((?!data:)", html)
    assert "@import" not in re.search(r"<style>.*?</style>", html, re.S)[0]  # type: ignore[index]


def test_formulas_bring_the_font_and_nothing_else_does() -> None:
    plain = written(PageText(0, text="no formula"))
    formula = written(PageText(0, text="$x^2$"))
    assert "data:font/woff2;base64," not in plain
    assert "data:font/woff2;base64," in formula
    assert "<math" in formula
    assert len(plain) < 20_000


def test_dark_colours_follow_the_reader() -> None:
    html = written(PageText(0, text="a"))
    assert "@media screen and (prefers-color-scheme: dark) { :root {" in html  # print is on white
    assert "data-theme" not in html


@pytest.mark.parametrize(("text", "direction"), [("plain text", "ltr"), ("שלום עולם ABC", "rtl"), ("12 34", "ltr")])
def test_direction_is_that_of_most_letters(text: str, direction: str) -> None:
    html = written(PageText(0, text=text))
    assert f'dir="{direction}"' in html.split("<head>")[0]


def test_failed_page_is_seen_in_its_place_and_its_words_are_only_words() -> None:
    html = written(PageText(0, text="a"), PageText(1, problem=Problem(ErrorCode.ENGINE_FAILED, "<b>x")))
    section = html.split('id="page-2"')[1]
    assert 'class="missing"' in section
    assert "Page 2 is missing here." in section
    assert "&lt;b&gt;x" in section


def test_open_table_does_not_swallow_the_next_page() -> None:
    html = written(PageText(0, text="<table><tr><td>cut off"), PageText(1, text="next page"))
    first, second = html.split('id="page-2"')
    assert first.count("<table") == first.count("</table>")
    assert "next page" in second


def test_same_snapshot_gives_the_same_bytes() -> None:
    pages = (PageText(0, text="$a$ | b\n\n[^1]\n\n[^1]: n"), PageText(1))
    assert written(*pages) == written(*pages)


def test_label_is_shown_beside_the_number() -> None:
    html = written(PageText(3, label="iv", text="a"), page_marks=True)
    assert ">iv (4)</a>" in html


def test_no_sign_is_written_that_html_does_not_allow() -> None:
    text = "# He\x10ad\n\nA \x9fword\x0bmore\ufffe $a\x15$\n\n| \x03 | b |\n|---|---|\n| c | \x1fd |"
    html = written(PageText(0, text=text))
    assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\ufdd0-\ufdef\ufffe\uffff]", html)
    assert "He\ufffdad" in html and "word more" in html
