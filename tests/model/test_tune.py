# SPDX-License-Identifier: AGPL-3.0-or-later
"""The tuner with the real model: the tiny checkpoint, its golden page pictures, the real engine program."""

from __future__ import annotations

import sys
from pathlib import Path

from app.core.children import engine_command
from app.core.choice import EngineChoice
from app.core.tuning.run import Limits, Progress, tune
from app.core.tuning.sample import Sample, Shot
from engine.protocol import PageSource
from tests.model.golden import Golden


def shots(golden: Golden, folder: Path) -> tuple[Shot, ...]:
    found = []
    for number, name in enumerate(("p2_list", "p1_text")):
        picture = golden.picture(name)
        raw = folder / f"{name}.rgb"
        raw.write_bytes(picture.tobytes())
        source = PageSource(path="pages.pdf", page=number)
        found.append(Shot(source, raw, picture.width, picture.height, 3 * picture.width))
    return tuple(found)


def test_acceptance_is_the_checkpoints_own(tiny: Path, golden: Golden, tmp_path: Path) -> None:
    """Drafts, acceptance and tokens a step are those of the golden runs, whatever the speed."""
    choice = EngineChoice(
        "transformers", "transformers", options={"model": str(tiny)},
        speed={"device": "cpu", "dtype": "float32", "threads": 1}, command=tuple(engine_command(sys.executable)),
    )  # fmt: skip
    told: list[Progress] = []
    limits = Limits(seconds=800, passes=1, most_passes=1)
    table = tune(choice, Sample("two pages", shots(golden, tmp_path)), {}, told.append, limits=limits,
                 depths=("0", "1", "3"), pages=(1,))  # fmt: skip
    rows = {(row.depth, row.pages): row for row in table.rows}
    plain = rows["0", 1]
    assert (plain.status, plain.acceptance) == ("measured", None)
    assert plain.pages_per_s > 0
    assert plain.first_token is not None
    one = rows["1", 1]
    assert one.acceptance is not None
    assert 0.7 < one.acceptance < 0.95  # 0.71 and 0.90, page by page
    assert one.tokens_per_step is not None
    assert abs(one.tokens_per_step - 1 - one.acceptance) < 0.05
    if rows["3", 1].status == "measured":
        positions = rows["3", 1].per_position
        assert len(positions) == 3
        assert positions[0] > positions[1] > positions[2] > 0.3
    assert table.latency.depth in ("0", "1", "3")
    assert table.queue_reason
