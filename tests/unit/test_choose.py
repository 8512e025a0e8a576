# SPDX-License-Identifier: AGPL-3.0-or-later
"""The choice of an engine, machine by machine: what is usable in which order, and what is missing elsewhere."""

from __future__ import annotations

import msgspec
import pytest

from engine.choose import Ranked, Wishes, better, choose, usable
from engine.hardware.facts import Machine
from tests.unit.machines import (
    A100,
    ARC,
    CPU_TORCH,
    CUDA_13,
    CUDA_126,
    CUDA_128,
    FULL,
    GTX_1080_TI,
    H100,
    HALF,
    L4,
    MPS,
    PLAIN,
    RADEON,
    READY,
    RTX_3060_8,
    RTX_3060_12,
    RTX_3080_10,
    RTX_4090,
    RTX_5090,
    T4,
    V100,
    VLLM,
    VLLM_CPU,
    mac,
    machine,
    nvidia,
    python,
)

BOTH = (VLLM, CUDA_13)
KEY = {"jina.ai": True}
HOSTED = Wishes(licence=True, hosted=True, keys=KEY)


def short(one: Ranked) -> str:
    """An entry by a word: vllm+ is the one with FastMTP."""
    return one.engine + {"gpu": ":gpu", "cpu": ":cpu"}.get(one.device, "") + ("+" if one.drafts else "")


