# SPDX-License-Identifier: AGPL-3.0-or-later
"""What the window says in words: states, figures and next steps. Plain functions, no Qt.

A figure that was not reported makes no text at all; nothing is shown as zero that is not zero.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.core.changes import AppCode, DocumentRow, DocumentState, EngineStatus, PageRow, PageState, QueueStatus, Spent
from app.core.engines import OPENAI
from app.core.errors import note_words
from app.core.models.words import gigabytes
from app.core.money import dollars
from engine.protocol import ErrorCode, Note, NoteCode, Reading

if TYPE_CHECKING:
    from engine.choose.values import Ranked

_STATES = {
    DocumentState.DOWNLOADING: "downloading…",
    DocumentState.OPENING: "opening…",
    DocumentState.NEEDS_PASSWORD: "needs a password",
    DocumentState.WAITING: "waiting",
    DocumentState.READING: "reading",
    DocumentState.PAUSED: "paused",
    DocumentState.DONE: "read",
    DocumentState.FAILED: "could not be opened",
    DocumentState.IDLE: "not read yet",
}

_PAGE_STATES = {
    PageState.NEW: "not read",
    PageState.QUEUED: "waiting",
    PageState.READING: "being read",
    PageState.READ: "read",
    PageState.FAILED: "not readable",
}



def page_state(state: PageState) -> str:
    """ "waiting", "being read"."""
    return _PAGE_STATES[state]


@dataclass(frozen=True, slots=True)
class Step:
    """A next step offered beside a problem: the link's text and what it asks for
    ("password", "reopen", "find", "retry", "remove")."""

    text: str
    asks: str


_STEPS: dict[ErrorCode | AppCode, Step] = {
    ErrorCode.PASSWORD_NEEDED: Step("Enter password…", "password"),
    ErrorCode.PASSWORD_WRONG: Step("Enter it again…", "password"),
    ErrorCode.NOT_FOUND: Step("Find the file…", "find"),
    ErrorCode.FILE_CHANGED: Step("Open again", "reopen"),
    ErrorCode.NOT_PERMITTED: Step("Open again", "reopen"),
    ErrorCode.TIME_LIMIT: Step("Try again", "reopen"),
    ErrorCode.CRASHED: Step("Try again", "reopen"),
    ErrorCode.OUT_OF_MEMORY: Step("Try again", "reopen"),
    ErrorCode.DISK_FULL: Step("Try again", "reopen"),
    ErrorCode.INTERNAL: Step("Try again", "reopen"),
    ErrorCode.CANCELLED: Step("Open again", "reopen"),
}
_REMOVE = Step("Remove from the list", "remove")


def step_of(row: DocumentRow) -> Step | None:
    """The next step of a document's row, if its state calls for one."""
    if row.state is DocumentState.NEEDS_PASSWORD:
        return _STEPS.get(
            row.problem.code if row.problem else ErrorCode.PASSWORD_NEEDED, _STEPS[ErrorCode.PASSWORD_NEEDED]
        )
    if row.problem is not None:
        return _STEPS.get(row.problem.code, _REMOVE)
    if row.failed and row.state in (DocumentState.DONE, DocumentState.IDLE):
        return Step("Read them again" if row.failed > 1 else "Read it again", "retry")
    return None


def count(number: int, one: str, many: str | None = None) -> str:
    """ "1 page", "48 pages", "1,200 pages"."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def document_line(row: DocumentRow) -> str:
    """ "48 pages · 31 read · 9 checked"; the second line of a document's row."""
    if row.state is DocumentState.DOWNLOADING:
        whole = f" of {size(row.expected)}" if row.expected else ""
        return f"downloading · {size(row.received)}{whole}"
    if row.state is DocumentState.OPENING or not row.pages:
        return _STATES[row.state]
    parts = [count(row.pages, "page")]
    if row.checked == row.pages:
        parts.append("checked")
    elif row.read == row.pages:
        parts.append("read")
    elif row.read:
        parts.append(f"{row.read:,} read")
    else:
        parts.append(_STATES[row.state])
    if row.failed:
        parts.append(f"{row.failed:,} failed")
    if row.state is DocumentState.PAUSED and row.read:
        parts.append("paused")
    if 0 < row.checked < row.pages:
        parts.append(f"{row.checked:,} checked")
    if row.flags:
        parts.append(count(row.flags, "flag"))
    return " · ".join(parts)


def proof_line(row: DocumentRow) -> str:
    """ "checked 12 of 340 · 57 flags left"; empty while nothing was read."""
    if not row.pages or not (row.read or row.checked):
        return ""
    flags = f" · {count(row.flags, 'flag')} left" if row.flags else ""
    return f"checked {row.checked:,} of {row.pages:,}{flags}"


