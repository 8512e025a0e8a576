# SPDX-License-Identifier: AGPL-3.0-or-later
"""Does a new environment work? Its libraries are loaded in a child, on the GPU too where it is for one;
then the engine's program is started under the new interpreter and must greet, and where a model is
here, load it and read a small page."""

from __future__ import annotations

import logging
import threading
from collections import deque
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec

from app.core.children.blot import Blot
from app.core.children.launch import child_environment, engine_command
from app.core.children.life import Life
from app.core.environments.runner import Runner, Stopped
from app.core.environments.words import InstallCode, InstallProblem
from engine.protocol import (
    PROTOCOL,
    EngineState,
    Event,
    Hello,
    PageFailed,
    PageRead,
    PageSource,
    ReadPage,
    UseEngine,
    decode_event,
    encode,
)

log = logging.getLogger(__name__)

GREETING = 120.0
LOADING = 900.0
"""Seconds for the greeting, and for a model to be loaded and to read a page: on a slow disk and CPU."""

_LOAD = {
    "transformers": "import numpy, PIL, msgspec, safetensors, tokenizers, torch, transformers",
    "vllm": "import numpy, PIL, msgspec, tokenizers, torch, transformers, vllm",
}
_TELL = """
from importlib import metadata
print("about:", ", ".join(f"{n} {metadata.version(n)}" for n in ("torch", "transformers")))
"""
_GPU = """
import torch
if not torch.cuda.is_available():
    raise SystemExit("PyTorch does not find the NVIDIA GPU")
one = torch.ones(64, 64, device="cuda", dtype=torch.float16)
if float((one @ one).sum()) != 64 ** 3:
    raise SystemExit("the GPU calculates wrongly")
print("about:", torch.cuda.get_device_name(0))
"""

SAMPLE = (320, 96)
"""Width and height of the page that is read, in pixels."""


class SelfTest:
    """`check` runs on the installation's thread; `stop` may come from any other."""

    def __init__(self, engine: str, hardware: str, runner: Runner, tell: Callable[[str], None]) -> None:
        self._engine = engine
        self._hardware = hardware
        self._runner = runner
        self._tell = tell
        self._life: Life | None = None
        self._stopped = False

    def check(self, python: Path, model: str, scratch: Path) -> str:
        """What it said of itself, for the record. Raises InstallProblem(SELFTEST) and Stopped."""
        about = self._libraries(python, scratch)
        self._program(python, model, scratch)
        return about

    def stop(self) -> None:
        self._stopped = True
        if self._life is not None:
            self._life.kill("was cancelled")

    def _libraries(self, python: Path, scratch: Path) -> str:
        code = _LOAD[self._engine] + _TELL + (_GPU if self._hardware.startswith("cuda") else "")
        command = [str(python), "-I", "-u", "-c", code]
        try:
            status = self._runner.run(command, child_environment(command), scratch)
        except OSError as error:
            raise InstallProblem(InstallCode.SELFTEST, error.strerror or "it does not start") from error
        if status:
            raise InstallProblem(InstallCode.SELFTEST, self._runner.said[-1] if self._runner.said else "it crashed")
        return ", ".join(line.removeprefix("about: ") for line in self._runner.said if line.startswith("about: "))

    def _program(self, python: Path, model: str, scratch: Path) -> None:
        """The engine's program, as the app will start it."""
        command = engine_command(str(python))
        said: deque[str] = deque(maxlen=50)
        try:
            self._life = Life("self-test", command, child_environment(command), said, Blot([]))
        except OSError as error:
            raise InstallProblem(InstallCode.SELFTEST, error.strerror or "it does not start") from error
        limit = threading.Timer(LOADING if model else GREETING, self._life.kill, ("took too long",))
        limit.daemon = True
        limit.start()
        try:
            self._talk(self._life, model, scratch)
        except _Ended:
            if self._stopped:
                raise Stopped from None
            outcome = self._life.outcome().words
            log.info("self-test %s\n  %s", outcome, "\n  ".join(said))
            raise InstallProblem(InstallCode.SELFTEST, said[-1] if said else outcome) from None
        finally:
            limit.cancel()
            self._life.quit()

    def _talk(self, life: Life, model: str, scratch: Path) -> None:
        events = _events(life)
        hello = next(event for event in events if isinstance(event, Hello))
        if hello.protocol != PROTOCOL or self._engine not in hello.engines:
            raise InstallProblem(InstallCode.SELFTEST, "the engine's program is of another version")
        self._tell(f"The engine's program greets (version {hello.version}).")
        if not model:
            return
        self._tell(f"Loading the model in {model} ...")
        life.write(encode(UseEngine(name=self._engine, options={"model": model, "max_tokens": 64})))
        for event in events:
            if isinstance(event, EngineState) and event.state == "failed":
                raise InstallProblem(InstallCode.SELFTEST, event.detail or str(event.code))
            if isinstance(event, EngineState) and event.state == "ready":
                break
        life.write(encode(_sample(scratch)))
        for event in events:
            if isinstance(event, PageFailed):
                raise InstallProblem(InstallCode.SELFTEST, event.detail or str(event.code))
            if isinstance(event, PageRead):
                self._tell(f"It has read a page: {' '.join(event.reading.text.split())[:60]!r}")
                return


class _Ended(Exception):  # noqa: N818 - inside this module
    """The program's output has ended."""


def _events(life: Life) -> Iterator[Event]:
    for line in life.lines():
        try:
            yield decode_event(line)
        except msgspec.DecodeError:
            continue
    raise _Ended


def _sample(folder: Path) -> ReadPage:
    """A small page with a word on it, as a raw picture."""
    from PIL import Image, ImageDraw

    picture = Image.new("RGB", SAMPLE, "white")
    ImageDraw.Draw(picture).text((20, 30), "Copyholder", fill="black", font_size=36)
    path = folder / "page.rgb"
    path.write_bytes(picture.tobytes())
    return ReadPage(
        job=1, source=PageSource(path=str(path), page=0), picture=str(path), width=SAMPLE[0], height=SAMPLE[1],
        stride=SAMPLE[0] * 3,
    )  # fmt: skip
