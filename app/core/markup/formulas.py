# SPDX-License-Identifier: AGPL-3.0-or-later
"""One LaTeX formula to MathML, or to its marked source where it is faulty.

Nothing here raises: a reading may hold any text between two dollar signs. What the
converter (math-core) lacks or does otherwise than a reader expects is rewritten first.
Call it through `deep.run`, see there.
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable
from functools import lru_cache

from math_core import LatexError, LatexToMathML

MAX_CHARS = 4000
"""Longest formula that is typeset, in characters. The longest of the 84 realistic ones has 400."""

MAX_NESTING = 100
"""Deepest nesting that is typeset; a page's deepest has about ten. Guards converter and browser."""

_SPACED_ROW = re.compile(r"\\\\\s*\*?\s*\[\s*-?[\d.]+\s*(?:pt|em|ex|mm|cm|in|mu|px|\\baselineskip)\s*\]")
_LABEL = re.compile(r"\\(?:label|ref|eqref|cite)\s*\{[^{}]*\}")
_NUMBER_SWITCH = re.compile(r"\\(?:nonumber|notag)(?![A-Za-z])")
_COMMENT = re.compile(r"(?<!\\)%[^\n]*")
_ENVIRONMENT = re.compile(r"\\(begin|end)\s*\{\s*([A-Za-z]+)(\*?)\s*\}(?:(?<=at\})\s*\{\d+\}|(?<=at\*\})\s*\{\d+\})?")
_TAG = re.compile(r"\\tag(?![A-Za-z])")
_MATHOP = re.compile(
    r"\\mathop\s*\{\s*\\(?:mathrm|rm|text|operatorname)\s*\{([^{}]*)\}\s*\}\s*(?:\\limits(?![A-Za-z]))?"
)
_LAST_RULE = re.compile(
    r"(\\begin\{array\}\s*\{([^{}]*)\})((?:(?!\\begin\{array\}).)*?)\\\\\s*\\hline\s*(?=\\end\{array\})", re.S
)
_NESTING = re.compile(r"\\\\|\\[{}]|\\(?:left|begin|right|end)(?![A-Za-z])|\\[A-Za-z]+|[{}]|\s+|.", re.S)

_ENVIRONMENTS = {
    # Numbers that the page does not print must not appear, hence the starred forms.
    "align": "align*",
    "eqnarray": "align*",
    "flalign": "align*",
    "alignat": "align*",
    "alignedat": "aligned",
    "gather": "gather*",
    "multline": "gather*",
    "equation": "",
    "displaymath": "",
    "math": "",
    "split": "aligned",
    "smallmatrix": "matrix",
}

_MACROS = {
    "dotsb": r"\cdots",
    "dotsc": r"\ldots",
    "dotsi": r"\cdots",
    "dotsm": r"\cdots",
    "dotso": r"\ldots",
    "hdots": r"\ldots",
    "mbox": r"\text{#1}",
    "hbox": r"\text{#1}",
    "textnormal": r"\text{#1}",
    "textsc": r"\text{#1}",
    "textup": r"\text{#1}",
}


def formula(latex: str, *, display: bool) -> str:
    """HTML of one formula: MathML, or `<code class="tex-error">` with the source. Not yet
    sanitised. `display` is for a formula on lines of its own."""
    if len(latex) > MAX_CHARS:
        return marked_source(latex, f"longer than {MAX_CHARS:,} characters")
    return _converted(latex, display)


def marked_source(latex: str, reason: str) -> str:
    """The source of a faulty formula as HTML, with the reason as a tool tip."""
    source = html.escape(latex.strip() or "$$", quote=False)
    return f'<code class="tex-error" title="{html.escape(reason)}">{source}</code>'


def plain_source(latex: str) -> str:
    """The source of a sound formula as HTML, for views that cannot typeset."""
    return f'<code class="tex">{html.escape(latex.strip(), quote=False)}</code>'


