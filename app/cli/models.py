# SPDX-License-Identifier: AGPL-3.0-or-later
"""`copyholder models`: which models are here; fetching, looking into, choosing and deleting them."""

from __future__ import annotations

import argparse
import sys
import threading
from pathlib import Path

from app.cli import console
from app.cli.arguments import UsageError
from app.cli.rate import Rate
from app.core import models as core
from app.core import settings_file
from app.core.errors import STOPPED
from app.core.models import Download, DownloadState, ModelProblem, Offer
from app.core.models.download import DownloadChange
from app.core.models.words import gigabytes
from app.core.places import Places
from app.core.settings import Settings
from engine.models.messages import FetchedAgain, FetchModel, ModelCode, Planned, Progress, Waiting

FAILED = 1
CONSENT = 4

_CONSENT_CODES = (ModelCode.LICENCE, ModelCode.GATED, ModelCode.KEY_REJECTED)


def models(options: argparse.Namespace, places: Places) -> int:
    """Do what the line asks for; the exit code."""
    settings, _notice = settings_file.load(places.settings)
    try:
        if options.action == "download":
            return _download(options, places, settings)
        if options.action == "check":
            return _check(options, places, settings)
        if options.action == "use":
            return _use(options, places, settings)
        if options.action == "remove":
            return _remove(options, places, settings)
    except core.NotFound as error:
        raise UsageError(str(error)) from error
    except ModelProblem as problem:
        console.say(console.one_line(str(problem)))
        return CONSENT if problem.code in _CONSENT_CODES else FAILED
    return _list(places, settings)


def _list(places: Places, settings: Settings) -> int:
    """One line a model: name, revision, state, size, folder. Then what could be fetched."""
    found = core.models(places, settings)
    for model in found:
        state = "complete" if model.complete else "half fetched" if model.ours else "missing"
        mark = "chosen" if model.chosen else ""
        cells = (model.name, model.revision, state, mark, gigabytes(model.size), str(model.folder))
        console.put("\t".join(map(console.one_line, cells)) + "\n")
    for offer in core.OFFERS.values():
        if not any(model.revision == offer.revision for model in found):
            console.put(f"{offer.name}\t{offer.revision}\tnot fetched\t\t{gigabytes(offer.size)}\t\n")
    return 0


# ---------------------------------------------------------------- download


def _download(options: argparse.Namespace, places: Places, settings: Settings) -> int:
    offer = _offer(options.model)
    keep_free = None if options.keep_free is None else int(options.keep_free * 1e9)
    revision = options.revision or offer.revision
    if not _agreed(places, offer, revision, options.yes):
        console.say("The licence was not accepted, so nothing was fetched. With --yes it is accepted without asking.")
        return CONSENT
    request = core.request(places, settings, offer, revision, options.endpoint or "", keep_free)
    folder = fetch(request, options.quiet)
    if folder is None:
        return STOPPED
    if not settings.model:
        core.use(places, folder)
    console.put(f"{folder}\n")
    return 0


def fetch(request: FetchModel, quiet: bool) -> Path | None:
    """The model's folder; None if the user stopped it. Raises ModelProblem."""
    teller = _Teller(quiet)
    download = Download(request, teller)
    download.start()
    try:
        while not download.wait(0.2):
            pass
    except KeyboardInterrupt:
        console.say("Stopped: what was fetched is kept, the same command goes on from there.")
        return None
    finally:
        download.close()
        teller.end()
    if download.result is None:
        raise download.problem or ModelProblem(ModelCode.CRASHED)
    if not quiet:
        console.say(f"The model is complete and its checksums are right ({gigabytes(download.result.size)}).")
    return Path(download.result.folder)


