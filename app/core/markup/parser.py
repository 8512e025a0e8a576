# SPDX-License-Identifier: AGPL-3.0-or-later
"""The Markdown parser: CommonMark with tables, strikethrough, footnotes and formulas, and
how its tokens become HTML."""

from __future__ import annotations

import html
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Literal

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.rules_block import StateBlock, html_block
from markdown_it.rules_block.table import table
from markdown_it.token import Token
from mdit_py_plugins.footnote import footnote_plugin

from app.core.markup import math_rules, raw_html, table_bars
from app.core.markup.clean import safe_image
from app.core.markup.formulas import formula, plain_source

Formulas = Literal["mathml", "source"]
"""How formulas are shown: typeset, or as their source for views that cannot."""

MAX_NESTING = 50
"""Lists, quotations and brackets within each other; deeper ones are text."""

Env = dict[str, Any]  # what markdown-it hands from parsing to rendering

NOTES_BEFORE = "notesBefore"
"""In the Env: how many footnotes came before; the numbers go on from there."""


@lru_cache(maxsize=2)
def parser(formulas: Formulas) -> MarkdownIt:
    """The parser for one way of showing formulas. Not to be used from two threads at once."""
    md = MarkdownIt("commonmark", {"html": True, "maxNesting": MAX_NESTING})
    md.enable(["table", "strikethrough"])
    table_bars.install(md, table)
    raw_html.install(md, html_block)
    footnote_plugin(md, inline=False)
    math_rules.install(md)
    md.block.ruler.before("table", "too_deep", _too_deep)
    _add_renderers(md, formulas)
    return md


def _too_deep(state: StateBlock, start: int, stop: int, silent: bool) -> bool:
    """What is nested deeper than the parser goes is kept as text; the parser would drop it."""
    if silent or state.level < MAX_NESTING - 2:
        return False
    token = state.push("too_deep", "", 0)
    token.content = state.getLines(start, stop, state.blkIndent, False)
    token.map = [start, stop]
    state.line = stop
    return True


def _add_renderers(md: MarkdownIt, formulas: Formulas) -> None:
    def shown(latex: str, display: bool) -> str:
        typeset = formula(latex, display=display)
        if formulas == "source" and typeset.startswith("<math"):
            return plain_source(latex)
        return typeset

    def inline(self: RendererHTML, tokens: Sequence[Token], index: int, options: Any, env: Env) -> str:
        return shown(tokens[index].content, False)

    def display(self: RendererHTML, tokens: Sequence[Token], index: int, options: Any, env: Env) -> str:
        return shown(tokens[index].content, True)

    def block(self: RendererHTML, tokens: Sequence[Token], index: int, options: Any, env: Env) -> str:
        return f'<div class="formula">{shown(tokens[index].content, True)}</div>\n'

    def raw(self: RendererHTML, tokens: Sequence[Token], index: int, options: Any, env: Env) -> str:
        return raw_html.prepare(tokens[index].content, shown)

    md.add_render_rule(math_rules.INLINE, inline)
    md.add_render_rule(math_rules.DISPLAY, display)
    md.add_render_rule(math_rules.BLOCK, block)
    md.add_render_rule("html_block", raw)
    md.add_render_rule("html_inline", raw)
    def deep(self: RendererHTML, tokens: Sequence[Token], index: int, options: Any, env: Env) -> str:
        return html.escape(tokens[index].content, quote=False)

    md.add_render_rule("too_deep", deep)
    md.add_render_rule("footnote_caption", _note_number)
    md.add_render_rule("footnote_block_open", _notes_begin)
    md.add_render_rule("image", _image)
    md.add_render_rule("td_open", _cell)
    md.add_render_rule("th_open", _cell)


def _note_number(self: RendererHTML, tokens: Sequence[Token], index: int, options: Any, env: Env) -> str:
    return f"[{int(tokens[index].meta['id']) + 1 + int(env.get(NOTES_BEFORE, 0))}]"


def _notes_begin(self: RendererHTML, tokens: Sequence[Token], index: int, options: Any, env: Env) -> str:
    before = int(env.get(NOTES_BEFORE, 0))
    start = f' start="{before + 1}"' if before else ""
    return f'<hr class="footnotes-sep">\n<section class="footnotes">\n<ol class="footnotes-list"{start}>\n'


def _image(self: RendererHTML, tokens: Sequence[Token], index: int, options: Any, env: Env) -> str:
    """A picture that may not be shown is named instead, as it stands in the Markdown."""
    token = tokens[index]
    source = str(token.attrGet("src") or "")
    alt = self.renderInlineAsText(token.children or [], options, env)
    if safe_image(source):
        return f'<img src="{html.escape(source)}" alt="{html.escape(alt)}">'
    return f'<span class="no-image">{html.escape(f"![{alt}]({source})")}</span>'


def _cell(self: RendererHTML, tokens: Sequence[Token], index: int, options: Any, env: Env) -> str:
    """Cells are aligned by attribute: the parser's style attribute would not pass `clean`."""
    token = tokens[index]
    side = str(token.attrGet("style") or "").partition("text-align:")[2]
    return f'<{token.tag} align="{side}">' if side else f"<{token.tag}>"
