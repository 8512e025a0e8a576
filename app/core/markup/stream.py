# SPDX-License-Identifier: AGPL-3.0-or-later
"""Markdown that is still being written: finished blocks stay, only the tail is rendered again."""

from __future__ import annotations

from dataclasses import replace

from app.core.markup.blocks import Block, render_blocks
from app.core.markup.parser import Formulas
from app.core.markup.patch import Patch, splice
from app.core.markup.text_units import tidy

_OPEN_CHARS = 8000
"""How much text may wait for the end of an unclosed formula or table before the blocks
after it count as finished all the same; the longest formula twice."""


class Stream:
    """Renders a growing text. Not thread-safe; one owner feeds it.

    A block is finished when two more follow it: no later line can change it then, save
    for link targets and footnotes, which `finish` puts right."""

    def __init__(self, text: str = "", *, formulas: Formulas = "mathml") -> None:
        self._formulas = formulas
        self._frozen: list[Block] = []
        self._frozen_lines = 0
        self._tail = ""
        self._done = ""
        self.blocks: list[Block] = []
        if text:
            self.feed(text)

    @property
    def text(self) -> str:
        """All that was fed."""
        return self._done + self._tail

    @property
    def html(self) -> list[str]:
        """The blocks' HTML as it stands."""
        return [block.html for block in self.blocks]

    def feed(self, piece: str) -> Patch:
        """Append text; the patch from the page before to the page now."""
        text = self._tail + piece
        end = len(text) - text.endswith("\r")  # its line feed may come with the next piece
        self._tail = tidy(text[:end]) + text[end:]
        rendered = render_blocks(self._tail, formulas=self._formulas)
        patch = self._show([*self._frozen, *(_moved(block, self._frozen_lines) for block in rendered)])
        self._freeze(rendered)
        return patch

    def finish(self) -> Patch:
        """Render the whole once more: a late link target or footnote changes early blocks."""
        return self._show(render_blocks(self.text, formulas=self._formulas))

    def _show(self, blocks: list[Block]) -> Patch:
        patch = splice(self.html, [block.html for block in blocks])
        self.blocks = blocks
        return patch

    def _freeze(self, rendered: list[Block]) -> None:
        count = len(rendered) - 2
        if len(self._tail) < _OPEN_CHARS:
            waiting = min((block.first for block in rendered if block.open), default=None)
            if waiting is not None:
                count = min(count, sum(block.last < waiting for block in rendered))
        if count <= 0:
            return
        cut_line = rendered[count].first
        cut = _line_start(self._tail, cut_line)
        self._frozen += (_moved(block, self._frozen_lines) for block in rendered[:count])
        self._frozen_lines += cut_line
        self._done += self._tail[:cut]
        self._tail = self._tail[cut:]


def _moved(block: Block, lines: int) -> Block:
    return replace(block, first=block.first + lines, last=block.last + lines) if lines else block


def _line_start(text: str, line: int) -> int:
    position = 0
    for _ in range(line):
        position = text.index("\n", position) + 1
    return position
