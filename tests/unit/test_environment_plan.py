# SPDX-License-Identifier: AGPL-3.0-or-later
"""Which libraries go with which machine, and the command lines that install them."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path

import pytest

from app.core.environments import ENGINES, InstallCode, InstallProblem, Machine, plan
from app.core.environments.plan import best, find_set
from app.core.environments.runner import Runner
from app.core.environments.tools import install, surroundings
from app.core.environments.words import sentence
from engine.choose import torch_build
from engine.hardware.facts import Gpu


def linux(cuda: tuple[int, int] | None = None, *capabilities: tuple[int, int]) -> Machine:
    return Machine("linux", "x86_64", cuda, capabilities)


@pytest.mark.parametrize(
    ("machine", "expected"),
    [
        (linux(), "cpu"),
        (linux((13, 1), (9, 0)), "cuda13"),  # H100
        (linux((13, 0), (7, 5)), "cuda13"),  # T4
        (linux((12, 8), (8, 9)), "cuda12"),  # L4, older driver
        (linux((13, 0), (7, 0)), "cuda12"),  # V100: CUDA 13 has left it
        (linux((13, 0), (6, 1)), "cuda12"),  # GTX 1080 Ti
        (linux((13, 0), (9, 0), (7, 0)), "cuda12"),  # two GPUs, the older one decides
        (linux((13, 0), (12, 0), (7, 0)), "cuda13"),  # ... unless the build for it has no code for the newer one
        (linux((11, 8), (8, 6)), "cpu"),  # driver too old
        (Machine("win32", "x86_64", (13, 0), ((12, 0),)), "cuda13"),  # RTX 5090
        (Machine("win32", "x86_64"), "cpu"),
        (Machine("darwin", "arm64"), "mps"),
        (Machine("linux", "arm64"), "cpu"),
    ],
)
def test_the_build_that_fits_is_chosen(machine: Machine, expected: str) -> None:
    assert best("transformers", machine) == expected
    chosen = plan("transformers", machine)
    assert (chosen.engine, chosen.hardware) == ("transformers", expected)
    torch, rest = chosen.steps
    tag = {"cuda12": "cu126", "cuda13": "cu130", "cpu": "cpu", "mps": ""}[expected]
    assert torch.what[0].startswith("torch==")
    assert torch.what[0].endswith(f"+{tag}" if tag else "")
    assert torch.index.endswith(tag)
    assert torch.alone is (tag in ("cpu", ""))
    assert rest.alone
    assert rest.file is not None


@pytest.mark.parametrize(
    ("engine", "machine", "hardware", "said"),
    [
        ("vllm", Machine("win32", "x86_64", (13, 0), ((9, 0),)), "auto", "WSL2"),
        ("vllm", Machine("darwin", "arm64"), "auto", "Linux"),
        ("vllm", Machine("linux", "arm64"), "cpu", "arm64"),
        ("transformers", Machine("darwin", "x86_64"), "auto", "Intel"),
        ("transformers", linux(), "cuda13", "no NVIDIA GPU"),
        ("transformers", linux((12, 4), (9, 0)), "cuda13", "serves CUDA 12.4"),
        ("transformers", linux((12, 9), (12, 0)), "auto", "serves CUDA 12.9 only, update it"),  # RTX 5090, old driver
        ("transformers", linux((12, 9), (12, 0)), "cuda12", "driver 580"),
        ("vllm", linux((12, 9), (12, 0)), "auto", "serves CUDA 12.9 only"),
        ("transformers", linux(), "mps", "Apple"),
        ("transformers", Machine("linux", "riscv64"), "cpu", "riscv64"),
    ],
)
def test_what_cannot_be_is_refused_with_the_reason(engine: str, machine: Machine, hardware: str, said: str) -> None:
    with pytest.raises(InstallProblem, match=said) as caught:
        plan(engine, machine, hardware)
    assert caught.value.code is InstallCode.NO_SET


@pytest.mark.parametrize("driver", [(12, 0), (12, 6), (12, 9), (13, 0), (13, 1)])
@pytest.mark.parametrize("capability", [(6, 1), (7, 0), (7, 5), (8, 6), (8, 9), (9, 0), (10, 0), (12, 0)])
def test_what_is_offered_for_a_card_is_what_would_be_installed(
    capability: tuple[int, int], driver: tuple[int, int]
) -> None:
    """The doctor's offer comes from engine.choose, the libraries from here: they must not differ."""
    card = Gpu(vendor="nvidia", name="a card", capability=capability, cuda=driver, driver="1")
    offered = torch_build.variant(card)
    if offered:
        assert plan("transformers", linux(driver, capability)).hardware == offered
    else:
        with pytest.raises(InstallProblem):
            plan("transformers", linux(driver, capability))


