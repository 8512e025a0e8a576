# SPDX-License-Identifier: AGPL-3.0-or-later
"""The engines by the names that users write: what each needs, which options it takes, and the
choices that the session starts. Nothing here loads a library or asks the network; keys come last
(`unlocked`), because a keychain may wait for its owner."""

from __future__ import annotations

import importlib.util
import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from app.core.addresses import AddressError, Service, service
from app.core.children import engine_command
from app.core.choice import BUILTIN, EngineChoice, Price
from app.core.environments.place import interpreter
from app.core.keys import Keys
from app.core.places import Places
from app.core.profiles import folder as profiles_folder
from app.core.settings import Settings
from app.core.wording import tr
from engine.protocol import Scalar

NAMES = ("auto", "builtin", "transformers", "vllm", "jina", "reader", "openai:URL")
"""What may follow --engine; `scripted` too (engine/backends/scripted.py), which is for
demonstrations and tests and not advertised."""

OPENAI = "openai:"

LOCAL = frozenset({"transformers", "vllm"})
"""Backends that read with a model folder of the user's, perhaps under another interpreter."""

LIBRARIES = {"transformers": ("torch", "transformers", "tokenizers"), "vllm": ("vllm",)}
"""What an engine needs beyond the base install; the extra has the engine's name."""

LATER: tuple[str, ...] = ()
"""Names of the design that this version does not have."""

DRAFT_TOKENS = {
    "transformers": ("auto", "adaptive", *map(str, range(9))),
    "vllm": ("auto", *map(str, range(9))),
}
"""Drafts a step that a local engine takes; none changes the text."""

CANNOT = " cannot be used: "
"""Between an engine's name and why, where another one reads in its place."""

JINA_MODEL = "jina-ocr-v1"
JINA_PRICE = Price(0.50, 2.00)


class EngineError(ValueError):
    """The text is one sentence for a line; `window` is one without the names of options."""

    def __init__(self, text: str, window: str = "") -> None:
        super().__init__(text)
        self.window = window or text


class WrongError(EngineError):
    """An engine cannot be meant like this."""


class UnusableError(EngineError):
    """An engine is not in this version, or lacks something here."""


@dataclass(frozen=True, slots=True)
class Wish:
    """Engines as a line or the settings name them. `engine` may hold several names with commas;
    `model` is a folder for a local engine and a name for a server, `profile` how a server's model is asked."""

    engine: str = "auto"
    model: str = ""
    draft_tokens: str | None = None
    python: str = ""
    script: str = ""
    pages_at_once: int = 0
    profile: str = ""


def wish_of(settings: Settings) -> Wish:
    """What the settings say. For a server `model` is not of the folder but of its own field."""
    served = settings.engine.startswith("openai")
    engine = f"{OPENAI}{settings.openai_url}" if settings.engine == "openai" else settings.engine
    model = settings.openai_model if served else settings.model
    return Wish(
        engine, model, python=settings.engine_python, pages_at_once=settings.pages_at_once,
        profile=settings.openai_profile if served else "",
    )  # fmt: skip


def names(engine: str) -> tuple[str, ...]:
    """The names in order, each once; `auto` stands for the built-in engine. Raises WrongError, and
    UnusableError for a name that there is none of."""
    found: dict[str, None] = {}
    for word in filter(None, (part.strip() for part in engine.split(","))):
        name = "builtin" if word == "auto" else word
        if name not in (*NAMES[:-1], "scripted") and not name.startswith(OPENAI):
            text = tr(
                "There is no engine “{name}”: there are {names} and {server}, where URL is the address of a server."
            )
            raise UnusableError(text.format(name=word, names=", ".join(NAMES[:-1]), server=NAMES[-1]))
        found[name] = None
    if not found:
        raise WrongError("--engine names no engine; write auto for the built-in one.")
    return tuple(found)


def backend_of(name: str) -> str:
    """The backend behind one of `names`."""
    return {"jina": "hosted"}.get(name, "hosted" if name.startswith(OPENAI) else name)


