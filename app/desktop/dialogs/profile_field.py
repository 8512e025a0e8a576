# SPDX-License-Identifier: AGPL-3.0-or-later
"""How a server's model is asked: by one of the profiles, Copyholder's or the user's own, with its note on the
licence. The list comes in the background, since the engine's program tells it."""

from __future__ import annotations

import shiboken6
from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices, QShowEvent
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from app.core.places import Places
from app.core.profiles import folder, known
from app.core.wording import mark, tr
from app.desktop.background import in_background
from engine.profiles import Profiles

BY_NAME = mark("By the model's name")

OWN = mark("Own profiles are TOML files in the folder “profiles” beside the settings.")


class ProfileField(QWidget):
    def __init__(self, chosen: str, places: Places, parent: QWidget) -> None:
        super().__init__(parent)
        self._places = places
        self._profiles: Profiles | None = None
        self._model = ""
        self._asked = False
        self.box = QComboBox(self)
        self.box.setAccessibleName(tr("Profile"))
        self.box.addItem(tr(BY_NAME), "")
        if chosen:
            self.box.addItem(chosen, chosen)  # until the list is there
            self.box.setCurrentIndex(1)
        self.button = QPushButton(tr("Open folder"), self)
        self.button.setAutoDefault(False)
        self.button.setToolTip(tr(OWN))
        self.button.setAccessibleName(tr("Open the folder of your own profiles"))
        self.note = QLabel(tr(OWN), self)
        self.note.setObjectName("hint")
        self.note.setWordWrap(True)
        row = QHBoxLayout()
        row.addWidget(self.box, 1)
        row.addWidget(self.button)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addLayout(row)
        column.addWidget(self.note)
        self.setFocusProxy(self.box)
        self.box.currentIndexChanged.connect(self._say)
        self.button.clicked.connect(self._open)

    def showEvent(self, event: QShowEvent) -> None:
        """The list is asked for when somebody is to see it."""
        super().showEvent(event)
        if not self._asked:
            self._asked = True
            places = self._places
            in_background(lambda: known(places), self._list)

    @property
    def profile(self) -> str:
        """The name of the profile, empty for the one that fits the model's name."""
        return str(self.box.currentData() or "")

    def set_model(self, model: str) -> None:
        """The model is called like this now."""
        self._model = model
        self._say()

    def _list(self, profiles: Profiles) -> None:
        if not shiboken6.isValid(self):
            return
        self._profiles = profiles
        chosen = self.profile
        self.box.blockSignals(True)
        self.box.clear()
        self.box.addItem(tr(BY_NAME), "")
        for row in profiles.rows:
            self.box.addItem(tr("{name} (your own)").format(name=row.name) if row.own else row.name, row.name)
        if chosen and self.box.findData(chosen) < 0:
            self.box.addItem(chosen, chosen)
        self.box.setCurrentIndex(max(0, self.box.findData(chosen)))
        self.box.blockSignals(False)
        self._say()

    def _say(self) -> None:
        """The licence of what is chosen, and where own profiles go."""
        if self._profiles is None:
            return
        words = []
        row = self._profiles.of(self.profile, self._model)
        if row is not None and (self._model or self.profile):
            words.append(f"{row.name}: {row.licence}" if row.licence else f"{row.name}.")
        elif row is None and self.profile:
            words.append(
                tr("There is no profile “{profile}” any more: choose another one.").format(profile=self.profile)
            )
        self.note.setText(" ".join((*words, self._profiles.problem or tr(OWN))))

    def _open(self) -> None:
        place = folder(self._places)

        def work() -> None:
            place.mkdir(parents=True, exist_ok=True)

        def show(_none: None) -> None:
            QDesktopServices.openUrl(QUrl.fromLocalFile(str(place)))

        in_background(work, show, self._not_opened)

    def _not_opened(self, error: Exception) -> None:
        if shiboken6.isValid(self):
            why = error.strerror if isinstance(error, OSError) else error
            self.note.setText(
                tr("The folder {folder} cannot be made: {why}.").format(folder=folder(self._places), why=why)
            )