CASES: dict[str, tuple[Machine, Wishes, str]] = {
    # NVIDIA, everything installed
    "H100": (machine(H100, pythons=BOTH), READY, "vllm:gpu+ transformers:gpu+ transformers:cpu builtin"),
    "A100": (machine(A100, pythons=BOTH), READY, "vllm:gpu+ transformers:gpu+ transformers:cpu builtin"),
    "L4": (machine(L4, pythons=BOTH), READY, "vllm:gpu+ transformers:gpu+ transformers:cpu builtin"),
    "T4 has no bfloat16": (machine(T4, pythons=BOTH), READY, "transformers:gpu+ transformers:cpu builtin"),
    "V100 with a build that has its code": (
        machine(V100, pythons=(VLLM, CUDA_126)), READY, "transformers:gpu+ transformers:cpu builtin"),
    "V100 with a new build": (machine(V100, pythons=BOTH), READY, "transformers:cpu builtin"),
    "GTX 1080 Ti": (machine(GTX_1080_TI, pythons=(CUDA_126,)), READY, "transformers:gpu+ transformers:cpu builtin"),
    "GTX 1080 Ti with a new build": (machine(GTX_1080_TI, pythons=(CUDA_128,)), READY, "transformers:cpu builtin"),
    "RTX 3060 with 8 GB": (machine(RTX_3060_8, pythons=BOTH), READY, "transformers:cpu builtin"),
    "RTX 3060 with 12 GB": (
        machine(RTX_3060_12, pythons=BOTH), READY, "vllm:gpu+ transformers:gpu+ transformers:cpu builtin"),
    "RTX 3080 with 10 GB": (machine(RTX_3080_10, pythons=BOTH), READY, "transformers:gpu+ transformers:cpu builtin"),
    "RTX 4090": (machine(RTX_4090, pythons=BOTH), READY, "vllm:gpu+ transformers:gpu+ transformers:cpu builtin"),
    "RTX 4090 in use by others": (
        machine(nvidia("RTX 4090", (8, 9), 24, 6.0), pythons=BOTH), READY, "transformers:cpu builtin"),
    "RTX 5090": (machine(RTX_5090, pythons=BOTH), READY, "vllm:gpu+ transformers:gpu+ transformers:cpu builtin"),
    "RTX 5090 on old torch": (
        machine(RTX_5090, pythons=(python("own", torch="2.6.0+cu124", cuda="12.4"),)), READY,
        "transformers:cpu builtin"),
    "RTX 5090 with the other interpreter": (
        machine(RTX_5090, pythons=(CUDA_126, CUDA_128)), READY, "transformers:gpu+ transformers:cpu builtin"),
    "two cards, the larger is taken": (
        machine(RTX_3060_8, L4, pythons=BOTH), READY, "vllm:gpu+ transformers:gpu+ transformers:cpu builtin"),
    "PyTorch for the processor beside a card": (
        machine(RTX_4090, pythons=(CPU_TORCH,)), READY, "transformers:cpu builtin"),
    "driver for CUDA 12 with a build for 13": (
        machine(nvidia("L4", (8, 9), 22.5, cuda=(12, 4)), pythons=BOTH), READY, "transformers:cpu builtin"),
    "driver for CUDA 12.4 with a build for 12.8": (
        machine(nvidia("L4", (8, 9), 22.5, cuda=(12, 4)), pythons=(CUDA_128,)), READY,
        "transformers:gpu+ transformers:cpu builtin"),
    "driver that does not answer": (
        machine(pythons=BOTH, failed={"gpus": "NVIDIA's driver: Driver/library version mismatch"}), READY,
        "transformers:cpu builtin"),
    "no C compiler": (
        machine(L4, pythons=BOTH, compiler=False), READY, "transformers:gpu+ transformers:cpu builtin"),
    "vLLM 0.30": (
        machine(L4, pythons=(python("given", torch="2.12.0", cuda="12.9", vllm="0.30.0"),)), READY,
        "transformers:gpu+ transformers:cpu builtin"),
    "vLLM of last year": (
        machine(L4, pythons=(python("given", torch="2.8.0", cuda="12.8", transformers="4.55.0", vllm="0.11.0"),)),
        READY, "builtin"),
    "model without a draft head": (
        machine(L4, pythons=BOTH, models=(PLAIN,)), READY, "vllm:gpu transformers:gpu transformers:cpu builtin"),
    "the one with a draft head is taken": (
        machine(L4, pythons=BOTH, models=(PLAIN, FULL)), READY,
        "vllm:gpu+ transformers:gpu+ transformers:cpu builtin"),
    # systems
    "WSL2": (machine(RTX_4090, pythons=BOTH, wsl=True), READY, "vllm:gpu+ transformers:gpu+ transformers:cpu builtin"),
    "Windows with a card": (
        machine(RTX_4090, pythons=BOTH, system="win32", architecture="AMD64"), READY,
        "transformers:gpu+ transformers:cpu builtin"),
    "Windows without a card": (
        machine(pythons=(CPU_TORCH,), system="win32", architecture="AMD64", memory=32), READY,
        "transformers:cpu builtin"),
    "Windows, nothing installed": (machine(system="win32", architecture="AMD64", models=()), Wishes(), "builtin"),
    "M1 with 8 GB": (mac("Apple M1", 8, pythons=(MPS,)), READY, "builtin"),
    "M1 with 16 GB": (mac("Apple M1", 16, pythons=(MPS,)), READY, "transformers:gpu+ transformers:cpu builtin"),
    "M3 with 36 GB": (mac("Apple M3 Pro", 36, pythons=(MPS,)), READY, "transformers:gpu+ transformers:cpu builtin"),
    "Mac with an Intel processor": (
        machine(ARC, pythons=(), system="darwin", memory=32), READY, "builtin"),
    "AMD without ROCm": (machine(RADEON, pythons=(CPU_TORCH,)), READY, "transformers:cpu builtin"),
    "AMD with ROCm": (
        machine(RADEON, pythons=(python("given", torch="2.9.0+rocm6.4", hip="6.4.43482"),)), READY,
        "transformers:gpu+ transformers:cpu builtin"),
    "Intel graphics": (machine(ARC, pythons=(CPU_TORCH,)), READY, "transformers:cpu builtin"),
    "ARM server": (machine(pythons=(CPU_TORCH,), architecture="aarch64", features=("neon",)), READY,
                   "transformers:cpu builtin"),
    # processors
    "laptop with 8 GB": (machine(pythons=(CPU_TORCH,), memory=8, free=5, cores=4), READY, "builtin"),
    "laptop with 16 GB, full": (machine(pythons=(CPU_TORCH,), memory=16, free=4, cores=8), READY, "builtin"),
    "laptop with 16 GB": (machine(pythons=(CPU_TORCH,), memory=16, free=11), READY, "transformers:cpu builtin"),
    "vLLM for processors": (machine(pythons=(VLLM_CPU,)), READY, "transformers:cpu vllm:cpu builtin"),
    # model, licence, disk
    "nothing installed, no model": (machine(L4, models=()), Wishes(), "builtin"),
    "model half downloaded": (machine(L4, pythons=BOTH, models=(HALF,)), READY, "builtin"),
    "licence not accepted": (machine(L4, pythons=BOTH), Wishes(), "builtin"),
    "licence not accepted, own folder": (
        machine(L4, pythons=BOTH), Wishes(model=FULL.path), "vllm:gpu+ transformers:gpu+ transformers:cpu builtin"),
    "commercial use": (machine(L4, pythons=BOTH), Wishes(licence=True, commercial=True), "builtin"),
    "commercial use, service allowed": (
        machine(L4, pythons=BOTH), msgspec.structs.replace(HOSTED, commercial=True), "jina builtin"),
    "no disk space matters not when all is there": (
        machine(L4, pythons=BOTH, disk=0.1), READY, "vllm:gpu+ transformers:gpu+ transformers:cpu builtin"),
    # service
    "service allowed, with a key": (
        machine(L4, pythons=BOTH), HOSTED, "vllm:gpu+ transformers:gpu+ jina transformers:cpu builtin"),
    "service allowed, no key": (machine(pythons=(CPU_TORCH,)), Wishes(licence=True, hosted=True),
                                "transformers:cpu builtin"),
    "key there, service not allowed": (
        machine(pythons=(CPU_TORCH,)), Wishes(licence=True, keys=KEY), "transformers:cpu builtin"),
    "service allowed, offline": (
        machine(pythons=(CPU_TORCH,)), msgspec.structs.replace(HOSTED, offline=True), "transformers:cpu builtin"),
    "small laptop, service allowed": (machine(memory=8, free=5, models=()), HOSTED, "jina builtin"),
    # the user's own choice stands first
    "built-in chosen on an H100": (
        machine(H100, pythons=BOTH), Wishes(licence=True, engine=("builtin",)),
        "builtin vllm:gpu+ transformers:gpu+ transformers:cpu"),
    "Transformers chosen on an L4": (
        machine(L4, pythons=BOTH), Wishes(licence=True, engine=("transformers",)),
        "transformers:gpu+ vllm:gpu+ transformers:cpu builtin"),
    "service chosen by name": (
        machine(L4, pythons=BOTH), Wishes(licence=True, engine=("jina",), keys=KEY),
        "jina vllm:gpu+ transformers:gpu+ transformers:cpu builtin"),
    "two chosen": (
        machine(L4, pythons=BOTH), Wishes(licence=True, engine=("transformers", "builtin")),
        "transformers:gpu+ builtin vllm:gpu+ transformers:cpu"),
    "own server chosen": (
        machine(models=()), Wishes(engine=("openai:http://localhost:8000/v1",)),
        "openai:http://localhost:8000/v1 builtin"),
    "auto is no choice": (machine(H100, pythons=BOTH), Wishes(licence=True, engine=("auto",)),
                          "vllm:gpu+ transformers:gpu+ transformers:cpu builtin"),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_usable_engines_in_order(name: str) -> None:
    facts, wishes, expected = CASES[name]
    assert " ".join(map(short, usable(choose(facts, wishes)))) == expected


@pytest.mark.parametrize("name", CASES)
def test_every_entry_says_why(name: str) -> None:
    """Usable ones lack nothing; the others say in a sentence what is missing."""
    facts, wishes, _ = CASES[name]
    ranking = choose(facts, wishes)
    assert ranking[-1].engine == "builtin" or any(one.engine == "builtin" for one in ranking)
    for one in ranking:
        assert one.usable == (not one.lacks), one
        assert all(lack.words.endswith(".") and lack.words[0] != " " for lack in one.lacks), one
        local = one.usable and one.backend in ("vllm", "transformers")
        assert not local or (one.python and one.model), one


LACKS: dict[str, tuple[Machine, Wishes, str, str]] = {
    "H100, nothing installed": (machine(H100, models=()), READY, "vllm:gpu+", "model library"),
    "T4": (machine(T4, pythons=BOTH), READY, "vllm:gpu+", "graphics"),
    "RTX 3060 with 8 GB": (machine(RTX_3060_8, pythons=BOTH), READY, "transformers:gpu+", "memory"),
    "RTX 5090 on old torch": (
        machine(RTX_5090, pythons=(python("given", torch="2.6.0+cu124", cuda="12.4"),)), READY, "transformers:gpu+",
        "library"),
    "Windows": (machine(RTX_4090, pythons=BOTH, system="win32"), READY, "vllm:gpu+", "system"),
    "Mac": (mac("Apple M3 Pro", 36, pythons=(MPS,)), READY, "vllm:gpu+", "system graphics library"),
    "M1 with 8 GB": (mac("Apple M1", 8, pythons=(MPS,)), READY, "transformers:gpu+", "memory"),
    "half downloaded": (machine(L4, pythons=BOTH, models=(HALF,)), READY, "vllm:gpu+", "model"),
    "licence": (machine(L4, pythons=BOTH), Wishes(), "vllm:gpu+", "licence"),
    "commercial": (machine(L4, pythons=BOTH), Wishes(licence=True, commercial=True), "vllm:gpu+", "commercial"),
    "no room for the model": (machine(L4, pythons=BOTH, models=(), disk=3), READY, "vllm:gpu+", "model disk"),
    "no room for the rest of a model": (machine(L4, pythons=BOTH, models=(HALF,), disk=3), READY, "vllm:gpu+",
                                        "model disk"),
    "offline, model missing": (
        machine(L4, pythons=BOTH, models=()), Wishes(licence=True, offline=True), "vllm:gpu+", "model network"),
    "service": (machine(), READY, "jina", "consent key"),
    "old driver": (
        machine(nvidia("GTX 1660", (7, 5), 6, cuda=(11, 4), driver="470.256"), models=()), READY, "transformers:gpu+",
        "model driver memory library"),
    "card without a driver": (
        machine(nvidia("NVIDIA graphics", (8, 6), 12, problem="its driver is not installed, or not running"),
                pythons=BOTH), READY, "vllm:gpu+", "driver"),
    "named interpreter is gone": (
        machine(pythons=(python("given", path="gone", problem="there is no such program"),)),
        Wishes(licence=True, python="gone"), "transformers:cpu", "broken"),
    "environment without our own libraries": (
        machine(pythons=(msgspec.structs.replace(CPU_TORCH, packages={
            "torch": "2.13.0+cpu", "transformers": "5.19.0", "tokenizers": "0.23.3", "numpy": "2.4.6"}),)),
        READY, "transformers:cpu", "library"),
    "Mac with an Intel processor": (machine(system="darwin", models=(FULL,)), READY, "transformers:cpu",
                                    "system library"),
}  # fmt: skip


@pytest.mark.parametrize("name", LACKS)
def test_what_is_missing(name: str) -> None:
    facts, wishes, entry, expected = LACKS[name]
    one = next(one for one in choose(facts, wishes) if short(one) == entry)
    assert " ".join(lack.code for lack in one.lacks) == expected, one.lacks


def find(facts: Machine, wishes: Wishes, entry: str) -> Ranked:
    return next(one for one in choose(facts, wishes) if short(one) == entry)


def test_sentences_say_how_much_and_what_to_do() -> None:
    small = find(machine(RTX_3060_8, pythons=BOTH), READY, "transformers:gpu+").lacks[0]
    assert small.words == "NVIDIA GeForce RTX 3060: 8.3 GB of graphics memory are needed, it has 8.0 GB."
    assert small.fix == ""
    busy = machine(nvidia("RTX 4090", (8, 9), 24, 6.0), pythons=BOTH)
    lack = find(busy, READY, "transformers:gpu+").lacks[0]
    assert "6.0 GB of 24 GB are free" in lack.words
    assert lack.fix == "close programs that use the card"
    old = machine(RTX_5090, pythons=(python("given", torch="2.6.0+cu124", cuda="12.4"),))
    lack = find(old, READY, "transformers:gpu+").lacks[0]
    assert lack.words == ("PyTorch 2.6.0, built for CUDA 12.4, has no code yet for this card "
                          "(compute capability 12.0).")
    assert lack.install
    assert lack.fix == "copyholder engines install transformers"


def test_numbers_for_the_processor_are_honest() -> None:
    """A range, said to be an estimate; more cores are faster; the small machine takes minutes."""
    two = find(machine(pythons=(CPU_TORCH,), cores=2), READY, "transformers:cpu")
    many = find(machine(pythons=(CPU_TORCH,), cores=32, features=("avx2", "avx512")), READY, "transformers:cpu")
    assert two.seconds is not None
    assert many.seconds is not None
    assert 90 < two.seconds[0] < two.seconds[1] < 900
    assert many.seconds[0] < two.seconds[0]
    assert many.seconds[1] < two.seconds[1]
    assert any("an estimate" in reason and "minutes" in reason for reason in two.reasons)
    assert two.options == {"device": "cpu"}


def test_the_interpreter_that_the_user_named_is_taken() -> None:
    mine = python("given", torch="2.13.0+cu130", cuda="13.0", path="mine/python")
    facts = machine(L4, pythons=(CUDA_13, mine))
    assert find(facts, READY, "transformers:gpu+").python == "managed/python"
    assert find(facts, Wishes(licence=True, python="mine/python"), "transformers:gpu+").python == "mine/python"


def test_the_folder_that_the_user_named_is_taken_even_if_it_is_worse() -> None:
    facts = machine(L4, pythons=BOTH, models=(FULL, PLAIN))
    assert find(facts, Wishes(licence=True, model=PLAIN.path), "vllm:gpu").model == PLAIN.path


def test_a_choice_that_cannot_be_used_stays_first_and_says_why() -> None:
    ranking = choose(machine(models=()), Wishes(engine=("vllm",)))
    assert ranking[0].engine == "vllm"
    assert ranking[0].chosen
    assert not ranking[0].usable
    assert {lack.code for lack in ranking[0].lacks} >= {"graphics", "model", "licence"}
    assert [one.engine for one in usable(ranking)] == ["builtin"]


def test_which_card_is_told_where_there_are_two() -> None:
    two = machine(nvidia("small", (8, 6), 8), nvidia("large", (8, 9), 24), pythons=BOTH)
    assert find(two, READY, "vllm:gpu+").options == {"gpu": "GPU-large"}
    assert find(machine(L4, pythons=BOTH), READY, "vllm:gpu+").options == {}


def test_old_cards_are_told_their_number_format() -> None:
    assert find(machine(GTX_1080_TI, pythons=(CUDA_126,)), READY, "transformers:gpu+").options == {"dtype": "float16"}
    titan = nvidia("a large old card", (6, 1), 24)
    assert find(machine(titan, pythons=(CUDA_126,)), READY, "transformers:gpu+").options == {}  # float32 fits


@pytest.mark.parametrize(
    ("facts", "expected", "variant"),
    [
        (machine(H100, models=()), "vllm:gpu+", "cuda13"),
        (machine(nvidia("L4", (8, 9), 22, cuda=(12, 4)), models=()), "transformers:gpu+", "cuda12"),
        (machine(T4, models=()), "transformers:gpu+", "cuda13"),
        (machine(V100, models=()), "transformers:gpu+", "cuda12"),
        (machine(nvidia("RTX 5090", (12, 0), 31, cuda=(12, 8)), models=()), "transformers:cpu", "cpu"),
        (mac("Apple M3 Pro", 36, models=()), "transformers:gpu+", "mps"),
        (machine(system="win32", memory=32, models=()), "transformers:cpu", "cpu"),
        (machine(RTX_3060_8, models=(), memory=32), "transformers:cpu", "cpu"),
    ],
)
def test_what_to_offer_where_nothing_is_installed(facts: Machine, expected: str, variant: str) -> None:
    offered = better(choose(facts, Wishes()))
    assert offered is not None
    assert (short(offered), offered.variant) == (expected, variant)
    assert offered.download > 6_800_000_000


@pytest.mark.parametrize(
    ("facts", "wishes"),
    [
        (machine(memory=8, free=5, models=()), Wishes()),
        (machine(L4, models=(), disk=5), Wishes()),
        (machine(L4, models=()), Wishes(offline=True)),
        (machine(L4, models=()), Wishes(commercial=True)),
        (machine(L4, pythons=BOTH), READY),
    ],
    ids=["small", "no disk", "offline", "commercial", "best already"],
)
def test_nothing_is_offered_that_would_not_help(facts: Machine, wishes: Wishes) -> None:
    assert better(choose(facts, wishes)) is None


def test_unknown_facts_stop_nothing() -> None:
    """An empty probe gives the built-in engine, and says of the others what they lack."""
    assert [one.engine for one in usable(choose(Machine(), Wishes()))] == ["builtin"]
