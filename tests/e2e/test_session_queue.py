# SPDX-License-Identifier: AGPL-3.0-or-later
"""The queue runs empty while other documents are still being opened: it is not told as finished before they are read,
nor that all is read."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from pathlib import Path

import pytest

from app.core.changes import DocumentChanged, DocumentState, QueueFinished, QueueStatus
from app.core.files import Stamp
from app.core.session import documents
from tests.e2e.sessions import HANG, make_pdf, running


@pytest.mark.parametrize("readable", [True, False])
def test_it_is_finished_after_the_last_document(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, readable: bool
) -> None:
    gate, quick = threading.Event(), documents.fingerprint

    def held(paths: Sequence[Path]) -> tuple[str, list[Stamp]]:
        if paths[0].name == "slow.pdf":
            assert gate.wait(HANG)
        return quick(paths)

    monkeypatch.setattr(documents, "fingerprint", held)
    slow = make_pdf(tmp_path / "slow.pdf", 2)
    with running(tmp_path / "home", {"pages": {"default": {"text": "{page}"}}}) as (session, watcher):
        session.add([make_pdf(tmp_path / "quick.pdf", 1), slow])
        status = watcher.wait(QueueStatus, lambda one: (one.done, one.running, one.waiting) == (1, 0, 0))
        assert status.opening == 1
        assert not watcher.of(QueueFinished)
        if not readable:
            slow.write_bytes(b"")
        gate.set()
        ended = DocumentState.DONE if readable else DocumentState.FAILED
        watcher.wait(DocumentChanged, lambda change: (change.row.path, change.row.state) == (slow, ended))
        watcher.wait(QueueFinished)
        assert session.wait_idle(HANG)
        assert [finished.read for finished in watcher.of(QueueFinished)] == [3 if readable else 1]
        last = watcher.wait(QueueStatus, lambda one: one.opening == 0 and one.done == (3 if readable else 1))
        assert (last.running, last.waiting) == (0, 0)
