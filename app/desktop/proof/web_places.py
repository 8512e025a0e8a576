# SPDX-License-Identifier: AGPL-3.0-or-later
"""Places in the browser preview: clicks, what is at the top, marks. Its own counting is UTF-16 units of the block
element's `textContent`.

The page's own scripts are off; these run in a world of their own, when they are asked. Marks are the browser's
highlights, beside the elements and not in them, so that a block is brought up to date as if there were none.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, QTimer, Signal, SignalInstance
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QWidget

from app.desktop.preview import TOP
from app.desktop.proof.marks import SEVERITIES, SIGNS, Mark
from app.desktop.proof.rendered import Shown, shown_html
from app.desktop.proof.user_scroll import UserScroll

_STILL = 4
_AGAIN_MS = 60
"""What comes into sight is laid out only then, and is higher than was thought: the place is set again so soon."""

_HELP = """
const page = document.getElementById('page'), root = document.scrollingElement;
const texts = block => document.createTreeWalker(block, NodeFilter.SHOW_TEXT);
const point = (block, at, begins) => {
  let node = null, last = null;
  for (const walk = texts(block); (node = walk.nextNode()); last = node) {
    if (at < node.length || (at === node.length && !begins)) return [node, at];
    at -= node.length;
  }
  return last ? [last, last.length] : [block, 0];
};
const range = (block, start, end) => {
  const made = document.createRange();
  if (!block) return null;
  made.setStart(...point(block, start, true));
  made.setEnd(...point(block, Math.max(start, end), false));
  return made;
};
"""
# Answers come as JSON: a list would not get through.
_TOP = (
    """((top) => {%s
  const blocks = page.children;
  let low = 0, high = blocks.length;
  if (!high) return null;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (blocks[middle].getBoundingClientRect().top <= top) low = middle; else high = middle;
  }
  const place = blocks[low].getBoundingClientRect();
  return JSON.stringify([low, Math.min(1, Math.max(0, (top - place.top) / Math.max(1, place.height)))]);
})"""  # noqa: UP031
    % _HELP
)
_GO = (
    """((top, number, share) => {%s
  const block = page.children[number];
  if (!block) return;
  const place = block.getBoundingClientRect();
  if (!number && share <= 0) root.scrollTop = 0;
  else root.scrollTop += place.top + share * place.height - top;
})"""  # noqa: UP031
    % _HELP
)
_CLICK = (
    """((x, y) => {%s
  if (document.elementFromPoint(x, y)?.closest('a[href]')) return null;
  const found = document.caretRangeFromPoint(x, y);
  if (!found) return null;
  let node = found.startContainer, at = found.startOffset;
  const block = (node.nodeType === 1 ? node : node.parentElement).closest('.block');
  if (!block || block.parentElement !== page) return null;
  let before = 0;
  for (const walk = texts(block); walk.nextNode();) {
    const here = walk.currentNode;
    if (here === node) return JSON.stringify([[...page.children].indexOf(block), before + at]);
    if (node.nodeType === 1 && node.compareDocumentPosition(here) & Node.DOCUMENT_POSITION_CONTAINED_BY) break;
    before += here.length;
  }
  return JSON.stringify([[...page.children].indexOf(block), before]);
})"""  # noqa: UP031
    % _HELP
)
_SELECT = (
    """((number, start, end, scroll) => {%s
  const made = range(page.children[number], start, end);
  if (!made) return;
  const chosen = getSelection();
  chosen.removeAllRanges();
  chosen.addRange(made);
  const place = made.getBoundingClientRect();
  if (scroll && (place.top < 0 || place.bottom > root.clientHeight))
    root.scrollTop += place.top + place.height / 2 - root.clientHeight / 2;
})"""  # noqa: UP031
    % _HELP
)
_CHOSEN = (
    """(() => {%s
  const chosen = getSelection();
  if (!chosen.rangeCount || chosen.isCollapsed || !page.children.length) return null;
  const made = chosen.getRangeAt(0), blocks = [...page.children];
  const length = block => block.textContent.length;
  const at = (node, offset, begins) => {
    const block = (node.nodeType === 1 ? node : node.parentElement).closest('.block');
    if (block && block.parentElement === page) {
      const before = document.createRange();
      before.setStart(block, 0);
      before.setEnd(node, offset);
      return [blocks.indexOf(block), before.toString().length];
    }
    if (node === page) {
      const next = begins ? Math.min(offset, blocks.length - 1) : Math.max(0, offset - 1);
      return [next, begins ? 0 : length(blocks[next])];
    }
    return begins ? [0, 0] : [blocks.length - 1, length(blocks[blocks.length - 1])];
  };
  return JSON.stringify([...at(made.startContainer, made.startOffset, true),
                         ...at(made.endContainer, made.endOffset, false)]);
})"""  # noqa: UP031
    % _HELP
)
_MARK = (
    """((marks, names, signs) => {%s
  const sets = Object.fromEntries(names.map(name => [name, new Highlight()]));
  const worst = new Map();
  for (const [number, start, end, rank, present] of marks) {
    const block = page.children[number], made = range(block, start, end);
    if (!made) continue;
    sets['flag-' + rank].add(made);
    if (present) sets['flag-present'].add(made);
    worst.set(block, Math.max(rank, worst.get(block) || 0));
  }
  for (const [name, set] of Object.entries(sets)) CSS.highlights.set(name, set);
  for (const block of page.children) {
    const sign = worst.has(block) ? signs[worst.get(block)] : null;
    if (sign === null) { delete block.dataset.flag; delete block.dataset.rank; }
    else if (block.dataset.flag !== sign) { block.dataset.flag = sign; block.dataset.rank = worst.get(block); }
  }
})"""  # noqa: UP031
    % _HELP
)

_NAMES = ["flag-present", *(f"flag-{severity.value}" for severity in SEVERITIES)]
_RANKS = {str(severity.value): sign for severity, sign in SIGNS.items()}

Run = Callable[[str, Callable[[object], None] | None], None]


class WebPlaces(QObject):
    clicked = Signal(int, int)
    opened = Signal(int, int)
    scrolled = Signal(int, float)

    def __init__(self, run: Run, zoom: Callable[[], float], parent: QObject) -> None:
        """`run` runs a script in our own world and hands its answer on."""
        super().__init__(parent)
        self._run, self._zoom = run, zoom
        self._pressed = QPoint()
        self._asked = self._ask_again = False
        self._target: tuple[int, float] | None = None
        self._scroll: UserScroll | None = None
        self._marks: Sequence[Mark] = ()
        self._again = QTimer(self)
        self._again.setSingleShot(True)
        self._again.setInterval(_AGAIN_MS)
        self._again.timeout.connect(self._go)

    # ------------------------------------------------------------ the widget that takes the keys

    def take(self, target: QWidget | None) -> None:
        """Each renderer brings a new one."""
        if target is not None:
            target.installEventFilter(self)
            if self._scroll is not None:
                self._scroll.watch(target)

    def watch(self, scroll: UserScroll, target: QWidget | None) -> None:
        self._scroll = scroll
        if target is not None:
            scroll.watch(target)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QMouseEvent) and event.button() is Qt.MouseButton.LeftButton:
            place = event.position().toPoint()
            if event.type() is QEvent.Type.MouseButtonPress:
                self._pressed = place
            still = (place - self._pressed).manhattanLength() <= _STILL
            if event.type() is QEvent.Type.MouseButtonDblClick:
                self._pressed = QPoint(-_STILL - 1, 0)  # its release is no click
                self._locate(place, self.opened)
            elif event.type() is QEvent.Type.MouseButtonRelease and still:
                self._locate(place, self.clicked)
        return False

    def _locate(self, place: QPoint, signal: SignalInstance) -> None:
        def answered(answer: object) -> None:
            if answer:
                block, at = json.loads(str(answer))
                signal.emit(block, at)

        zoom = self._zoom()
        self._run(f"{_CLICK}({place.x() / zoom}, {place.y() / zoom})", answered)

    def selected(self, then: Callable[[tuple[int, int, int, int] | None], None]) -> None:
        """The first and the last block of what is selected, with the places in them."""

        def answered(answer: object) -> None:
            if not answer:
                then(None)
                return
            first, start, last, end = json.loads(str(answer))
            then((first, start, last, end))

        self._run(f"{_CHOSEN}()", answered)

    # ------------------------------------------------------------ the top

    def ask_top(self) -> None:
        """One question at a time; those that come meanwhile are one."""
        if self._asked:
            self._ask_again = True
            return
        self._asked = True
        self._run(f"{_TOP}({TOP})", self._answered)

    def _answered(self, answer: object) -> None:
        self._asked = False
        if answer:
            block, share = json.loads(str(answer))
            self.scrolled.emit(block, float(share))
        if self._ask_again:
            self._ask_again = False
            self.ask_top()

    def show_top(self, block: int, share: float) -> None:
        self._target = (block, share)
        self._go()
        self._again.start()

    def _go(self) -> None:
        if self._target is not None:
            self._run(f"{_GO}({TOP}, {self._target[0]}, {self._target[1]})", None)

    def forget_target(self) -> None:
        """The user scrolls."""
        self._again.stop()
        self._target = None

    # ------------------------------------------------------------ text and marks

    def select(self, block: int, start: int, end: int, scroll: bool) -> None:
        self._run(f"{_SELECT}({block}, {start}, {end}, {json.dumps(scroll)})", None)

    def show_marks(self, marks: Sequence[Mark]) -> None:
        if marks or self._marks:
            self._marks = marks
            rows = [[m.block, m.start, m.end, m.severity.value, m.present] for m in marks]
            self._run(f"{_MARK}({json.dumps(rows)}, {json.dumps(_NAMES)}, {json.dumps(_RANKS)})", None)

    def mark_again(self) -> None:
        """The page was loaded anew."""
        self.show_marks(self._marks)


def shown(blocks: Sequence[str], numbers: Sequence[int]) -> Callable[[], dict[int, Shown]]:
    parts = {number: blocks[number] for number in numbers if number < len(blocks)}
    return lambda: {number: shown_html(html) for number, html in parts.items()}
