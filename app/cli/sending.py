# SPDX-License-Identifier: AGPL-3.0-or-later
"""Before pages leave this machine: what goes where and what it may cost, in words, and the answer."""

from __future__ import annotations

from collections.abc import Sequence

from app.cli.console import one_line
from app.cli.progress import Progress
from app.core.changes import ConsentNeeded
from app.core.choice import READER_FACTOR, EngineChoice
from app.core.money import dollars

NAMED = 5
"""Documents that are named before the others are only counted."""


def before_the_run(engines: Sequence[EngineChoice]) -> list[str]:
    """What is to be known of the engines before anything is read: a price that surprises."""
    found = []
    for engine in engines:
        if engine.backend == "reader" and engine.price is not None:
            page = engine.price.page()
            found.append(
                f"Jina Reader bills {READER_FACTOR} times the tokens of a page: about {dollars(READER_FACTOR * page)} "
                f"a page instead of {dollars(page)} (an estimate)."
            )
    return found


def what_goes(needed: ConsentNeeded, more: int = 0) -> str:
    """Which documents go to which host, how many pages, and the estimate. `more` documents of the
    run are not open yet."""
    names = [f"{one_line(title)} ({_pages(pages)})" for title, pages in needed.documents]
    listed = ", ".join(names[:NAMED])
    others = len(names) - NAMED
    if others > 0:
        listed += f" and {others} more"
    text = f"{listed}: {_pages(needed.pages)} to send to {needed.host}"
    price = needed.dollars
    text += f", about {dollars(price)} (an estimate)." if price is not None else "; its price is not known."
    if needed.tokens_factor > 1:
        text += f" It bills {needed.tokens_factor} times the tokens of a page."
    if more:
        text += f" {more} more document{'' if more == 1 else 's'} of this run will follow."
    return text


def not_encrypted(engines: Sequence[EngineChoice], host: str) -> bool:
    """Whether pages and key would go to this host for anybody on the way to read."""
    return any(one.host == host and str(one.options.get("base_url", "")).startswith("http:") for one in engines)


def agreed(shown: Progress, host: str) -> tuple[bool, bool]:
    """Whether the user on the terminal agrees, and whether that is to count from now on."""
    answer = shown.ask(f"Send them? [y]es, [a]lways to {host}, [N]o: ").lower()
    return answer in ("y", "yes", "a", "always"), answer in ("a", "always")


def _pages(number: int) -> str:
    return f"{number} page{'' if number == 1 else 's'}"
