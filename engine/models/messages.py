# SPDX-License-Identifier: AGPL-3.0-or-later
"""The messages of the models program, and the record that it leaves in a model's folder.

One command comes on standard input; events follow on standard output until one of the endings
(`Fetched`, `Checked`, `Failed`). The end of standard input ends the program at once: what was
fetched so far stays, and the same command goes on from there. Imports msgspec alone."""

from __future__ import annotations

from enum import StrEnum
from typing import TypeAlias

import msgspec

from engine.protocol import Message, Value

RECORD = "copyholder-model.json"
"""Name of the record in a complete model's folder; without it a folder of ours is not complete."""

PART = ".part"
"""Ending of what is not complete: a model's folder, and a file in it."""


class ModelCode(StrEnum):
    """Why a model could not be fetched or used. `app.core.models.words` has the sentences."""

    LICENCE = "licence-not-accepted"
    OFFLINE = "offline"  # the user has switched the network off for such programs
    NO_CONNECTION = "no-connection"  # detail: the host
    CERTIFICATE = "certificate"  # detail: the host
    RATE_LIMITED = "rate-limited"  # 429, for longer than we wait; detail: seconds asked for
    SERVICE_FAILED = "service-failed"  # detail: what it answered
    NOT_A_HUB = "not-a-hub"  # what answers at this address speaks another language; detail: the address
    GATED = "gated"  # 401 or 403: the vendor wants an account that has agreed; detail: the model
    KEY_REJECTED = "key-rejected"  # 401 with a token; detail: the host
    NO_SUCH_MODEL = "no-such-model"  # detail: the model
    NO_SUCH_REVISION = "no-such-revision"  # detail: the revision
    WRONG_CHECKSUM = "wrong-checksum"  # twice; detail: the file
    DISK_FULL = "disk-full"  # detail: "N needed, M free"
    NOT_PERMITTED = "not-permitted"  # detail: the folder
    IN_USE = "in-use"  # another Copyholder fetches the same model
    NOT_A_MODEL = "not-a-model"  # detail: what is wrong, a sentence
    CRASHED = "crashed"  # the models program died; detail: how
    BAD_MESSAGE = "bad-message"
    INTERNAL = "internal"


class StoredFile(Value, frozen=True, kw_only=True):
    """A file of a model. `sha256` where the hub keeps large files, else `blob`: Git's SHA-1."""

    name: str
    size: int
    sha256: str = ""
    blob: str = ""


class Record(Value, frozen=True, kw_only=True):
    """What a complete folder holds, and where it came from. `fetched` is ISO 8601, UTC."""

    repo: str
    revision: str
    fetched: str
    files: list[StoredFile]


# ---------------------------------------------------------------- commands


class FetchModel(Message, frozen=True, kw_only=True, tag="FetchModel"):
    """Fetch `revision` of `repo` into a folder of `home` that is named by the commit.

    `endpoint` empty: the public hub. `token` empty: none is sent. `proxy` and `ca_file` empty:
    the system's. `timeout` is seconds without a byte. `keep_free` is bytes that must stay free
    on the disk. `tries`: failures in a row, without a byte between them, that are waited out."""

    repo: str
    revision: str
    home: str
    licence_accepted: bool
    endpoint: str = ""
    token: str = ""
    proxy: str = ""
    ca_file: str = ""
    timeout: float = 60.0
    connect_timeout: float = 10.0
    keep_free: int = 512 * 1024 * 1024
    tries: int = 6


class CheckModel(Message, frozen=True, kw_only=True, tag="CheckModel"):
    """Look into `folder`; with `checksums` every byte that the record names is read."""

    folder: str
    checksums: bool = False


# ---------------------------------------------------------------- events


class Planned(Message, frozen=True, kw_only=True, tag="Planned"):
    """What is to be done, before the first byte: bytes in all, here already, and free."""

    repo: str
    revision: str
    files: int
    size: int
    have: int
    free: int


class Progress(Message, frozen=True, kw_only=True, tag="Progress"):
    """`stage` is "fetching" or "verifying", `done` of `total` bytes of it over all files;
    `per_second` in bytes, `left` in seconds, absent while unknown."""

    stage: str
    file: str
    done: int
    total: int
    per_second: float | None = None
    left: float | None = None


class Waiting(Message, frozen=True, kw_only=True, tag="Waiting"):
    """Nothing comes for `seconds`, then it is tried again. `attempt` counts from 1."""

    code: ModelCode
    detail: str
    seconds: float
    attempt: int


class FetchedAgain(Message, frozen=True, kw_only=True, tag="FetchedAgain"):
    """The file's checksum was wrong: it is thrown away and fetched once more."""

    file: str


class Fetched(Message, frozen=True, kw_only=True, tag="Fetched"):
    """`served` is bytes that came over the network this time."""

    folder: str
    revision: str
    size: int
    served: int


class Checked(Message, frozen=True, kw_only=True, tag="Checked"):
    """The folder is a model. `verified` counts files whose checksums were compared."""

    folder: str
    size: int
    draft: bool
    revision: str = ""
    verified: int = 0


class Failed(Message, frozen=True, kw_only=True, tag="Failed"):
    code: ModelCode
    detail: str = ""


ModelCommand: TypeAlias = FetchModel | CheckModel
ModelEvent: TypeAlias = Planned | Progress | Waiting | FetchedAgain | Fetched | Checked | Failed
ENDINGS = (Fetched, Checked, Failed)

_commands: msgspec.json.Decoder[ModelCommand] = msgspec.json.Decoder(FetchModel | CheckModel)
_events: msgspec.json.Decoder[ModelEvent] = msgspec.json.Decoder(
    Planned | Progress | Waiting | FetchedAgain | Fetched | Checked | Failed
)


def decode_command(line: bytes) -> ModelCommand:
    """Raises msgspec.DecodeError."""
    return _commands.decode(line)


def decode_event(line: bytes) -> ModelEvent:
    """Raises msgspec.DecodeError."""
    return _events.decode(line)
