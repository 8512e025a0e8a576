# SPDX-License-Identifier: AGPL-3.0-or-later
"""What the window says in words: states, figures and next steps. Plain functions, no Qt.

A figure that was not reported makes no text at all; nothing is shown as zero that is not zero.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

from app.core.changes import AppCode, DocumentRow, DocumentState, EngineStatus, PageRow, PageState, QueueStatus, Spent
from app.core.engines import OPENAI
from app.core.errors import note_words
from app.core.models.words import gigabytes
from app.core.money import dollars
from app.core.retell import retell
from app.core.wording import mark, several, tr
from engine.protocol import ErrorCode, Note, NoteCode, Reading

if TYPE_CHECKING:
    from engine.choose.values import Ranked

_STATES = {
    DocumentState.DOWNLOADING: mark("downloading…"),
    DocumentState.OPENING: mark("opening…"),
    DocumentState.NEEDS_PASSWORD: mark("needs a password"),
    DocumentState.WAITING: mark("waiting"),
    DocumentState.READING: mark("reading"),
    DocumentState.PAUSED: mark("paused"),
    DocumentState.DONE: mark("read"),
    DocumentState.FAILED: mark("could not be opened"),
    DocumentState.IDLE: mark("not read yet"),
}

_PAGE_STATES = {
    PageState.NEW: mark("not read"),
    PageState.QUEUED: mark("waiting"),
    PageState.READING: mark("being read"),
    PageState.READ: mark("read"),
    PageState.FAILED: mark("not readable"),
}


def page_state(state: PageState) -> str:
    """ "waiting", "being read"."""
    return tr(_PAGE_STATES[state])


@dataclass(frozen=True, slots=True)
class Step:
    """A next step offered beside a problem: the link's text and what it asks for
    ("password", "reopen", "find", "retry", "remove")."""

    text: str
    asks: str


_STEPS: dict[ErrorCode | AppCode, Step] = {
    ErrorCode.PASSWORD_NEEDED: Step(mark("Enter password…"), "password"),
    ErrorCode.PASSWORD_WRONG: Step(mark("Enter it again…"), "password"),
    ErrorCode.NOT_FOUND: Step(mark("Find the file…"), "find"),
    ErrorCode.FILE_CHANGED: Step(mark("Open again"), "reopen"),
    ErrorCode.NOT_PERMITTED: Step(mark("Open again"), "reopen"),
    ErrorCode.TIME_LIMIT: Step(mark("Try again"), "reopen"),
    ErrorCode.CRASHED: Step(mark("Try again"), "reopen"),
    ErrorCode.OUT_OF_MEMORY: Step(mark("Try again"), "reopen"),
    ErrorCode.DISK_FULL: Step(mark("Try again"), "reopen"),
    ErrorCode.INTERNAL: Step(mark("Try again"), "reopen"),
    ErrorCode.CANCELLED: Step(mark("Open again"), "reopen"),
}
_REMOVE = Step(mark("Remove from the list"), "remove")


def step_of(row: DocumentRow) -> Step | None:
    """The next step of a document's row, if its state calls for one."""
    if row.state is DocumentState.NEEDS_PASSWORD:
        code = row.problem.code if row.problem else ErrorCode.PASSWORD_NEEDED
        return _shown(_STEPS.get(code, _STEPS[ErrorCode.PASSWORD_NEEDED]))
    if row.problem is not None:
        return _shown(_STEPS.get(row.problem.code, _REMOVE))
    if row.failed and row.state in (DocumentState.DONE, DocumentState.IDLE):
        return Step(tr("Read them again") if row.failed > 1 else tr("Read it again"), "retry")
    return None


def _shown(step: Step) -> Step:
    return Step(tr(step.text), step.asks)


Counted: TypeAlias = Literal["page", "document", "flag", "doubt", "token", "place", "character", "difference", "blank"]

_COUNTED: dict[Counted, tuple[str, str]] = {
    "page": (mark("{n:,} page"), mark("{n:,} pages")),
    "document": (mark("{n:,} document"), mark("{n:,} documents")),
    "flag": (mark("{n:,} flag"), mark("{n:,} flags")),
    "doubt": (mark("{n:,} doubt"), mark("{n:,} doubts")),
    "token": (mark("{n:,} token"), mark("{n:,} tokens")),
    "place": (mark("{n:,} place"), mark("{n:,} places")),
    "character": (mark("{n:,} character"), mark("{n:,} characters")),
    "difference": (mark("{n:,} difference"), mark("{n:,} differences")),
    "blank": (mark("{n:,} blank"), mark("{n:,} blanks")),
}


