# SPDX-License-Identifier: AGPL-3.0-or-later
"""Hostile Markdown: shown as text or dropped, never run, never loaded, never slow."""

from __future__ import annotations

from html.parser import HTMLParser

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.core.markup import render_blocks, render_page
from app.core.markup.clean import TAGS

SAFE_TARGETS = ("http://", "https://", "mailto:", "#fn")


class Inspector(HTMLParser):
    """Collects whatever in a page could run, load or leave its place."""

    def __init__(self) -> None:
        super().__init__()
        self.faults: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in TAGS:
            self.faults.append(f"<{tag}>")
        for name, value in attrs:
            value = value or ""
            if name.startswith("on") or name in ("srcset", "srcdoc", "action", "formaction", "background", "poster"):
                self.faults.append(f"{name}={value}")
            if name == "href" and not value.startswith(SAFE_TARGETS):
                self.faults.append(f"href={value}")
            if name == "src" and not value.startswith(("data:image/", "asset://app/")):
                self.faults.append(f"src={value}")
            if name == "style" and any(word in value for word in ("position", "url", "expression", "fixed", "z-index")):
                self.faults.append(f"style={value}")


def faults(text: str) -> list[str]:
    inspector = Inspector()
    inspector.feed(render_page(text))
    inspector.close()
    return inspector.faults


HOSTILE = [
    "<script>alert(1)</script>",
    "text <script src=//evil/x.js></script> text",
    '<iframe src="http://evil"></iframe>',
    "<img src=x onerror=alert(1)>",
    '<img src="file:///etc/passwd">',
    '<img src="//host/a.png"><img src="\\\\host\\share\\a.png">',
    "![x](file:///etc/passwd)",
    "![x](http://evil/track.gif)",
    "![x](data:image/svg+xml;base64,PHN2Zz48L3N2Zz4=)",
    "[x](javascript:alert(1))",
    '<a href="javascript:alert(1)">x</a>',
    '<a href="java%0Ascript:alert(1)">x</a>',
    '<a href=" &#106;avascript:alert(1)">x</a>',
    "[x](file:///etc/passwd)",
    "[x]: javascript:alert(1)\n\n[x]",
    "<svg onload=alert(1)><a xlink:href='javascript:alert(1)'>x</a></svg>",
    "<math><mtext><style><img src=x onerror=alert(1)></style></mtext></math>",
    "<math href='javascript:alert(1)'><mi xlink:href='javascript:1'>x</mi></math>",
    "<form action=http://evil><input><button>go</button></form>",
    "<meta http-equiv=refresh content='0;url=http://evil'><base href=http://evil/>",
    "<link rel=stylesheet href=http://evil><style>@import 'http://evil'</style>",
    '<div style="position:fixed;top:0;left:0;width:100%;height:100%;background:url(http://evil)">x</div>',
    '<td style="position:absolute">x</td>',
    "<p onclick=alert(1) class='block' id='page'>x</p>",
    "<object data=x></object><embed src=x><video src=x><audio src=x>",
    "$\\text{<script>alert(1)</script>}$ $\\href{javascript:alert(1)}{x}$",
    '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
    "<a href='https://ok' target=_top>x</a>",
    "<template><script>1</script></template><textarea><script>1</script></textarea>",
]


@pytest.mark.parametrize("text", HOSTILE)
def test_nothing_runs_or_loads(text: str) -> None:
    assert faults(text) == []
    assert faults(f"| a |\n|---|\n| {text} |") == []
    assert faults(f"- x\n\n  {text}\n\n> {text}") == []


def test_hostile_tags_are_shown_as_text() -> None:
    html = render_page("<script>alert(1)</script>\n\n![x](file:///etc/passwd) and [y](javascript:alert(1))")
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in html
    assert "![x](file:///etc/passwd)" in html and "[y](javascript:alert(1))" in html


def test_own_pictures_stay() -> None:
    pixel = "data:image/png;base64,iVBORw0KGgo="
    html = render_page(f'![dot]({pixel}) <img src="{pixel}" alt="b" width="10"> <img src="asset://app/figure/1.png">')
    assert html.count("<img") == 3 and 'alt="dot"' in html


LARGE = {
    "brackets": "[" * 5000 + "x" + "]" * 5000,
    "links": "[a](" * 5000,
    "pictures": "![" * 5000,
    "formula": "$$" + r"\frac{a}{b}" * 18_000 + "$$",
    "inline formula": "x $" + r"\frac{a}{b}" * 18_000 + "$",
    "formula of many lines": "$$\n" + "a + b \\\\\n" * 20_000 + "$$",
    "nested fractions": "$" + r"\frac{" * 660 + "$",
    "nested roots": "$" + r"\sqrt" * 790 + "x$",
    "nested groups": "$" + "{" * 1900 + "}" * 1900 + "$",
    "quotations": ">" * 5000 + " x",
    "lists": "- " * 5000 + "x",
    "stars": "**a_ " * 20_000,
    "backticks": " ".join("`" * n for n in range(1, 600)),
    "dollars": "$a " * 50_000,
    "open brackets": "\\(" * 50_000,
    "open formulas": "\\[ a\n" * 5000,
    "environments": "\\begin{align}\n" * 5000 + "\\end{align}",
    "open tags": '<a href="' * 50_000,
    "elements": "<div>" * 50_000,
    "bold": "<b>" * 20_000,
    "comments": "<!-- " * 50_000,
    "tables": "<table><tr><td>" * 3000,
    "columns": "|a" * 2000 + "\n" + "|-" * 2000 + "\n" + "|a|\n" * 500,
    "headings": "a\n-\n" * 5000,
    "entities": "&" * 100_000,
    "footnotes": "[^1]" * 5000 + "\n\n[^1]: x",
}


@pytest.mark.timeout(300)  # seconds; each takes at most two on a machine that has time
@pytest.mark.parametrize("name", LARGE)
def test_large_input_ends(name: str) -> None:
    assert render_page(LARGE[name])


@pytest.mark.parametrize("name", ["brackets", "nested groups", "lists", "elements", "formula", "inline formula"])
def test_large_input_is_still_there(name: str) -> None:
    html = render_page(LARGE[name])
    marks = {"brackets": "[[[[", "nested groups": "{{{{", "lists": "- - - - ", "elements": "&lt;div&gt;" * 4}
    assert marks.get(name, r"\frac{a}{b}" * 1000) in html


@settings(max_examples=300, deadline=None)
@given(
    st.lists(
        st.sampled_from(
            [*HOSTILE, "$", "$$", "\\(", "\\)", "\\[", "\\]", "|", "\n", "\n\n", "<", ">", "</", "<!--", "-->", "<td>",
             "<table>", "</table>", "`", "```\n", "**", "_", "[^1]", "[^1]: x", "- ", "> ", "# ", "&lt;", '"', "'", "a",
             "1", " ", "|---|\n", "<math>", "<mtext>", "</math>", "שלום", "\\frac{a}{b}", "\ud83d", "<svg>", "<style>"]
        ),
        max_size=25,
    )
)
def test_any_mixture_is_harmless(parts: list[str]) -> None:
    text = "".join(parts)
    assert faults(text) == []
    assert all(block.html.strip() for block in render_blocks(text))
