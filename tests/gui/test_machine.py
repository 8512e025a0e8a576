# SPDX-License-Identifier: AGPL-3.0-or-later
"""What this machine could run, in the window: the engines and what they lack, models and libraries, measuring,
the sample and the card on the first page. Real probes, a hub on loopback, real engine programs."""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QMessageBox, QPushButton, QToolButton, QWidget
from pytestqt.qtbot import QtBot

from app.core.changes import QueueFinished
from app.core.choice import EngineChoice
from app.core.environments.place import Environment, engines, present, python_of, write_record
from app.core.models import JINA_OCR, accept
from app.core.models.store import home as model_home
from app.core.places import Places
from app.core.probe import ask, request
from app.core.settings import Settings
from app.core.tuning.keep import keep, key_for
from app.core.tuning.offer import offer
from app.core.tuning.work import Candidate
from app.desktop.background import wait_for_background
from app.desktop.dialogs import tuning
from app.desktop.dialogs.doctor import EnginesDialog, hints
from app.desktop.dialogs.install import InstallDialog
from app.desktop.dialogs.local import LocalDialog
from app.desktop.dialogs.models import ModelDialog
from app.desktop.dialogs.tuning import REMARK, TuningDialog
from app.desktop.phrases import better_words
from app.desktop.window import Window
from engine.choose import Answer, Wishes, better, choose
from engine.models.messages import RECORD
from engine.tune import Table, Trial
from tests.gui.desks import HANG_MS, Recorder, real_window, recording_window, the_look
from tests.gui.test_engine_dialogs import unnamed
from tests.hub import REVISION, FakeHub, checkpoint, serving
from tests.unit.machines import L4, machine

pytestmark = pytest.mark.gui

# So slow that what a busy machine adds to a page does not change which is the best.
SPEEDS: dict[str, Any] = {
    "0": {"tokens_per_s": {"1": 100, "4": 800}, "first_token": 0.02},
    "1": {"tokens_per_s": {"1": 600}, "first_token": 0.02, "accepted": [0.8]},
    "2": {"tokens_per_s": {"1": 80}, "first_token": 0.02, "accepted": [0.8, 0.1]},
    "3": {"tokens_per_s": {"1": 66}, "first_token": 0.02, "accepted": [0.8, 0.1, 0.0]},
    "adaptive": {"tokens_per_s": {"1": 200}, "first_token": 0.02, "accepted": [0.8]},
}
SCRIPT = {
    "abilities": {"needs_picture": False, "pages_at_once": 4},
    "pages": {"default": {"text": "some words of a page", "repeat": 20, "piece": 40}},
    "speeds": SPEEDS,
}


