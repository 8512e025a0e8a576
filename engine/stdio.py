# SPDX-License-Identifier: AGPL-3.0-or-later
"""Standard input and output of a child program, kept for messages alone.

Model libraries print. Before anything else loads, `claim` keeps the real standard output
aside and points descriptor 1 at standard error, so that no stray print, from Python or
from C, can break the stream; and it keeps the real standard input aside, so that no
program started by a library can read our commands. It does not protect against code that
uses the kept descriptors on purpose.
"""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from typing import BinaryIO, TypeVar

import msgspec

from engine.protocol import MAX_LINE, BadMessage, Message, Shutdown, encode

CommandT = TypeVar("CommandT")


class Outlet:
    """Writes whole messages, one at a time, from any thread."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self._lock = threading.Lock()

    def send(self, message: Message) -> None:
        """Write and flush one message. A vanished reader is not an error here: the end of
        standard input tells it too, and ends the program."""
        self.write(encode(message))

    def write(self, data: bytes) -> None:
        """Write and flush a line that is encoded already."""
        with self._lock:
            try:
                self._stream.write(data)
                self._stream.flush()
            except (OSError, ValueError):
                return


def claim() -> tuple[BinaryIO, Outlet]:
    """Take standard input and output for messages. Call once, first of all."""
    commands, events = os.dup(0), os.dup(1)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    outlet = Outlet(os.fdopen(events, "wb"))
    _kept.append(outlet)
    return os.fdopen(commands, "rb"), outlet


_kept: list[Outlet] = []


def pollute(data: bytes) -> None:
    """Write nonsense among the messages: a misdeed of the scripted backend, no one else's."""
    for outlet in _kept:
        outlet.write(data)


def lines(stream: BinaryIO) -> Iterator[bytes]:
    """Lines without their ends, until the stream ends. A line above MAX_LINE ends it too:
    what follows could not be understood."""
    while True:
        line = stream.readline(MAX_LINE + 1)
        if not line or len(line) > MAX_LINE:
            return
        if line.strip():
            yield line


def commands(
    stream: Iterable[bytes], decode: Callable[[bytes], CommandT], outlet: Outlet
) -> Iterator[CommandT]:
    """The commands of a stream of lines until it ends or says Shutdown; a line that is none is
    answered by BadMessage."""
    for line in stream:
        try:
            command = decode(line)
        except msgspec.DecodeError as error:
            outlet.send(BadMessage(detail=str(error)))
            continue
        if isinstance(command, Shutdown):
            return
        yield command