def count(number: int, one: Counted) -> str:
    """ "1 page", "48 pages", "1,200 pages"."""
    return several(*_COUNTED[one], number)


def document_line(row: DocumentRow) -> str:
    """ "48 pages · 31 read · 9 checked"; the second line of a document's row."""
    if row.state is DocumentState.DOWNLOADING:
        if not row.expected:
            return tr("downloading · {size}").format(size=size(row.received))
        return tr("downloading · {size} of {whole}").format(size=size(row.received), whole=size(row.expected))
    if row.state is DocumentState.OPENING or not row.pages:
        return tr(_STATES[row.state])
    parts = [count(row.pages, "page")]
    if row.checked == row.pages:
        parts.append(tr("checked"))
    elif row.read == row.pages:
        parts.append(tr("read"))
    elif row.read:
        parts.append(tr("{n:,} read").format(n=row.read))
    else:
        parts.append(tr(_STATES[row.state]))
    if row.failed:
        parts.append(tr("{n:,} failed").format(n=row.failed))
    if row.state is DocumentState.PAUSED and row.read:
        parts.append(tr("paused"))
    if 0 < row.checked < row.pages:
        parts.append(tr("{n:,} checked").format(n=row.checked))
    if row.flags:
        parts.append(count(row.flags, "flag"))
    return " · ".join(parts)


def proof_line(row: DocumentRow) -> str:
    """ "checked 12 of 340 · 57 flags left"; empty while nothing was read."""
    if not row.pages or not (row.read or row.checked):
        return ""
    checked = tr("checked {n:,} of {pages:,}").format(n=row.checked, pages=row.pages)
    if not row.flags:
        return checked
    left = several(mark("{n:,} flag left"), mark("{n:,} flags left"), row.flags)
    return f"{checked} · {left}"


def share_done(row: DocumentRow) -> float:
    """0..1 of the pages asked for (of all pages where none was asked for); of a download."""
    if row.state is DocumentState.DOWNLOADING:
        return min(1.0, row.received / row.expected) if row.expected else 0.0
    whole = row.asked or row.pages
    return min(1.0, (row.read + row.failed) / whole) if whole else 0.0


def page_caption(row: PageRow) -> str:
    """What stands beside the page's number in the strip: speed while it is read, then its time."""
    if row.state is PageState.READING:
        return _rate("tok", row.tokens_per_s, 0) if row.tokens_per_s is not None else tr("reading")
    if row.state is PageState.FAILED:
        return tr("failed")
    if row.state is PageState.READ and row.seconds is not None:
        return duration(row.seconds)
    return ""


def page_spoken(row: PageRow, pages: int) -> str:
    """One page for a screen reader."""
    parts = [tr("Page {page} of {pages}").format(page=row.page + 1, pages=pages), page_state(row.state)]
    if row.state is PageState.READ and row.seconds is not None:
        parts.append(tr("in {n:.1f} seconds").format(n=row.seconds))
    parts += [word for word, holds in ((tr("edited"), row.edited), (tr("checked"), row.checked)) if holds]
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
    if per_second * 60 >= 1:
        return tr("{n:.0f} pages/min").format(n=per_second * 60)
    return tr("under 1 page/min")


def per_cent(share: float) -> str:
    return f"{share * 100:.0f} %"


Rated: TypeAlias = Literal["pages", "tok", "chars"]

_RATES: dict[Rated, str] = {"pages": mark("{n} pages/s"), "tok": mark("{n} tok/s"), "chars": mark("{n} chars/s")}


def rate(per_second: float, unit: Rated) -> str:
    """ "2.1 pages/s", "1,840 tok/s"."""
    return _rate(unit, per_second, 0 if per_second >= 9.95 else 1)


def _rate(unit: Rated, per_second: float, digits: int) -> str:
    return tr(_RATES[unit]).format(n=f"{per_second:,.{digits}f}")


