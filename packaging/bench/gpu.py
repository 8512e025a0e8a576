# SPDX-License-Identifier: AGPL-3.0-or-later
"""Speed of jina-ocr-v1 with vLLM on this machine's graphics card, beside published figures.

    python packaging/bench/gpu.py --model DIR --pages DOCUMENT.pdf [--python PATH-OF-VLLM-ENVIRONMENT/bin/python]

For eager mode and CUDA graphs, for 0 to 3 drafts a step, and for 1, 8 and 32 pages at once: pages and
tokens a second, and how many drafts were right. Each mode and depth has a process and a start of its own;
some pages are read before the clock runs. `--dry-run` reads the small test checkpoint, on a CPU too,
and its figures say nothing about the model.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
TINY = ROOT / "tests" / "data" / "tiny-jina-ocr"
SIDE = 1920
"""Long side of a rendered page, pixels: the model's tiles show no more of a page."""

MODES = ("eager", "graphs")
WARM = 2
"""Pages that are read before the clock runs."""

PUBLISHED: dict[tuple[str, int, int], str] = {
    ("eager", 0, 1): "L4: 42.7 tokens/s",
    ("eager", 3, 1): "L4: 83.1 tokens/s (1.95 x), 57.6 % accepted, 2.73 tokens a step",
    ("graphs", 0, 1): "L4: 158.3 tokens/s",
    ("graphs", 1, 1): "L4: 185.6 tokens/s (1.17 x)",
    ("graphs", 3, 1): "L4: 172.5 tokens/s (1.09 x)",
    ("graphs", 0, 32): "A100 40 GB, drafts not stated: 2.57 pages/s, 2792 tokens/s, 1085 tokens a page",
}
"""Of the tech report (arXiv:2609.03181), by mode, drafts a step, and pages at once."""

OTHERS = (
    "A10G, vLLM 0.29, 3 drafts, 16 at once: 0.42 pages/s (7 pages in 16.5 s)",
    "RTX PRO 6000, SGLang, no drafts: 0.95 pages/s at 1, 2.18 at 4, 4.23 at 16 at once (some 620 tokens a page)",
    "acceptance by position, an Apple port: 0.79 0.62 0.51",
)


@dataclass(frozen=True)
class Run:
    """One start of the engine."""

    model: str
    mode: str
    drafts: int
    at_once: tuple[int, ...]
    pictures: tuple[str, ...]
    least: int  # pages that are read at least for a figure
    max_tokens: int
    options: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Row:
    """Figures of one mode, depth and number of pages at once. `accepted` is of all drafts, `positions`
    of the steps, draft by draft; both empty without drafts."""

    mode: str
    drafts: int
    at_once: int
    pages: int
    tokens: int
    seconds: float
    start: float
    accepted: float | None
    positions: tuple[float, ...]
    per_step: float | None
    device: str

    @property
    def pages_a_second(self) -> float:
        return self.pages / self.seconds

    @property
    def tokens_a_second(self) -> float:
        return self.tokens / self.seconds


# ---------------------------------------------------------------- under vLLM's interpreter


def measure(run: Run) -> Iterator[Row]:
    """Start the engine as the backend does, and read."""
    from engine.backends.vllm import quirks
    from engine.backends.vllm.arguments import arguments, plan
    from engine.backends.vllm.machine import look
    from engine.backends.vllm.options import parse_options
    from engine.backends.vllm.plugin import launch
    from engine.backends.vllm.preflight import judge, visible_devices
    from engine.jina_ocr.config import load_sizes
    from engine.jina_ocr.image import open_picture
    from engine.jina_ocr.prompt import PromptWriter

    began = time.perf_counter()
    options = parse_options(
        {"model": run.model, "draft_tokens": run.drafts, "eager": run.mode == "eager",
         "pages_at_once": max(run.at_once), "max_tokens": run.max_tokens, **run.options}
    )  # fmt: skip
    machine = look()
    go = judge(machine, options.dtype, visible_devices())
    sizes = load_sizes(options.model)
    chosen = plan(options, machine, go, sizes)
    if chosen.size.pages < max(run.at_once):
        print(f"The memory is enough for {chosen.size.pages} pages at once only.", file=sys.stderr)
    launch.prepare(options.work)
    os.environ.update(quirks.environment(machine, go.gpu, chosen.layout))
    from engine.backends.vllm.core import Core

    made = arguments(chosen, launch.model_arguments(options.model, chosen.drafts, options.work))
    core = Core(made, sizes.eos, options.repetition_penalty, options.guard)
    try:
        ids = PromptWriter(options.model, sizes).write(None, 1)
        pictures = [open_picture(Path(path)) for path in run.pictures]
        reader = _Reader(core, ids, pictures, run.max_tokens)
        reader.read(min(WARM, len(pictures)), max(run.at_once))
        start = time.perf_counter() - began
        device = go.gpu.name if go.gpu else "CPU"
        for at_once in run.at_once:
            yield reader.row(run, at_once, start, device)
    finally:
        core.close()


