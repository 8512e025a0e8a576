# SPDX-License-Identifier: AGPL-3.0-or-later
"""Rules that find formulas in Markdown: `$..$`, `$$..$$`, `\\(..\\)`, `\\[..\\]` and
environments such as `\\begin{align}`. What is none is said in `signs`.
"""

from __future__ import annotations

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock
from markdown_it.rules_inline import StateInline

from app.core.markup.formulas import MAX_CHARS
from app.core.markup.signs import BEGIN, CLOSERS, NUMBER, find_inline, is_formula

INLINE = "math_inline"
DISPLAY = "math_display"
BLOCK = "math_block"

_MAX_LINES = 300
"""Lines of a formula block at most; a bound on the search for its end."""


def install(md: MarkdownIt) -> None:
    """Add the rules to a parser. They yield tokens `math_inline`, `math_display` (within a
    paragraph) and `math_block`, each with the LaTeX source as its content."""
    md.inline.ruler.before("escape", "math", _inline)
    md.block.ruler.before("fence", "math", _block, {"alt": ["paragraph", "reference", "blockquote", "list"]})


def _inline(state: StateInline, silent: bool) -> bool:
    found = find_inline(state.src, state.pos)
    if found is None:
        return False
    opener, begin, end = found
    if not silent:
        token = state.push(INLINE if opener in ("$", "\\(") else DISPLAY, "math", 0)
        token.content = state.src[begin:end]
    state.pos = end + len(opener)
    return True


def _block(state: StateBlock, start: int, stop: int, silent: bool) -> bool:
    first = state.src[state.bMarks[start] + state.tShift[start] : state.eMarks[start]]
    if not first.startswith(("$$", "\\[", "\\begin{")) or state.is_code_block(start):
        return False
    begin = BEGIN.match(first)
    opener = first[:2]
    closer = f"\\end{{{begin[1]}}}" if begin else CLOSERS.get(opener, "")
    if not closer or state.src.find(closer, state.bMarks[start]) < 0:
        return False
    found = _to_closer(state, start, stop, "" if begin else opener, closer)
    if found is None:
        return False
    content, after = found
    if not begin and not is_formula(opener, content):
        return False
    if not silent:
        token = state.push(BLOCK, "math", 0)
        token.block = True
        token.content = content
        token.map = [start, after]
        state.line = after
    return True


def _to_closer(state: StateBlock, start: int, stop: int, opener: str, closer: str) -> tuple[str, int] | None:
    """The content from line `start` to the line that ends with the closer (an equation
    number may follow it, and becomes a tag), and the line after. A formula longer than is
    typeset ends at a blank line at the latest, so that a stray sign takes no page along."""
    lines: list[str] = []
    length = 0
    for number in range(start, min(stop, start + _MAX_LINES)):
        if number > start and state.sCount[number] < state.blkIndent and not state.isEmpty(number):
            return None
        line = state.src[state.bMarks[number] + state.tShift[number] : state.eMarks[number]]
        if number == start:
            line = line[len(opener) :]
        if length > MAX_CHARS and not line.strip():
            return None
        body = line.rstrip()
        number_sign = NUMBER.search(body) if body.endswith(")") else None
        if number_sign:
            body = body[: number_sign.start()]
        if body.endswith(closer) and not _inside_again(body, closer, lines):
            lines.append(body if not opener else body[: -len(closer)])
            content = "\n".join(lines)
            return (content + f" \\tag{{{number_sign[1]}}}" if number_sign else content), number + 1
        if opener and closer in line:
            return None  # text follows the formula: the inline rule's affair
        lines.append(line)
        length += len(line) + 1
    return None


def _inside_again(body: str, closer: str, lines: list[str]) -> bool:
    """Whether an environment's end belongs to a like one inside it, or a `$$` pair is
    followed by more on the same line."""
    if closer in ("$$", "\\]"):
        return body.count(closer) > 1
    so_far = "\n".join([*lines, body]) if len(lines) < _MAX_LINES else body
    return so_far.count(closer.replace("\\end", "\\begin")) > so_far.count(closer)
