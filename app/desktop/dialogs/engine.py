# SPDX-License-Identifier: AGPL-3.0-or-later
"""Which engine reads, and what it needs: a model's folder, a key, a server's address, a prompt. What
is chosen is checked before the dialog closes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import msgspec
import shiboken6
from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QButtonGroup,
    QDialog,
    QDialogButtonBox,
    QFrame,
    QLabel,
    QLayout,
    QRadioButton,
    QVBoxLayout,
    QWidget,
)

from app.core.choice import READER_FACTOR, EngineChoice
from app.core.engines import JINA_PRICE, OPENAI, EngineError, key_host
from app.core.errors import ProblemError, sentence
from app.core.keys import Keys
from app.core.money import dollars
from app.core.places import Places
from app.core.settings import Settings
from app.core.wording import mark, tr
from app.desktop.background import in_background
from app.desktop.dialogs.engine_parts import Jina, Local, Nothing, Part, Prompt, Server
from app.desktop.engine_setup import of_settings
from app.desktop.tab_order import by_layout


@dataclass(frozen=True, slots=True)
class Offer:
    """One engine of the list. `prompts`: it can be told what to write."""

    name: str
    title: str
    about: str
    prompts: bool = True


PRICES = {"page": dollars(JINA_PRICE.page()), "page_by_reader": dollars(JINA_PRICE.page() * READER_FACTOR)}
"""What may stand in an offer's words."""

OFFERS = (
    Offer(
        "builtin",
        mark("&Built-in reader"),
        mark("Text layers and scans. Nothing to set up, nothing leaves this computer."),
        False,
    ),
    Offer(
        "vllm", mark("&vLLM"), mark("The model jina-ocr-v1, many pages at once. For a graphics card on Linux or WSL2.")
    ),
    Offer(
        "transformers",
        mark("&Transformers"),
        mark("The model jina-ocr-v1, page by page. Slow without a graphics card."),
    ),
    Offer(
        "jina",
        mark("&Jina API"),
        mark("The same model at api.jina.ai: pages are sent there, about {page} each."),
    ),
    Offer(
        "openai",
        mark("&OpenAI-compatible server"),
        mark("A server of yours (vllm serve, a cluster) or another service."),
    ),
    Offer(
        "reader",
        mark("Jina &Reader"),
        mark("Documents of the web, by their addresses alone: about {page_by_reader} a page."),
        False,
    ),
)


class EngineDialog(QDialog):
    chosen = Signal(object)  # dict of settings
    temporary_key = Signal(str, str)  # host, a key for this run alone

    def __init__(self, settings: Settings, places: Places, keys: Keys, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Engine"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._settings, self._places = settings, places
        self._group = QButtonGroup(self)
        self.buttons: dict[str, QRadioButton] = {}
        local = Local(settings, self)
        self.parts: dict[str, Part] = {
            "builtin": Nothing(self),
            "vllm": local,
            "transformers": local,
            "jina": Jina(settings.jina_url, keys, self),
            "reader": Jina(settings.reader_url, keys, self),
            "openai": Server(settings, places, keys, self),
        }
        self.prompt = Prompt(settings, self)
        self.problem = QLabel(self)
        self.problem.setObjectName("problem")
        self.problem.setWordWrap(True)
        self.box = QDialogButtonBox(QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel, self)
        self.box.accepted.connect(self._try)
        self.box.rejected.connect(self.reject)
        self._lay_out()
        by_layout(self)
        self._group.buttonToggled.connect(self._switch)
        self.buttons[_kind(settings.engine)].setChecked(True)
        self.buttons[self.name].setFocus()

    def _lay_out(self) -> None:
        layout = QVBoxLayout(self)
        layout.setSpacing(4)
        layout.setSizeConstraint(QLayout.SizeConstraint.SetFixedSize)  # follows what is asked for
        width = self.fontMetrics().averageCharWidth() * 92
        self.problem.setFixedWidth(width)
        for offer in OFFERS:
            words = tr(offer.about).format_map(PRICES)
            button = QRadioButton(tr(offer.title), self)
            button.setObjectName(offer.name)
            button.setAccessibleDescription(words)
            self._group.addButton(button)
            self.buttons[offer.name] = button
            about = QLabel(words, self)
            about.setObjectName("hint")
            about.setWordWrap(True)
            about.setFixedWidth(width)
            about.setContentsMargins(22, 0, 0, 4)
            layout.addWidget(button)
            layout.addWidget(about)
        layout.addSpacing(4)
        line = QFrame(self)
        line.setObjectName("line")
        layout.addWidget(line)
        for part in dict.fromkeys(self.parts.values()):
            part.setFixedWidth(width)
            layout.addWidget(part)
        layout.addWidget(self.prompt)
        self.prompt.setFixedWidth(width)
        layout.addWidget(self.problem)
        layout.addSpacing(8)
        layout.addWidget(self.box)

    @property
    def name(self) -> str:
        """The engine that is ticked."""
        button = self._group.checkedButton()
        return button.objectName() if button is not None else OFFERS[0].name

    def _switch(self) -> None:
        present = self.parts[self.name]
        for part in self.parts.values():
            part.setVisible(part is present)
        self.prompt.setVisible(next(offer.prompts for offer in OFFERS if offer.name == self.name))
        self.problem.hide()

    # ------------------------------------------------------------ the end

    def values(self) -> dict[str, Any]:
        """The settings as they stand here."""
        values = {**self.parts[self.name].values(), "engine": self.name, **self.prompt.values()}
        if self.name == "openai":
            values["engine"] = f"{OPENAI}{values['openai_url']}"
        return values

    def _try(self) -> None:
        """Check the whole choice, off this thread, since folders are looked at."""
        self.problem.hide()
        if wrong := self.parts[self.name].wrong():
            self._complain(wrong)
            return
        settings, places = msgspec.structs.replace(self._settings, **self.values()), self._places
        self.box.setEnabled(False)
        in_background(lambda: of_settings(settings, places), self._checked, self._not_possible)

    def _checked(self, chain: tuple[EngineChoice, ...]) -> None:
        if not shiboken6.isValid(self):
            return
        self.box.setEnabled(True)
        host = next((host for host in map(key_host, chain) if host), "")
        self.parts[self.name].save(host, lambda key: self._done(host, key))

    def _done(self, host: str, temporary: str) -> None:
        if temporary:
            self.temporary_key.emit(host, temporary)
        self.chosen.emit(self.values())
        self.accept()

    def _not_possible(self, error: Exception) -> None:
        if not shiboken6.isValid(self):
            return
        self.box.setEnabled(True)
        if isinstance(error, EngineError):
            self._complain(error.window)
        elif isinstance(error, ProblemError):
            self._complain(sentence(error.problem, error.subject))

    def _complain(self, text: str) -> None:
        self.problem.setText(text)
        self.problem.show()
        self.parts[self.name].setFocus()


def _kind(engine: str) -> str:
    """The row of the list for an engine of the settings; the first of several."""
    first = engine.partition(",")[0].strip()
    name = "openai" if first.startswith("openai") else first
    return name if any(offer.name == name for offer in OFFERS) else OFFERS[0].name
