# SPDX-License-Identifier: AGPL-3.0-or-later
"""From options to a started vLLM: a look at the machine and the checkpoint, then the start, then
once more with less if that failed for a reason that less may cure."""

from __future__ import annotations

import importlib
import logging
import os
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from engine.backends.contract import EngineError, Report
from engine.backends.vllm import plugin, preflight, quirks
from engine.backends.vllm.arguments import Plan, arguments, plan
from engine.backends.vllm.causes import explain, hopeful
from engine.backends.vllm.log import Log
from engine.backends.vllm.machine import Machine, look
from engine.backends.vllm.options import Options
from engine.backends.vllm.plugin import launch
from engine.backends.vllm.progress import Progress, Step
from engine.jina_ocr.config import CheckpointError, Sizes, load_sizes
from engine.jina_ocr.headers import examine
from engine.jina_ocr.prompt import PromptWriter
from engine.protocol import ErrorCode

if TYPE_CHECKING:
    from engine.backends.vllm.core import Core
    from engine.backends.vllm.reader import Reader

log = logging.getLogger(__name__)

MODULES = ("engine.backends.vllm.core", f"{plugin.__name__}.target", f"{plugin.__name__}.draft")
"""Where we build on classes of vLLM's."""

DRAFT_TENSORS = "mtp_"
"""What the names of the draft head's tensors begin with."""


@dataclass
class Started:
    """What runs."""

    plan: Plan
    reader: Reader
    heard: Log

    def close(self) -> None:
        self.reader.close()
        self.heard.close()


def start(options: Options, report: Report, notify: Callable[[], None]) -> Started:
    """Raises EngineError or CheckpointError, each with a sentence that says why and what to do."""
    machine = look()
    go = preflight.judge(machine, options.dtype, preflight.visible_devices())
    if not options.model.is_dir():
        raise EngineError(ErrorCode.ENGINE_UNAVAILABLE, f"There is no model folder {options.model}.")
    sizes = load_sizes(options.model)
    writer = PromptWriter(options.model, sizes)
    first = plan(options, machine, go, sizes, no_drafts(options, sizes))
    _prepare_environment(first, machine)
    heard = Log(progress := Progress(report))
    try:
        progress.tell(Step("libraries"))
        if go.standing == preflight.PROBE:
            probe(machine.vllm)
        core, used = _attempts(first, machine, heard)
    except BaseException:
        heard.close()
        raise
    heard.mark()
    from engine.backends.vllm.reader import Reader

    return Started(used, Reader(used, core, writer, heard, notify), heard)


def no_drafts(options: Options, sizes: Sizes) -> str:
    """Why the checkpoint's draft head cannot be used, "" if it can: seen in the files' headers.
    Raises CheckpointError if other tensors are missing or wrong."""
    findings = examine(options.model, sizes)
    lost = [name for name in (*findings.missing, *findings.misshapen) if name.startswith(DRAFT_TENSORS)]
    kept = replace(
        findings,
        missing=[name for name in findings.missing if name not in lost],
        misshapen=[name for name in findings.misshapen if name not in lost],
    )
    kept.complain()
    return f"the model's draft head is damaged ({lost[0]})" if lost else ""


def _prepare_environment(chosen: Plan, machine: Machine) -> None:
    """Variables and folders, before the first import of vLLM. Raises EngineError."""
    try:
        launch.prepare(chosen.options.work)
    except OSError as error:
        raise EngineError(ErrorCode.ENGINE_UNAVAILABLE, f"vLLM's folder cannot be written: {error}.") from error
    os.environ.update(quirks.environment(machine, chosen.go.gpu, chosen.layout))


def import_all() -> None:
    """Every module of ours that is built on vLLM's classes. Raises whatever another vLLM causes."""
    plugin.register()
    for module in MODULES:
        importlib.import_module(module)


def probe(version: str | None, look: Callable[[], None] = import_all) -> None:
    """Whether a version on probation fits our classes: they are built on its own, and using what it does
    not have fails here. Raises EngineError."""
    try:
        look()
    except Exception as error:  # whatever another version does at import
        raise preflight.refuse_version(version, f"{type(error).__name__}: {error}"[:200]) from error


def _attempts(first: Plan, machine: Machine, heard: Log) -> tuple[Core, Plan]:
    """The start, and where it fails a second one: without drafts if these are to blame, with less
    of everything if the memory was not enough."""
    try:
        return _start(first, heard), first
    except EngineError as error:
        second = _second(first, machine, error)
        if second is None:
            raise
        log.info("started again: %s", second.why_no_drafts or "with safer settings")
    heard.mark()
    return _start(second, heard), second


def _second(first: Plan, machine: Machine, error: EngineError) -> Plan | None:
    """What to try after a failed start; None if nothing would help."""
    if hopeful(error) and first.options.attempt == 0:
        safer = replace(first.options, attempt=1)
        made = plan(safer, machine, first.go, first.sizes)
        return replace(made, why_no_drafts=error.detail if first.drafts else "")
    if first.drafts and not hopeful(error):
        return first.without_drafts(error.detail)
    return None


def _start(chosen: Plan, heard: Log) -> Core:
    """Raises EngineError with the root cause, from the log."""
    try:
        from engine.backends.vllm.core import Core

        made = arguments(chosen, launch.model_arguments(chosen.options.model, chosen.drafts, chosen.options.work))
        return Core(made, chosen.sizes.eos, chosen.options.repetition_penalty, chosen.options.guard)
    except CheckpointError:
        raise
    except OSError as error:
        raise EngineError(ErrorCode.ENGINE_UNAVAILABLE, f"vLLM's files cannot be written: {error}.") from error
    except Exception as error:  # the edge to vLLM's start: any library beneath it may raise anything
        log.info("vLLM could not be started", exc_info=True)
        heard.settle()
        raise explain(heard.lines(), error) from error
