# SPDX-License-Identifier: AGPL-3.0-or-later
"""The window in the user's language: no text escapes the translator, German and Chinese windows are in their language
from the first start, and no German text is cut."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest
from PySide6.QtCore import QLocale
from PySide6.QtWidgets import QApplication, QDialog, QLabel, QPushButton, QTreeWidget, QWidget
from pytestqt.qtbot import QtBot

from app.core import settings_file, wording
from app.core.changes import (
    AppCode,
    Change,
    DocumentOpened,
    DocumentsChanged,
    DocumentState,
    EngineStatus,
    EngineWaiting,
    Exported,
    ExportFailed,
    Exporting,
    Notice,
    PageEnded,
    PageRows,
    PageShown,
    PageState,
    Problem,
    QueueHeld,
    QueueStatus,
    Replaced,
    Spent,
    TextFound,
)
from app.core.editing.characters import GROUPS
from app.core.errors import HOLDING
from app.core.languages import CODES
from app.core.models import JINA_OCR
from app.core.places import Places
from app.core.proof_changes import FlagFound, UncheckedFound
from app.core.settings import Settings
from app.core.version_changes import DraftsSummed, RereadStatus
from app.desktop.actions import TABLE
from app.desktop.background import wait_for_background
from app.desktop.dialogs.doctor import EnginesDialog
from app.desktop.editing.formula_dialog import PALETTE
from app.desktop.language import LANGUAGES, language_of, speak, teach_qt
from app.desktop.look import RESOURCES
from app.desktop.window import Window
from engine.protocol import ErrorCode, Note, NoteCode, Reading, WaitCode
from tests.gui.desks import HANG_MS, document, failed, handed_out, page_row, recording_window
from tests.gui.every_dialog import DIALOGS
from tests.gui.spoken import cut, mnemonic, outside, pseudo, said, strangers
from tests.gui.test_accessible import doubled, mnemonics

pytestmark = pytest.mark.gui

TEXT = "# Tides\n\nThe tide of 1966 was high.\n"

DATA = (
    "Copyholder", "Tides", "Dykes", "Document 1", "Document 2", "Document 3", "tide of 1966", "A very long title",
    "api.jina.ai", "jina.ai", "/papers/Tides.pdf", "/papers/Dykes.pdf", "/papers/Document 3.pdf", "Aa", "[w]",
    "jina-ocr-v1", "https://example.org/paper.pdf", "http://localhost:8000/v1", "paper.pdf",
)  # fmt: skip
"""Names of things, which are the same in every language."""

LONGEST_S = 0.02
"""That a translation may take at the start."""


@contextmanager
def spoken(language: str) -> Iterator[None]:
    """`pseudo`, or one of LANGUAGES."""
    locale = QLocale()
    application = QApplication.instance()
    assert isinstance(application, QApplication)
    taught = None
    try:
        if language == "pseudo":
            wording.use(pseudo)
        else:
            speak(language)
            taught = teach_qt(application, language)
        yield
    finally:
        wording.use(None)
        QLocale.setDefault(locale)
        if taught is not None:
            application.removeTranslator(taught)
            taught.deleteLater()


@pytest.fixture
def language(request: pytest.FixtureRequest) -> Iterator[str]:
    with spoken(request.param):
        yield request.param


@pytest.fixture
def window(language: str, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Window]:
    """Full of what can be told: documents in every state, a page with doubts, figures, a queue at work."""
    monkeypatch.setenv("PYTHON_KEYRING_BACKEND", "keyring.backends.null.Keyring")
    made, recorder = recording_window(qtbot, tmp_path / "home")
    made.resize(1280, 820)
    made.text.make_preview()
    others = tuple(document(4 + at, "Dykes", state) for at, state in enumerate(DocumentState)
                   if state is not DocumentState.FAILED)  # fmt: skip
    tides = document(1, "Tides", pages=12, read=7, checked=2, flags=5)
    recorder.notify(DocumentsChanged((tides, document(2, "Dykes", pages=3, read=3), failed(3), *others)))
    recorder.notify(DocumentOpened(1, 12))
    states = list(PageState)
    recorder.notify(PageRows(1, 0, tuple(page_row(page, states[page % len(states)]) for page in range(12))))
    qtbot.waitUntil(lambda: made.looking.page_row is not None, timeout=HANG_MS)
    notes = [Note(code=code) for code in NoteCode]
    reading = Reading(engine="builtin", raw=TEXT, text=TEXT, notes=notes)
    recorder.notify(PageShown(1, 0, PageState.READ, TEXT, reading=reading, readings=2, serial=1))
    recorder.notify(EngineStatus("builtin", "ready"))
    recorder.notify(QueueStatus(paused=False, running=1, waiting=3, done=8, failed=1, seconds_left=48.0))
    recorder.notify(Spent(0.12, 1.0))
    made.actions_["show_figures"].setChecked(True)
    made.dock.show_panel(True)
    made.proof.strip.show()
    handed_out(made.desk)
    qtbot.waitUntil(lambda: made.text.rendered is not None and made.text.rendered.text == TEXT, timeout=HANG_MS)
    qtbot.wait(50)  # turns of the event loop: what was told is laid out
    yield made
    assert wait_for_background(30.0)


def opened(window: Window, name: str, qtbot: QtBot) -> QDialog:
    dialog = DIALOGS[name](window)
    dialog.show()
    qtbot.waitExposed(dialog, timeout=HANG_MS)
    assert wait_for_background(60.0)
    QApplication.processEvents()
    return dialog


def strings(value: Any) -> Iterator[str]:
    """All texts of data."""
    match value:
        case str():
            yield from ([value] if value else [])
        case dict():
            for one in value.items():
                yield from strings(list(one))
        case list() | tuple() | set():
            for one in value:
                yield from strings(one)
        case _:
            return


def names(dialog: QDialog, home: Path) -> list[str]:
    """What a dialog shows as it is called everywhere."""
    found: dict[str, Sequence[str]] = {
        "AboutDialog": ("Python", "Qt", "PySide6", *(path.stem for path in (RESOURCES / "licences").glob("*.txt")),
                        *(path.stem for path in (RESOURCES / "fonts").glob("*.txt"))),
        "LanguagesDialog": [f"({code})" for code in CODES],
        "FormulaDialog": [part.strip() for sign, _, snippet in PALETTE for part in (sign, snippet)],
        "CharactersDialog": [character for _, characters in GROUPS for character in characters],
        "LocalDialog": (JINA_OCR.name, JINA_OCR.repo, JINA_OCR.revision[:12]),
        "SettingsDialog": ("English", "Deutsch", "简体中文"),
        "EnginesDialog": ("Built-in reader", "Python", "PySide6"),
    }  # fmt: skip
    return [*DATA, str(home / "config" / "keys.json"), str(home), *found.get(type(dialog).__name__, ()), *facts(dialog)]


def facts(dialog: QDialog) -> list[str]:
    """What the doctor found on this machine: names and places of its parts."""
    if not isinstance(dialog, EnginesDialog) or dialog._found is None:
        return []
    found = list(strings(msgspec.to_builtins(dialog._found.facts(), enc_hook=str)))
    return [text for text in found if len(text) > 2 and " " not in text] + [
        dialog._found.answer.machine.system.title if not isinstance(dialog._found.answer, str) else "",
        dialog._found.answer.machine.processor.model if not isinstance(dialog._found.answer, str) else "",
    ]


# ------------------------------------------------------------ nothing escapes the translator


def test_a_text_that_nobody_translates_is_found(qtbot: QtBot) -> None:
    """What the tests below rest on."""
    top = QWidget()
    qtbot.addWidget(top)
    good = QLabel(pseudo("{n} pages of {name}", "").format(n=3, name="Tides"), top)
    assert strangers(top) == []
    good.setToolTip("Loose words")
    assert len(strangers(top)) == 1
    button = QPushButton(f"{pseudo('Read', '')} again (Ctrl+R)", top)
    assert len(strangers(top)) == 2 and "again" in strangers(top)[1]
    button.setAccessibleName("Read again")
    tree = QTreeWidget(top)
    tree.setHeaderLabels(["Keys", pseudo("Action", "")])
    assert len(strangers(top)) == 4
    assert not outside("12.5 MB · (Ctrl+Shift+F5)") and not outside("Ctrl+,") and outside("Ctrl Home")


@pytest.mark.parametrize("language", ["pseudo"], indirect=True)
def test_every_text_of_the_window_is_looked_up(window: Window) -> None:
    assert len(list(said(window))) > 300
    found = strangers(window, DATA)
    assert not found, "\n".join(found)


@pytest.mark.parametrize("language", ["pseudo"], indirect=True)
@pytest.mark.parametrize("name", DIALOGS)
def test_every_text_of_a_dialog_is_looked_up(window: Window, qtbot: QtBot, tmp_path: Path, name: str) -> None:
    dialog = opened(window, name, qtbot)
    assert list(said(dialog))
    found = strangers(dialog, names(dialog, tmp_path / "home"))
    assert not found, "\n".join(found)
    dialog.close()


# ------------------------------------------------------------ German and Chinese


@pytest.mark.parametrize("language", ["de", "zh_CN"], indirect=True)
def test_letters_of_menus_and_dialogs_stand_for_one_thing_each(window: Window, qtbot: QtBot) -> None:
    bar = [mnemonic(action.text()) for action in window.menuBar().actions()]
    assert doubled(bar) == [] and all(bar)
    for title, menu in window.actions_.menus.items():
        letters = [mnemonic(action.text()) for action in menu.actions() if action.text()]
        assert doubled(letters) == [] and all(letters), title
    wrong = {}
    for name in DIALOGS:
        dialog = opened(window, name, qtbot)
        wrong[name] = doubled(mnemonics(dialog))
        dialog.close()
    assert {name: letters for name, letters in wrong.items() if letters} == {}


@pytest.mark.parametrize("language", ["de"], indirect=True)
def test_no_text_of_the_german_window_is_cut(window: Window) -> None:
    assert cut(window) == []


@pytest.mark.parametrize("language", ["de"], indirect=True)
@pytest.mark.parametrize("name", DIALOGS)
def test_no_text_of_a_german_dialog_is_cut(window: Window, qtbot: QtBot, name: str) -> None:
    dialog = opened(window, name, qtbot)
    assert cut(dialog) == []
    dialog.close()


def test_a_text_that_is_cut_is_found(qtbot: QtBot) -> None:
    top = QWidget()
    qtbot.addWidget(top)
    label = QLabel("Donaudampfschifffahrt", top)
    top.show()
    assert cut(top) == []
    label.setFixedWidth(40)
    assert len(cut(top)) == 1
    label.setWordWrap(True)
    label.setText("Donau Dampf Schiff Fahrt")
    label.setFixedHeight(12)
    assert len(cut(top)) == 1


STARTED = """
import sys
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QDialogButtonBox
import app.desktop.main as main
from app.line import parse

