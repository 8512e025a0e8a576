# SPDX-License-Identifier: AGPL-3.0-or-later
"""What was measured best for one page is used for a page that is read alone, what is best for many for a queue."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from app.core.changes import PageEnded
from app.core.choice import EngineChoice
from app.core.tuning.keep import with_measured
from engine.tune import Table, Trial
from engine.tune.values import Measured
from tests.e2e.sessions import HANG, Watcher, make_pdf, running, scripted

TABLE = Table(
    key={}, rows=(Measured(depth="1"), Measured(depth="0", pages=4)), latency=Trial(depth="1"),
    queue=Trial(depth="0", pages=4),
)  # fmt: skip


def engine(depths: list[int], **speed: Any) -> EngineChoice:
    script = {
        "abilities": {"needs_picture": False, "pages_at_once": 4, "draft_depths": depths},
        "pages": {"default": {"text": "page {page}"}},
        "speeds": {"0": {}, "1": {"accepted": [0.8]}, "3": {"accepted": [0.8, 0.5, 0.2]}},
    }
    return with_measured(scripted(script, speed=speed), TABLE)


def drafts(watcher: Watcher) -> dict[int, object]:
    """By page, with how many drafts it was read last."""
    return {page: end.reading.settings["draft_tokens"] for page, end in watcher.ended().items() if end.reading}


def test_a_page_alone_is_read_with_what_is_best_for_one(tmp_path: Path) -> None:
    with running(tmp_path / "home", engines=(engine([0, 1, 2, 3]),)) as (session, watcher):
        session.add([make_pdf(tmp_path / "one.pdf", 1)])
        assert session.wait_idle(HANG)
        assert drafts(watcher) == {0: "1"}


def test_a_queue_is_read_with_what_is_best_for_many_and_one_page_again_is_alone(tmp_path: Path) -> None:
    with running(tmp_path / "home", engines=(engine([0, 1, 2, 3]),)) as (session, watcher):
        session.add([make_pdf(tmp_path / "many.pdf", 12)])
        assert session.wait_idle(HANG)
        assert set(list(drafts(watcher).values())[:8]) == {"0"}
        document = watcher.row.document
        session.read(document, [4], again=True)
        assert session.wait_idle(HANG)
        assert drafts(watcher)[4] == "1"


@pytest.mark.parametrize(
    ("depths", "speed", "expected"),
    [
        ([0], {}, "0"),  # one number for all pages, as vLLM's
        ([0, 1, 2, 3], {"draft_tokens": "3"}, "3"),  # the user's own word
    ],
)
def test_engines_that_cannot_and_users_who_said_otherwise_are_left_alone(
    tmp_path: Path, depths: list[int], speed: dict[str, Any], expected: str
) -> None:
    with running(tmp_path / "home", engines=(engine(depths, **speed),)) as (session, watcher):
        session.add([make_pdf(tmp_path / "one.pdf", 1)])
        assert session.wait_idle(HANG)
        assert drafts(watcher) == {0: expected}


def test_it_makes_no_other_reading(tmp_path: Path) -> None:
    """What is quickest is measured anew, and the page that was read before counts."""
    path = make_pdf(tmp_path / "one.pdf", 1)
    fast = engine([0, 1, 2, 3])
    plain = EngineChoice(fast.name, fast.backend, fast.options)
    for choice, known in ((fast, False), (plain, True)):
        with running(tmp_path / "home", engines=(choice,)) as (session, watcher):
            session.add([path])
            assert session.wait_idle(HANG)
            assert {ended.from_library for ended in watcher.of(PageEnded)} == {known}