class _Reader:
    """Keeps so many pages in flight until so many are read."""

    def __init__(self, core: Any, ids: list[int], pictures: Sequence[Any], max_tokens: int) -> None:
        self._core, self._ids, self._pictures, self._max_tokens = core, ids, pictures, max_tokens
        self._number = 0

    def read(self, count: int, at_once: int) -> tuple[int, list[Any]]:
        """Tokens, and vLLM's counts of drafts of each page."""
        tokens, drafts, begun, running = 0, [], 0, 0
        while begun < count or running:
            while begun < count and running < at_once:
                picture = self._pictures[begun % len(self._pictures)]
                self._number += 1
                self._core.add(str(self._number), self._core.prepare(self._ids, picture), self._max_tokens)
                begun, running = begun + 1, running + 1
            for piece in self._core.step():
                tokens += len(piece.tokens)
                if piece.finish is not None:
                    running -= 1
                    drafts.append(piece.drafts)
        return tokens, drafts

    def row(self, run: Run, at_once: int, start: float, device: str) -> Row:
        count = max(run.least, 3 * at_once)
        began = time.perf_counter()
        tokens, counts = self.read(count, at_once)
        seconds = time.perf_counter() - began
        steps = [step for one in counts if one is not None for step in one.per_step_accepted or ()]
        drafted = sum(one.num_draft_tokens for one in counts if one is not None)
        shares = tuple(sum(step > place for step in steps) / len(steps) for place in range(run.drafts)) if steps else ()
        return Row(
            mode=run.mode, drafts=run.drafts, at_once=at_once, pages=count, tokens=tokens, seconds=seconds,
            start=start, accepted=sum(steps) / drafted if drafted else None, positions=shares,
            per_step=1 + sum(steps) / len(steps) if steps else None, device=device,
        )  # fmt: skip


# ---------------------------------------------------------------- the table


def heading() -> str:
    return (
        f"{'mode':7} {'K':>2} {'at once':>7} {'pages/s':>8} {'tokens/s':>9} {'tok/page':>8} {'accepted':>8} "
        f"{'by position':17} {'tok/step':>8} {'start s':>7}  published"
    )


def line(row: Row) -> str:
    accepted = "" if row.accepted is None else f"{100 * row.accepted:.1f} %"
    per_step = "" if row.per_step is None else f"{row.per_step:.2f}"
    return (
        f"{row.mode:7} {row.drafts:2} {row.at_once:7} {row.pages_a_second:8.2f} {row.tokens_a_second:9.0f} "
        f"{row.tokens / row.pages:8.0f} {accepted:>8} {' '.join(f'{share:.2f}' for share in row.positions):17} "
        f"{per_step:>8} {row.start:7.0f}  {PUBLISHED.get((row.mode, row.drafts, row.at_once), '')}"
    ).rstrip()


def best(rows: Sequence[Row]) -> list[str]:
    """The quickest depth for each number of pages at once, against no drafts in the same mode."""
    said = []
    for mode, at_once in sorted({(row.mode, row.at_once) for row in rows}):
        here = [row for row in rows if (row.mode, row.at_once) == (mode, at_once)]
        quickest = max(here, key=lambda row: row.pages_a_second)
        plain = [row for row in here if row.drafts == 0]
        gain = f", {quickest.pages_a_second / plain[0].pages_a_second:.2f} x of K=0" if plain else ""
        said.append(f"{mode}, {at_once} at once: best with K={quickest.drafts}{gain}")
    return said


# ---------------------------------------------------------------- the runs


