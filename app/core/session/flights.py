# SPDX-License-Identifier: AGPL-3.0-or-later
"""Pages on their way to an engine beside the chain: the picture is made where the engine needs one, then
the page is sent; each has a number that is used once."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import dataclass

from app.core.changes import Problem
from app.core.library import Recipe
from app.core.session.desk import Desk, Document
from app.core.session.line import EngineLine
from app.core.session.link import Answer, Ask, PagesLink, Urgency
from engine.protocol import ErrorCode, PageRequestFailed, Picture, ReadPage

USUAL_SIDE = 1920
"""Pixels of the long side for an engine that needs pictures and does not say how large."""


@dataclass(slots=True, eq=False)
class Flight:
    """`side` is the long side of the picture, 0 where the engine makes its own."""

    page: int
    recipe: Recipe
    side: int = 0
    ask: Ask | None = None
    sent: bool = False


class Flights:
    """`no_picture` is told of a page whose picture could not be made; it has left by then."""

    def __init__(self, desk: Desk, link: PagesLink, no_picture: Callable[[int, Problem], None]) -> None:
        self._desk, self._link, self._no_picture = desk, link, no_picture
        self._flights: dict[int, Flight] = {}
        self._numbers = itertools.count(1)

    def __len__(self) -> int:
        return len(self._flights)

    @property
    def sent(self) -> int:
        """How many the engine has."""
        return sum(flight.sent for flight in self._flights.values())

    def get(self, job: int) -> Flight | None:
        return self._flights.get(job)

    def end(self, job: int) -> None:
        self._flights.pop(job, None)

    def give_up(self) -> list[int]:
        """All leave unread; their pages."""
        for flight in self._flights.values():
            if flight.ask is not None:
                self._link.drop(flight.ask)
        pages = [flight.page for flight in self._flights.values()]
        self._flights.clear()
        return pages

    def send(self, line: EngineLine, document: Document, page: int, prompt: str | None) -> None:
        job, abilities = next(self._numbers), line.abilities
        self._flights[job] = flight = Flight(page, self._desk.recipe_of(line.choice, prompt))
        if abilities is None or not abilities.needs_picture:
            self._send(line, document, flight, job, None)
            return
        flight.side = abilities.picture_side or USUAL_SIDE

        def answered(answer: Answer) -> None:
            flight.ask = None
            if isinstance(answer, Picture) and document.has(page):
                self._send(line, document, flight, job, answer)
                return
            problem = Problem(ErrorCode.FILE_CHANGED)  # the document was opened anew meanwhile
            if isinstance(answer, PageRequestFailed):
                problem = Problem(answer.code, answer.detail)
            self._flights.pop(job, None)
            self._no_picture(page, problem)

        flight.ask = self._link.render(document, page, flight.side, answered, Urgency.READ, enlarge=False)

    def _send(self, line: EngineLine, document: Document, flight: Flight, job: int, picture: Picture | None) -> None:
        flight.sent = True
        line.send(
            ReadPage(
                job=job,
                source=document.source(flight.page),
                picture=picture.path if picture else None,
                width=picture.width if picture else 0,
                height=picture.height if picture else 0,
                stride=picture.stride if picture else 0,
                prompt=flight.recipe.prompt,
                options=self._desk.reading_options(line.choice),
            )
        )  # fmt: skip