def choices(
    wish: Wish, settings: Settings, places: Places, *, fall_back: bool = False
) -> tuple[EngineChoice, ...]:
    """The chain of engines, without their keys; with `fall_back` the built-in one stands at its end.
    Raises WrongError and UnusableError."""
    wanted = names(wish.engine)
    _check_model(wanted, wish)
    chain = [_choice(name, wish, settings, places) for name in wanted]
    if fall_back and not {"builtin", "scripted"} & set(wanted):
        reason = "stands in where the chosen engine does not start"
        chain.append(replace(BUILTIN, reason=reason, stands_in=True))
    return tuple(chain)


def unlocked(chain: Iterable[EngineChoice], keys: Keys) -> tuple[EngineChoice, ...]:
    """The same with the keys of its services; may wait for a keychain. Raises ProblemError."""
    return tuple(_with_key(choice, keys) for choice in chain)


def with_key(choice: EngineChoice, key: str) -> EngineChoice:
    """The same with a key that is kept nowhere."""
    return replace(choice, secrets={"key": key})


def key_host(choice: EngineChoice) -> str:
    """The host whose key an engine takes; empty for one that takes none."""
    if choice.backend not in ("hosted", "reader"):
        return ""
    return service(str(choice.options["base_url"])).host


def needs_key(choice: EngineChoice) -> bool:
    """Whether nothing can be read without a key. A server of one's own mostly asks for none."""
    return choice.name in ("jina", "reader")


def with_keys(chain: Sequence[EngineChoice]) -> tuple[EngineChoice, ...]:
    """The engines that have the keys they need; where others are passed over, the first says why. Where nothing
    else that the user named is left, they all stay: then it is for the user to enter the key."""
    left = [one for one in chain if one.secrets or not needs_key(one)]
    lacking = [f"{one.name}{CANNOT}{key_host(one)} needs a key." for one in chain if one not in left]
    if not lacking or all(one.stands_in for one in left):
        return tuple(chain)
    return replace(left[0], reason=" ".join((*lacking, left[0].reason)).strip()), *left[1:]


def stands_in(engines: Sequence[EngineChoice]) -> str:
    """Why the first engine reads although the user chose another, in sentences; empty if it is the chosen one."""
    return engines[0].reason if engines and CANNOT in engines[0].reason else ""


def missing(backend: str) -> str:
    """What this interpreter lacks for a backend, in a sentence's end; empty if nothing. Looks
    for the libraries without loading them."""
    lacking = [name for name in LIBRARIES.get(backend, ()) if importlib.util.find_spec(name) is None]
    if not lacking:
        return ""
    text = tr("{libraries} are not installed ({command})")
    if len(lacking) == 1:
        text = tr("{libraries} is not installed ({command})")
    return text.format(libraries=", ".join(lacking), command=f'pip install "copyholder[{backend}]"')


# ---------------------------------------------------------------- one engine


def _choice(name: str, wish: Wish, settings: Settings, places: Places) -> EngineChoice:
    backend = backend_of(name)
    if backend in LOCAL:
        return _local(backend, wish, places)
    if backend in ("hosted", "reader"):
        return _remote(name, wish, settings, places)
    if backend == "scripted":
        return EngineChoice(name, backend, options={"script": wish.script} if wish.script else {})
    return BUILTIN


def _local(name: str, wish: Wish, places: Places) -> EngineChoice:
    """The model's folder is absolute: the engine's program runs in another one."""
    speed: dict[str, Scalar] = {}
    if wish.draft_tokens is not None:
        speed["draft_tokens"] = wish.draft_tokens
    if wish.pages_at_once:
        speed["pages_at_once"] = wish.pages_at_once
    if name == "vllm":
        speed["work"] = str(places.cache / "vllm")
    options: dict[str, Scalar] = {"model": str(Path(wish.model).expanduser().absolute())}
    return EngineChoice(name, name, options, speed, command=_interpreter(name, wish.python, places))


def _interpreter(backend: str, given: str, places: Places) -> tuple[str, ...] | None:
    """What an engine is started with: the Python that was named, the one of the environment
    `engines/BACKEND` in the data folder, or this one (None)."""
    if given:
        python = Path(given).expanduser().absolute()
        if not os.access(python, os.X_OK) or python.is_dir():
            wrong = tr("{path} is no program: name the python of an environment.").format(path=given)
            raise WrongError(f"--engine-python: {wrong}", wrong)
        return tuple(engine_command(str(python)))
    if (installed := _installed(backend, places)) is not None:
        return tuple(engine_command(str(installed)))
    if lacking := missing(backend):
        text = tr("The engine “{engine}” cannot be used: {reason}; or name a Python that has it").format(
            engine=backend, reason=lacking
        )
        raise UnusableError(f"{text} with --engine-python PATH.", f"{text}.")
    return None


