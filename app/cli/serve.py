# SPDX-License-Identifier: AGPL-3.0-or-later
"""`copyholder serve`: a server that reads pages for colleagues, until it is stopped."""

from __future__ import annotations

import argparse
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from app.cli import console
from app.core.engines import UnusableError, WrongError
from app.core.places import Places
from app.core.serve import ServeError, Server, Wanted, check, is_loopback, key_of, line_for_clients, made_key

WRONG = 2
NO_ENGINE = 3


class _EndedError(Exception):
    """SIGTERM came."""


def serve(options: argparse.Namespace, places: Places) -> int:
    """Serve until stopped; the exit code."""
    try:
        return _serve(options, places)
    except ServeError as error:
        console.say(console.one_line(str(error)))
        return error.code
    except WrongError as error:
        console.say(console.one_line(str(error)))
        return WRONG
    except UnusableError as error:
        console.say(console.one_line(str(error)))
        return NO_ENGINE


def _serve(options: argparse.Namespace, places: Places) -> int:
    if sys.platform != "linux":
        raise ServeError("vLLM runs on Linux only; on Windows start Copyholder inside WSL2.")
    wanted = Wanted(
        model=options.model,
        python=options.engine_python or "",
        host=options.host,
        port=options.port,
        key=key_of(places, options.key_file, options.key),
        draft_tokens=options.draft_tokens,
        pages_at_once=options.pages_at_once,
        tensor_parallel=options.tensor_parallel_size,
        data_parallel=options.data_parallel_size,
        more=tuple(options.vllm),
    )
    check(wanted)
    server = Server(wanted, places)
    with _hearing_termination():
        try:
            console.say("Starting vLLM; this takes from half a minute to some minutes ...")
            server.start()
            server.wait_ready()
            _tell(wanted, places, made=options.key and not options.key_file)
            code = server.wait()
            raise ServeError(f"The server ended by itself (exit code {code}). {server.why()}", 1)
        except _EndedError:
            console.say("The server was stopped.")
            return 0
        finally:
            server.stop()


def _tell(wanted: Wanted, places: Places, *, made: bool) -> None:
    console.put(line_for_clients(wanted) + "\n")
    if wanted.key:
        host = line_for_clients(wanted).split("://", 1)[1].split("/", 1)[0]
        where = f"It is in {made_key(places)}. " if made and made_key(places).is_file() else ""
        console.say(f"Clients need the key. {where}They keep it with: copyholder engines key {host}")
    elif is_loopback(wanted.host):
        console.say("Only programs on this machine reach the server. Stop it with Ctrl-C.")


@contextmanager
def _hearing_termination() -> Iterator[None]:
    """While it lasts, SIGTERM is an exception here, so that the server is ended with us."""

    def heard(_number: int, _frame: FrameType | None) -> None:
        raise _EndedError

    before = signal.signal(signal.SIGTERM, heard)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)
