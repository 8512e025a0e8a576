# SPDX-License-Identifier: AGPL-3.0-or-later
"""The language of the window: our texts from resources/translations, Qt's own (the buttons of its dialogs) from Qt.

It is chosen once, before the first text is looked up; English is what stands in the code, and loads nothing. The
two translators are asked in different ways: ours by `app.core.wording`, which needs no application object, Qt's by
Qt itself.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable
from functools import partial

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QTranslator

from app.core import wording
from app.desktop.look import RESOURCES

log = logging.getLogger(__name__)

TRANSLATIONS = RESOURCES / "translations"
ENGLISH = "en"
LANGUAGES = (ENGLISH, "de", "zh_CN")
"""Those that there is a translation into; each but English has a file copyholder_LANGUAGE.qm."""


def language_of(setting: str, systems: Iterable[str] | None = None) -> str:
    """One of LANGUAGES: that of the setting; where it is empty, the first of the system's (its tags, like de-AT and
    zh-Hans-CN, the dearest first; None asks the system) that there is, else English."""
    if setting in LANGUAGES:
        return setting
    tags = QLocale.system().uiLanguages() if systems is None else systems
    return next((found for tag in tags if (found := _ours(tag))), ENGLISH)


def _ours(tag: str) -> str:
    """The one of LANGUAGES that a tag's reader reads; "" for none. Traditional Chinese is another script."""
    language, *more = tag.replace("_", "-").split("-")
    if language == "zh":
        return "" if {"Hant", "TW", "HK", "MO"} & set(more) else "zh_CN"
    return language if language in LANGUAGES else ""


def speak(language: str) -> None:
    """Show our texts in `language` from now on, one of LANGUAGES. What is not translated stays English."""
    translator = QTranslator()
    if language == ENGLISH:
        wording.use(None)
    elif translator.load(str(TRANSLATIONS / f"copyholder_{language}.qm")):
        wording.use(partial(_translated, translator))
    else:
        log.warning("the translation %s cannot be loaded", language)
        wording.use(None)


def _translated(translator: QTranslator, text: str, comment: str) -> str:
    return (translator.translate("", text, comment or None) or text) if text else text


def teach_qt(application: QCoreApplication, language: str) -> QTranslator | None:
    """Show Qt's own texts in `language` too, and its numbers as they are written there; before the first window.
    The system's own way of writing numbers stays where it is of this language. The translator belongs to the
    application."""
    if language == ENGLISH:
        return None
    translator = QTranslator(application)
    if translator.load(f"qtbase_{language}", QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)):
        application.installTranslator(translator)
    if QLocale.system().language() != QLocale(language).language():
        QLocale.setDefault(QLocale(language))
    return translator