class _Teller:
    """Tells a download on standard error. Called on the download's thread."""

    def __init__(self, quiet: bool) -> None:
        self._quiet = quiet
        self._rate = Rate("Fetching the model", quiet)
        self._lock = threading.Lock()

    def __call__(self, change: DownloadChange) -> None:
        with self._lock:
            if self._quiet or isinstance(change, DownloadState):
                return
            if isinstance(change, Planned):
                have = f", {gigabytes(change.have)} of it here already" if change.have else ""
                console.say(f"Fetching {change.repo} at {change.revision[:8]}: {change.files} files, "
                            f"{gigabytes(change.size)}{have}.")
            elif isinstance(change, Progress):
                what = "Checking" if change.stage == "verifying" else "Fetching"
                self._rate.show(f"{what} {change.file}", change.done, change.total, change.per_second, change.left)
            elif isinstance(change, Waiting):
                self._rate.note(core.waiting(change))
            elif isinstance(change, FetchedAgain):
                self._rate.note(f"{change.file} came damaged and is fetched once more")

    def end(self) -> None:
        with self._lock:
            self._rate.end()


def _agreed(places: Places, offer: Offer, revision: str, yes: bool) -> bool:
    """Whether the licence was accepted for this revision, now or earlier. Its text comes first."""
    if earlier := core.accepted(places, offer, revision):
        console.say(f"The licence {offer.licence} of {offer.name} was accepted on {earlier.date[:10]}.")
        return True
    console.say(core.text(offer))
    if yes:
        console.say(f"Accepted with --yes: {offer.licence} for {offer.name}.")
    elif not _asks(f"Do you accept {offer.licence} for {offer.name}? Type yes to accept: "):
        return False
    core.accept(places, offer, revision)
    return True


def _asks(question: str) -> bool:
    """Only the whole word counts: a licence is not accepted by a slip."""
    if not sys.stdin.isatty():
        return False
    print(question, end="", file=sys.stderr, flush=True)
    return sys.stdin.readline().strip().lower() == "yes"


def _offer(name: str) -> Offer:
    offer = core.OFFERS.get(name)
    if offer is None:
        raise UsageError(f"{name} is no model that Copyholder fetches; it knows {', '.join(core.OFFERS)}.")
    return offer


# ---------------------------------------------------------------- the other actions


def _check(options: argparse.Namespace, places: Places, settings: Settings) -> int:
    folder = _folder(options.model, places, settings)
    checked = core.check(folder, options.checksums)
    draft = "with" if checked.draft else "without"
    sums = f"; {checked.verified} checksums are right" if checked.verified else ""
    unknown = "; where it came from is not known, so there are no checksums to compare" if (
        options.checksums and not checked.revision) else ""
    console.put(f"{console.one_line(str(folder))} can be used: {gigabytes(checked.size)} of weights, {draft} draft "
                f"weights{sums}{unknown}.\n")
    return 0


def _use(options: argparse.Namespace, places: Places, settings: Settings) -> int:
    folder = _folder(options.model, places, settings)
    core.check(folder)
    core.use(places, folder)
    console.say(f"Engines read with {console.shown(folder)} from now on.")
    return 0


def _remove(options: argparse.Namespace, places: Places, settings: Settings) -> int:
    model = core.find(places, settings, options.model)
    question = f"Delete {model.name} {model.revision[:8]} ({gigabytes(model.size)})? [y/N] "
    if not (options.yes or _agrees(question)):
        console.say("Nothing was deleted. With --yes it is done without asking.")
        return CONSENT
    core.remove(places, model)
    console.say(f"Deleted {model.name} {model.revision[:8]} ({gigabytes(model.size)}).")
    return 0


def _agrees(question: str) -> bool:
    if not sys.stdin.isatty():
        return False
    print(question, end="", file=sys.stderr, flush=True)
    return sys.stdin.readline().strip().lower() in ("y", "yes")


def _folder(word: str | None, places: Places, settings: Settings) -> Path:
    """The folder that is meant: one on the disk, a fetched model, or without a word the chosen one."""
    if word is None:
        if settings.model:
            return Path(settings.model)
        complete = [model for model in core.models(places, settings) if model.complete]
        if not complete:
            raise UsageError("There is no model here yet: “copyholder models download” fetches one.")
        return complete[0].folder
    path = Path(word)
    if path.is_dir():
        return path.absolute()
    return core.find(places, settings, word).folder
