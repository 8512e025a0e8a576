# SPDX-License-Identifier: AGPL-3.0-or-later
"""Reads pages with vLLM and our plugin, with nothing else of ours in between.

`read` starts `python -m tests.vllm.reading` with a plan on its standard input; the answers come back
in a file. Each run has a process of its own: vLLM leaves much behind.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from tests.vllm import pages


@dataclass(frozen=True)
class Plan:
    """One run: `pictures` are names of pages, or paths of pictures; `ids` prompts for them where they are
    not the standard one; `changes` are further engine arguments."""

    model: str = str(pages.TINY)
    draft_tokens: int = 3
    at_once: int = 1
    separate: bool = False  # engine core and worker in processes of their own
    budget: int = 4096  # tokens of one step
    pictures: tuple[str, ...] = pages.NAMES
    limit: int = pages.LIMIT
    ignore_end: bool = False
    logprobs: int = 0
    changes: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Answer:
    """What vLLM gave for a page. `accepted` is the count of each verify step; `best` the two highest
    log-probabilities of each token, where they were asked for."""

    tokens: list[int]
    finish: str
    prompt: list[int]
    accepted: list[int]
    drafted: int
    best: list[list[float]]


def environment(work: Path = pages.WORK) -> dict[str, str]:
    """The environment for a program with vLLM in it that finds the plugin."""
    from engine.backends.vllm.plugin.launch import environment as of_plugin

    given = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    return {**given, **of_plugin(work, given), "OMP_NUM_THREADS": os.environ.get("OMP_NUM_THREADS", "1")}


def read(plan: Plan, seconds: float = 840, *, python: str = sys.executable, work: Path = pages.WORK) -> list[Answer]:
    """Run a plan. Raises AssertionError with the end of the log if it fails."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder, "answers.json")
        variables = environment(work)
        if not plan.separate:
            variables["VLLM_ENABLE_V1_MULTIPROCESSING"] = "0"
        done = subprocess.run(
            [python, "-m", "tests.vllm.reading", str(out)],
            input=json.dumps(asdict(plan)), env=variables, cwd=pages.ROOT, timeout=seconds,
            text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stdout[-6000:]
        return [Answer(**answer) for answer in json.loads(out.read_text())]


def engine_arguments(plan: Plan) -> dict[str, Any]:
    from engine.backends.vllm.plugin.launch import model_arguments

    arguments = {
        **model_arguments(Path(plan.model), plan.draft_tokens, pages.WORK / "draft"),
        "dtype": "float32",
        "enforce_eager": True,
        "max_model_len": 4096,
        "max_num_seqs": plan.at_once,
        "max_num_batched_tokens": plan.budget,
        "kv_cache_memory_bytes": 256 << 20,
        "limit_mm_per_prompt": {"image": 1},
        "mm_processor_cache_gb": 0,
        "enable_prefix_caching": False,
        "disable_log_stats": False,
    }
    if plan.draft_tokens:
        arguments["per_request_spec_decode_metrics"] = "detailed"
    return {**arguments, **plan.changes}


def _run(plan: Plan) -> list[Answer]:
    from vllm import LLM, SamplingParams

    from engine.jina_ocr.config import load_sizes
    from engine.jina_ocr.image import open_picture
    from engine.jina_ocr.prompt import PromptWriter

    llm = LLM(**engine_arguments(plan))
    folder = Path(plan.model)
    ids = PromptWriter(folder, load_sizes(folder)).write(None, 1)
    sampling = SamplingParams(
        temperature=0, max_tokens=plan.limit, ignore_eos=plan.ignore_end, logprobs=plan.logprobs or None
    )
    requests = [
        {
            "prompt_token_ids": ids,
            "multi_modal_data": {
                "image": pages.picture(name) if name in pages.NAMES else open_picture(Path(name))
            },
        }
        for name in plan.pictures
    ]
    if plan.at_once == 1:
        results = [llm.generate(request, sampling, use_tqdm=False)[0] for request in requests]
    else:
        results = llm.generate(requests, sampling, use_tqdm=False)
    return [_answer(result, result.outputs[0]) for result in results]


def _answer(result: Any, completion: Any) -> Answer:
    metrics = completion.spec_decode_metrics
    best = [
        sorted((entry.logprob for entry in step.values()), reverse=True)[:2] for step in completion.logprobs or ()
    ]
    return Answer(
        tokens=list(completion.token_ids),
        finish=completion.finish_reason,
        prompt=list(result.prompt_token_ids),
        accepted=list(metrics.per_step_accepted) if metrics else [],
        drafted=metrics.num_draft_tokens if metrics else 0,
        best=best,
    )


if __name__ == "__main__":  # the worker is spawned, and imports this module again
    given = json.load(sys.stdin)
    answers = _run(Plan(**{**given, "pictures": tuple(given["pictures"])}))
    Path(sys.argv[1]).write_text(json.dumps([asdict(answer) for answer in answers]))
