# SPDX-License-Identifier: AGPL-3.0-or-later
"""Engines that cannot read because something real is broken: files of the model, memory, a port."""

from __future__ import annotations

import shutil
import socket
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from app.core.changes import DocumentState, EngineStatus, PageEnded, Problem
from app.core.choice import BUILTIN, EngineChoice
from app.core.errors import sentence
from app.core.settings import Settings
from engine.protocol import ErrorCode
from tests.e2e.sessions import HANG, make_pdf, running, scripted
from tests.e2e.test_session_engines import speaks, words
from tests.processes import beside, joined


def test_a_broken_model_under_the_interpreter_that_has_the_libraries(tmp_path: Path) -> None:
    python = Path(__file__).parents[2] / ".venv-model" / "bin" / "python"
    if not python.exists():
        pytest.skip("needs the environment of make test-model")
    model = tmp_path / "model"
    model.mkdir()
    (model / "config.json").write_text('{"model_type": "broken')
    broken = EngineChoice("transformers", "transformers", {"model": str(model)}, command=(str(python), "-m", "engine"))
    with running(tmp_path / "home", engines=(broken, scripted(speaks("second"), "second"))) as (session, watcher):
        session.add([make_pdf(tmp_path / "a.pdf", 1)])
        assert session.wait_idle(HANG)
        assert words(watcher) == {0: "second"}
        failed = watcher.wait(EngineStatus, lambda status: status.state == "failed")
        assert failed.problem is not None
        assert "config" in failed.problem.detail


BROKEN: dict[str, tuple[Callable[[Path], None], str]] = {
    "weights cut off": (lambda folder: _cut(folder / "model.safetensors"), "model.safetensors"),
    "weights that are none": (lambda folder: _write(folder / "model.safetensors", b"no weights"), "model.safetensors"),
    "weights gone": (lambda folder: (folder / "model.safetensors").unlink(), "weights"),
    "a tokenizer that is none": (lambda folder: _write(folder / "tokenizer.json", b"{"), "tokenizer.json"),
    "the config of another model": (lambda folder: _write(folder / "config.json", b'{"model_type": "llama"}'), "model"),
}


def _cut(file: Path) -> None:
    file.write_bytes(file.read_bytes()[:-1000])


def _write(file: Path, content: bytes) -> None:
    file.write_bytes(content)


@pytest.mark.parametrize("how", BROKEN)
def test_a_damaged_model_is_told_and_the_built_in_engine_reads(tmp_path: Path, data: Path, how: str) -> None:
    """Real damage to a real checkpoint, under the interpreter that has the libraries."""
    python = Path(__file__).parents[2] / ".venv-model" / "bin" / "python"
    if not python.exists():
        pytest.skip("needs the environment of make test-model")
    damage, told = BROKEN[how]
    model = tmp_path / "model"
    shutil.copytree(data / "tiny-jina-ocr", model)
    damage(model)
    broken = EngineChoice("transformers", "transformers", {"model": str(model)}, command=(str(python), "-m", "engine"))
    with running(tmp_path / "home", engines=(broken, BUILTIN), settings=Settings(workers=1)) as (session, watcher):
        session.add([make_pdf(tmp_path / "a.pdf", 2, text="read all the same")])
        failed = watcher.wait(EngineStatus, lambda status: status.state == "failed")
        assert session.wait_idle(HANG)
        assert (failed.name, failed.instead) == ("transformers", "builtin")
        assert failed.problem is not None
        assert told in failed.problem.detail, failed.problem
        words_of_it = sentence(failed.problem, "transformers")
        assert words_of_it.rstrip(".").count(". ") <= 1
        assert "Traceback" not in words_of_it
        assert {ended.reading.engine for ended in watcher.ended().values() if ended.reading} == {"builtin"}
        assert watcher.row.state is DocumentState.DONE


def test_no_memory_for_the_weights_is_told_and_the_built_in_engine_reads(tmp_path: Path, data: Path) -> None:
    """The engine's program may have so little memory that not even the tiny model's libraries fit."""
    python = Path(__file__).parents[2] / ".venv-model" / "bin" / "python"
    if not python.exists() or shutil.which("prlimit") is None:
        pytest.skip("needs the environment of make test-model, and prlimit")
    command = ("prlimit", f"--as={600 << 20}", str(python), "-m", "engine")
    small = EngineChoice("transformers", "transformers", {"model": str(data / "tiny-jina-ocr")}, command=command)
    with running(tmp_path / "home", engines=(small, BUILTIN), settings=Settings(workers=1)) as (session, watcher):
        session.add([make_pdf(tmp_path / "a.pdf", 1, text="read all the same")])
        failed = watcher.wait(EngineStatus, lambda status: status.state == "failed")
        assert session.wait_idle(HANG)
        assert failed.instead == "builtin"
        assert failed.problem is not None and sentence(failed.problem, "transformers")
        assert {ended.reading.engine for ended in watcher.ended().values() if ended.reading} == {"builtin"}


def test_a_port_that_belongs_to_something_else_is_told_in_one_sentence(tmp_path: Path) -> None:
    """What answers there is no model server, and that costs the page alone."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port = listening.getsockname()[1]
        url = f"http://127.0.0.1:{port}/v1"
        server = EngineChoice(f"openai:{url}", "hosted", {"base_url": url, "model": "m", "timeout": 5.0})
        over = threading.Event()

        def answer() -> None:
            listening.settimeout(0.1)
            while not over.is_set():
                try:
                    connection, _ = listening.accept()
                except TimeoutError:
                    continue
                with connection, suppress(OSError):  # it may have gone
                    connection.settimeout(HANG)
                    connection.recv(1 << 16)
                    connection.sendall(b"220 mail.example.org ESMTP\r\n")

        thread = beside(answer)
        try:
            with running(tmp_path / "home", engines=(server, BUILTIN)) as (session, watcher):
                session.add([make_pdf(tmp_path / "a.pdf", 1)])
                assert session.wait_idle(HANG)
                (ended,) = watcher.of(PageEnded)
                assert ended.problem == Problem(ErrorCode.SERVICE_FAILED, "the connection broke off")
                assert "twice (the connection broke off)" in sentence(ended.problem, "Page 1")
                assert (watcher.row.state, watcher.row.failed) == (DocumentState.DONE, 1)
        finally:
            over.set()
            joined(thread)
