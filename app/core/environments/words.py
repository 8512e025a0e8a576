# SPDX-License-Identifier: AGPL-3.0-or-later
"""What went wrong with an engine's environment, in one sentence that says what to do."""

from __future__ import annotations

from enum import StrEnum

from app.core.models.words import gigabytes
from app.core.retell import retell
from app.core.wording import mark, tr


class InstallCode(StrEnum):
    NO_SET = "no-set"  # detail: why there are no libraries for this machine
    OFFLINE = "offline"  # the user has forbidden the network
    NO_PYTHON = "no-python"
    NO_VENV = "no-venv"  # detail: what venv said
    DISK_FULL = "disk-full"  # detail: "N needed, M free" in bytes, or empty
    NOT_PERMITTED = "not-permitted"  # detail: the folder
    IN_USE = "in-use"  # another Copyholder installs the same engine
    BUSY = "busy"  # programs of the old environment run (Windows); detail: the folder
    TOOL_FAILED = "tool-failed"  # detail: what pip or uv said
    SELFTEST = "self-test"  # detail: what the engine said
    NOT_THERE = "not-there"
    INTERNAL = "internal"


class InstallProblem(Exception):  # noqa: N818 - a problem in words, as ProblemError has for documents
    """The text is one sentence. `code` is machine-readable."""

    def __init__(self, code: InstallCode, detail: str = "") -> None:
        super().__init__(sentence(code, detail))
        self.code = code
        self.detail = detail


def sentence(code: InstallCode, detail: str = "") -> str:
    """What is wrong, and what to do next; an environment that was there before stays as it was."""
    if code is InstallCode.DISK_FULL:
        return _disk_full(detail)
    text = tr(_SENTENCES[code])
    if not detail:
        text = text.replace(" ({detail})", "").replace("（{detail}）", "")
    detail = "".join(c if c.isprintable() else "�" for c in detail).strip().removesuffix(".")
    return text.format(detail=retell(detail))


def _disk_full(detail: str) -> str:
    needed, _, free = detail.partition(" ")
    if not (needed.isdecimal() and free.isdecimal()):
        return tr("The disk is full: free some space and install the engine again.")
    return tr(
        "The engine needs about {size} and the disk has {free} free: make room, or keep "
        "Copyholder's data on another disk."
    ).format(size=gigabytes(int(needed)), free=gigabytes(int(free)))


_SENTENCES: dict[InstallCode, str] = {
    InstallCode.NO_SET: mark("The engine cannot be installed here: {detail}."),
    InstallCode.OFFLINE: (
        mark(
            "Nothing was fetched, because Copyholder is set to work offline: allow the network in the settings, "
            "and unset HF_HUB_OFFLINE if it is set."
        )
    ),
    InstallCode.NO_PYTHON: mark(
        "There is no Python 3.11 or newer to build the engine with: install one, then try again."
    ),
    InstallCode.NO_VENV: (
        mark(
            "Python could not make an environment ({detail}): install the package python3-venv of your system, then "
            "try again."
        )
    ),
    InstallCode.NOT_PERMITTED: (
        mark(
            "The folder {detail} may not be written by you: change its permissions, or choose another one with --home."
        )
    ),
    InstallCode.IN_USE: mark("Another Copyholder is installing this engine already: wait for it, or end it first."),
    InstallCode.BUSY: mark("The engine is in use and could not be replaced ({detail}): let it finish, then try again."),
    InstallCode.TOOL_FAILED: mark(
        "The libraries could not be installed ({detail}): check the network, then try again."
    ),
    InstallCode.SELFTEST: (
        mark(
            "The libraries are installed but do not work on this machine ({detail}): nothing was changed, choose "
            "another engine or report it."
        )
    ),
    InstallCode.NOT_THERE: mark("This engine is not installed, so there is nothing to remove."),
    InstallCode.INTERNAL: (
        mark("An unexpected fault stopped the installation ({detail}): try it again, and report it if it stays.")
    ),
}
