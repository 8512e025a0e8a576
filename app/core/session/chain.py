# SPDX-License-Identifier: AGPL-3.0-or-later
"""Which engine reads: the choices in their order, and the way from one to the next.

One engine is present and gets the pages. When it cannot be started, says nothing while it
starts, or dies again and again, that is told and the next choice starts at once. When the
user chooses others, the one before stays until the pages it has are through. Two that fill
the memory of a graphics card are never there together: the second waits for the end of the
first.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Protocol

from app.core.changes import AppCode, EngineStatus, Notice, Problem
from app.core.children import ChildState, ChildStatus
from app.core.choice import BUILTIN, EngineChoice
from app.core.errors import reason
from app.core.session.desk import Desk
from app.core.session.line import EngineLine
from engine.protocol import EngineState, ErrorCode, Event, PageRead, Scalar

log = logging.getLogger(__name__)

MAX_DEATHS = 3
"""Deaths in a row, without a finished page between, after which the next choice is taken. One
page alone brings it to two (see jobs.MAX_STRIKES)."""

START_LIMIT = 600.0
"""Seconds in which an engine that starts may say nothing; then it is given up. Generous,
because compiling a large model for the first time takes minutes in silence."""

LEAVE_LIMIT = 300.0
"""Seconds that an engine stays for the pages it has after another was chosen; then these wait
again for the new one."""


class Follower(Protocol):
    """Who has pages at the engines."""

    def take(self, line: EngineLine, event: Event, arrived: float) -> None:
        """Any event but EngineState."""

    def ready(self, line: EngineLine) -> None:
        """The present engine takes pages."""

    def died(self, line: EngineLine) -> None:
        """An engine's process ended; the endings of its pages come after this."""

    def leave(self, line: EngineLine, *, failed: bool) -> None:
        """The engine gets no more pages. `failed`: it was given up, and no page is to blame."""

    def has_pages(self, line: EngineLine) -> bool: ...

    def chosen(self) -> None:
        """Another choice is the present one: pages are read in another way from here on."""