@lru_cache(maxsize=2048)  # a streamed paragraph is rendered many times before it is finished
def _converted(latex: str, display: bool) -> str:
    bare = _COMMENT.sub("", latex).strip()
    if not bare:
        return marked_source(latex, "empty formula")
    if nesting(bare) > MAX_NESTING:
        return marked_source(latex, f"nested deeper than {MAX_NESTING} levels")
    try:
        return _converter().convert_with_local_state(rewritten(bare), displaystyle=display)
    except LatexError as error:
        return marked_source(latex, str(error))


@lru_cache(maxsize=1)
def _converter() -> LatexToMathML:
    return LatexToMathML(macros=_MACROS, fancy_error=False, allow_unreliable_rendering=True)


def nesting(latex: str) -> int:
    """How deep a converter has to recurse, roughly: open groups, and half the commands that
    stand in a row, since each may take the next as its argument (`\\sqrt\\sqrt x`)."""
    deepest = depth = row = 0
    for match in _NESTING.finditer(latex):
        token = match[0]
        if token in ("{", "\\left", "\\begin"):
            depth += 1
        elif token in ("}", "\\right", "\\end"):
            depth = max(0, depth - 1)
        if token[0] == "\\" and token != "\\\\":
            row += 1
        elif not token.isspace() and token != "{":
            row = 0
        deepest = max(deepest, depth + row // 2)
    return deepest


def rewritten(latex: str) -> str:
    """The formula in the converter's dialect."""
    latex = _SPACED_ROW.sub(r"\\\\ ", latex)
    latex = _LABEL.sub("", latex)
    latex = _NUMBER_SWITCH.sub("", latex)
    latex = _MATHOP.sub(r"\\operatorname*{\1}", latex)
    latex = _replace_command(latex, "substack", 1, lambda groups: r"\begin{matrix}" + groups[0] + r"\end{matrix}")
    latex = _replace_command(latex, "multicolumn", 3, lambda groups: groups[2])
    latex = _ENVIRONMENT.sub(_environment, latex)
    latex = _LAST_RULE.sub(_full_rule, latex)
    latex = latex.strip()
    if _TAG.search(latex) and not latex.startswith((r"\begin{align*}", r"\begin{gather*}")):
        return f"\\begin{{equation}}{latex}\\end{{equation}}"  # elsewhere a tag is an error
    return latex


def _environment(match: re.Match[str]) -> str:
    name = match[2]
    mapped = _ENVIRONMENTS.get(name, name + match[3])
    return f"\\{match[1]}{{{mapped}}}" if mapped else ""


def _full_rule(match: re.Match[str]) -> str:
    """A rule below the last row needs an empty row as wide as the array."""
    columns = len(re.sub(r"[^lcr]", "", match[2]))
    return f"{match[1]}{match[3]}\\\\ \\hline {'& ' * max(0, columns - 1)}"


def _replace_command(latex: str, name: str, count: int, build: Callable[[list[str]], str]) -> str:
    """Replace each `\\name{..}{..}` with `count` groups by what `build` makes of them; one
    whose groups are broken stays, and fails in the converter."""
    command = re.compile(rf"\\{name}(?![A-Za-z])")
    done: list[str] = []
    position = 0
    while match := command.search(latex, position):
        groups: list[str] = []
        end = match.end()
        while len(groups) < count and (group := _group(latex, end)):
            groups.append(latex[group[0] : group[1]])
            end = group[1] + 1
        if len(groups) < count:
            done.append(latex[position : match.end()])
            position = match.end()
            continue
        done.append(latex[position : match.start()])
        done.append(build(groups))
        position = end
    return "".join(done) + latex[position:]


def _group(latex: str, start: int) -> tuple[int, int] | None:
    """Where the inside of the brace group at `start` begins and ends."""
    while start < len(latex) and latex[start].isspace():
        start += 1
    if not latex.startswith("{", start):
        return None
    depth = 0
    for index in range(start, len(latex)):
        if latex[index] in "{}" and latex[index - 1] != "\\":
            depth += 1 if latex[index] == "{" else -1
            if depth == 0:
                return start + 1, index
    return None
