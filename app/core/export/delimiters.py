# SPDX-License-Identifier: AGPL-3.0-or-later
"""Formulas between `\\(..\\)` and `\\[..\\]` instead of dollar signs, for programs that want them so."""

from __future__ import annotations

import re

from app.core.markup.inline import stretches

_BLOCK = re.compile(r"\A\$\$(.*)\$\$\Z", re.S)
_LONE = re.compile(r"(?<!\\)\$")


def in_brackets(source: str) -> str:
    """A piece of Markdown with its dollar signs about formulas replaced. Those in code and those that are
    money stay; beside formulas the latter are escaped, or they would find each other."""
    block = _BLOCK.match(source)
    if block and "$$" not in block[1]:
        return f"\\[{_spaced(block[1])}\\]"
    out: list[str] = []
    at = 0
    found = list(stretches(source))
    if not any(one.opener in ("$", "$$") for one in found):
        return source
    for one in found:
        content = source[one.begin : one.stop]
        out.append(_LONE.sub(r"\\$", source[at : one.start]))
        out.append(source[one.start : one.end])
        if one.opener in ("$", "$$"):
            out[-1] = f"\\({content}\\)" if one.opener == "$" else f"\\[{_spaced(content)}\\]"
        at = one.end
    return "".join([*out, _LONE.sub(r"\\$", source[at:])])


def _spaced(content: str) -> str:
    """White about a formula in square brackets: without it `\\[1\\]` is a bracketed number."""
    return content if content[:1].isspace() and content[-1:].isspace() else f" {content.strip()} "
