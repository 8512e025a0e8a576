# SPDX-License-Identifier: AGPL-3.0-or-later
"""The tuner with the real programs: an engine whose speeds are written in a script, and real page pictures.

What it decides from given figures is tested in tests/unit. Here the figures are measured, and a measurement that other
programs of the machine held up says nothing: then pages took longer than the script says, and all is measured again."""

from __future__ import annotations

import json
import signal
import sys
import threading
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
import pytest

from app.core.choice import EngineChoice
from app.core.places import Places
from app.core.retell import retell
from app.core.tuning.keep import keep, kept, speed_options, with_measured
from app.core.tuning.run import Limits, Progress, TuneError, tune
from app.core.tuning.sample import Sample, Shot, sample_of
from engine.choose import Answer, Ranked
from engine.hardware.facts import Machine
from engine.protocol import PageSource
from engine.tune import Table, Trial
from engine.tune.values import Measured
from tests.e2e.program import HANG, Program, pdf

FAST = Limits(seconds=HANG, passes=2, most_passes=2)
TOKENS = 100
"""Of a page of the script."""

TRIES = 8
"""Measurements after which a machine is taken to be always too busy to measure on."""

KEY = {"engine": "scripted"}

SPEEDS: dict[str, Any] = {
    "0": {"tokens_per_s": {"1": 200, "4": 4000}, "first_token": 0.02},
    "1": {"tokens_per_s": {"1": 400, "4": 200}, "first_token": 0.02, "accepted": [0.8]},
    "2": {"tokens_per_s": {"1": 120}, "first_token": 0.02, "accepted": [0.8, 0.3]},
}
"""K=1 is twice as fast alone; four at once only help without drafts, so much that a busy machine does not draw
them together."""


def script(speeds: Mapping[str, Any] = SPEEDS, *, at_once: int = 4, **more: Any) -> dict[str, Any]:
    return {"abilities": {"needs_picture": False, "pages_at_once": at_once},
            "pages": {"default": {"text": "some words of a page", "repeat": 20, "piece": 100}},
            "speeds": dict(speeds), **more}  # fmt: skip


def engine(content: Mapping[str, Any]) -> EngineChoice:
    return EngineChoice("scripted", "scripted", options={"script": json.dumps(content)})


@pytest.fixture
def sample(tmp_path: Path) -> Sample:
    """Pages that the scripted engine does not look at."""
    shot = Shot(PageSource(path="a.pdf", page=0), tmp_path / "none.rgb", 1, 1, 3)
    return Sample("one page", (shot, shot))


def run(content: Mapping[str, Any], sample: Sample, **more: Any) -> tuple[Table, list[Progress]]:
    told: list[Progress] = []
    settings: dict[str, Any] = {"limits": FAST, "depths": ("0", "1", "2"), "pages": (1, 4), **more}
    return tune(engine(content), sample, KEY, told.append, **settings), told


def calmly(content: Mapping[str, Any], sample: Sample, **more: Any) -> tuple[Table, list[Progress]]:
    """A measurement that nothing else disturbed."""
    for _ in range(TRIES):
        table, told = run(content, sample, **more)
        if as_scripted(table, content["speeds"]):
            return table, told
    pytest.fail(f"{TRIES} measurements took longer than the script says: is the machine always busy?")


def as_scripted(table: Table, speeds: Mapping[str, Any]) -> bool:
    """Whether pages took about as long as the script says. Speeds that are to be told apart differ by more."""
    for row in table.rows:
        if row.status == "measured":
            speed = speeds[row.depth]
            rate = speed["tokens_per_s"][max((key for key in speed["tokens_per_s"] if int(key) <= row.pages), key=int)]
            one = speed.get("first_token", 0.0) + TOKENS * row.pages / rate
            if not 0.7 * one < row.seconds < 1.4 * one or row.pages_per_s < 0.5 * row.pages / one:
                return False
    return True


def test_what_is_best_alone_and_with_many_is_found(sample: Sample) -> None:
    table, told = calmly(script(), sample)
    assert table.latency == Trial(depth="1")
    assert table.queue == Trial(depth="0", pages=4)
    rows = {(row.depth, row.pages): row for row in table.rows if row.status == "measured"}
    one = rows["1", 1]
    assert one.acceptance is not None
    assert one.acceptance == pytest.approx(0.8, abs=0.02)
    assert one.tokens_per_step == pytest.approx(1.8, abs=0.05)
    assert one.first_token is not None
    assert one.first_token < one.seconds
    assert one.passes == 2
    assert rows["0", 1].acceptance is None
    assert rows["0", 4].pages_per_s > rows["0", 1].pages_per_s
    newest = {p.row.trial: p.row for p in told if p.row is not None}  # what was disturbed is measured and told again
    assert newest == {row.trial: row for row in table.rows}
    assert "80% of the drafts are right" in table.latency_reason