class Telling(main.Window):
    def begin_with(self, files, urls):
        super().begin_with(files, urls)
        QTimer.singleShot(0, self.tell)

    def tell(self):
        box = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        cancel = box.buttons()[0].text()
        bar = [action.text().replace("&", "") for action in self.menuBar().actions()]
        sys.stdout.buffer.write("|".join([*bar, cancel.replace("&", "")]).encode())
        self.close()

main.Window = Telling
sys.exit(main.main(parse(["--home", sys.argv[1], "--engine", "scripted"], ())))
"""

SEEN = {
    "en": "File|Edit|View|Page|Proof|Reading|Help|Cancel",
    "de": "Datei|Bearbeiten|Ansicht|Seite|Korrektur|Lesen|Hilfe|Abbrechen",
    "zh_CN": "文件(F)|编辑(E)",
}


def start(home: Path, **environment: str) -> str:
    kept = {name: value for name, value in os.environ.items() if name not in ("LANGUAGE", "LANG", "LC_ALL")}
    ended = subprocess.run(
        [sys.executable, "-c", STARTED, str(home)], env=kept | {"QT_QPA_PLATFORM": "offscreen"} | environment,
        capture_output=True, timeout=HANG_MS / 1000, check=False,
    )  # fmt: skip
    assert ended.returncode == 0, ended.stderr
    return ended.stdout.decode()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_program_starts_in_the_language_of_the_settings(tmp_path: Path, language: str) -> None:
    places = Places(tmp_path / "home")
    settings_file.put(places.settings, language=language, preview="lite")
    assert start(tmp_path / "home", LANG="en_GB.UTF-8").startswith(SEEN[language])


@pytest.mark.parametrize(("tags", "language"), [
    ("de_AT.UTF-8", "de"), ("zh_CN.UTF-8", "zh_CN"), ("fr_FR.UTF-8", "en"), ("C", "en"),
])  # fmt: skip
def test_the_program_starts_in_the_language_of_the_system(tmp_path: Path, tags: str, language: str) -> None:
    assert start(tmp_path / "home", LANG=tags).startswith(SEEN[language])


def test_the_first_of_the_system_s_languages_that_there_is() -> None:
    assert language_of("", ["de-AT", "de", "en"]) == "de"
    assert language_of("", ["fr-FR", "de-Latn-DE", "en"]) == "de"
    assert language_of("", ["en-GB", "de"]) == "en"
    assert language_of("", ["zh-Hans-CN", "zh-CN", "zh"]) == "zh_CN"
    assert language_of("", ["zh-Hant-TW", "zh-TW", "de"]) == "de"
    assert language_of("", ["zh-HK", "C"]) == "en"
    assert language_of("", []) == "en"
    assert language_of("de", ["zh-CN"]) == "de" and language_of("en", ["de"]) == "en"
    assert {"", *LANGUAGES} == set(msgspec.json.decode(msgspec.json.encode(_choices())))


def _choices() -> tuple[str, ...]:
    from app.core.settings import table

    return next(row.choices for row in table() if row.name == "language")


def test_a_language_takes_no_time_at_the_start(qapp: QApplication) -> None:
    took = []
    for _ in range(5):
        began = time.thread_time()  # of this thread alone: others on the machine do not count
        with spoken("de"):
            wording.tr("Open…")
            took.append(time.thread_time() - began)
    assert min(took) < LONGEST_S, took


def test_english_loads_nothing_and_an_unknown_text_stays(qapp: QApplication) -> None:
    before = len(qapp.children())
    with spoken("en"):
        assert len(qapp.children()) == before and not wording.translated()
    with spoken("de"):
        assert wording.tr("Open…") == "Öffnen…" and wording.tr("") == ""
        assert wording.tr("No such text") == "No such text"
        assert wording.several("{n:,} page", "{n:,} pages", 1) == "1 Seite"
        assert wording.several("{n:,} page", "{n:,} pages", 1200) == "1,200 Seiten"
    assert wording.tr("Open…") == "Open…"


@pytest.mark.parametrize("language", ["de"], indirect=True)
def test_what_the_program_tells_is_german(language: str) -> None:
    from app.core.errors import sentence
    from app.desktop.phrases import count, document_line, queue_left

    assert sentence(Problem(ErrorCode.DAMAGED), "a.pdf").startswith("a.pdf ist unrettbar beschädigt")
    assert sentence(Problem(ErrorCode.NO_PAGES)).startswith("Das Dokument hat keine Seiten")
    assert count(2, "page") == "2 Seiten"
    assert document_line(document(1, pages=48, read=31)) == "48 Seiten · 31 gelesen"
    assert queue_left(QueueStatus(False, 1, 16, 4, 0, seconds_left=8.0)) == "noch 17 Seiten · 8 s"


def test_every_action_has_a_text_of_its_own_in_every_language(qapp: QApplication) -> None:
    """In the palette equal names could not be told apart."""
    for language in LANGUAGES:
        with spoken(language):
            texts = [wording.tr(entry.text).replace("&", "") for entry in TABLE]
            assert doubled(texts) == [], language


@pytest.mark.parametrize("settings", [Settings(), Settings(language="de")])
def test_the_dialog_changes_the_language(qtbot: QtBot, settings: Settings) -> None:
    from PySide6.QtWidgets import QComboBox

    from app.desktop.dialogs.settings import SettingsDialog

    parent = QWidget()
    qtbot.addWidget(parent)
    dialog = SettingsDialog(settings, parent)
    chosen: list[dict[str, Any]] = []
    dialog.chosen.connect(chosen.append)
    (box,) = [one for one in dialog.findChildren(QComboBox) if one.findText("简体中文") >= 0]
    assert box.currentData() == settings.language
    assert [box.itemText(at) for at in range(box.count())] == ["that of the system", "English", "Deutsch", "简体中文"]
    box.setCurrentIndex(box.findText("简体中文"))
    dialog.accept()
    assert chosen == [{"language": "zh_CN"}]


HAPPENINGS: tuple[Change, ...] = (
    *(Notice(Problem(code, detail), "Tides", "warning") for code in AppCode for detail in ("", "7")),
    EngineStatus("builtin", "loading", progress=0.4),
    EngineStatus("builtin", "starting", "waits until the engine before has ended"),
    EngineStatus("transformers", "failed", "said nothing for 600 s",
                 problem=Problem(ErrorCode.ENGINE_UNAVAILABLE, "said nothing for 600 s"), instead="builtin"),
    EngineStatus("openai:http://api.jina.ai/v1", "failed", problem=Problem(ErrorCode.NO_CONNECTION), instead="builtin"),
    EngineStatus("jina", "failed", problem=Problem(AppCode.NO_CONSENT, "api.jina.ai"), instead="builtin"),
    *(EngineWaiting(code, time.monotonic() + 60, 1, 3) for code in WaitCode),
    *(QueueHeld(Problem(code, "7"), "jina") for code in sorted(HOLDING)),
    QueueStatus(paused=True, running=0, waiting=4, done=0, failed=0, seconds_left=400.0),
    QueueStatus(False, 2, 900, 8, 1, 4000.0, 0.2, 1840.0, None, 0.84),
    QueueStatus(False, 0, 0, 12, 0),
    Spent(0.000002), Spent(3.5, 4.0),
    PageEnded(1, 1, None, Problem(ErrorCode.TIME_LIMIT, "600")),
    PageEnded(1, 2, None, Problem(ErrorCode.ENGINE_FAILED, "not enough memory")),
    Exporting(1, Path("/papers/Tides.md"), 3, 12),
    Exported(1, (Path("/papers/Tides.pdf"),)), Exported(1, (Path("/papers/a"), Path("/papers/b"))),
    Exported(1, (Path("/papers/Tides.md"), Path("/papers/Tides.assets/1.png"))),
    Exported(1, (Path("/papers/Tides.md"), Path("/papers/Tides.assets/1.png"), Path("/papers/Tides.assets/2.png"))),
    ExportFailed(1, Path("/papers/Tides.pdf"), Problem(AppCode.NOT_WRITTEN, "7")),
    ExportFailed(1, Path("/papers/Tides.pdf"), Problem(ErrorCode.CANCELLED)),
    UncheckedFound(1, None), FlagFound(1, 0), Replaced(1, 3, 2), TextFound(1, None), TextFound(1, 4),
    *(RereadStatus(1, "vllm", state, 2, 1, 4, detail="it does not start") for state in
      ("starting", "loading", "reading", "done", "failed")),
    RereadStatus(1, "jina", "failed", 0, 0, 4, Problem(AppCode.NO_CONSENT, "api.jina.ai")),
    DraftsSummed(1, 3, (0.8, 0.5)),
    *(PageShown(1, 0, state, "", serial=9 + at) for at, state in enumerate(PageState) if state is not PageState.FAILED),
    PageShown(1, 0, PageState.FAILED, "", problem=Problem(ErrorCode.DAMAGED), serial=20),
)  # fmt: skip
"""What a session may tell: every kind of change that the window says something about."""


@pytest.mark.parametrize("language", ["pseudo"], indirect=True)
def test_whatever_happens_is_told_in_the_user_s_language(window: Window, qtbot: QtBot) -> None:
    """After each change, so that nothing that is closed again at once goes unseen."""
    known = (*DATA, "/papers/Tides.md", "/papers", "Tides.md", "jina.ai/v1")
    wrong: dict[str, list[str]] = {}
    told: set[str] = set()
    before = {text for _, text in said(window)}
    for change in HAPPENINGS:
        window.desk.receive(change)
        qtbot.wait(5)
        handed_out(window.desk)
        told |= {text for _, text in said(window)}
        hint = window.page.view._hint
        if found := [*strangers(window, known), *([hint] if outside(hint, known) else [])]:
            wrong[type(change).__name__ + str(change)[:60]] = found
    assert not wrong, "\n".join(f"{name}: {found}" for name, found in wrong.items())
    assert len(told - before) > 60, len(told - before)


def test_another_language_counts_from_the_next_start_and_says_so(qtbot: QtBot, tmp_path: Path) -> None:
    window, _ = recording_window(qtbot, tmp_path / "home")
    window.tools._set({"language": "de"})
    assert window.menuBar().actions()[0].text() == "&File"
    assert "This counts from the next start of Copyholder." in [text for _, text in said(window.notices)]
    window.memory.save_now()
    assert settings_file.read(Places(tmp_path / "home").settings)[0].language == "de"
