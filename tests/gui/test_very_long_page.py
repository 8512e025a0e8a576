# SPDX-License-Identifier: AGPL-3.0-or-later
"""A text of megabytes, as somebody pastes it: the preview shows its begin and says so, and the next page is not kept
waiting for it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from pytestqt.qtbot import QtBot

from app.desktop import preview_worker
from app.desktop.preview_worker import PreviewWorker, Rendered
from tests.gui.desks import HANG_MS

pytestmark = pytest.mark.gui

LINE = "Line {} with *some* text and $x_{{{}}}$.\n\n"


@pytest.fixture
def worker(qtbot: QtBot) -> Iterator[PreviewWorker]:
    made = PreviewWorker()
    yield made
    made.close()


def rendered(qtbot: QtBot, worker: PreviewWorker, ticket: int, text: str | None, piece: str = "") -> Rendered:
    came: list[Rendered] = []
    worker.rendered.connect(came.append)
    if text is None:
        worker.append(piece, ticket=ticket, formulas="source")
    else:
        worker.set_text(text, ticket=ticket, formulas="source")
    qtbot.waitUntil(lambda: bool(came) and came[-1].ticket == ticket, timeout=HANG_MS)
    worker.rendered.disconnect(came.append)
    return came[-1]


def test_its_begin_is_shown_and_its_text_is_whole(qtbot: QtBot, worker: PreviewWorker) -> None:
    text = "".join(LINE.format(number, number) for number in range(60_000))
    assert len(text) > 2_000_000
    shown = rendered(qtbot, worker, 1, text)
    assert shown.text == text
    assert len(shown.spans) == len(shown.blocks) - 1
    assert sum(map(len, shown.blocks)) < 4 * preview_worker.MOST_CHARS
    assert shown.spans[-1][1] <= preview_worker.MOST_CHARS
    assert "“Source” shows all of it" in shown.blocks[-1]
    short = rendered(qtbot, worker, 2, "Short.")
    assert (short.text, len(short.blocks), len(short.spans)) == ("Short.", 1, 1)


def test_one_that_grows_beyond_it(qtbot: QtBot, worker: PreviewWorker, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(preview_worker, "MOST_CHARS", 100)
    first, second, third = "a" * 60 + "\n\n", "b" * 60 + "\n\n", "c"
    assert len(rendered(qtbot, worker, 1, first).blocks) == 1
    for ticket, piece in enumerate((second, third), 2):
        grown = rendered(qtbot, worker, ticket, None, piece)
        assert len(grown.blocks) == 2 and "Source" in grown.blocks[-1] and "bbb" not in "".join(grown.blocks)
    assert grown.text == first + second + third
    assert "“Source”" not in "".join(rendered(qtbot, worker, 4, first).blocks)
    long = rendered(qtbot, worker, 5, "d" * 300)  # no paragraph ends in it
    assert (long.spans[-1][1], len(long.blocks)) == (100, 2)