def queue_speed(status: QueueStatus) -> str:
    """Tokens a second where the engine counts them, else characters, else nothing."""
    if status.tokens_per_s is not None:
        return rate(status.tokens_per_s, "tok")
    return rate(status.chars_per_s, "chars") if status.chars_per_s else ""  # a page's first letter may take long


def queue_left(status: QueueStatus) -> str:
    """ "17 pages left · 8 s", "paused · 17 pages left", "3 pages left · 1,900 documents to open", "all pages read";
    empty when nothing was asked."""
    left = status.running + status.waiting
    if not (left or status.opening):
        return tr("all pages read") if status.done and not status.failed else ""
    parts = [several(mark("{n:,} page left"), mark("{n:,} pages left"), left)] if left else []
    if status.opening:  # how long it takes is not known
        parts.append(several(mark("{n:,} document to open"), mark("{n:,} documents to open"), status.opening))
    elif status.seconds_left is not None and not status.paused:
        parts.append(duration(max(1, round(status.seconds_left))))
    words = " · ".join(parts)
    return tr("paused · {left}").format(left=words) if status.paused else words


_ENGINES = {
    "builtin": mark("Built-in reader"),
    "scripted": mark("Scripted engine (for tests)"),
    "transformers": mark("Transformers"),
    "vllm": mark("vLLM"),
    "jina": mark("Jina API"),
    "reader": mark("Jina Reader"),
    "hosted": mark("Service"),
}

_WHY = {
    "builtin": mark(
        "Reads the text that a document carries, and recognises the letters of scans on this computer. "
        "It needs no network and no graphics card, and it cannot read formulas or handwriting well."
    ),
    "transformers": mark(
        "Reads the pictures of the pages with the model jina-ocr-v1 on this computer. "
        "It needs no network; without a graphics card it is slow."
    ),
    "vllm": mark(
        "Reads the pictures of the pages with the model jina-ocr-v1 on this computer, many at once. "
        "It needs no network, but a graphics card (or patience), and Linux or WSL2."
    ),
    "jina": mark("Sends the pictures of the pages to Jina's API, which reads them with the model jina-ocr-v1."),
    "reader": mark("Lets Jina Reader fetch and read documents of the web, by their addresses."),
    OPENAI: mark("Sends the pictures of the pages to a server that speaks the OpenAI protocol."),
}


def engine_name(name: str) -> str:
    """ "Jina API"; "Server gpu:8000" for one of the user's own."""
    if name.startswith(OPENAI):
        return tr("Server {host}").format(host=name.removeprefix(OPENAI).partition("://")[2].partition("/")[0])
    return tr(_ENGINES.get(name, name))


_ROUTES = frozenset({NoteCode.TEXT_LAYER, NoteCode.BLANK_PAGE}) | {
    code for code in NoteCode if code.name.startswith("PICTURE_")
}
_FROM_PICTURE = {
    NoteCode.PICTURE_NO_TEXT: mark("read from the picture: no text layer"),
    NoteCode.PICTURE_CIPHER: mark("read from the picture: text layer is a cipher"),
    NoteCode.PICTURE_OLD_OCR: mark("read from the picture: text layer is an old, poor recognition"),
    NoteCode.PICTURE_MISMATCH: mark("read from the picture: text layer differs from what is seen"),
    NoteCode.PICTURE_THIN: mark("read from the picture: page is mostly picture"),
}
"""Notes that say why, with how the page was read before that."""


def reading_line(reading: Reading) -> str:
    """What read a page, and how: "Built-in reader · read from the picture: no text layer",
    "Transformers · jina-ocr-v1". The built-in engine's parts are the tool tip's affair."""
    parts = [engine_name(reading.engine)]
    if reading.model and reading.engine != "builtin":
        parts.append(reading.model)
    parts += [_route(note) for note in reading.notes if note.code in _ROUTES]
    return " · ".join(parts)


def _route(note: Note) -> str:
    return tr(_FROM_PICTURE[note.code]) if note.code in _FROM_PICTURE else note_words(note)