def rendered(source: Path, into: Path, most: int) -> list[str]:
    """Pictures of a PDF's pages, or those of a folder."""
    if source.is_dir():
        found = [path for path in sorted(source.iterdir()) if path.suffix.lower() in (".png", ".jpg", ".jpeg")]
        return [str(path) for path in found[:most]]
    import pymupdf

    made = []
    with pymupdf.open(source) as document:
        for number in range(min(most, len(document))):
            page = document[number]
            scale = SIDE / max(page.rect.width, page.rect.height)
            pixels = page.get_pixmap(matrix=pymupdf.Matrix(scale, scale), alpha=False, annots=True)
            made.append(str(into / f"{number:04}.png"))
            pixels.save(made[-1])
    return made


def started(run: Run, python: str) -> list[Row]:
    """The run in a process of its own. Raises RuntimeError with the end of its log."""
    with tempfile.TemporaryDirectory() as folder:
        out, log = Path(folder, "rows.json"), Path(folder, "log.txt")
        command = [python, str(Path(__file__).resolve()), "--one", json.dumps(asdict(run)), "--out", str(out)]
        with log.open("wb") as into:
            done = subprocess.run(command, stdout=into, stderr=into, env=_environment(), check=False)
        if done.returncode:
            raise RuntimeError(log.read_text(errors="replace")[-3000:])
        return [Row(**{**row, "positions": tuple(row["positions"])}) for row in json.loads(out.read_text())]


def _environment() -> dict[str, str]:
    path = [str(ROOT), *filter(None, [os.environ.get("PYTHONPATH", "")])]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(path)}


def numbers(text: str) -> tuple[int, ...]:
    return tuple(int(part) for part in text.split(","))


def arguments_of(command_line: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--model", type=Path, help="the folder of jina-ocr-v1")
    parser.add_argument("--pages", type=Path, help="a PDF, or a folder of pictures; 32 different pages are enough")
    parser.add_argument("--python", default=sys.executable, help="the Python that has vLLM")
    parser.add_argument("--modes", default=",".join(MODES))
    parser.add_argument("--draft-tokens", type=numbers, default=(0, 1, 2, 3), metavar="0,1,2,3")
    parser.add_argument("--at-once", type=numbers, default=(1, 8, 32), metavar="1,8,32")
    parser.add_argument("--least", type=int, default=8, help="pages that are read at least for a figure")
    parser.add_argument("--max-tokens", type=int, default=4096)
    parser.add_argument("--json", type=Path, help="write the figures here too")
    parser.add_argument("--dry-run", action="store_true", help="the small test checkpoint, eagerly; on a CPU too")
    parser.add_argument("--one", help=argparse.SUPPRESS)
    parser.add_argument("--out", type=Path, help=argparse.SUPPRESS)
    given = parser.parse_args(command_line)
    if not given.one and not given.dry_run and not (given.model and given.pages):
        parser.error("name the model's folder with --model and a document with --pages, or try --dry-run")
    return given


def main(command_line: Sequence[str] | None = None) -> int:
    given = arguments_of(command_line)
    if given.one:
        told = json.loads(given.one)
        run = Run(**{**told, "at_once": tuple(told["at_once"]), "pictures": tuple(told["pictures"])})
        given.out.write_text(json.dumps([asdict(row) for row in measure(run)]))
        return 0
    options: dict[str, Any] = {}
    if given.dry_run:
        given.model, given.pages = given.model or TINY, given.pages or TINY / "pages"
        given.modes, given.max_tokens = "eager", min(given.max_tokens, 300)
        options = {"kv_bytes": 256 << 20, "context": 4096}
    rows, failed = [], 0
    with tempfile.TemporaryDirectory() as folder:
        pictures = tuple(rendered(given.pages, Path(folder), 64))
        print(heading(), flush=True)
        for mode in given.modes.split(","):
            for drafts in given.draft_tokens:
                run = Run(
                    str(given.model.resolve()), mode, drafts, given.at_once, pictures, given.least,
                    given.max_tokens, options,
                )  # fmt: skip
                try:
                    new = started(run, given.python)
                except RuntimeError as error:
                    failed += 1
                    print(f"{mode:7} {drafts:2} failed:\n{error}", flush=True)
                    continue
                rows += new
                print("\n".join(line(row) for row in new), flush=True)
    print("\n".join(["", *(f"On {device}." for device in sorted({row.device for row in rows})), *best(rows)]))
    print("\nPublished elsewhere:\n" + "\n".join(f"  {text}" for text in OTHERS))
    if given.json:
        given.json.write_text(json.dumps([asdict(row) for row in rows], indent=1))
    return 1 if failed else 0


if __name__ == "__main__":
    raise SystemExit(main())