def _installed(backend: str, places: Places) -> Path | None:
    """The interpreter of the environment that was made for the engine; one that is broken is none."""
    try:
        return interpreter(backend, places)
    except OSError:
        return None


def _remote(name: str, wish: Wish, settings: Settings, places: Places) -> EngineChoice:
    at = _service(name, settings)
    if settings.offline and not at.here:
        text = tr(
            "Copyholder is set to work offline, and {host} is another machine: choose an engine on this computer, or "
            "allow the network in the settings."
        )
        raise UnusableError(text.format(host=at.host))
    speed: dict[str, Scalar] = {
        "proxy": settings.proxy,
        "ca_file": settings.ca_file,
        "timeout": settings.timeout,
        "connect_timeout": settings.connect_timeout,
    }
    if wish.pages_at_once:
        speed["pages_at_once"] = wish.pages_at_once
    price = JINA_PRICE if name in ("jina", "reader") else None
    if price is not None:
        speed |= {"input_price": price.input, "output_price": price.output}
    options: dict[str, Scalar] = {"base_url": at.base}
    if name != "reader":
        options["model"] = JINA_MODEL if name == "jina" else wish.model
        speed["profiles_dir"] = str(profiles_folder(places))
    if name.startswith(OPENAI):
        if wish.profile:
            options["profile"] = wish.profile
        if at.here:
            speed["ask_first"] = True
    host = "" if at.here else at.host
    reason = "" if at.encrypted or at.here else f"the connection to {at.host} is not encrypted"
    return EngineChoice(name, backend_of(name), options, speed, host=host, price=price, reason=reason)


def _service(name: str, settings: Settings) -> Service:
    address = {"jina": settings.jina_url, "reader": settings.reader_url}.get(name, name.removeprefix(OPENAI))
    try:
        return service(address)
    except AddressError as error:
        text = tr("The engine “{engine}” needs the address of its server.").format(engine=name.partition(":")[0])
        raise WrongError(f"{text} {error}") from error


def _with_key(choice: EngineChoice, keys: Keys) -> EngineChoice:
    host = key_host(choice)
    key = keys.get(host)[0] if host else ""
    return replace(choice, secrets={"key": key}) if key else choice


# ---------------------------------------------------------------- the model


def _check_model(wanted: Sequence[str], wish: Wish) -> None:
    local = [name for name in wanted if name in LOCAL]
    served = [name for name in wanted if name.startswith(OPENAI)]
    if local and served and wish.model:
        text = tr("{model} cannot be a folder for {engine} and a name for a server: choose one of them.")
        what = tr("The model")
        raise WrongError(*(text.format(model=model, engine=local[0]) for model in ("--model", what)))
    for name in local:
        _check_folder(name, wish)
    if served and not wish.model:
        text = tr("A server has to be asked for a model: name it")
        raise WrongError(f"{text} with --model NAME.", f"{text}.")


def _check_folder(name: str, wish: Wish) -> None:
    if not wish.model:
        text = tr("The engine “{engine}” reads with a model: name its folder").format(engine=name)
        raise WrongError(f"{text} with --model DIR.", f"{text}.")
    folder = str(Path(wish.model).expanduser())
    if not os.path.isdir(folder) or not _is_text(folder):  # noqa: PTH112 - Path.is_dir raises where it may not look
        text = tr("{path} is no folder; name the one that holds the model's config.json.")
        wrong = text.format(path=wish.model)
        raise WrongError(f"--model: {wrong}", wrong)
    if wish.draft_tokens is not None and wish.draft_tokens not in DRAFT_TOKENS[name]:
        adaptive = "adaptive " if "adaptive" in DRAFT_TOKENS[name] else ""
        raise WrongError(f"--draft-tokens is auto, {adaptive}or a number from 0 to 8, not {wish.draft_tokens}.")


def _is_text(name: str) -> bool:
    """Whether a path can be told to another program: a name on a disk may be any bytes."""
    try:
        name.encode()
    except UnicodeEncodeError:
        return False
    return True
