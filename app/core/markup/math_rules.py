# SPDX-License-Identifier: AGPL-3.0-or-later
"""Rules that find formulas in Markdown: `$..$`, `$$..$$`, `\\(..\\)`, `\\[..\\]` and
environments such as `\\begin{align}`.

A dollar sign is a currency first: "$10, Eve $10" holds no formula. An opening sign after
a digit, a closing sign before a digit, and contents that read like prose stay text. So
do `\\[1\\]` and `\\[x\\](y)`, which are escaped brackets.
"""

from __future__ import annotations

import re
from functools import lru_cache

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock
from markdown_it.rules_inline import StateInline

from app.core.markup.formulas import MAX_CHARS

INLINE = "math_inline"
DISPLAY = "math_display"
BLOCK = "math_block"

_MAX_LINES = 300
"""Lines of a formula block at most; a bound on the search for its end."""

_ENVIRONMENTS = (
    "equation|displaymath|align|alignat|aligned|flalign|gather|gathered|multline|eqnarray|split|cases|array"
    "|matrix|pmatrix|bmatrix|Bmatrix|vmatrix|Vmatrix|smallmatrix"
)
_BEGIN = re.compile(rf"\\begin\{{((?:{_ENVIRONMENTS})\*?)\}}")
_NUMBER = re.compile(r"\s*\(([0-9A-Za-z.\-–']{1,12})\)\s*$")
_TEX = re.compile(r"\\[A-Za-z]+|(?<!\\)[\^_]|(?<!\\)\{")
_SIGNS = re.compile(r"[=<>+×·÷∈≤≥≈→]")
_WORDS = re.compile(r"(?:^|(?<=[\s(\"“/–-]))[A-Za-z]{2,}(?![A-Za-z])")
_CLOSERS = {"$": "$", "$$": "$$", "\\(": "\\)", "\\[": "\\]"}


def install(md: MarkdownIt) -> None:
    """Add the rules to a parser. They yield tokens `math_inline`, `math_display` (within a
    paragraph) and `math_block`, each with the LaTeX source as its content."""
    md.inline.ruler.before("escape", "math", _inline)
    md.block.ruler.before("fence", "math", _block, {"alt": ["paragraph", "reference", "blockquote", "list"]})


def is_formula(opener: str, content: str) -> bool:
    """Whether what stands between the signs is meant as a formula."""
    inner = content.strip()
    if not inner:
        return opener == "$$"  # an empty `$$ $$` is a faulty formula, `\( \)` and `\[ \]` are brackets
    spaced = content[0].isspace() and content[-1].isspace()
    if opener == "\\[":
        return spaced or bool(_TEX.search(inner))
    if opener != "$" or _TEX.search(inner):
        return True
    if "`" in inner or content[0].isspace() != content[-1].isspace():
        return False
    if not inner[0].isdigit() and _SIGNS.search(inner):
        return True
    words = len(_WORDS.findall(inner))
    return words == 0 or (words == 1 and not inner[0].isdigit() and not spaced)


def find_inline(text: str, start: int) -> tuple[str, int, int] | None:
    """The formula that begins exactly at `start`: its opener, and where its content begins
    and ends, or None."""
    opener = next((sign for sign in ("$$", "$", "\\(", "\\[") if text.startswith(sign, start)), None)
    if opener is None:
        return None
    before = text[start - 1] if opener == "$" and start > 0 else ""
    begin = start + len(opener)
    if before.isdigit() or (before.isascii() and before.isalpha() and text[begin : begin + 1].isdigit()):
        return None  # 35$, US$5
    end = _closing(text, _CLOSERS[opener], begin)
    if end < 0 or not is_formula(opener, text[begin:end]):
        return None
    after = end + len(opener)
    if opener == "$" and after < len(text) and text[after].isdigit():
        return None
    return opener, begin, end


def _closing(text: str, closer: str, start: int) -> int:
    """Where the closer stands, skipping escaped dollar signs; -1 if nowhere."""
    if _last(text, closer) < start:
        return -1
    end = text.find(closer, start)
    while end > 0 and closer[0] == "$" and _escaped(text, end):
        end = text.find(closer, end + 1)
    return end


@lru_cache(maxsize=16)  # thousands of openers without a closer would each search the whole text
def _last(text: str, closer: str) -> int:
    return text.rfind(closer)


def _escaped(text: str, index: int) -> bool:
    before = index
    while before > 0 and text[before - 1] == "\\":
        before -= 1
    return (index - before) % 2 == 1


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
    begin = _BEGIN.match(first)
    opener = first[:2]
    closer = f"\\end{{{begin[1]}}}" if begin else _CLOSERS.get(opener, "")
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
        number_sign = _NUMBER.search(body) if body.endswith(")") else None
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
