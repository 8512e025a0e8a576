# SPDX-License-Identifier: AGPL-3.0-or-later
"""Inside a worker process: take a page, read it, send what comes of it.

Messages: the parent sends (ReadPage, seconds it waited, seconds it may take) or None (leave);
the worker sends None once (ready) and then the events of each page.
"""

from __future__ import annotations

import faulthandler
import logging
import multiprocessing
import os
import threading
import time
from multiprocessing.connection import Connection
from typing import TYPE_CHECKING, Any

import msgspec

from engine.backends.contract import EngineError
from engine.pages.reader import file_code
from engine.protocol import ErrorCode, PageFailed, PageRead, PageStarted, PageText, ReadPage, Seconds

if TYPE_CHECKING:
    from engine.backends.builtin.reader import PageReader

MEMORY_BYTES = 6 * 1024**3
"""Address space of a worker. OCR needs 1.5 GB resident, and its thread stacks and mapped
models about as much address space again; a decompression bomb asks for far more."""
PARENT_GRACE_SECONDS = 10.0
"""The parent kills a late worker; this much later the worker ends by itself."""

log = logging.getLogger(__name__)


def run(connection: Connection[Any, Any], siblings: int) -> None:
    """The main function of the process. Returns when asked to, or when the parent is gone."""
    _watch_parent()
    _limit_memory()
    os.dup2(2, 1)  # a print of any library must not reach the engine's messages
    threads = max(1, (os.cpu_count() or 1) // siblings)
    os.environ["OMP_NUM_THREADS"] = str(threads)  # all workers together use each processor once
    from engine.backends.builtin.reader import PageReader

    reader = PageReader()
    try:
        connection.send(None)
        while (task := connection.recv()) is not None:
            job, queued, seconds = task
            _read(connection, reader, job, queued, seconds)
    except (EOFError, OSError):
        return  # the parent is gone


def _read(connection: Connection[Any, Any], reader: PageReader, job: ReadPage, queued: float, seconds: float) -> None:
    connection.send(PageStarted(job=job.job))
    # If the parent has died, this timer, which needs no interpreter, ends a worker that
    # hangs inside a library.
    with open(os.devnull, "w", encoding="utf-8") as nowhere:  # noqa: PTH123 - a device, not a file
        faulthandler.dump_traceback_later(seconds + PARENT_GRACE_SECONDS, exit=True, file=nowhere)
        try:
            connection.send(_ending(connection, reader, job, queued))
        finally:
            faulthandler.cancel_dump_traceback_later()


def _ending(
    connection: Connection[Any, Any], reader: PageReader, job: ReadPage, queued: float
) -> PageRead | PageFailed:
    started, cpu = time.monotonic(), time.process_time()

    def emit(piece: str) -> None:
        connection.send(PageText(job=job.job, text=piece))

    try:
        reading = reader.read(job.source, job.options, emit)
    except EngineError as error:
        gone = _gone(job.source.path)  # whatever a library makes of a file that vanished under it
        return PageFailed(job=job.job, code=gone or error.code, detail="" if gone else error.detail)
    except MemoryError:
        return PageFailed(job=job.job, code=ErrorCode.OUT_OF_MEMORY)
    except (BrokenPipeError, ConnectionResetError):
        raise
    except Exception as error:
        gone = _gone(job.source.path)
        if gone is not None:
            return PageFailed(job=job.job, code=gone)
        log.exception("page %s of %s", job.source.page, job.source.path)
        return PageFailed(job=job.job, code=ErrorCode.ENGINE_FAILED, detail=f"{type(error).__name__}: {error}")
    seconds = Seconds(queued=queued, total=time.monotonic() - started, cpu=time.process_time() - cpu)
    return PageRead(job=job.job, reading=msgspec.structs.replace(reading, seconds=seconds))


def _gone(path: str) -> ErrorCode | None:
    """Why the file cannot be opened now, None if it can."""
    try:
        with open(path, "rb"):  # noqa: PTH123 - the path is a string all the way
            return None
    except (OSError, ValueError) as error:
        return file_code(error)


def _watch_parent() -> None:
    """End this process as soon as its parent has died, however it died."""

    def wait() -> None:
        parent = multiprocessing.parent_process()
        if parent is not None:
            parent.join()
        os._exit(0)

    threading.Thread(target=wait, name="parent-watch", daemon=True).start()


def _limit_memory() -> None:
    """Bound the address space where the system can (not on Windows; macOS ignores it)."""
    try:
        import resource
    except ImportError:
        return
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    limit = MEMORY_BYTES if hard == resource.RLIM_INFINITY else min(MEMORY_BYTES, hard)
    try:
        resource.setrlimit(resource.RLIMIT_AS, (limit, hard))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    except (ValueError, OSError) as error:  # macOS refuses some limits
        log.info("no memory limit: %s", error)