def test_drafts_that_cannot_win_are_not_tried(sample: Sample) -> None:
    speeds = {"0": {"tokens_per_s": {"1": 2000}}, "1": {"tokens_per_s": {"1": 300}, "accepted": [0.5]},
              "2": {"tokens_per_s": {"1": 300}, "accepted": [0.5, 0.2]}}  # fmt: skip
    table, _ = calmly(script(speeds), sample, pages=(1,))
    assert table.latency == Trial(depth="0")
    assert [row.status for row in table.rows] == ["measured", "measured", "skipped"]


def test_memory_that_runs_out_ends_in_a_smaller_number(sample: Sample) -> None:
    speeds = {"0": {"tokens_per_s": {"1": 500, "4": 2000, "8": 4000}, "most_pages": 4}}
    table, _ = calmly(script(speeds, at_once=8), sample, depths=("0",), pages=(1, 4, 8))
    assert table.queue == Trial(depth="0", pages=4)
    failed = next(row for row in table.rows if row.pages == 8)
    assert (failed.status, failed.reason) == ("failed", "not enough memory")


def test_an_engine_that_dies_with_some_drafts_is_measured_without(sample: Sample, tmp_path: Path) -> None:
    """Killed in the middle of a page with two drafts; those before count, and the run ends in order."""
    content = script({"0": SPEEDS["0"], "1": SPEEDS["1"], "2": {"fail": "crashed"}})
    table, _ = calmly(content, sample)
    assert table.latency == Trial(depth="1")
    assert next(row for row in table.rows if row.depth == "2").status == "failed"


@pytest.mark.parametrize(
    ("load", "words"),
    [
        ({"fail": "engine-unavailable", "detail": "There is no such model."}, "There is no such model."),
        ({"fail": "out-of-memory"}, "not enough memory"),
        ({"misdeed": "exit"}, "ended with status 3"),
    ],
)
def test_an_engine_that_does_not_start_is_a_sentence(sample: Sample, load: dict[str, Any], words: str) -> None:
    with pytest.raises(TuneError) as raised:
        run(script(load=load), sample)
    assert words.rstrip(".") in str(raised.value)
    assert str(raised.value).count("\n") == 0


def test_what_was_measured_before_the_end_counts(sample: Sample) -> None:
    stop = threading.Event()
    told: list[Progress] = []

    def tell(progress: Progress) -> None:
        told.append(progress)
        if len([p for p in told if p.row is not None]) == 2:
            stop.set()

    table = tune(engine(script()), sample, KEY, tell, stop=stop, limits=FAST, depths=("0", "1", "2"), pages=(1, 4))
    assert [row.depth for row in table.rows] == ["0", "1"]
    if as_scripted(table, SPEEDS):
        assert table.latency == Trial(depth="1")
    stop.set()
    with pytest.raises(TuneError, match="stopped"):
        tune(engine(script()), sample, KEY, told.append, stop=stop, limits=FAST)


def test_the_time_is_bounded(sample: Sample) -> None:
    never = {"0": {"tokens_per_s": {"1": 0.01}}}
    began = time.monotonic()
    with pytest.raises(TuneError, match="the time was up"):
        run(script(never), sample, limits=Limits(seconds=3), depths=("0",))
    assert time.monotonic() - began < HANG


def test_slow_engines_read_each_page_once(sample: Sample) -> None:
    """Minutes a page on a processor: the page that would warm it up is the one that counts."""
    limits = Limits(seconds=HANG, passes=3, slow=0.05)
    slow = script({"0": SPEEDS["0"], "1": SPEEDS["1"]})
    table, _ = calmly(slow, sample, limits=limits, depths=("0", "1"), pages=(1, 4))
    assert [row.passes for row in table.rows if row.pages == 1] == [1, 1]
    assert table.latency == Trial(depth="1")


def test_the_sample_has_pictures_of_real_pages(tmp_path: Path) -> None:
    own = sample_of(tmp_path, pages=2)
    assert own.title == "2 of the sample pages"
    for shot in own.shots:
        assert max(shot.width, shot.height) == 1920
        assert shot.picture.stat().st_size == shot.stride * shot.height
    (tmp_path / "mine").mkdir()
    mine = sample_of(tmp_path / "mine", pdf(tmp_path / "diary.pdf", "one", "two"), pages=5)
    assert mine.title == "2 of pages of a document"
    assert "diary" not in mine.title


# ---------------------------------------------------------------- kept and used


