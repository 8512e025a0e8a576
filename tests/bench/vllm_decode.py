# SPDX-License-Identifier: AGPL-3.0-or-later
"""`python -m tests.bench.vllm_decode`, in vLLM's environment and with the variables that
`tests.vllm.reading.environment` gives: the tiny checkpoint's pictures one after the other, without drafts,
in this process. Answers every line on standard input with the tokens a second between a page's
first token and its last."""

from __future__ import annotations

import sys
import time

from tests.vllm import pages


def main() -> None:
    from engine.backends.vllm.arguments import arguments, plan
    from engine.backends.vllm.core import Core
    from engine.backends.vllm.machine import look
    from engine.backends.vllm.options import parse_options
    from engine.backends.vllm.plugin import launch
    from engine.backends.vllm.preflight import judge
    from engine.jina_ocr.config import load_sizes
    from engine.jina_ocr.prompt import PromptWriter

    machine = look()
    options = parse_options(
        {"model": str(pages.TINY), "work": str(pages.WORK), "layout": "one", "draft_tokens": 0, "pages_at_once": 1,
         "kv_bytes": 256 << 20, "dtype": "float32"}
    )  # fmt: skip
    chosen = plan(options, machine, judge(machine), load_sizes(options.model))
    core = Core(
        arguments(chosen, launch.model_arguments(options.model, 0, options.work)), chosen.sizes.eos, 1.0, guard=False
    )
    ids = PromptWriter(options.model, chosen.sizes).write(None, 1)

    def read(name: str) -> tuple[int, float]:
        """Tokens behind the first one, and their seconds."""
        core.add(name, core.prepare(ids, pages.picture(name)), 400)
        said: list[int] = []
        first = 0.0
        while core.busy():
            for piece in core.step():
                said += piece.tokens
                first = first or time.perf_counter()
        took = time.perf_counter() - first
        assert said == pages.tokens(name), name
        return len(said) - 1, took

    read(pages.PICTURES[0])  # warms up
    print("SPEED 0", flush=True)
    for _ in sys.stdin:
        results = [read(name) for name in pages.PICTURES]
        print(f"SPEED {sum(count for count, _ in results) / sum(took for _, took in results)}", flush=True)
    core.close()


if __name__ == "__main__":
    main()