@pytest.fixture(autouse=True)
def quiet(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """No keychain and nobody's own settings of the hub."""
    for name in ("HF_ENDPOINT", "HF_TOKEN", "HF_HUB_OFFLINE", "JINA_API_KEY", "COPYHOLDER_API_KEY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("PYTHON_KEYRING_BACKEND", "keyring.backends.null.Keyring")
    yield
    assert wait_for_background(60)


@pytest.fixture
def hub(data: Path) -> Iterator[FakeHub]:
    with serving(checkpoint(data)) as running:
        yield running


def dialog_of(window: Window, kind: type[QDialog]) -> Any:
    (found,) = [one for one in window.findChildren(kind) if one.isVisible()]
    return found


def looked(qtbot: QtBot, dialog: EnginesDialog) -> None:
    qtbot.waitUntil(lambda: not dialog.busy.isVisible(), timeout=HANG_MS)


def acts(dialog: EnginesDialog) -> dict[str, QPushButton]:
    found = {str(button.property("act")): button for button in dialog.findChildren(QPushButton)}
    return {act: button for act, button in found.items() if act != "None"}


# ---------------------------------------------------------------- the engines


def test_the_chip_opens_what_this_machine_has_and_lacks(qtbot: QtBot, tmp_path: Path) -> None:
    window, _ = recording_window(qtbot, tmp_path)
    chip = next(one for one in window.status.findChildren(QToolButton) if one.objectName() == "chip")
    QTest.mouseClick(chip, Qt.MouseButton.LeftButton)
    dialog = dialog_of(window, EnginesDialog)
    assert dialog.present.text().startswith("Pages are read by: Built-in reader.")
    assert not dialog.report.isEnabled(), "nothing to report yet, and the window goes on"
    looked(qtbot, dialog)
    names = [row.accessibleName() for row in dialog.area.widget().children() if getattr(row, "accessibleName", None)]
    assert any(name.startswith("Built-in engine, ok") for name in names), names
    assert any("library" in name and "can be written" in name for name in names)
    assert unnamed(dialog) == []
    window.machine.doctor()
    assert len(window.findChildren(EnginesDialog)) == 1, "the one that is open comes to the front"
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: not window.findChildren(EnginesDialog), timeout=HANG_MS)
    window.actions_["doctor"].trigger()
    looked(qtbot, dialog_of(window, EnginesDialog))


def test_the_report_names_nobody(qtbot: QtBot, tmp_path: Path) -> None:
    window, _ = recording_window(qtbot, tmp_path / "somebody")
    window.machine.doctor()
    dialog = dialog_of(window, EnginesDialog)
    looked(qtbot, dialog)
    QGuiApplication.clipboard().clear()
    dialog.report.click()
    qtbot.waitUntil(lambda: QGuiApplication.clipboard().text() != "", timeout=HANG_MS)
    report = QGuiApplication.clipboard().text()
    assert "Built-in engine" in report and "packages:" in report
    assert "somebody" not in report and str(tmp_path) not in report


def test_buttons_say_what_copyholder_can_do(qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As on a computer with a card and nothing installed: the probe's answer is that machine's."""
    bare = machine(L4, models=())
    answer = Answer(machine=bare, ranking=choose(bare, Wishes()))
    monkeypatch.setattr(sys.modules["app.core.doctor.examine"], "ask", lambda *_args, **_more: answer)
    asked: list[str] = []
    parent = QWidget()
    qtbot.addWidget(parent)
    dialog = EnginesDialog(parent, Places(tmp_path), Settings(), the_look(), "")
    dialog.act_asked.connect(asked.append)
    dialog.show()
    looked(qtbot, dialog)
    assert {"model", "install vllm cuda13", "install transformers cuda13", "key"} <= set(acts(dialog))
    for act in ("model", "install vllm cuda13"):
        acts(dialog)[act].click()
    assert asked == ["model", "install vllm cuda13"]
    assert acts(dialog)["install vllm cuda13"].text() == "Install vLLM…"
    found = dialog._found
    assert found is not None
    told = [hint for one in found.findings() for hint in hints(one) if one.acts]
    assert not any("copyholder " in hint for hint in told), "no commands where a button does it"


# ---------------------------------------------------------------- models


def test_fetched_in_the_window_it_is_used_and_everything_looks_again(
    qtbot: QtBot, hub: FakeHub, tmp_path: Path
) -> None:
    settings = Settings(hub_url=hub.url, timeout=30)
    window, recorder = recording_window(qtbot, tmp_path, settings)
    window.machine.local()
    local: LocalDialog = dialog_of(window, LocalDialog)
    qtbot.waitUntil(lambda: local.models.topLevelItemCount() == 1, timeout=HANG_MS)
    assert unnamed(local) == []
    assert not local.use.isEnabled() and not local.delete.isEnabled()
    local.fetch.click()
    dialog: ModelDialog = dialog_of(window, ModelDialog)
    assert dialog.stages.currentWidget() is dialog.licence
    assert hub.seen == [], "nothing is asked for before the licence is accepted"
    dialog.licence.agree.setChecked(True)
    with qtbot.waitSignal(dialog.fetched, timeout=HANG_MS):
        dialog.licence.get.click()
    folder = model_home(Places(tmp_path), JINA_OCR) / REVISION
    assert window.memory.settings.model == str(folder)
    qtbot.waitUntil(lambda: bool(recorder.of("use_engines")), timeout=HANG_MS)
    dialog.close()

    def state() -> str:
        item = local.models.topLevelItem(0)
        return item.text(2) if item is not None else ""

    qtbot.waitUntil(lambda: state() == "complete, in use", timeout=HANG_MS)
    local.check.click()
    qtbot.waitUntil(lambda: "checksum" in local.words.text(), timeout=HANG_MS)
    assert local.words.text().endswith("of weights, with draft weights; 8 checksums are right.")
    local.delete.click()
    question: QMessageBox = dialog_of(window, QMessageBox)
    assert question.defaultButton() is None or question.defaultButton().text() != "Delete"
    next(button for button in question.buttons() if button.text() == "Delete").click()
    qtbot.waitUntil(lambda: not folder.exists(), timeout=HANG_MS)
    assert window.memory.settings.model == ""


def test_another_revision_stands_beside_and_is_not_used_unasked(qtbot: QtBot, hub: FakeHub, tmp_path: Path) -> None:
    places = Places(tmp_path)
    other = "b" * 40
    hub.revisions[other] = hub.revisions[REVISION]
    own = tmp_path / "own"
    window, _ = recording_window(qtbot, tmp_path, Settings(hub_url=hub.url, timeout=30, model=str(own)))
    accept(places, JINA_OCR, other)
    window.machine.local()
    local: LocalDialog = dialog_of(window, LocalDialog)
    local._fetch_revision("not a revision")
    assert "40 digits and letters" in local.words.text()
    local._fetch_revision(other)
    dialog: ModelDialog = dialog_of(window, ModelDialog)
    with qtbot.waitSignal(dialog.fetched, timeout=HANG_MS):
        pass
    assert (model_home(places, JINA_OCR) / other / RECORD).exists()
    assert window.memory.settings.model == str(own)


def test_a_folder_is_used_only_if_it_holds_the_model(qtbot: QtBot, data: Path, tmp_path: Path) -> None:
    window, _ = recording_window(qtbot, tmp_path / "home")
    wrong, right = tmp_path / "wrong", tmp_path / "right"
    wrong.mkdir()
    shutil.copytree(data / "tiny-jina-ocr", right)
    window.machine.local()
    local: LocalDialog = dialog_of(window, LocalDialog)
    local.use_folder(str(wrong))
    qtbot.waitUntil(lambda: "choose another folder" in local.words.text(), timeout=HANG_MS)
    assert window.memory.settings.model == ""
    assert local.isEnabled()
    local.use_folder(str(right))
    qtbot.waitUntil(lambda: window.memory.settings.model == str(right), timeout=HANG_MS)


def test_offline_nothing_is_fetched_and_the_reason_is_told(qtbot: QtBot, tmp_path: Path) -> None:
    window, _ = recording_window(qtbot, tmp_path, Settings(offline=True))
    window.machine.fetch()
    assert not window.findChildren(ModelDialog)
    assert any("set to work offline" in title for title in window.notices.titles())


def test_commercial_users_are_sent_to_the_vendor(qtbot: QtBot, tmp_path: Path) -> None:
    window, _ = recording_window(qtbot, tmp_path, Settings(commercial=True))
    window.machine.fetch()
    dialog: ModelDialog = dialog_of(window, ModelDialog)
    assert "does not allow: ask the vendor" in dialog.licence.head.text()
    assert "jina.ai/contact-sales" in dialog.licence.text.toPlainText()


# ---------------------------------------------------------------- local engines


def test_libraries_are_installed_and_removed_from_the_window(qtbot: QtBot, tmp_path: Path) -> None:
    places = Places(tmp_path)
    window, recorder = recording_window(qtbot, tmp_path)
    folder = engines(places) / "transformers"
    python_of(folder).parent.mkdir(parents=True)
    python_of(folder).symlink_to(sys.executable)
    made = Environment(engine="transformers", hardware="cpu", made="2026-11-30T00:00:00+00:00", program="c", python="3")
    write_record(folder, made)
    window.machine.local()
    local: LocalDialog = dialog_of(window, LocalDialog)
    qtbot.waitUntil(lambda: local.engines.topLevelItemCount() == 2, timeout=HANG_MS)
    row = local.engines.topLevelItem(0)
    assert row is not None
    assert [row.text(column) for column in range(3)] == ["Transformers", "installed on 2026-11-30", "processor"]
    local.install.click()
    install: InstallDialog = dialog_of(window, InstallDialog)
    assert "takes about" in install.words.text(), "the disk comes first, and nothing has begun"
    assert not install.log.toPlainText()
    install.close()
    local.remove.click()
    question: QMessageBox = dialog_of(window, QMessageBox)
    next(button for button in question.buttons() if button.text() == "Delete").click()
    qtbot.waitUntil(lambda: present("transformers", places) is None, timeout=HANG_MS)
    qtbot.waitUntil(lambda: bool(recorder.of("use_engines")), timeout=HANG_MS)


# ---------------------------------------------------------------- measuring


def measured_here(places: Places) -> list[Candidate]:
    """The scripted engine stands where one with a model would."""
    answer = ask(request(places, Settings(), ask_keychain=False))
    choice = EngineChoice("scripted", "scripted", options={"script": json.dumps(SCRIPT)})
    return [Candidate("An engine", choice, {**key_for(answer, answer.ranking[0]), "engine": "scripted"})]


def begun(qtbot: QtBot, window: Window, monkeypatch: pytest.MonkeyPatch) -> TuningDialog:
    monkeypatch.setattr(tuning, "candidates", lambda places, _settings: measured_here(places))
    window.actions_["measure"].trigger()
    dialog: TuningDialog = dialog_of(window, TuningDialog)
    qtbot.waitUntil(dialog.go.isEnabled, timeout=HANG_MS)
    assert unnamed(dialog) == []
    dialog.go.click()
    return dialog


def reading_goes_on(recorder: Recorder) -> bool:
    return [call[0] for call in recorder.asked if call[0] in ("pause", "resume")] == ["pause", "resume"]


def test_a_measurement_from_the_window_is_shown_explained_and_used(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    window, recorder = recording_window(qtbot, tmp_path)
    dialog = begun(qtbot, window, monkeypatch)
    assert recorder.of("pause"), "nothing is read meanwhile"
    with qtbot.waitSignal(dialog.ended, timeout=HANG_MS) as told:
        pass
    assert told.args == [True]
    rows = [dialog.table.topLevelItem(at) for at in range(dialog.table.topLevelItemCount())]
    best = {row.text(0): row.text(REMARK) for row in rows if row is not None and row.text(1) == "1"}
    assert best["K=1"].startswith("best for one page")
    assert any(row is not None and "for a queue" in row.text(REMARK) for row in rows)
    assert "For a page you look at: K=1: " in dialog.verdict.text()
    assert "x as fast as without drafts (80% of the drafts are right)" in dialog.verdict.text()
    assert list((Places(tmp_path).data / "tuning").glob("*.json"))
    qtbot.waitUntil(lambda: reading_goes_on(recorder), timeout=HANG_MS)
    assert recorder.of("use_engines")


@pytest.mark.parametrize("how", ["Stop", "Escape"])
def test_a_measurement_is_stopped_and_reading_goes_on(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    window, recorder = recording_window(qtbot, tmp_path)
    dialog = begun(qtbot, window, monkeypatch)
    qtbot.waitUntil(lambda: "Measuring" in dialog.words.text(), timeout=HANG_MS)
    if how == "Stop":
        dialog.stop.click()
        qtbot.waitUntil(dialog.go.isEnabled, timeout=HANG_MS)
    else:
        QTest.keyClick(dialog, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: reading_goes_on(recorder), timeout=HANG_MS)


def test_after_the_first_documents_measuring_is_offered_once(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By a line that stays until somebody wants it or closes it, for an engine that was not measured as it is now."""
    monkeypatch.setattr("app.desktop.commands.machine.LOCAL", frozenset({"scripted"}))
    monkeypatch.setattr(offer, "__defaults__", (lambda places, _settings: measured_here(places),))
    monkeypatch.setattr(tuning, "candidates", lambda places, _settings: measured_here(places))
    for turn in range(2):
        window, _ = recording_window(qtbot, tmp_path)
        window.setup.chain = (measured_here(Places(tmp_path))[0].choice,)
        window.desk.queue_finished.emit(QueueFinished(0, 3, 1.0))
        assert wait_for_background(60)
        assert window.notices.titles() == [], "nothing was read"
        window.desk.queue_finished.emit(QueueFinished(3, 0, 1.0))
        assert wait_for_background(60)
        QApplication.processEvents()
        said = [title for title in window.notices.titles() if "was not measured here yet" in title]
        assert len(said) == (1 if turn == 0 else 0)
        if said:
            (step,) = [one for one in window.notices.findChildren(QPushButton) if one.text() == "Measure…"]
            step.click()
            assert dialog_of(window, TuningDialog)
            dialog_of(window, TuningDialog).close()
            window.close()


def test_what_changed_since_it_was_measured_is_named(tmp_path: Path) -> None:
    places = Places(tmp_path)
    (candidate,) = measured_here(places)
    before = Table(
        key={**candidate.key, "driver": "an older one"}, rows=(), latency=Trial(depth="0"), queue=Trial(depth="0")
    )
    keep(places, before)
    said = offer(places, Settings(), candidate.choice, lambda _places, _settings: [candidate])
    assert said.startswith("The graphics card's driver changed since An engine was measured here")
    assert offer(places, Settings(), candidate.choice, lambda _places, _settings: [candidate]) == "", "said once"
    measured = Candidate(candidate.title, candidate.choice, {**candidate.key, "driver": "a new one"}, before)
    assert offer(places, Settings(), candidate.choice, lambda _places, _settings: [measured]) == ""


def test_without_an_engine_that_has_a_model_it_says_where_to_get_one(qtbot: QtBot, tmp_path: Path) -> None:
    dialog = TuningDialog(None, Places(tmp_path), Settings())
    qtbot.addWidget(dialog)
    dialog.open()
    qtbot.waitUntil(lambda: "Help → Engines" in dialog.words.text(), timeout=HANG_MS)
    assert not dialog.go.isEnabled()


# ---------------------------------------------------------------- the first run


def test_the_sample_opens_with_one_click_and_is_read(qtbot: QtBot, tmp_path: Path) -> None:
    with real_window(qtbot, tmp_path) as window:
        assert window.page.welcome.isVisible()
        QTest.mouseClick(window.page.welcome.sample, Qt.MouseButton.LeftButton)
        qtbot.waitUntil(lambda: window.looking.pages == 4, timeout=HANG_MS)
        row = window.looking.row
        assert row is not None
        assert row.path == Places(tmp_path).data / "sample" / "Sample.pdf", "a copy, so that exports stand beside it"
        qtbot.waitUntil(lambda: window.looking.row is not None and window.looking.row.read == 4, timeout=HANG_MS)


def test_the_card_says_what_this_machine_could_do_and_once_closed_never_comes_again(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bare = machine(L4, models=())
    answer = Answer(machine=bare, ranking=choose(bare, Wishes()))
    monkeypatch.setattr("app.core.probe.ask", lambda *_args, **_more: answer)
    window, _ = recording_window(qtbot, tmp_path)
    window.begin_with([])
    card = window.page.welcome.card
    assert not card.isVisible(), "the window comes first"
    qtbot.waitUntil(card.isVisible, timeout=HANG_MS)
    one = better(answer.ranking)
    assert one is not None
    assert card.text.text() == better_words(one)
    assert card.text.text().startswith("This machine can do better: vLLM with FastMTP (")
    card.see.click()
    assert dialog_of(window, EnginesDialog)
    dialog_of(window, EnginesDialog).close()
    QTest.mouseClick(card.close_, Qt.MouseButton.LeftButton)
    assert not card.isVisible()
    assert not window.memory.settings.suggest_engines
    window.machine._offer(answer, window.page.welcome)
    assert not card.isVisible()
