# SPDX-License-Identifier: AGPL-3.0-or-later
"""The page program's small parts: sizes, labels, the queue, the folder of pictures."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.pages import FileError, desk
from engine.pages.cache import PictureCache
from engine.pages.desk import Desk
from engine.pages.geometry import MAX_PIXELS, plan, turn_box
from engine.pages.labels import LabelRule, letters, page_labels, roman
from engine.protocol import OpenFile, Render
from tests.processes import beside, joined, wait_until

SIDE = st.floats(0.01, 200_000)


@given(SIDE, SIDE, st.integers(1, 200_000), st.sampled_from([0, 90, 180, 270]))
def test_a_picture_has_the_side_asked_for_or_the_most_allowed(
    width: float, height: float, pixels: int, turn: int
) -> None:
    shot = plan((width, height), pixels, turn, None)
    assert 1 <= shot.width * shot.height <= MAX_PIXELS
    if shot.notes:
        assert max(shot.width, shot.height) < pixels
    else:
        assert max(shot.width, shot.height) == pixels


@pytest.mark.parametrize("region", [(0.5, 0.5, 0.5, 0.9), (0.9, 0, 0.1, 1), (2, 0, 3, 1)])
def test_an_empty_region_is_refused(region: tuple[float, float, float, float]) -> None:
    with pytest.raises(FileError):
        plan((100, 100), 100, 0, region)


@pytest.mark.parametrize(("turn", "pixels"), [(45, 100), (-90, 100), (0, 0), (0, -1)])
def test_senseless_requests_are_refused(turn: int, pixels: int) -> None:
    with pytest.raises(FileError):
        plan((100, 100), pixels, turn, None)


@given(st.tuples(*[st.floats(0, 1)] * 4), st.sampled_from([0, 90, 180, 270]))
def test_turning_on_and_back_gives_the_box(box: tuple[float, float, float, float], turn: int) -> None:
    assert turn_box(turn_box(box, turn), (360 - turn) % 360) == pytest.approx(box)


def test_roman_and_letters() -> None:
    romans = {1: "I", 4: "IV", 9: "IX", 14: "XIV", 40: "XL", 1999: "MCMXCIX", 3444: "MMMCDXLIV"}
    assert {n: roman(n) for n in romans} == romans
    assert [letters(n) for n in (1, 26, 27, 53)] == ["A", "Z", "AA", "AAA"]
    assert roman(0) == "0"
    assert roman(10**9) == str(10**9)
    assert letters(10**9) == str(10**9)


def test_labels_from_rules() -> None:
    rules = [LabelRule(2, "D", "", 1), LabelRule(0, "r", "", 1)]
    assert page_labels(rules, 4) == ["i", "ii", "1", "2"]
    assert page_labels([LabelRule(0, "D", "", 1)], 3) == []
    assert page_labels([], 3) == []
    assert page_labels([LabelRule(1, "", "Plate", 1), LabelRule(9, "D", "", 1)], 3) == ["1", "Plate", "Plate"]


# ---------------------------------------------------------------- the queue


def opening(request: int, file: str = "a") -> OpenFile:
    return OpenFile(request=request, file=file, path=file)


def render(request: int, file: str = "a") -> Render:
    return Render(request=request, file=file, page=0, pixels=10)


def test_requests_are_done_in_order_but_not_before_their_file_is_open() -> None:
    queue = Desk()
    queue.put(opening(1, "a"))
    first = queue.take()
    queue.put(render(2, "a"))
    queue.put(render(3, "b"))
    assert first == opening(1, "a")
    assert queue.take() == render(3, "b")
    queue.done(opening(1, "a"))
    assert queue.take() == render(2, "a")


def test_the_helper_waits_until_the_main_worker_is_held_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(desk, "HELP_AFTER", 0.2)
    monkeypatch.setattr(desk, "HELPER_IDLE", 0.5)
    queue = Desk()
    queue.put(render(1))
    queue.put(render(2))
    began = time.monotonic()
    assert queue.take() == render(1)
    assert queue.help() == render(2)
    assert time.monotonic() - began >= 0.2
    assert queue.help() is None  # nothing left: it may rest


def test_what_has_not_begun_can_be_dropped() -> None:
    queue = Desk()
    for number in (1, 2, 3):
        queue.put(render(number))
    assert queue.take() == render(1)
    assert queue.drop(1) is None
    assert queue.drop(2) == render(2)
    assert queue.drop(2) is None
    assert queue.take() == render(3)


def test_a_dropped_opening_holds_nothing_up() -> None:
    queue = Desk()
    queue.put(opening(1))
    queue.put(render(2))
    assert queue.drop(1) == opening(1)
    assert queue.take() == render(2)
    queue.put(render(3))
    queue.put(render(4, "b"))
    assert queue.drop_file("a") == [render(3)]
    assert queue.take() == render(4, "b")


def test_stopping_wakes_those_who_wait() -> None:
    queue = Desk()
    got: list[object] = []
    threads = [beside(lambda work=work: got.append(work())) for work in (queue.take, queue.help)]  # type: ignore[misc]
    queue.stop()
    for thread in threads:
        joined(thread)
    assert got == [None, None]


# ---------------------------------------------------------------- the folder


def test_the_oldest_pictures_go_first_and_the_newest_two_stay(tmp_path: Path) -> None:
    cache = PictureCache(tmp_path, 100)
    paths = []
    for size in (40, 40, 40, 500):
        path = cache.new_path()
        path.write_bytes(b"x" * size)
        cache.add(path, size)
        paths.append(path)
    assert [path.exists() for path in paths] == [False, False, True, True]
    cache.close()
    assert list(tmp_path.iterdir()) == []


def test_a_dead_runs_folder_is_cleared_and_a_living_ones_stays(tmp_path: Path) -> None:
    living = PictureCache(tmp_path, 100)
    dead = tmp_path / "run-dead"
    dead.mkdir()
    (dead / "lock").touch()
    (dead / "1.rgb").touch()
    being_made = tmp_path / "run-new"
    being_made.mkdir()
    theirs = tmp_path / "something else"
    theirs.mkdir()
    third = PictureCache(tmp_path, 100)
    assert not dead.exists()
    assert living.folder.exists()
    assert being_made.exists()
    assert theirs.exists()
    living.close()
    third.close()


def test_without_a_folder_it_takes_a_private_one() -> None:
    cache = PictureCache(None, 100)
    assert cache.folder.stat().st_mode & 0o077 == 0
    assert cache.folder.parent.stat().st_mode & 0o022 == 0
    cache.close()
    wait_until(lambda: not cache.folder.exists(), "the folder's end")
