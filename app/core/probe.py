# SPDX-License-Identifier: AGPL-3.0-or-later
"""The machine as the engine's probe sees it, asked in a child program with a time limit, and the engines
that an automatic start tries. Nothing here blocks the window: `Probe` works on a thread of its own.
"""

from __future__ import annotations

import importlib.util
import logging
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import msgspec

from app.core.addresses import AddressError, service
from app.core.children import child_environment, engine_command
from app.core.choice import BUILTIN, EngineChoice
from app.core.engines import CANNOT, LIBRARIES, LOCAL, UnusableError, Wish, WrongError, choices, wish_of
from app.core.keys import JINA, Keys
from app.core.models import JINA_OCR, accepted, is_offline
from app.core.places import Places
from app.core.settings import Settings
from app.core.tuning.keep import kept, with_measured
from engine.choose.values import Answer, Ranked, Request, Wishes
from engine.hardware.facts import Place
from engine.tune.key import FOLDER
from engine.tune.values import Table

log = logging.getLogger(__name__)

LIMIT = 15.0
"""Seconds for the whole probe; usually it takes half of one."""

KEYCHAIN_LIMIT = 1.0
"""Seconds that a keychain may take; one that asks its owner first counts as having no key."""



class ProbeError(Exception):
    """The probe did not answer; the text is the end of a sentence."""


def request(places: Places, settings: Settings, *, hosts: Sequence[str] = (), ask_keychain: bool = True) -> Request:
    """What to ask: everything that the user chose and allowed, and never a key itself."""
    wish = wish_of(settings)
    model = "" if not settings.model else str(Path(settings.model).expanduser().absolute())
    python = "" if not settings.engine_python else str(Path(settings.engine_python).expanduser().absolute())
    hosted = jina_host(settings) in settings.trusted_hosts
    chosen = tuple(part.strip() for part in wish.engine.split(",") if part.strip())
    asked = hosted or "jina" in chosen
    return Request(
        place=Place(
            data=str(places.data.absolute()),
            models=(model,) if model else (),
            pythons=(python,) if python else (),
            hosts=tuple(hosts),
        ),
        wishes=Wishes(
            engine=chosen,
            python=python,
            model=model,
            hosted=hosted,
            licence=accepted(places, JINA_OCR, JINA_OCR.revision) is not None,
            offline=is_offline(settings),
            commercial=settings.commercial,
            keys={JINA: has_key(places, JINA)} if ask_keychain or asked else {},
        ),
    )


def jina_host(settings: Settings) -> str:
    """The host of Jina's service, as consent to it is kept."""
    try:
        return service(settings.jina_url).host
    except AddressError:
        return ""


def has_key(places: Places, host: str) -> bool:
    """Whether there is a key. A keychain is given KEYCHAIN_LIMIT seconds."""
    found: list[bool] = []

    def ask() -> None:
        try:
            found.append(bool(Keys(places).get(host)[0]))
        except Exception as error:  # noqa: BLE001 - the edge to keychains; without an answer there is no key
            log.info("no key was found (%s)", type(error).__name__)

    thread = threading.Thread(target=ask, name="keychain", daemon=True)
    thread.start()
    thread.join(KEYCHAIN_LIMIT)
    return bool(found and found[0])


def ask(what: Request, *, limit: float = LIMIT, command: Sequence[str] | None = None) -> Answer:
    """Run the probe and wait for it. Raises ProbeError. Call it from a thread that outlives the probe:
    on Linux children die with the thread that started them."""
    command = [*engine_command(), "probe"] if command is None else list(command)
    flags = 0
    if sys.platform == "win32":
        flags = subprocess.CREATE_NO_WINDOW
    try:
        ended = subprocess.run(
            command, input=msgspec.json.encode(what), capture_output=True, timeout=limit, check=True,
            env=child_environment(command), cwd=tempfile.gettempdir(), creationflags=flags,
        )  # fmt: skip
        return msgspec.json.decode(ended.stdout, type=Answer)
    except subprocess.TimeoutExpired as error:
        raise ProbeError(f"it did not answer within {limit:g} s") from error
    except subprocess.CalledProcessError as error:
        last = error.stderr.decode("utf-8", "replace").strip().rpartition("\n")[2]
        raise ProbeError(f"it ended with status {error.returncode} ({last[:200]})") from error
    except (OSError, msgspec.DecodeError) as error:
        raise ProbeError(f"{type(error).__name__}: {error}"[:300]) from error


