# SPDX-License-Identifier: AGPL-3.0-or-later
"""Raw HTML inside Markdown, before it is sanitised.

Tags that are not on the list become text, so that `Use <snip> or <script>` reads as it
was typed; formulas in the text between tags (cells of HTML tables) are typeset; comments,
and with them page marks, go. Safety does not rest on this: `clean` has the last word.
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock

from app.core.markup.clean import TAGS, safe_image
from app.core.markup.signs import find_inline

Formula = Callable[[str, bool], str]
"""Renders one formula: (LaTeX, display) to HTML."""

BlockRule = Callable[[StateBlock, int, int, bool], bool]

# Quoted values hold no `<`, so that a search ends at the next tag whatever the input.
_MARKUP = re.compile(
    r"""<!--.*?-->|<(?P<close>/?)(?P<name>[A-Za-z][A-Za-z0-9-]*)"""
    r"""(?P<rest>(?:[\s/](?:[^<>"']|"[^"<]*"|'[^'<]*')*)?)>""",
    re.S,
)
_SOURCE = re.compile(r"""\ssrc\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))""", re.I)
_VERBATIM = frozenset({"pre", "code", "math", "kbd", "samp"})

ENDS = (  # raw HTML that lasts until a certain sign, even over blank lines (CommonMark, types 1 to 5)
    (
        re.compile(r"<(?:script|pre|style|textarea)(?=[\s>]|$)", re.I),
        re.compile(r"</(?:script|pre|style|textarea)>", re.I),
    ),
    (re.compile(r"<!--"), re.compile(r"-->")),
    (re.compile(r"<\?"), re.compile(r"\?>")),
    (re.compile(r"<!\[CDATA\["), re.compile(r"\]\]>")),
    (re.compile(r"<![A-Za-z]"), re.compile(r">")),
)


def install(md: MarkdownIt, html_rule: BlockRule) -> None:
    """Let raw HTML that never ends be text, where CommonMark would take the rest of the page."""

    def html_block(state: StateBlock, start: int, stop: int, silent: bool) -> bool:
        begin = state.bMarks[start] + state.tShift[start]
        for opening, ending in ENDS:
            if opening.match(state.src, begin) and not ending.search(state.src, begin, state.eMarks[stop - 1]):
                return False
        return html_rule(state, start, stop, silent)

    md.block.ruler.at("html_block", html_block, {"alt": ["paragraph", "reference", "blockquote"]})


def prepare(source: str, formula: Formula) -> str:
    """Raw HTML with unknown tags as text, without comments, with formulas rendered."""
    done: list[str] = []
    verbatim = 0
    position = 0
    for match in _MARKUP.finditer(source):
        done.append(_text(source[position : match.start()], None if verbatim else formula))
        position = match.end()
        name = (match["name"] or "").lower()
        if not name:
            continue  # a comment
        if name not in TAGS or (name == "img" and not _shows_image(match["rest"])):
            done.append(html.escape(match[0], quote=False))
            continue
        if name in _VERBATIM:
            verbatim = max(0, verbatim + (-1 if match["close"] else 1))
        done.append(match[0])
    done.append(_text(source[position:], None if verbatim else formula))
    return "".join(done)


def _shows_image(attributes: str) -> bool:
    source = _SOURCE.search(attributes)
    return source is not None and safe_image(html.unescape(source[1] or source[2] or source[3] or ""))


def _text(text: str, formula: Formula | None) -> str:
    """Text between tags (entities in it stay), with its formulas rendered."""
    if formula is None or not ("$" in text or "\\" in text):
        return text.replace("<", "&lt;")
    done: list[str] = []
    position = start = 0
    while start < len(text):
        found = find_inline(text, start) if text[start] in "$\\" else None
        if found is None:
            start += 2 if text[start] == "\\" else 1
            continue
        opener, begin, end = found
        done.append(text[position:start].replace("<", "&lt;"))
        done.append(formula(html.unescape(text[begin:end]), opener in ("$$", "\\[")))
        position = start = end + len(opener)
    done.append(text[position:].replace("<", "&lt;"))
    return "".join(done)