def reading_facts(reading: Reading) -> list[str]:
    """The same at length, a line each: model, time, and all that the engine noted."""
    facts = [tr("Model: {model}").format(model=reading.model)] if reading.model else []
    if reading.seconds.total is not None:
        facts.append(tr("Read in {time}").format(time=duration(float(reading.seconds.total))))
    if reading.output_tokens is not None:
        facts.append(several(mark("{n:,} token written"), mark("{n:,} tokens written"), reading.output_tokens))
    if reading.engine in ("hosted", "reader") and reading.drafted is None:
        facts.append(tr("Accepted draft tokens: not reported"))
    elif reading.drafted:
        share = per_cent((reading.accepted or 0) / reading.drafted)
        facts.append(tr("Accepted draft tokens: {share}").format(share=share))
    if reading.cost is not None:
        facts.append(tr("Cost: about {dollars}").format(dollars=dollars(reading.cost)))
    return facts + [capital(note_words(note)) for note in reading.notes]


_DOUBTS = {
    NoteCode.PICTURE_MISMATCH: mark(
        "The file's own text is not what the page shows, so the page was read from its picture."
    ),
    NoteCode.HAS_FORMULAS: mark("This page has formulas, which this engine reads badly: compare them with the page."),
    NoteCode.HANDWRITING: mark("This looks like handwriting, which this engine reads badly: compare it with the page."),
    NoteCode.LOW_CONFIDENCE: mark("Some words were hard to read: compare them with the page."),
    NoteCode.REPAIRED: mark("The file is damaged: this is what could still be read."),
    NoteCode.CUT_OFF: mark("The text breaks off: read the page again."),
}


def doubt_sentence(note: Note) -> str:
    """A doubt as a sentence above the text; what to do is in it."""
    if note.code is NoteCode.UNREADABLE_SCRIPT:
        if not note.detail:
            return tr(
                "Parts of this page are in a script, which this engine cannot read: look under “Languages of scans”."
            )
        return tr(
            "Parts of this page are in the {script} script, which this engine cannot read: look under “Languages of "
            "scans”."
        ).format(script=note.detail)
    return tr(_DOUBTS[note.code]) if note.code in _DOUBTS else f"{capital(note_words(note))}."


def capital(words: str) -> str:
    return words[:1].upper() + words[1:]


_ENGINE_STATES = {
    "starting": mark("starting…"),
    "loading": mark("loading…"),
    "restarting": mark("starting again…"),
    "failed": mark("not running"),
}


def engine_chip(status: EngineStatus) -> str:
    """ "Built-in reader", "Built-in reader · starting…"."""
    name = engine_name(status.name)
    if status.state == "ready":
        return name
    if status.progress is not None and status.state == "loading":
        return f"{name} · {per_cent(status.progress)}"
    return f"{name} · {tr(_ENGINE_STATES.get(status.state, status.state))}"


def engine_reason(status: EngineStatus, chosen: str = "") -> str:
    """Why this engine: what it is for, its own detail, and why it was `chosen`."""
    kind = OPENAI if status.name.startswith(OPENAI) else status.name
    why = tr("Chosen: {reason}.").format(reason=retell(chosen)) if chosen else ""
    parts = [tr(_WHY.get(kind, "")), retell(status.detail), why]
    return "\n".join(part for part in parts if part) or engine_name(status.name)


def better_words(one: Ranked) -> str:
    """What this machine could run, as an offer."""
    about = f" ({'; '.join(map(retell, one.reasons))})" if one.reasons else ""
    offer = tr("This machine can do better: {engine}{about} reads formulas and tables too.")
    words = offer.format(engine=retell(one.title), about=about)
    return f"{words} {tr('{size} would be fetched.').format(size=gigabytes(one.download))}" if one.download else words


def spending(spent: Spent) -> str:
    """ "about $0.12 of $1.00"; empty while nothing was spent and there is no cap."""
    if spent.limit is None:
        return tr("about {dollars}").format(dollars=dollars(spent.dollars)) if spent.dollars else ""
    return tr("about {dollars} of {limit}").format(dollars=dollars(spent.dollars), limit=dollars(spent.limit))


_WHOLE = (mark("{n} bytes"), mark("{n} kB"))
_SIZES = (*_WHOLE, mark("{n} MB"), mark("{n} GB"))


def size(number: int) -> str:
    """Bytes in the units that file managers use (1 MB = 1,000,000 bytes)."""
    amount = float(number)
    for unit in _SIZES:
        if amount < 1000:
            return tr(unit).format(n=f"{amount:.0f}" if unit in _WHOLE else f"{amount:.1f}")
        amount /= 1000
    return tr("{n} TB").format(n=f"{amount:.1f}")
