# SPDX-License-Identifier: AGPL-3.0-or-later
"""What went wrong with a model, in one sentence that says what to do."""

from __future__ import annotations

from app.core.retell import retell
from app.core.wording import mark, tr
from engine.models.messages import Failed, ModelCode, Waiting

GIGA = 1e9


class ModelProblem(Exception):  # noqa: N818 - a problem in words, as ProblemError has for documents
    """The text is one sentence. `code` is machine-readable."""

    def __init__(self, code: ModelCode, detail: str = "") -> None:
        super().__init__(sentence(code, detail))
        self.code = code
        self.detail = detail


def sentence(code: ModelCode, detail: str = "") -> str:
    """What is wrong, and what to do next. What was fetched so far is kept in all cases."""
    if code is ModelCode.DISK_FULL:
        return _disk_full(detail)
    if code is ModelCode.NOT_A_MODEL:
        return tr("{reason}: choose another folder, or fetch the model again.").format(
            reason=retell(detail.removesuffix("."))
        )
    pattern, without = _SENTENCES[code]
    text = tr(pattern if detail else without)
    return text.format(detail="".join(c if c.isprintable() else "�" for c in detail).removesuffix("."))


def of_failure(failed: Failed) -> ModelProblem:
    return ModelProblem(failed.code, failed.detail)


def waiting(event: Waiting) -> str:
    """A few words for the line of progress, while nothing comes."""
    why = {
        ModelCode.RATE_LIMITED: tr("the hub asks us to wait"),
        ModelCode.NO_CONNECTION: tr("the connection broke off"),
        ModelCode.SERVICE_FAILED: tr("the hub is in trouble"),
    }.get(event.code, tr("waiting"))
    return tr("{why}; trying again in {seconds:.0f} s").format(why=why, seconds=event.seconds)


def gigabytes(size: float) -> str:
    """ "6.8 GB", "9.2 MB": decimal, as disks and vendors count."""
    if size >= GIGA / 10:
        return f"{size / GIGA:.1f} GB"
    return f"{size / 1e6:.1f} MB"


def _disk_full(detail: str) -> str:
    needed, _, free = detail.partition(" ")
    if not (needed.isdecimal() and free.isdecimal()):
        return tr("The disk is full: free some space and start the download again, it goes on where it stopped.")
    return tr(
        "The model needs {size} more and the disk has {free} free: make room, or keep "
        "Copyholder's data on another disk."
    ).format(size=gigabytes(int(needed)), free=gigabytes(int(free)))


def _both(text: str) -> tuple[str, str]:
    return text, text


# For each code: the sentence, and the same where no detail is given.
_SENTENCES: dict[ModelCode, tuple[str, str]] = {
    ModelCode.LICENCE: _both(
        mark("Nothing was fetched, because the model's licence was not accepted: read and accept it first.")
    ),
    ModelCode.OFFLINE: _both(
        mark(
            "Nothing was fetched, because Copyholder is set to work offline: allow the network in the settings, "
            "and unset HF_HUB_OFFLINE if it is set."
        )
    ),
    ModelCode.NO_CONNECTION: (
        mark("{detail} cannot be reached: check the network, the proxy and the address, then go on with the download."),
        mark("The hub cannot be reached: check the network, the proxy and the address, then go on with the download."),
    ),
    ModelCode.CERTIFICATE: (
        (
            mark(
                "{detail} shows a certificate that is not trusted, or your own certificate file cannot be read: "
                "check the address and the certificate file in the settings."
            )
        ),
        mark("The hub shows a certificate that is not trusted: check the address, or name your own authority's file."),
    ),
    ModelCode.RATE_LIMITED: (
        mark("The hub asks to wait for {detail} seconds: go on with the download later, what was fetched is kept."),
        mark(
            "The hub answers that there are too many requests: go on with the download later, what was fetched is kept."
        ),
    ),
    ModelCode.SERVICE_FAILED: (
        mark("The hub could not serve the model ({detail}): go on with the download later, what was fetched is kept."),
        mark("The hub could not serve the model: go on with the download later, what was fetched is kept."),
    ),
    ModelCode.NOT_A_HUB: (
        mark(
            "What answers at {detail} is no model hub: check the address, and whether a login page stands in between."
        ),
        mark("What answers at this address is no model hub: check the address."),
    ),
    ModelCode.GATED: (
        (
            mark(
                "The vendor gives {detail} only to accounts that have asked for it: ask on the model's page, then set "
                "HF_TOKEN to a token of that account."
            )
        ),
        mark("The vendor gives this model only to accounts that have asked for it: ask for it, then set HF_TOKEN."),
    ),
    ModelCode.KEY_REJECTED: (
        mark("{detail} does not accept the token: make a new one that may read models, and set HF_TOKEN to it."),
        mark("The hub does not accept the token: make a new one that may read models, and set HF_TOKEN to it."),
    ),
    ModelCode.NO_SUCH_MODEL: (
        mark("There is no model {detail} at this hub: check the address of the mirror."),
        mark("There is no such model at this hub: check the address of the mirror."),
    ),
    ModelCode.NO_SUCH_REVISION: (
        mark("The model has no revision {detail}: leave it out to get the one that Copyholder was tested with."),
        mark("The model has no such revision: leave it out to get the one that Copyholder was tested with."),
    ),
    ModelCode.WRONG_CHECKSUM: (
        mark(
            "The file {detail} is not the one that the vendor published: fetch the model again, or from another mirror."
        ),
        mark("A file is not the one that the vendor published: fetch the model again, or from another mirror."),
    ),
    ModelCode.NOT_PERMITTED: (
        mark(
            "The folder {detail} may not be written by you: change its permissions, or choose another one with --home."
        ),
        mark("The data folder may not be written by you: change its permissions."),
    ),
    ModelCode.IN_USE: _both(mark("Another Copyholder is fetching this model already: wait for it, or end it first.")),
    ModelCode.CRASHED: (
        mark(
            "The program that fetches models stopped ({detail}): start the download again, it goes on where it stopped."
        ),
        mark("The program that fetches models stopped: start the download again, it goes on where it stopped."),
    ),
    ModelCode.BAD_MESSAGE: _both(mark("Two parts of Copyholder did not understand each other: install it again.")),
    ModelCode.INTERNAL: (
        mark("An unexpected fault stopped the download ({detail}): try it again, and report it if it stays."),
        mark("An unexpected fault stopped the download: try it again, and report it if it stays."),
    ),
}
