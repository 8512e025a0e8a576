# SPDX-License-Identifier: AGPL-3.0-or-later
"""The app's side of a child program: one object that stays while its processes come and go."""

from __future__ import annotations

import logging
import threading
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

import msgspec

from app.core.children.blot import Blot
from app.core.children.launch import child_environment
from app.core.children.life import Life
from app.core.children.outcome import Outcome
from app.core.children.pending import Pending, Verdict
from engine.protocol import PROTOCOL, Command, ErrorCode, Event, Hello, Shutdown, UseEngine, decode_event, encode

log = logging.getLogger(__name__)

GREETING_LIMIT = 45.0
"""Seconds from the start of the program to its greeting; a cold interpreter on a busy machine takes
more than ten."""

BACK_OFF = (0.5, 1.0, 2.0, 5.0)
"""Seconds to wait after the first, second, ... quick death in a row; after one more it is given up."""

NEVER_GREETED = 2
"""Times that a program which has never greeted is started again: it will not be there or be broken."""

LONG_LIFE = 30.0
"""Seconds. A death after so long, or after any request was answered, is the first in its row."""

SAID_LINES = 400
LOGGED_LINES = 40
"""Lines of the child's standard error kept, and those of them that go to the log when it ends."""


class ChildStatus(StrEnum):
    STARTING = "starting"
    READY = "ready"  # greeted
    DIED = "died"  # will be started again in `delay` seconds
    GAVE_UP = "gave-up"  # died too often, or cannot be started; `restart` tries again
    CLOSED = "closed"


@dataclass(frozen=True, slots=True)
class ChildState:
    status: ChildStatus
    hello: Hello | None = None  # with READY
    outcome: Outcome | None = None  # with DIED and GAVE_UP
    delay: float | None = None  # with DIED


