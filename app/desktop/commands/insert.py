# SPDX-License-Identifier: AGPL-3.0-or-later
"""Tables, formulas and special characters, at the cursor of the page's text."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import shiboken6
from PySide6.QtWidgets import QApplication, QLineEdit, QPlainTextEdit, QWidget

from app.core.markup.text_units import tidy
from app.core.wording import mark, tr
from app.desktop.background import in_background
from app.desktop.look import Look
from app.desktop.memory import Memory
from app.desktop.preview import Preview
from app.desktop.preview_lite import LitePreview

if TYPE_CHECKING:  # they load a Markdown parser, which the start need not pay for
    from app.core.editing.formula import Formula
    from app.core.editing.grid import Grid
    from app.core.editing.tables import Table
    from app.desktop.editing.characters_dialog import CharactersDialog
    from app.desktop.markdown_pane import MarkdownPane

CHANGED = mark("The text has changed in the meantime; cancel, and open this again.")


class InsertCommands:
    def __init__(self, pane: MarkdownPane, memory: Memory, look: Look, window: QWidget) -> None:
        self._pane, self._memory, self._look, self._window = pane, memory, look, window
        self._characters: CharactersDialog | None = None

    def open_at(self, text: str, place: int) -> None:
        """The table or the formula that stands there, in its dialog; nothing where there is neither."""
        from app.core.editing.formula import Formula, formula_at
        from app.core.editing.tables import table_at

        if self._pane.place[0] < 0 or self._pane.editor.isReadOnly() or self._text != text:
            return

        def found(thing: Table | Formula | None) -> None:
            if isinstance(thing, Formula):
                self._open_formula(thing, text)
            elif thing is not None:
                self._open_table(thing, text, place)

        in_background(lambda: table_at(text, place) or formula_at(text, place), found)

    # ------------------------------------------------------------ tables

    def table(self) -> None:
        """The table at the cursor in a dialog, or a new one."""
        from app.core.editing.tables import table_at

        if not self._ready():
            return
        text, place = self._pane.editor.text, self._pane.editor.selected()[0]
        in_background(lambda: table_at(text, place), lambda table: self._open_table(table, text, place))

    def _open_table(self, table: Table | None, text: str, place: int) -> None:
        if self._text != text:
            return  # something else came in between
        from app.core.editing.tables import cell_at, new_table, written
        from app.desktop.editing.table_dialog import TableDialog

        base = table or new_table(place)
        dialog = TableDialog(table, base.grid, self._window)
        if table is not None:
            dialog.select(*cell_at(table, place))

        def finished(grid: Grid) -> None:
            source = table.source if table else ""
            if self._put(base.start, source, written(base, grid), alone=table is None):
                dialog.accept()
            else:
                dialog.say(tr(CHANGED))

        dialog.finished_grid.connect(finished)
        dialog.open()

    # ------------------------------------------------------------ formulas and characters

    def formula(self) -> None:
        """The formula at the cursor in a dialog, or a new one of what is selected."""
        from app.core.editing.formula import formula_at

        if not self._ready():
            return
        text, place = self._pane.editor.text, self._pane.editor.selected()[0]
        in_background(lambda: formula_at(text, place), lambda found: self._open_formula(found, text))

    def _open_formula(self, found: Formula | None, text: str) -> None:
        if self._text != text:
            return
        from app.core.editing.formula import signed, tidied
        from app.desktop.editing.formula_dialog import FormulaDialog

        start, end = (found.start, found.end) if found else self._pane.editor.selected()
        source = text[start:end]
        dialog = FormulaDialog(
            source, found is not None and found.display, self._preview, self._window, new=found is None
        )

        def chosen(latex: str, display: bool) -> None:
            if found is not None:
                head, tail = source[: len(source) - len(source.lstrip("\n"))], source[len(source.rstrip("\n")) :]
                new = head + (tidied(latex.strip()) if found.display else " ".join(latex.split())) + tail
                if latex == source.strip("\n"):
                    new = source
                elif found.display and text[max(0, start - 2) : start] not in ("$$", "\\["):
                    # an environment had no signs around it; what became of it may need them
                    new = new if new.lstrip().startswith("\\begin{") else signed(new, display=True)
            else:
                new = signed(latex, display=display)
            if self._put(start, source, new, alone=found is None and display):
                dialog.accept()
            else:
                dialog.note.setText(tr(CHANGED))

        dialog.chosen.connect(chosen)
        dialog.open()

    def _preview(self, parent: QWidget) -> Preview:
        """Of the pane's kind, as it looks now."""
        kind: Callable[..., Preview] = LitePreview if self._pane.preview is None else type(self._pane.preview)
        return kind(parent, colours=self._look.colours)

    def characters(self) -> None:
        """Special characters, which go into the field that has the focus, else into the page's text."""
        from app.desktop.editing.characters_dialog import CharactersDialog

        field = QApplication.focusWidget()
        if not isinstance(field, QLineEdit | QPlainTextEdit) or field.isReadOnly():
            if not self._ready():
                return
            field = self._pane.editor
        if self._characters is not None and shiboken6.isValid(self._characters):
            self._characters.activateWindow()
            return
        dialog = CharactersDialog(self._memory.arrangement.characters, field, self._window)
        dialog.used.connect(lambda recent: self._memory.arrange(characters=recent))
        self._characters = dialog
        dialog.show()

    # ------------------------------------------------------------ inside

    @property
    def _text(self) -> str:
        """As it stands in the view that is seen."""
        return self._pane.editor.text if self._pane.source_visible else tidy(self._pane.text)

    def _ready(self) -> bool:
        """The source is shown and can be changed."""
        if self._pane.place[0] < 0:
            return False
        self._pane.focus_source()
        return not self._pane.editor.isReadOnly()

    def _put(self, start: int, source: str, new: str, *, alone: bool = False) -> bool:
        """Write over `source` at `start` as one step; `alone`: it gets lines of its own. False if it is not there
        any more."""
        text = self._text
        if text[start : start + len(source)] != source:
            return False
        end = start + len(source)
        if alone:
            before, after = text[:start].rstrip(" "), text[end:].lstrip(" ")
            start, end = len(before), len(text) - len(after)
            new = _gap(before[-2:]) + new + _gap(after[:2][::-1])
        if self._pane.source_visible:
            if new != text[start:end]:
                self._pane.editor.put(start, end, new)
            self._pane.editor.setFocus()
        elif new != text[start:end]:
            self._pane.put_in(start, end, new)
        return True


def _gap(beside: str) -> str:
    """The line ends that are wanting for a blank line; `beside` are the two letters towards the block."""
    if not beside:
        return ""
    return "\n" * (2 - (beside.count("\n") if beside.endswith("\n") else 0))