def share_done(row: DocumentRow) -> float:
    """0..1 of the pages asked for (of all pages where none was asked for); of a download."""
    if row.state is DocumentState.DOWNLOADING:
        return min(1.0, row.received / row.expected) if row.expected else 0.0
    whole = row.asked or row.pages
    return min(1.0, (row.read + row.failed) / whole) if whole else 0.0


def page_caption(row: PageRow) -> str:
    """What stands beside the page's number in the strip: speed while it is read, then its time."""
    if row.state is PageState.READING:
        return f"{row.tokens_per_s:,.0f} tok/s" if row.tokens_per_s is not None else "reading"
    if row.state is PageState.FAILED:
        return "failed"
    if row.state is PageState.READ and row.seconds is not None:
        return duration(row.seconds)
    return ""


def page_spoken(row: PageRow, pages: int) -> str:
    """One page for a screen reader."""
    parts = [f"Page {row.page + 1} of {pages}", _PAGE_STATES[row.state]]
    if row.state is PageState.READ and row.seconds is not None:
        parts.append(f"in {row.seconds:.1f} seconds")
    parts += [word for word, holds in (("edited", row.edited), ("checked", row.checked)) if holds]
    if row.notes:
        parts.append(count(row.notes, "doubt"))
    if row.flags:
        parts.append(count(row.flags, "flag"))
    return ", ".join(parts)


def duration(seconds: float) -> str:
    """ "0.04 s", "1.2 s", "48 s", "3 min", "2 h 05"; whole seconds stay whole."""
    if isinstance(seconds, int) and seconds < 100:
        return f"{seconds} s"
    if seconds < 0.095:
        return f"{seconds:.2f} s"
    if seconds < 9.95:
        return f"{seconds:.1f} s"
    if seconds < 99.5:
        return f"{seconds:.0f} s"
    minutes = round(seconds / 60)
    if minutes < 100:
        return f"{minutes} min"
    return f"{minutes // 60} h {minutes % 60:02d}"


def pages_rate(per_second: float) -> str:
    """ "2.1 pages/s"; slow engines by the minute, "3 pages/min"."""
    if per_second >= 0.5:
        return rate(per_second, "pages")
    return f"{per_second * 60:.0f} pages/min" if per_second * 60 >= 1 else "under 1 page/min"


def per_cent(share: float) -> str:
    return f"{share * 100:.0f} %"


def rate(per_second: float, unit: str) -> str:
    """ "2.1 pages/s", "1,840 tok/s"."""
    digits = 0 if per_second >= 9.95 else 1
    return f"{per_second:,.{digits}f} {unit}/s"


def queue_speed(status: QueueStatus) -> str:
    """Tokens a second where the engine counts them, else characters, else nothing."""
    if status.tokens_per_s is not None:
        return rate(status.tokens_per_s, "tok")
    return rate(status.chars_per_s, "chars") if status.chars_per_s else ""  # a page's first letter may take long


def queue_left(status: QueueStatus) -> str:
    """ "17 pages left · 8 s", "paused · 17 pages left", "all read"; empty when nothing was asked."""
    left = status.running + status.waiting
    if not left:
        return "all pages read" if status.done and not status.failed else ""
    words = f"{count(left, 'page')} left"
    if status.paused:
        return f"paused · {words}"
    return f"{words} · {duration(max(1, round(status.seconds_left)))}" if status.seconds_left is not None else words


_ENGINES = {
    "builtin": "Built-in reader",
    "scripted": "Scripted engine (for tests)",
    "transformers": "Transformers",
    "vllm": "vLLM",
    "jina": "Jina API",
    "reader": "Jina Reader",
    "hosted": "Service",
}

_WHY = {
    "builtin": "Reads the text that a document carries, and recognises the letters of scans on this computer. "
    "It needs no network and no graphics card, and it cannot read formulas or handwriting well.",
    "transformers": "Reads the pictures of the pages with the model jina-ocr-v1 on this computer. "
    "It needs no network; without a graphics card it is slow.",
    "vllm": "Reads the pictures of the pages with the model jina-ocr-v1 on this computer, many at once. "
    "It needs no network, but a graphics card (or patience), and Linux or WSL2.",
    "jina": "Sends the pictures of the pages to Jina's API, which reads them with the model jina-ocr-v1.",
    "reader": "Lets Jina Reader fetch and read documents of the web, by their addresses.",
    OPENAI: "Sends the pictures of the pages to a server that speaks the OpenAI protocol.",
}


def engine_name(name: str) -> str:
    """ "Jina API"; "Server gpu:8000" for one of the user's own."""
    if name.startswith(OPENAI):
        return f"Server {name.removeprefix(OPENAI).partition('://')[2].partition('/')[0]}"
    return _ENGINES.get(name, name)