def test_the_pins_are_complete_and_exact() -> None:
    found = find_set("transformers.txt")
    assert found is not None
    lines = [line for line in found.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#")]
    assert all(re.fullmatch(r"[\w.-]+==[\w.]+(; sys_platform == \"win32\")?", line) for line in lines)
    names = {re.split("==", line)[0].lower() for line in lines}
    assert {"transformers", "tokenizers", "safetensors", "msgspec", "pillow", "numpy"} <= names
    assert "torch" not in names, "it comes in the build for the hardware"


def test_vllm_for_nvidia_gpus_brings_its_own_build_of_pytorch() -> None:
    chosen = plan("vllm", linux((13, 0), (9, 0)))
    (step,) = chosen.steps
    assert step.alone
    assert step.file is not None
    pins = step.file.read_text(encoding="utf-8").splitlines()
    assert {"torch==2.13.0", "transformers==5.19.0", "vllm==0.32.0"} <= set(pins)
    assert plan("vllm", linux()).hardware == "cpu"
    assert [step.title for step in plan("vllm", linux()).steps] == ["PyTorch", "libraries of vllm"]
    with pytest.raises(InstallProblem, match="no libraries for cuda12"):
        plan("vllm", linux(), "cuda12")


def test_pip_takes_a_cpu_build_and_uv_a_cuda_build(tmp_path: Path) -> None:
    cpu = plan("transformers", linux())
    line = " ".join(install(tmp_path, cpu.steps[0], cpu, None, proxy="http://proxy:1", ca_file="/ca.pem"))
    assert "-m pip install" in line
    assert "--no-deps --index-url https://download.pytorch.org/whl/cpu" in line
    assert "--proxy http://proxy:1 --cert /ca.pem" in line
    assert "--only-binary :all:" in line
    cuda = plan("transformers", linux((13, 0), (9, 0)))
    line = " ".join(install(tmp_path, cuda.steps[0], cuda, Path("/usr/bin/uv")))
    assert "/usr/bin/uv pip install --python" in line
    assert "--torch-backend cu130" in line
    assert "--index-url" not in line
    whole = plan("vllm", linux((13, 0), (9, 0)))
    assert "--torch-backend" not in install(tmp_path, whole.steps[0], whole, Path("/usr/bin/uv")), "all is pinned"


def test_the_deepest_cause_is_told(tmp_path: Path) -> None:
    runner = Runner(lambda _line: None)
    code = "print('error: Request failed'); print('  cause: client error'); print('  cause: no such host'); exit(2)"
    assert runner.run([sys.executable, "-c", code], dict(os.environ), tmp_path) == 2
    assert runner.complaint() == "Request failed; no such host"
    code = "print('ERROR: No matching distribution for x'); print('WARNING: old pip'); exit(1)"
    assert runner.run([sys.executable, "-c", code], dict(os.environ), tmp_path) == 1
    assert runner.complaint() == "No matching distribution for x"


def test_nothing_of_the_user_s_leads_the_tools_elsewhere(tmp_path: Path) -> None:
    given = {"PIP_TARGET": "/elsewhere", "PIP_USER": "1", "PIP_INDEX_URL": "http://mirror/simple", "PYTHONPATH": "/p",
             "HF_TOKEN": "secret", "VIRTUAL_ENV": "/v", "PATH": "/bin"}  # fmt: skip
    found = surroundings(["python"], tmp_path, base=given)
    assert not {"PIP_TARGET", "PIP_USER", "PYTHONPATH", "HF_TOKEN", "VIRTUAL_ENV"} & set(found)
    assert found["PIP_INDEX_URL"] == "http://mirror/simple", "a mirror is the user's choice"
    assert found["TMPDIR"] == str(tmp_path)


def test_every_code_has_a_sentence_with_and_without_detail() -> None:
    for code in InstallCode:
        for detail in ("", "some detail.", "12 5"):
            text = sentence(code, detail)
            assert text[0].isupper()
            assert text.endswith(".")
            assert "{" not in text
            assert "()" not in text


def test_the_engines_are_those_of_the_command_line() -> None:
    assert ENGINES == ("transformers", "vllm")