def test_a_table_is_kept_and_becomes_options(tmp_path: Path) -> None:
    places = Places(tmp_path)
    answer = Answer(machine=Machine(), ranking=())
    one = Ranked(engine="vllm", backend="vllm", device="gpu", title="", usable=True, python="p", model="m")
    assert kept(places, answer, one) is None
    from app.core.tuning.keep import key_for

    rows = (Measured(depth="1"), Measured(depth="0", pages=8))
    table = Table(key=key_for(answer, one), rows=rows, latency=Trial(depth="1"), queue=Trial(depth="0", pages=8))
    keep(places, table)
    assert kept(places, answer, one) == table
    assert speed_options(table, "latency") == {"draft_tokens": "1"}
    assert speed_options(table) == {"draft_tokens": "0", "pages_at_once": 8}


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({}, {"draft_tokens": "0", "pages_at_once": 8}),
        ({"draft_tokens": "auto", "pages_at_once": 0}, {"draft_tokens": "0", "pages_at_once": 8}),
        ({"draft_tokens": "3"}, {"draft_tokens": "3", "pages_at_once": 8}),
        ({"pages_at_once": 2, "proxy": ""}, {"draft_tokens": "0", "pages_at_once": 2, "proxy": ""}),
    ],
)
def test_the_users_own_settings_win_over_measured_ones(given: dict[str, Any], expected: dict[str, Any]) -> None:
    rows = (Measured(depth="0", pages=8),)
    table = Table(key={}, rows=rows, latency=Trial(depth="1"), queue=Trial(depth="0", pages=8))
    made = with_measured(EngineChoice("vllm", "vllm", speed=given), table)
    assert made.speed == expected
    assert made.alone == ({} if given.get("draft_tokens") == "3" else {"draft_tokens": "1"})
    assert with_measured(EngineChoice("vllm", "vllm", speed=given), None).speed == given


# ---------------------------------------------------------------- the command


def test_the_command_prints_the_table_and_keeps_it(tmp_path: Path) -> None:
    program, file = Program(tmp_path / "home"), tmp_path / "speeds.json"
    others = {depth: {"fail": "engine-failed"} for depth in ("3", "adaptive")}
    file.write_text(json.dumps(script(SPEEDS | others)), encoding="utf-8")
    ended = program.run("tune", "--engine", "scripted", "--script", file)
    assert ended.code == 0, ended
    assert ended.out.startswith("drafts ")
    assert "  K=1: " in ended.err
    (path,) = (tmp_path / "home" / "data" / "tuning").iterdir()
    table = msgspec.json.decode(path.read_bytes(), type=Table)
    assert f"For a page you look at: {retell(table.latency_reason)}." in ended.out
    assert f"For a whole queue: {retell(table.queue_reason)}." in ended.out
    again = program.run("tune", "--engine", "scripted", "--script", file, "--json", "--quiet")
    assert "K=1" not in again.err
    for found in (table, msgspec.json.decode(again.out, type=Table)):
        if as_scripted(found, SPEEDS):
            assert (found.latency, found.queue) == (Trial(depth="1"), Trial(depth="0", pages=4))


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["--engine", "jina"], 3, "is not measured"),
        (["--engine", "builtin"], 3, "is not measured"),
        ([], 3, "no engine with a model"),
        (["--engine", "vllm"], 3, "name its folder"),
        (["--pages", "0"], 2, "no number from 1 to 100"),
        (["--minutes", "nan"], 2, "no number of minutes"),
        (["missing.pdf", "--engine", "scripted"], 1, "missing.pdf"),
    ],
)
def test_what_cannot_be_measured_is_said_in_a_sentence(tmp_path: Path, words: list[str], code: int, said: str) -> None:
    ended = Program(tmp_path / "home").run("tune", *words, cwd=tmp_path)
    assert ended.code == code, ended
    assert said in ended.err
    assert ended.out == ""


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_stopped_by_the_user_what_was_measured_is_kept(tmp_path: Path) -> None:
    program, file = Program(tmp_path / "home"), tmp_path / "speeds.json"
    slow = {"0": {"tokens_per_s": {"1": 2000}}, "1": {"tokens_per_s": {"1": 0.1}, "accepted": [0.5]}}
    file.write_text(json.dumps(script(slow)), encoding="utf-8")
    with program.start("tune", "--engine", "scripted", "--script", file) as process:
        assert process.stderr is not None
        for line in process.stderr:
            if line.startswith(b"  K=0: "):
                process.send_signal(signal.SIGINT)
                break
        out, _ = process.communicate(timeout=HANG)
    assert process.returncode == 130
    assert b"K=0" in out
    assert len(list((tmp_path / "home" / "data" / "tuning").iterdir())) == 1
