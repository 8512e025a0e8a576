# SPDX-License-Identifier: AGPL-3.0-or-later
"""The dialog that fetches a model, from a hub on loopback: nothing before the licence is accepted, then
progress with pause, continue and cancel."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.core.models import JINA_OCR, accept, accepted
from app.core.places import Places
from app.core.settings import Settings
from app.desktop.background import wait_for_background
from app.desktop.dialogs.models import ModelDialog
from engine.models.messages import PART
from tests.hub import LARGE, REVISION, FakeHub, Fault, checkpoint, serving

pytestmark = pytest.mark.gui

HANG_MS = 60_000


@pytest.fixture
def hub(data: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[FakeHub]:
    for name in ("HF_ENDPOINT", "HF_TOKEN", "HF_HUB_OFFLINE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("PYTHON_KEYRING_BACKEND", "keyring.backends.null.Keyring")
    with serving(checkpoint(data)) as running:
        yield running
    assert wait_for_background(30)


@pytest.fixture
def places(tmp_path: Path) -> Places:
    return Places(tmp_path)


def shown(qtbot: QtBot, places: Places, hub: FakeHub) -> ModelDialog:
    dialog = ModelDialog(None, places, Settings(hub_url=hub.url, timeout=30))
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, False)  # qtbot closes it too
    qtbot.addWidget(dialog)
    dialog.open()
    return dialog


def until_gate(qtbot: QtBot, places: Places, dialog: ModelDialog) -> None:
    """Until a third of the model is on the disk and the hub keeps the rest back."""
    part = places.data / "models" / "jina-ocr-v1" / (REVISION + PART) / f"model.safetensors{PART}"
    qtbot.waitUntil(lambda: part.exists() and part.stat().st_size > LARGE * 20, timeout=HANG_MS)
    qtbot.waitUntil(lambda: "of 9.2 MB" in dialog.progress.figures.text(), timeout=HANG_MS)


def half_way(hub: FakeHub) -> None:
    hub.gate, hub.gate_at = threading.Event(), LARGE * 30


def go_on(hub: FakeHub) -> None:
    assert hub.gate is not None
    hub.gate.set()
    hub.gate = None


def test_the_licence_comes_first_and_has_to_be_accepted(qtbot: QtBot, hub: FakeHub, places: Places) -> None:
    dialog = shown(qtbot, places, hub)
    assert dialog.stages.currentWidget() is dialog.licence
    assert "CC BY-NC 4.0" in dialog.licence.text.toPlainText()
    assert not dialog.licence.get.isEnabled()
    dialog.licence.get.click()
    assert dialog.stages.currentWidget() is dialog.licence
    dialog.reject()
    assert hub.seen == []
    assert accepted(places, JINA_OCR, REVISION) is None


def test_accepted_it_is_fetched_and_told(qtbot: QtBot, hub: FakeHub, places: Places) -> None:
    dialog = shown(qtbot, places, hub)
    QTest.keyClick(dialog.licence.agree, Qt.Key.Key_Space)
    with qtbot.waitSignal(dialog.fetched, timeout=HANG_MS) as told:
        dialog.licence.get.click()
    assert told.args == [places.data / "models" / "jina-ocr-v1" / REVISION]
    assert accepted(places, JINA_OCR, REVISION) is not None
    assert dialog.progress.words.text() == "The model is here (9.2 MB), its checksums are right."
    assert dialog.progress.bar.value() == dialog.progress.bar.maximum()
    assert not dialog.progress.pause.isVisible()


def test_paused_it_stays_and_goes_on_from_there(qtbot: QtBot, hub: FakeHub, places: Places) -> None:
    half_way(hub)
    accept(places, JINA_OCR, REVISION)
    dialog = shown(qtbot, places, hub)
    assert dialog.stages.currentWidget() is dialog.progress, "what was accepted is not asked again"
    until_gate(qtbot, places, dialog)
    dialog.progress.pause.click()
    qtbot.waitUntil(lambda: dialog.progress.words.text().startswith("Paused"), timeout=HANG_MS)
    assert dialog.progress.pause.text() == "&Continue"
    go_on(hub)
    with qtbot.waitSignal(dialog.fetched, timeout=HANG_MS):
        dialog.progress.pause.click()
    begun = [seen.start for seen in hub.seen if seen.server == "cdn"]
    assert len(begun) == 2
    assert begun[1] > LARGE * 20


def test_cancelled_it_leaves_nothing(qtbot: QtBot, hub: FakeHub, places: Places) -> None:
    half_way(hub)
    accept(places, JINA_OCR, REVISION)
    dialog = shown(qtbot, places, hub)
    until_gate(qtbot, places, dialog)
    with qtbot.waitSignal(dialog.finished, timeout=HANG_MS):
        dialog.progress.cancel.click()
    assert list((places.data / "models" / "jina-ocr-v1").iterdir()) == []


def test_closed_in_the_middle_it_is_paused(qtbot: QtBot, hub: FakeHub, places: Places) -> None:
    half_way(hub)
    accept(places, JINA_OCR, REVISION)
    dialog = shown(qtbot, places, hub)
    until_gate(qtbot, places, dialog)
    dialog.close()
    assert wait_for_background(30)
    assert (places.data / "models" / "jina-ocr-v1" / (REVISION + PART) / "tokenizer.json").exists()
    go_on(hub)
    again = shown(qtbot, places, hub)
    with qtbot.waitSignal(again.fetched, timeout=HANG_MS):
        pass


def test_what_fails_is_said_and_can_be_tried_again(qtbot: QtBot, hub: FakeHub, places: Places) -> None:
    hub.faults = [Fault("cdn:", times=2, flip=5000)]
    accept(places, JINA_OCR, REVISION)
    dialog = shown(qtbot, places, hub)
    qtbot.waitUntil(lambda: "is not the one that the vendor published" in dialog.progress.words.text(), timeout=HANG_MS)
    assert dialog.progress.pause.text() == "&Continue"
    with qtbot.waitSignal(dialog.fetched, timeout=HANG_MS):
        dialog.progress.pause.click()


def test_offline_it_is_said_and_nothing_is_asked(
    qtbot: QtBot, hub: FakeHub, places: Places, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    accept(places, JINA_OCR, REVISION)
    dialog = shown(qtbot, places, hub)
    qtbot.waitUntil(lambda: "HF_HUB_OFFLINE" in dialog.progress.words.text(), timeout=HANG_MS)
    assert hub.seen == []
    with qtbot.waitSignal(dialog.finished, timeout=HANG_MS):
        dialog.progress.cancel.click()