_ROUTES = frozenset({NoteCode.TEXT_LAYER, NoteCode.BLANK_PAGE}) | {
    code for code in NoteCode if code.name.startswith("PICTURE_")
}
_FROM_PICTURE = ": read from the picture"


def reading_line(reading: Reading) -> str:
    """What read a page, and how: "Built-in reader · read from the picture: no text layer",
    "Transformers · jina-ocr-v1". The built-in engine's parts are the tool tip's affair."""
    parts = [engine_name(reading.engine)]
    if reading.model and reading.engine != "builtin":
        parts.append(reading.model)
    for note in reading.notes:
        if note.code in _ROUTES:
            words = note_words(note)
            reason = words.removesuffix(_FROM_PICTURE)
            parts.append(words if reason == words else f"read from the picture: {reason}")
    return " · ".join(parts)


def reading_facts(reading: Reading) -> list[str]:
    """The same at length, a line each: model, time, and all that the engine noted."""
    facts = [f"Model: {reading.model}"] if reading.model else []
    if reading.seconds.total is not None:
        facts.append(f"Read in {duration(float(reading.seconds.total))}")
    if reading.output_tokens is not None:
        facts.append(f"{count(reading.output_tokens, 'token')} written")
    if reading.engine in ("hosted", "reader") and reading.drafted is None:
        facts.append("Accepted draft tokens: not reported")
    elif reading.drafted:
        facts.append(f"Accepted draft tokens: {per_cent((reading.accepted or 0) / reading.drafted)}")
    if reading.cost is not None:
        facts.append(f"Cost: about {dollars(reading.cost)}")
    return facts + [capital(note_words(note)) for note in reading.notes]


_DOUBTS = {
    NoteCode.PICTURE_MISMATCH: "The file's own text is not what the page shows, so the page was read from its picture.",
    NoteCode.HAS_FORMULAS: "This page has formulas, which this engine reads badly: compare them with the page.",
    NoteCode.HANDWRITING: "This looks like handwriting, which this engine reads badly: compare it with the page.",
    NoteCode.LOW_CONFIDENCE: "Some words were hard to read: compare them with the page.",
    NoteCode.REPAIRED: "The file is damaged: this is what could still be read.",
    NoteCode.CUT_OFF: "The text breaks off: read the page again.",
}


def doubt_sentence(note: Note) -> str:
    """A doubt as a sentence above the text; what to do is in it."""
    if note.code is NoteCode.UNREADABLE_SCRIPT:
        script = f"the {note.detail} script" if note.detail else "a script"
        return f"Parts of this page are in {script}, which this engine cannot read: look under “Languages of scans”."
    return _DOUBTS.get(note.code) or f"{capital(note_words(note))}."


def capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def engine_chip(status: EngineStatus) -> str:
    """ "Built-in reader", "Built-in reader · starting…"."""
    name = engine_name(status.name)
    if status.state == "ready":
        return name
    if status.progress is not None and status.state == "loading":
        return f"{name} · {per_cent(status.progress)}"
    words = {"starting": "starting…", "loading": "loading…", "restarting": "starting again…", "failed": "not running"}
    return f"{name} · {words.get(status.state, status.state)}"


def engine_reason(status: EngineStatus, chosen: str = "") -> str:
    """Why this engine: what it is for, its own detail, and why it was `chosen`."""
    kind = OPENAI if status.name.startswith(OPENAI) else status.name
    parts = [_WHY.get(kind, ""), status.detail, f"Chosen: {chosen}." if chosen else ""]
    return "\n".join(part for part in parts if part) or engine_name(status.name)


def better_words(one: Ranked) -> str:
    """What this machine could run, as an offer."""
    about = f" ({'; '.join(one.reasons)})" if one.reasons else ""
    fetched = f" {gigabytes(one.download)} would be fetched." if one.download else ""
    return f"This machine can do better: {one.title}{about} reads formulas and tables too.{fetched}"


def spending(spent: Spent) -> str:
    """ "about $0.12 of $1.00"; empty while nothing was spent and there is no cap."""
    if spent.limit is None:
        return f"about {dollars(spent.dollars)}" if spent.dollars else ""
    return f"about {dollars(spent.dollars)} of {dollars(spent.limit)}"


def size(number: int) -> str:
    """Bytes in the units that file managers use (1 MB = 1,000,000 bytes)."""
    amount = float(number)
    for unit in ("bytes", "kB", "MB", "GB"):
        if amount < 1000:
            return f"{amount:.0f} {unit}" if unit in ("bytes", "kB") else f"{amount:.1f} {unit}"
        amount /= 1000
    return f"{amount:.1f} TB"