class Probe:
    """The probe on a thread of its own. `done` is called there, once, with the answer, or with the reason
    why there is none."""

    def __init__(
        self, places: Places, settings: Settings, done: Callable[[Answer | ProbeError], None], *,
        limit: float = LIMIT, command: Sequence[str] | None = None,
    ) -> None:  # fmt: skip
        self._places, self._settings, self._done = places, settings, done
        self._limit, self._command = limit, command
        self._thread = threading.Thread(target=self._run, name="probe", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def wait(self, timeout: float | None = None) -> bool:
        """Whether it is over."""
        self._thread.join(timeout)
        return not self._thread.is_alive()

    def _run(self) -> None:
        answer: Answer | ProbeError
        try:
            answer = ask(request(self._places, self._settings), limit=self._limit, command=self._command)
        except ProbeError as error:
            log.warning("the probe failed: %s", error)
            answer = error
        self._done(answer)


# ---------------------------------------------------------------- what to start


def chain(answer: Answer, settings: Settings, places: Places) -> tuple[EngineChoice, ...]:
    """The engines that can be used, in their order, as the session starts them; the built-in one is the last that
    is needed. Where an engine that the user chose cannot be used, the first says why."""
    found: list[EngineChoice] = []
    wanting = []
    for one in answer.ranking:
        if not one.usable:
            wanting += [f"{one.engine}{CANNOT}{one.lacks[0].words}"] if one.chosen else []
            continue
        if one.engine == "builtin":
            found.append(replace(BUILTIN, reason="; ".join(one.reasons)))
            break
        try:
            found.append(choice_of(one, settings, places, answer))
        except (WrongError, UnusableError) as error:  # the folder was deleted since, for instance
            log.warning("%s is left out: %s", one.engine, error)
    found = found or [BUILTIN]
    if wanting:
        log.warning("%s", " ".join(wanting))
        found[0] = replace(found[0], reason=" ".join((*wanting, found[0].reason)).strip())
    return tuple(found)


def choice_of(one: Ranked, settings: Settings, places: Places, answer: Answer | None = None) -> EngineChoice:
    """One entry as a choice; with the whole `answer`, as quick as it was measured. Raises WrongError and
    UnusableError."""
    python = "" if one.python in ("", sys.executable) else one.python
    model = one.model or (settings.openai_model if one.engine.startswith("openai:") else "")
    wish = Wish(one.engine, model, python=python, pages_at_once=settings.pages_at_once, profile=settings.openai_profile)
    made = choices(wish, settings, places)[0]
    fixed = {name: value for name, value in one.options.items() if name in ("dtype",)}  # they change what is read
    speed = {name: value for name, value in one.options.items() if name not in fixed}
    reason = "; ".join((one.title, *one.reasons))
    made = replace(made, options={**made.options, **fixed}, speed={**speed, **made.speed}, reason=reason)
    return with_measured(made, kept(places, answer, one)) if answer is not None else made


def tuned(engines: Sequence[EngineChoice], settings: Settings, places: Places) -> tuple[EngineChoice, ...]:
    """Engines that the user named, with what was measured for them here, where that is left to us. Asks the probe
    only where there is a table that could be meant."""
    local = [one for one in engines if one.backend in LOCAL]
    if not local or not any((places.data / FOLDER).glob("*.json")):
        return tuple(engines)
    models = {str(one.options["model"]): "" for one in local}
    pythons = {one.command[0]: "" for one in local if one.command}
    asked = request(places, settings, ask_keychain=False)
    place = msgspec.structs.replace(
        asked.place, models=tuple({**dict.fromkeys(asked.place.models, ""), **models}),
        pythons=tuple({**dict.fromkeys(asked.place.pythons, ""), **pythons}),
    )  # fmt: skip
    try:
        answer = ask(msgspec.structs.replace(asked, place=place))
    except ProbeError as error:
        log.warning("the probe failed: %s", error)
        return tuple(engines)
    return tuple(with_measured(one, _table(one, answer, places)) if one in local else one for one in engines)


def _table(choice: EngineChoice, answer: Answer, places: Places) -> Table | None:
    """What was measured for an engine with this folder and this interpreter, on whichever device it was."""
    python = choice.command[0] if choice.command else sys.executable
    for one in answer.ranking:
        if one.backend == choice.backend:
            same = msgspec.structs.replace(one, python=python, model=str(choice.options["model"]))
            if (table := kept(places, answer, same)) is not None:
                return table
    return None


def nothing_to_choose(places: Places, settings: Settings) -> bool:
    """Whether the built-in engine is certainly all there is, told without a probe: no model folder, or no
    library for one and no environment, no service that may be used unasked, and nothing that the user chose."""
    if jina_host(settings) in settings.trusted_hosts or settings.engine not in ("", "auto", "builtin"):
        return False
    if not settings.model and not (places.data / "models").is_dir():
        return True
    made = settings.engine_python or (places.data / "engines").is_dir()
    return not made and not all(importlib.util.find_spec(name) for name in LIBRARIES["transformers"])


def automatic(places: Places, settings: Settings, *, limit: float = LIMIT) -> tuple[EngineChoice, ...]:
    """The chain behind `--engine auto` for a run that must know its engine before it begins. At once where
    there is nothing to choose; else as long as the probe takes. Without an answer it is the built-in engine."""
    if nothing_to_choose(places, settings):
        return (replace(BUILTIN, reason="nothing else is installed"),)
    try:
        return chain(ask(request(places, settings, ask_keychain=False), limit=limit), settings, places)
    except ProbeError as error:
        log.warning("the probe failed: %s", error)
        return (replace(BUILTIN, reason=f"the machine could not be looked at: {error}"),)
