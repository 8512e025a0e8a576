# SPDX-License-Identifier: AGPL-3.0-or-later
"""Which options mean something to which engine: one that means nothing is refused with the reason,
never dropped in silence. A default may be written out anywhere."""

from __future__ import annotations

from collections.abc import Iterable

from app.core.choice import EngineChoice
from app.core.engines import JINA_MODEL, LOCAL, OPENAI, Wish, backend_of, names

_NO_MODEL = {
    "builtin": "the built-in engine has its models with it",
    "scripted": "the scripted engine has no model",
    "jina": f"Jina's API reads with {JINA_MODEL}",
    "reader": "Jina Reader chooses its model itself",
}
_NO_PROMPT = {
    "builtin": "the built-in engine takes no prompt",
    "scripted": "the scripted engine takes no prompt",
    "reader": "Jina Reader takes no prompt",
}
_NO_DRAFTS = {"builtin": "the built-in engine drafts no tokens", "scripted": "the scripted engine drafts no tokens"}


def foreign(wish: Wish, prompt: str | None = None, max_cost: float | None = None) -> str:
    """The first option that means nothing to any of the engines of `wish`, and why, as a sentence;
    empty if there is none. Raises WrongError and UnusableError for what is no engine."""
    wanted = names(wish.engine)
    first = wanted[0]
    if wish.model and not any(name in LOCAL or name.startswith(OPENAI) for name in wanted):
        return _sentence("--model", _NO_MODEL[first])
    if prompt not in (None, "default") and not any(takes_prompt(name) for name in wanted):
        return _sentence("--prompt", _NO_PROMPT[first])
    if not any(name in LOCAL for name in wanted):
        if wish.draft_tokens not in (None, "auto"):
            return _sentence("--draft-tokens", _NO_DRAFTS.get(first, "the service decides that itself"))
        if wish.python:
            return _sentence("--engine-python", "this engine runs in Copyholder's own Python")
    if max_cost is not None and not {"jina", "reader"} & set(wanted):
        served = any(name.startswith(OPENAI) for name in wanted)
        return _sentence("--max-cost", "the price of this server is not known" if served else _FREE)
    return ""


_FREE = "this engine costs nothing"


def takes_prompt(name: str) -> bool:
    """Whether this engine is a model that is told what to write."""
    return name in LOCAL or backend_of(name) == "hosted"


def asked(prompt: str | None, engines: Iterable[EngineChoice]) -> str | None:
    """What the engines are told, of a prompt as it stands on a line or in the settings: None, "strict"
    or the instruction itself. None for engines that take none: it is part of a reading's key."""
    taken = prompt not in (None, "", "default") and any(takes_prompt(engine.name) for engine in engines)
    return prompt if taken else None


def _sentence(option: str, reason: str) -> str:
    return f"{option} has no meaning here: {reason}."
