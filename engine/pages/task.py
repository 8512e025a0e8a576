# SPDX-License-Identifier: AGPL-3.0-or-later
"""What the page program's supervisor and its workers say to each other, one JSON object a line.

Every task says all there is to know, so that a worker may be replaced at any time.
"""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from engine.protocol import (
    CloseFile,
    Cut,
    Figures,
    FileFailed,
    FileOpened,
    FindGutter,
    GutterFound,
    OpenFile,
    PageCut,
    PageFigures,
    PageRequestFailed,
    PageWords,
    Picture,
    Render,
    Words,
)

Request: TypeAlias = OpenFile | Render | Words | Figures | Cut | FindGutter
Ending: TypeAlias = (
    FileOpened | FileFailed | Picture | PageWords | PageFigures | PageCut | GutterFound | PageRequestFailed
)

Stamp: TypeAlias = tuple[int, int]
"""Bytes and time of change (ns) of a file: whether it still is the one that was opened."""


class Task(msgspec.Struct, frozen=True, kw_only=True):
    """`second` asks for the second PDF reader alone; `target` is where a picture is to go.
    CloseFile gets no answer; of it, `path` alone counts."""

    command: OpenFile | Render | Words | Figures | Cut | FindGutter | CloseFile
    path: str
    password: str | None = None
    stamp: Stamp | None = None
    second: bool = False
    target: str = ""


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    """`stamp` comes with FileOpened."""

    event: Ending
    stamp: Stamp | None = None


READY = b"ready\n"
"""A worker's first line: its libraries are loaded."""

encode = msgspec.json.Encoder().encode
decode_task = msgspec.json.Decoder(Task).decode
decode_answer = msgspec.json.Decoder(Answer).decode