class Child:
    """Starts a child program and keeps it alive.

    ::

        child = Child("engine", engine_command(), on_event, on_state)
        child.start()
        child.send(UseEngine(name="builtin"))      # at any time after the constructor
        child.send(ReadPage(job=1, ...))
        ...
        child.close()

    Promises:

    * `send` never blocks and may be called from any thread. What is sent while the program is
      starting, or down and about to be restarted, is delivered after its greeting.
    * Every request (OpenFile, Render, Words, Cut, ReadPage) ends in exactly one event: the child's
      own, or one made here: CRASHED (detail: how it died) for all that were open when it died,
      ENGINE_UNAVAILABLE for those sent after it was given up, SHUTTING_DOWN for what is open at
      `close`. An event that nobody waits for is logged and dropped.
    * When it dies, `on_state(DIED or GAVE_UP)` comes first, then the endings, then, later,
      `on_state(STARTING)` and `on_state(READY)`. So whoever gets an ending with CRASHED can send
      the page again at once: unless the state was GAVE_UP, it waits for the new process.
    * A new process hears again the last UseEngine, and OpenFile for each file that is open,
      before anything else; the answers to the latter are swallowed. `EngineState` events come again.
    * A program that greets late, with another protocol, or not at all is ended; see BACK_OFF.

    `on_event` and `on_state` are called from one thread of this object, one at a time; they
    must not block for long and may call any method but `close`.
    """

    def __init__(
        self,
        name: str,
        command: Sequence[str],
        on_event: Callable[[Event], None],
        on_state: Callable[[ChildState], None],
        *,
        environment: Mapping[str, str] | None = None,
        greeting_limit: float = GREETING_LIMIT,
        back_off: Sequence[float] = BACK_OFF,
        secrets: Sequence[str] = (),
    ) -> None:
        """`environment` is added to `child_environment(command)`. `secrets` are blotted out of
        everything that the program says, whatever it says them in."""
        self._name = name
        self._command = list(command)
        self._environment = child_environment(command, environment)
        self._on_event = on_event
        self._on_state = on_state
        self._greeting_limit = greeting_limit
        self._back_off = tuple(back_off)
        self._change = threading.Condition()
        self._pending = Pending()
        self._early: list[Command] = []  # sent while there is nobody to hear it
        self._life: Life | None = None
        self._hello: Hello | None = None
        self._deaths = 0  # quick ones, in a row
        self._answered = False  # in this life
        self._has_greeted = False  # in any
        self._asked = False  # the present life is being ended by `restart`
        self._gave_up = False
        self._closing = False
        self._blot = Blot(secrets)
        self._said: deque[str] = deque(maxlen=SAID_LINES)
        self._keeper = threading.Thread(target=self._keep, name=f"{name}-keeper", daemon=True)

    # ------------------------------------------------------------ for the app

    def start(self) -> None:
        """Start the program; call once. Returns at once."""
        self._keeper.start()

    def send(self, command: Command) -> None:
        """Send a command. Raises ValueError if its number belongs to an open request, or if a
        path in it is no Unicode text. After `close` it does nothing."""
        line = encode(command)
        with self._change:
            if self._closing:
                return
            self._pending.add(command)
            if self._life is not None and self._hello is not None:
                self._life.write(line)
            else:
                self._early.append(command)
                self._change.notify_all()

    def restart(self, cause: str = "was restarted") -> None:
        """End the present process, if any, and start another without delay: for a cancel that
        hangs, or to try again after GAVE_UP."""
        with self._change:
            self._deaths = 0
            self._gave_up = False
            life = self._life
            self._asked = life is not None
            self._change.notify_all()
        if life is not None:
            life.kill(cause)

    def close(self, *, at_once: bool = False) -> None:
        """End the program for good: Shutdown and the end of its input, 3 s, SIGTERM, 2 s,
        SIGKILL; or, `at_once`, SIGKILL. Returns when it is gone and every request has its ending."""
        with self._change:
            first, self._closing = not self._closing, True
            life = self._life
            if first and life is not None and self._hello is not None:
                life.write(encode(Shutdown()))
            self._change.notify_all()
        if life is not None and at_once:
            life.kill()
        if life is not None:
            life.quit()
        if self._keeper.ident is not None:
            self._keeper.join()

    @property
    def pid(self) -> int | None:
        """The present process, None while there is none."""
        life = self._life
        return life.pid if life is not None else None

    @property
    def hello(self) -> Hello | None:
        """The present process's greeting, None before it."""
        return self._hello

    def said(self, lines: int = SAID_LINES) -> list[str]:
        """The last lines of its standard error, those of earlier processes included: for "the
        engine said: ..." and for bug reports."""
        return list(self._said)[-lines:]

    # ------------------------------------------------------------ on the keeper's thread

    def _keep(self) -> None:
        delay = 0.0
        while self._wait(delay):
            self._tell(ChildState(ChildStatus.STARTING))
            began = time.monotonic()
            outcome = self._live()
            if self._answered or time.monotonic() - began > LONG_LIFE:
                self._deaths = 0
            delay = self._after(outcome)
        self._tell(ChildState(ChildStatus.CLOSED))
        self._end_all(ErrorCode.SHUTTING_DOWN)

    def _wait(self, delay: float) -> bool:
        """Wait until it is time to start; False if the child is to be closed. Given up, it
        waits for `restart`, and refuses what is sent meanwhile."""
        until = time.monotonic() + delay
        while True:
            with self._change:
                if self._closing:
                    return False
                left = until - time.monotonic()
                if not self._gave_up and (left <= 0 or not self._deaths):
                    return True
                refuse = self._gave_up and self._early
                if not refuse:
                    self._change.wait(None if self._gave_up else left)
            if refuse:
                self._end_all(ErrorCode.ENGINE_UNAVAILABLE)

    def _live(self) -> Outcome:
        """One life of the program, from its start to its end."""
        self._answered = False
        try:
            life = Life(self._name, self._command, self._environment, self._said, self._blot)
        except OSError as error:
            return Outcome(cause=f"could not be started ({error.strerror or error})", final=True)
        with self._change:
            self._life = life
            closing = self._closing
        if closing:  # `close` came while it was being started and has not seen it
            life.quit()
        limit = threading.Timer(
            self._greeting_limit, life.kill, (f"did not greet within {self._greeting_limit:g} s",)
        )
        limit.daemon = True
        limit.start()
        for line in life.lines():
            if self._hello is None and self._greeted(life, line):
                limit.cancel()
            elif self._hello is not None:
                self._hear(self._blot(line))
        limit.cancel()
        return life.outcome()

    def _greeted(self, life: Life, line: bytes) -> bool:
        """Whether this line is the greeting; what comes before it is dropped."""
        hello = self._decode(line)
        if not isinstance(hello, Hello):
            return False
        if hello.protocol != PROTOCOL:
            life.kill(f"speaks version {hello.protocol} of the protocol, this program {PROTOCOL}", final=True)
            return False
        with self._change:
            for command in (*self._pending.replay(), *self._unsaid()):
                life.write(encode(command))
            self._hello = hello
            self._has_greeted = True
        self._tell(ChildState(ChildStatus.READY, hello=hello))
        return True

    def _unsaid(self) -> list[Command]:
        """What was sent too early, without what the replay tells."""
        early, self._early = self._early, []
        return [command for command in early if not isinstance(command, UseEngine)]

    def _hear(self, line: bytes) -> None:
        event = self._decode(line)
        if event is None:
            return
        with self._change:
            waiting = len(self._pending)
            verdict = self._pending.settle(event)
            if verdict is Verdict.SWALLOW or len(self._pending) < waiting:
                self._answered = True
        if verdict is Verdict.UNKNOWN:
            log.warning("%s: nobody waits for %s", self._name, _short(line))
        elif verdict is Verdict.PASS:
            self._give(event)

    def _decode(self, line: bytes) -> Event | None:
        try:
            return decode_event(line)
        except msgspec.DecodeError as error:
            log.warning("%s: not an event (%s): %s", self._name, error, _short(line))
            return None

    def _after(self, outcome: Outcome) -> float:
        """Tell how it ended; returns the seconds to wait before the next start."""
        with self._change:
            self._life = self._hello = None
            if self._closing:
                return 0.0
            self._deaths += not self._asked
            self._asked = False
            tries = len(self._back_off) if self._has_greeted else min(len(self._back_off), NEVER_GREETED)
            self._gave_up = gave_up = outcome.final or self._deaths > tries
            delay = self._back_off[self._deaths - 1] if self._deaths and not gave_up else 0.0
            # what is sent from here on is for the next process
            endings = self._forget(ErrorCode.CRASHED, outcome.words)
        log.info("%s %s%s", self._name, outcome.words, "".join(f"\n  {line}" for line in self.said(LOGGED_LINES)))
        if gave_up:
            self._tell(ChildState(ChildStatus.GAVE_UP, outcome=outcome))
        else:
            self._tell(ChildState(ChildStatus.DIED, outcome=outcome, delay=delay))
        for event in endings:
            self._give(event)
        return delay

    def _forget(self, code: ErrorCode, detail: str = "") -> list[Event]:
        """Endings for all that is open; the lock is held."""
        self._early = []
        return self._pending.fail_all(code, detail)

    def _end_all(self, code: ErrorCode) -> None:
        with self._change:
            endings = self._forget(code)
        for event in endings:
            self._give(event)

    def _give(self, event: Event) -> None:
        try:
            self._on_event(event)
        except Exception:  # a fault in the app must not stop the reading of events
            log.exception("%s: an event was not taken in", self._name)

    def _tell(self, state: ChildState) -> None:
        try:
            self._on_state(state)
        except Exception:  # a fault in the app must not stop the keeping of the child
            log.exception("%s: a state was not taken in", self._name)


def _short(line: bytes) -> str:
    return line[:200].decode("utf-8", "replace").rstrip()
