# SPDX-License-Identifier: AGPL-3.0-or-later
"""vLLM's engine, and the one place where it is called. Importing this module imports vLLM.

All methods are called from the stepping thread, but for `prepare`."""

from __future__ import annotations

import contextlib
import dataclasses
import logging
import multiprocessing
from multiprocessing.process import BaseProcess
from typing import Any

from PIL import Image
from vllm import EngineArgs, SamplingParams, envs
from vllm.sampling_params import RepetitionDetectionParams, RequestOutputKind
from vllm.v1.engine.exceptions import EngineDeadError
from vllm.v1.engine.llm_engine import LLMEngine

from engine.backends.vllm import quirks
from engine.backends.vllm.arguments import NET
from engine.backends.vllm.slack import patient_threads
from engine.backends.vllm.watch import Watch

log = logging.getLogger(__name__)


@dataclasses.dataclass(frozen=True)
class Piece:
    """What a step says of one page: tokens committed, and at the end why. `stats` and `drafts` are
    vLLM's RequestStateStats and RequestSpecDecodeMetrics, where it has them."""

    name: str
    tokens: list[int]
    finish: str | None
    stats: Any = None
    drafts: Any = None


class Core:
    """A started engine. Every exception that its methods raise is vLLM's or torch's own."""

    def __init__(self, arguments: dict[str, Any], eos: int, penalty: float, guard: bool) -> None:
        """Starts it, which takes seconds to minutes."""
        known = [field.name for field in dataclasses.fields(EngineArgs)]
        self._eos, self._penalty, self._guard = eos, penalty, guard
        before = set(multiprocessing.active_children())
        self._engine: LLMEngine | None = None
        self._processes: list[BaseProcess] = []
        # with separate processes the threads in question are theirs
        patience = contextlib.nullcontext() if envs.VLLM_ENABLE_V1_MULTIPROCESSING else patient_threads()
        try:
            with patience:
                engine = LLMEngine.from_engine_args(EngineArgs(**quirks.only_known(arguments, known)))
        except BaseException:
            self._processes = [child for child in multiprocessing.active_children() if child not in before]
            self.close()
            raise
        self._engine = engine
        self._processes = [child for child in multiprocessing.active_children() if child not in before]
        engine.get_supported_tasks()  # asked of the core once; later it is remembered
        self._watch = Watch(self._processes, self._died)

    @property
    def died(self) -> str:
        """How one of vLLM's processes ended unasked, "" if none did. To be asked when a call has failed:
        may wait two seconds for the news."""
        self._watch.settle()
        return self._watch.died

    def prepare(self, ids: list[int], picture: Image.Image) -> Any:
        """The prompt in vLLM's own form: pixels cut and scaled, positions counted. Takes a tenth of a
        second; may be called from one other thread while steps are done.

        WORKAROUND (0.32): where the renderer can be called apart (0.29 to 0.32), it is; else vLLM does
        this while the page is added, and the other pages wait."""
        prompt = {"prompt_token_ids": ids, "multi_modal_data": {"image": picture}}
        renderer = getattr(self._started(), "renderer", None)
        if renderer is None or not hasattr(renderer, "render_cmpl"):
            return prompt
        (made,) = renderer.render_cmpl([prompt])
        return made

    def add(self, name: str, prepared: Any, most: int) -> None:
        """Begin with a page: at most `most` tokens of answer. Raises ValueError if it does not fit."""
        self._started().add_request(name, prepared, self.sampling(most))

    def sampling(self, most: int) -> SamplingParams:
        return SamplingParams(
            temperature=0.0,
            repetition_penalty=self._penalty,
            max_tokens=most,
            stop_token_ids=[self._eos],
            detokenize=False,  # vLLM's own tokenizer would lose the cell marks; ours does it
            skip_special_tokens=False,
            output_kind=RequestOutputKind.DELTA,
            repetition_detection=RepetitionDetectionParams(**NET) if self._guard else None,
        )

    def abort(self, names: list[str]) -> None:
        """Their memory is free after this, or, with separate processes, after the present step."""
        if names and self._engine is not None:
            self._engine.abort_request(names)

    def busy(self) -> bool:
        """Whether a step would do something."""
        return self._engine is not None and self._engine.has_unfinished_requests()

    def step(self) -> list[Piece]:
        """One step of all pages. Raises EngineDeadError, or what the model's code raises."""
        return [_piece(output) for output in self._started().step()]

    def close(self) -> None:
        """End vLLM and the processes it started; none is left, dead or alive."""
        engine, self._engine = self._engine, None
        if engine is None:
            _tidy()
        else:
            self._watch.close()
            # WORKAROUND (0.29 to 0.32): LLMEngine has no method that ends it; its parts have
            for part in ("engine_core", "renderer"):
                with contextlib.suppress(Exception):
                    _shut_down(getattr(engine, part, None))
        for process in self._processes:
            _end(process)
        self._processes = []

    def _started(self) -> LLMEngine:
        if self._engine is None:
            raise EngineDeadError
        return self._engine

    def _died(self) -> None:
        """A process of vLLM is gone: wake the step that waits for it.

        WORKAROUND (0.32): a core that is killed says nothing; the thread that hears it stops without
        a word, and `step` would wait for ever on its queue."""
        queue = getattr(getattr(self._engine, "engine_core", None), "outputs_queue", None)
        if queue is not None:
            queue.put_nowait(EngineDeadError())


def _piece(output: Any) -> Piece:
    (said,) = output.outputs
    return Piece(
        name=output.request_id,
        tokens=list(said.token_ids),
        finish=said.finish_reason,
        stats=output.metrics if output.finished else None,
        drafts=getattr(said, "spec_decode_metrics", None),
    )


def _shut_down(part: Any) -> None:
    if part is None:
        return
    try:
        part.shutdown(timeout=quirks.SHUTDOWN)
    except TypeError:
        part.shutdown()


def _end(process: BaseProcess) -> None:
    process.join(quirks.SHUTDOWN)
    if process.is_alive():
        process.kill()
        process.join(quirks.SHUTDOWN)


def _tidy() -> None:
    """What a start in this process leaves behind and the next one would stumble over."""
    from vllm.distributed.parallel_state import cleanup_dist_env_and_memory

    with contextlib.suppress(Exception):
        cleanup_dist_env_and_memory()