class Chain:
    """`extra` gives what UseEngine says beside a choice's own options; `command` starts the
    program of choices that name none. `waits`: the first one starts when a page is to be read (`wake`)."""

    def __init__(
        self,
        desk: Desk,
        choices: Sequence[EngineChoice],
        extra: Callable[[EngineChoice], Mapping[str, Scalar]],
        command: Sequence[str] | None,
        *,
        waits: bool = False,
    ) -> None:
        self._desk = desk
        self._waits = waits
        self._choices = tuple(choices)
        self._extra = extra
        self._command = command
        self._follower: Follower
        self._meanwhile: Callable[[], None] = lambda: None
        self._at = 0  # the number of the present choice
        self._passed: int | None = None  # the choice that was passed by for the present one
        self._told_passing = False  # once is enough
        self._present: EngineLine | None = None
        self._successor: EngineLine | None = None  # of one that failed, if it is not there at once
        self._leaving: set[EngineLine] = set()
        self._closing: dict[EngineLine, threading.Thread] = {}
        self._guests: list[EngineLine] = []  # that read something beside the chain, for a while
        self._over = False
        self.failed = False  # the last choice failed too: nothing reads

    def follow(self, follower: Follower) -> None:
        self._follower = follower

    def when_replaced(self, meanwhile: Callable[[], None]) -> None:
        """`meanwhile` is called when an engine failed and another one starts that is not there at once."""
        self._meanwhile = meanwhile

    @property
    def present(self) -> EngineLine | None:
        return self._present

    @property
    def replacing(self) -> bool:
        """An engine failed, and the one that takes its place is still on its way."""
        line = self._present
        return line is not None and line is self._successor and line.abilities is None

    def is_present(self, line: EngineLine) -> bool:
        return line is self._present

    # ------------------------------------------------------------ choosing

    def start(self) -> None:
        """From the first choice."""
        if self._present is None:  # not chosen anew before it began
            self._begin(0)

    def wake(self) -> None:
        """A page is to be read: one that waited for that starts."""
        if self._waits and self._present is None:
            self._waits = False
            self._begin(0)

    def use(self, choices: Sequence[EngineChoice]) -> None:
        """Others from now on; an engine that has pages ends these."""
        before = self._present
        self._choices, self._told_passing = tuple(choices), False
        if before is not None and before.choice == choices[0]:
            self._at, self._passed = 0, None
            return
        if before is not None:
            self._leave(before)
        self._begin(0)

    def start_again(self) -> None:
        """From the first choice, after the last one failed."""
        if self.failed:
            self._begin(0)

    def pass_by(self, line: EngineLine, problem: Problem) -> bool:
        """The present engine can read nothing of what waits: the next one that is not of its kind reads
        that, until `return_to_passed`. False if there is none."""
        after = range(self._at + 1, len(self._choices))
        other = next((at for at in after if not self._choices[at].by_address), None)
        if other is None:
            return False
        before = self._at
        if not self._told_passing:
            self._told_passing = True
            self._tell_failed(line, problem, self._choices[other].name)
        self._leave(line)
        self._begin(other, passed=before)
        return True

    @property
    def passed(self) -> EngineChoice | None:
        """The one that was passed by, and would read what is for it."""
        return None if self._passed is None else self._choices[self._passed]

    def return_to_passed(self) -> bool:
        """There is something again for the engine that was passed by."""
        before, line = self._passed, self._present
        if before is None or line is None:
            return False
        self._leave(line)
        self._begin(before)
        return True

    def go_on_without(self, line: EngineLine, problem: Problem) -> bool:
        """The present engine cannot read, and what it lacks is not for the next one: that reads, if the user
        named it. False if not."""
        after = self._at + 1
        if line is not self._present or after >= len(self._choices) or self._choices[after].stands_in:
            return False
        self._lost(line, problem)
        return True

    def refuse(self, line: EngineLine, problem: Problem) -> bool:
        """The user does not want this engine: the next one that keeps the pages on this machine
        reads instead. False if there is none."""
        after = range(self._at + 1, len(self._choices))
        local = next((at for at in after if not self._choices[at].host), None)
        if local is None:
            return False
        self._tell_failed(line, problem, self._choices[local].name)
        self._leave(line)
        self._begin(local)
        return True

    def _begin(self, at: int, passed: int | None = None) -> None:
        if self._over:
            return
        self._at, self.failed, self._passed = at, False, passed
        choice = self._choices[at]
        self._desk.choice = choice
        self._present = line = EngineLine(choice, self._extra, self._command, self._event, self._state)
        self._follower.chosen()
        self._start(line)

    def _start(self, line: EngineLine) -> None:
        """Start it, unless a card's memory is to be free first."""
        guests = [guest for guest in self._guests if line is self._present or guest.started]
        others = {*self._leaving, *self._closing, *guests}
        if self._present is not None and self._present.started:
            others.add(self._present)
        if line.heavy and any(other.heavy for other in others - {line}):
            if line is self._present:
                self._desk.tell(EngineStatus(line.name, "starting", "waits until the engine before has ended"))
            return
        line.start()

    def _start_waiting(self) -> None:
        """Those that wait for a card's memory; guests first, since they leave soon."""
        for line in [*self._guests, *([self._present] if self._present is not None else [])]:
            if not line.started and not self._over:
                self._start(line)

    # ------------------------------------------------------------ guests

    def guest(
        self,
        choice: EngineChoice,
        on_event: Callable[[EngineLine, Event, float], None],
        on_state: Callable[[EngineLine, ChildState], None],
    ) -> EngineLine:
        """An engine that is to read something beside the chain; `admit` starts it, `dismiss` ends it. The
        calls come on the session's thread, events with the `time.monotonic()` of their arrival."""
        post = self._desk.actor.post

        def event(line: EngineLine, event: Event) -> None:
            post(partial(on_event, line, event, time.monotonic()))

        def state(line: EngineLine, state: ChildState) -> None:
            post(partial(on_state, line, state))

        return EngineLine(choice, self._extra, self._command, event, state)

    def admit(self, guest: EngineLine) -> None:
        """Start it as soon as there is room: where both fill a card's memory, the present engine ends the
        pages it has, gives way, and is started again after the guest."""
        self._guests.append(guest)
        present = self._present
        if guest.heavy and present is not None and present.heavy and present.started:
            self._leave(present)
            self._begin(self._at, self._passed)
        self._start_waiting()

    def dismiss(self, guest: EngineLine, *, at_once: bool = False) -> None:
        if guest in self._guests:
            self._guests.remove(guest)
            self._close(guest, at_once=at_once)
            self._start_waiting()

    def _spoke(self, line: EngineLine) -> None:
        """It said something of its start; from now on it has START_LIMIT seconds again."""
        line.spoke = time.monotonic()
        if not line.watched:
            line.watched = True
            self._desk.actor.after(START_LIMIT, partial(self._look_after, line))

    def _look_after(self, line: EngineLine) -> None:
        """Whether it still says something while it starts."""
        line.watched = line is self._present and line.abilities is None
        if not line.watched:
            return
        left = line.spoke + START_LIMIT - time.monotonic()
        if left > 0:
            self._desk.actor.after(left, partial(self._look_after, line))
        else:
            self._lost(line, Problem(ErrorCode.ENGINE_UNAVAILABLE, f"said nothing for {START_LIMIT:g} s"))

    # ------------------------------------------------------------ what the engines say

    def _event(self, line: EngineLine, event: Event) -> None:
        """On the child's thread."""
        self._desk.actor.post(partial(self._take, line, event, time.monotonic()))

    def _state(self, line: EngineLine, state: ChildState) -> None:
        """On the child's thread."""
        self._desk.actor.post(partial(self._child_state, line, state))

    def _take(self, line: EngineLine, event: Event, arrived: float) -> None:
        if isinstance(event, EngineState):
            if line is self._present:
                self._engine_state(line, event)
            return
        if isinstance(event, PageRead):
            line.deaths = 0
        self._follower.take(line, event, arrived)
        if line in self._leaving and not self._follower.has_pages(line):
            self._close(line)

    def _engine_state(self, line: EngineLine, event: EngineState) -> None:
        self._spoke(line)
        if event.state == "failed":
            self._lost(line, Problem(event.code or ErrorCode.ENGINE_UNAVAILABLE, event.detail))
            return
        line.abilities = event.abilities if event.state == "ready" else None
        self._desk.tell(EngineStatus(line.name, event.state, event.detail, event.progress))
        if event.state == "ready":
            self._follower.ready(line)

    def _child_state(self, line: EngineLine, state: ChildState) -> None:
        """An engine's process came, died or was given up."""
        words = state.outcome.words if state.outcome else ""
        died = state.status in (ChildStatus.DIED, ChildStatus.GAVE_UP)
        if died:
            self._follower.died(line)
        if line is not self._present:
            return
        self._spoke(line)
        if state.status is ChildStatus.STARTING:
            self._desk.tell(EngineStatus(line.name, "starting"))
        elif died:
            line.abilities = None
            line.deaths += 1
            often = line.deaths >= MAX_DEATHS and self._at + 1 < len(self._choices)
            if state.status is ChildStatus.GAVE_UP or often:
                self._lost(line, Problem(ErrorCode.ENGINE_UNAVAILABLE, words))
            else:
                self._desk.tell(EngineStatus(line.name, "restarting", words))
                line.use()  # with what was spent until now

    # ------------------------------------------------------------ leaving

    def _lost(self, line: EngineLine, problem: Problem) -> None:
        """The present engine cannot be used: tell, and take the next."""
        after = self._at + 1
        if after >= len(self._choices):
            self._tell_failed(line, problem, "")
            self._present, self.failed = None, True
            self._leave(line, failed=line.deaths == 0, at_once=True)
            return
        self._tell_failed(line, problem, self._choices[after].name)
        self._leave(line, failed=True, at_once=True)
        self._begin(after)
        if self._desk.choice.backend != BUILTIN.backend:
            self._successor = self._present
            self._meanwhile()

    def _tell_failed(self, line: EngineLine, problem: Problem, instead: str) -> None:
        """The status always; where another reads instead, a notice too, for nothing else would say so."""
        self._desk.tell(EngineStatus(line.name, "failed", problem.detail, problem=problem, instead=instead))
        if instead:
            replaced = Problem(AppCode.ENGINE_REPLACED, f"{reason(problem)}; {instead} reads instead")
            self._desk.tell(Notice(replaced, line.name, "warning"))

    def _leave(self, line: EngineLine, *, failed: bool = False, at_once: bool = False) -> None:
        """It gets no more pages; it ends when it has none, or `at_once`."""
        self._follower.leave(line, failed=failed)
        if self._present is line:
            self._present = None
        if at_once or not self._follower.has_pages(line):
            self._close(line, at_once=at_once)
            return
        self._leaving.add(line)
        self._desk.actor.after(LEAVE_LIMIT, partial(self._drive_out, line))

    def _drive_out(self, line: EngineLine) -> None:
        if line in self._leaving:
            log.info("%s did not end its pages in time", line.name)
            self._close(line, at_once=True)

    def restart(self, line: EngineLine) -> None:
        """It hangs: end it, and start it again if it is the present one."""
        if line is self._present:
            line.restart()
        elif line in self._leaving:
            self._close(line, at_once=True)

    def _close(self, line: EngineLine, *, at_once: bool = False) -> None:
        self._leaving.discard(line)
        if not line.started:
            return
        posted = partial(self._desk.actor.post, partial(self._closed, line))
        self._closing[line] = line.close(posted, at_once=at_once)

    def _closed(self, line: EngineLine) -> None:
        self._closing.pop(line, None)
        self._start_waiting()

    def end(self) -> list[threading.Thread]:
        """End them all; the threads to wait for. Nothing starts any more."""
        self._over = True
        for line in [*self._leaving, *self._guests, *([self._present] if self._present else [])]:
            self._close(line)
        self._present = None
        self._guests.clear()
        return list(self._closing.values())
