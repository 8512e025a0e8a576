# SPDX-License-Identifier: AGPL-3.0-or-later
"""The doctor's lines: what is ok, what is not, and how to mend it."""

from __future__ import annotations

from app.core.doctor.findings import NOT, OK, lines, of_answer
from engine.choose import Answer, Wishes, choose
from engine.hardware.facts import Machine
from tests.unit.machines import (
    CUDA_13,
    HALF,
    L4,
    READY,
    RTX_3060_8,
    RTX_5090,
    VLLM,
    machine,
    nvidia,
    python,
)


def told(facts: Machine, wishes: Wishes = READY, changed: dict[str, tuple[str, ...]] | None = None,
         places: bool = True) -> str:
    answer = Answer(machine=facts, ranking=choose(facts, wishes))
    return "\n".join(lines(of_answer(answer, changed or {}), places=places))


def test_a_machine_with_everything() -> None:
    text = told(machine(L4, pythons=(VLLM, CUDA_13)))
    assert "  ok  Graphics                  NVIDIA L4, 22 GB, 22 GB free, compute capability 8.9, driver" in text
    assert "PyTorch 2.13.0+cu130 for CUDA 13.0, Transformers 5.19.0, vLLM 0.32.0 (managed/vllm)" in text
    assert "  ok  jina-ocr-v1               complete, with draft head, 6.3 GB (models/full)" in text
    engines = text.partition("Engines, the best first\n")[2].splitlines()
    assert [line.split()[:2] for line in engines[:2]] == [["ok", "vLLM"], ["ok", "Transformers"]]


def test_what_cannot_be_mended_hides_what_could() -> None:
    text = told(machine(RTX_3060_8, models=()), Wishes())
    rows = text.splitlines()
    at = next(number for number, row in enumerate(rows) if "Transformers with FastMTP on the graphics card" in row)
    assert rows[at + 1].endswith("8.3 GB of graphics memory are needed, it has 8.0 GB.")
    assert not rows[at + 2].startswith("        ")


def test_each_thing_that_is_missing_says_what_to_do() -> None:
    old = python("own", torch="2.6.0+cu124", cuda="12.4")
    text = told(machine(RTX_5090, pythons=(old,), models=(HALF,)))
    assert "has no code yet for this card (compute capability 12.0). > copyholder engines install transformers" in text
    assert "The model's folder cannot be used: its download is not finished. > copyholder models download" in text
    assert "  not jina-ocr-v1               Its download is not finished. 2.8 GB are here (models/half.part)" in text


def test_a_driver_that_sleeps_and_a_broken_interpreter() -> None:
    gone = python("given", path="old/python", problem="the Python that it was made from is gone")
    card = nvidia("NVIDIA graphics", (8, 6), 12, problem="its driver is not installed, or not running")
    text = told(machine(card, pythons=(gone,), failed={"disk": "PermissionError: no"}))
    assert f"  {NOT} Graphics" in text
    assert "named by you              cannot be used: the Python that it was made from is gone (old/python)" in text
    assert "  not Disk                      could not be looked at: PermissionError: no" in text


def test_an_engine_that_was_measured_with_another_driver_says_so() -> None:
    facts = machine(L4, pythons=(CUDA_13,))
    text = told(facts, changed={"transformers": ("its driver", "Copyholder")})
    assert "> copyholder tune, since its driver and Copyholder changed after it was measured" in text
    assert "copyholder tune" not in told(facts)


def test_no_place_is_named_in_a_report() -> None:
    text = told(machine(L4, pythons=(VLLM,)), places=False)
    assert f"  {OK}  jina-ocr-v1" in text
    assert "managed/" not in text
    assert "models/full" not in text
