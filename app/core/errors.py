# SPDX-License-Identifier: AGPL-3.0-or-later
"""From codes to words: one sentence that says what is wrong and what to do next.

Codes cross processes and stand in the report; the sentence is made here, where it is shown.
Only named placeholders, so that a translation may order them as it needs: {name} is the
file, folder, page or engine that it is about, {detail} is data (a number, a path, a name).
"""

from __future__ import annotations

from collections.abc import Mapping

from app.core.changes import AppCode, Problem
from app.core.retell import retell
from app.core.wording import mark, tr
from engine.protocol import ErrorCode, Note, NoteCode

STOPPED = 130
"""Exit code: the user stopped it."""

CONSENT = 4
"""Exit code: only the user can settle it, with a service or with us."""

WHOLE_FILE = frozenset(
    {
        ErrorCode.NOT_FOUND, ErrorCode.NOT_PERMITTED, ErrorCode.EMPTY_FILE, ErrorCode.NOT_A_DOCUMENT,
        ErrorCode.NO_PAGES, ErrorCode.PASSWORD_NEEDED, ErrorCode.PASSWORD_WRONG, ErrorCode.FILE_CHANGED,
        ErrorCode.DISK_FULL,
    }
)  # fmt: skip
"""Codes that speak of a file even where they end a page."""


HOLDING = frozenset(
    {
        ErrorCode.KEY_MISSING, ErrorCode.KEY_REJECTED, ErrorCode.OUT_OF_CREDITS, ErrorCode.FORBIDDEN,
        ErrorCode.NO_SUCH_SERVICE, ErrorCode.REQUEST_REFUSED, ErrorCode.CERTIFICATE, ErrorCode.NO_CONNECTION,
        ErrorCode.RATE_LIMITED, ErrorCode.SERVICE_STARTING, ErrorCode.COST_LIMIT,
    }
)  # fmt: skip
"""Codes that say nothing against the page and would end every other page too: the queue is held."""


class ProblemError(Exception):
    """The core's only exception: a problem, and what it is about. Raised by files, inputs,
    settings, library and export; caught where the row or the exit code is known."""

    def __init__(self, problem: Problem, subject: str = "") -> None:
        super().__init__(sentence(problem, subject))
        self.problem = problem
        self.subject = subject


def sentence(
    problem: Problem, name: str = "", instead: Mapping[ErrorCode | AppCode, tuple[str, str]] | None = None
) -> str:
    """What is wrong with `name`, and what to do next. Without a name: "The file". `instead`
    holds patterns (and the same without detail) for where another next step is possible than in
    the window."""
    pattern, without = (instead or {}).get(problem.code) or _SENTENCES[problem.code]
    text = tr(pattern if problem.detail or "{detail}" not in pattern else without)
    unnamed = tr("The file") if text.startswith("{name}") else tr("the file")
    detail = retell(_one_line(problem.detail).removesuffix("."))
    return text.format(name=_one_line(name) or unnamed, detail=detail)


def reason(problem: Problem) -> str:
    """A few words for the detail of another problem: the detail, or the code in words. They are told again, with
    that detail, where it is shown."""
    return _one_line(problem.detail).removesuffix(".") or problem.code.replace("-", " ")


def note_words(note: Note) -> str:
    """A few words for a note of the engine, as the page's chip shows them."""
    pattern, without = _NOTES[note.code]
    text = tr(pattern if note.detail or "{detail}" not in pattern else without)
    return text.format(detail=retell(_one_line(note.detail)))


def is_doubt(note: Note) -> bool:
    """Whether the note is a reason to look at the page (and not just how it was read)."""
    return note.code in _DOUBTS


def exit_code(problem: Problem | None) -> int:
    """The command line's exit code for one problem: 0 none, 1 a file or page failed, 2 wrong
    usage, 3 no engine, 4 consent, key, credits or licence missing, 130 stopped by the user."""
    if problem is None:
        return 0
    return _EXITS.get(problem.code, 1)


_EXITS: dict[ErrorCode | AppCode, int] = {
    AppCode.BAD_RANGE: 2,
    ErrorCode.ENGINE_UNAVAILABLE: 3,
    ErrorCode.CANCELLED: STOPPED,
    ErrorCode.SHUTTING_DOWN: STOPPED,
    ErrorCode.KEY_MISSING: CONSENT,
    ErrorCode.KEY_REJECTED: CONSENT,
    ErrorCode.OUT_OF_CREDITS: CONSENT,
    ErrorCode.FORBIDDEN: CONSENT,
    ErrorCode.COST_LIMIT: CONSENT,
    AppCode.NO_CONSENT: CONSENT,
}


def _one_line(text: str) -> str:
    """Names may hold newlines and other control characters; a sentence may not."""
    return "".join(c if c.isprintable() else "�" for c in text)


def _both(text: str) -> tuple[str, str]:
    return text, text


# For each code: the sentence, and the same where no detail is given.
_SENTENCES: dict[ErrorCode | AppCode, tuple[str, str]] = {
    ErrorCode.NOT_FOUND: _both(mark("{name} is not there any more: put it back, or add it from its new place.")),
    ErrorCode.NOT_PERMITTED: _both(
        mark("{name} may not be opened or written by you: change its permissions, or choose another place.")
    ),
    ErrorCode.EMPTY_FILE: _both(mark("{name} is empty (0 bytes): copy or download it again.")),
    ErrorCode.NOT_A_DOCUMENT: _both(
        mark("{name} is neither a PDF nor a picture that Copyholder can read: save it as PDF, PNG, JPEG or TIFF.")
    ),
    ErrorCode.DAMAGED: _both(
        mark(
            "{name} is damaged beyond repair: get a fresh copy, or print it to PDF from a program that still opens it."
        )
    ),
    ErrorCode.NO_PAGES: _both(mark("{name} has no pages: check that it is the file you meant.")),
    ErrorCode.PASSWORD_NEEDED: _both(mark("{name} is locked: enter its password to open it.")),
    ErrorCode.PASSWORD_WRONG: _both(mark("This password does not open {name}: try another one.")),
    ErrorCode.FILE_CHANGED: _both(
        mark("{name} was changed by another program since it was opened: open it again to read the new version.")
    ),
    ErrorCode.NO_SUCH_PAGE: (
        mark("{name} has no page {detail}: choose pages that it has."),
        mark("{name} does not have this page: choose pages that it has."),
    ),
    ErrorCode.UNSUPPORTED: (
        mark("{name} needs something that is not installed ({detail}): install it, or save the file as PDF or PNG."),
        mark("{name} needs a part that is not installed here: save it as PDF or PNG and add that."),
    ),
    ErrorCode.TIME_LIMIT: (
        mark("{name} took longer than {detail} seconds and was given up: try it again, or leave it out."),
        mark("{name} took too long and was given up: try it again, or leave it out."),
    ),
    ErrorCode.OUT_OF_MEMORY: _both(
        mark("There was not enough memory for {name}: close other programs and try again, or read fewer pages at once.")
    ),
    ErrorCode.DISK_FULL: _both(
        mark(
            "The disk is full and has no room for {name}: free some space and press Resume, nothing is lost "
            "until then."
        )
    ),
    ErrorCode.CRASHED: _both(
        mark(
            "{name} made the reading program crash and was left out: everything else goes on, and you can try it again."
        )
    ),
    ErrorCode.CANCELLED: _both(mark("{name} was stopped: what is finished is kept, and Resume goes on from there.")),
    ErrorCode.SHUTTING_DOWN: _both(
        mark("{name} was not finished because Copyholder was closed: open it again and it goes on from there.")
    ),
    ErrorCode.ENGINE_UNAVAILABLE: (
        mark("No engine could be started to read {name} ({detail}): choose another engine, or start Copyholder again."),
        mark("No engine could be started to read {name}: choose another engine, or start Copyholder again."),
    ),
    ErrorCode.ENGINE_FAILED: (
        mark("The engine could not read {name} ({detail}): try it again, or choose another engine."),
        mark("The engine could not read {name}: try it again, or choose another engine."),
    ),
    ErrorCode.PROMPT_TOO_LONG: (
        (
            mark(
                "{name} does not fit into the model's context ({detail} tokens): shorten the instruction, or "
                "choose another engine."
            )
        ),
        mark("{name} does not fit into the model's context: shorten the instruction, or choose another engine."),
    ),
    ErrorCode.KEY_MISSING: (
        mark("The service at {detail} needs a key: enter it, or choose another engine."),
        mark("The service needs a key: enter it, or choose another engine."),
    ),
    ErrorCode.KEY_REJECTED: (
        mark("The service at {detail} does not accept the key: enter it anew, or choose another engine."),
        mark("The service does not accept the key: enter it anew, or choose another engine."),
    ),
    ErrorCode.OUT_OF_CREDITS: _both(
        mark("The account is out of credits: top it up with the service, or choose another engine, then press Resume.")
    ),
    ErrorCode.FORBIDDEN: (
        mark("The service does not allow this ({detail}): check what the key may be used for, then press Resume."),
        mark("The service does not allow this: check what the key may be used for, then press Resume."),
    ),
    ErrorCode.NO_SUCH_SERVICE: (
        mark("There is no such service at {detail}: check the address of the engine, then press Resume."),
        mark("There is no such service at this address: check the address of the engine, then press Resume."),
    ),
    ErrorCode.REQUEST_REFUSED: (
        mark("The service refused the request ({detail}): check the model's name and the prompt, then press Resume."),
        mark("The service refused the request: check the model's name and the prompt, then press Resume."),
    ),
    ErrorCode.PICTURE_TOO_LARGE: _both(
        mark(
            "The picture of {name} is too large for the service, also when made smaller: choose another engine for it."
        )
    ),
    ErrorCode.RATE_LIMITED: _both(
        mark("The service answers that there are too many requests: wait a few minutes, then press Resume.")
    ),
    ErrorCode.SERVICE_STARTING: _both(
        mark("The service did not start in time: try again in a few minutes with Resume, or choose another engine.")
    ),
    ErrorCode.SERVICE_FAILED: (
        mark("The service failed at {name} twice ({detail}): try the page again later, it may have been billed."),
        mark("The service failed at {name} twice: try the page again later, it may have been billed."),
    ),
    ErrorCode.NO_CONNECTION: (
        mark(
            "The service at {detail} cannot be reached: check the network, the proxy and the address, then press "
            "Resume."
        ),
        mark("The service cannot be reached: check the network, the proxy and the address, then press Resume."),
    ),
    ErrorCode.CERTIFICATE: (
        (
            mark(
                "The service at {detail} shows a certificate that is not trusted: check the address, or name your own "
                "certificate authority in the settings."
            )
        ),
        (
            mark(
                "The service shows a certificate that is not trusted: check the address, or name your own certificate "
                "authority in the settings."
            )
        ),
    ),
    ErrorCode.BAD_ANSWER: (
        mark("The service gave no usable answer for {name} ({detail}): try the page again, or choose another engine."),
        mark("The service gave no usable answer for {name}: try the page again, or choose another engine."),
    ),
    ErrorCode.ADDRESS_REFUSED: (
        mark("{name} leads to {detail}, which is in a private network: name that address yourself if you mean it."),
        mark("{name} leads to a private network: name that address yourself if you mean it."),
    ),
    ErrorCode.SOURCE_REFUSED: (
        mark("The site of {name} refused the service ({detail}): download the file and read it from the disk."),
        mark("The site of {name} refused the service: download the file and read it from the disk."),
    ),
    ErrorCode.COST_LIMIT: (
        mark("The spending cap is reached (US dollars {detail}): raise it to go on, all finished pages are kept."),
        mark("The spending cap is reached: raise it to go on, all finished pages are kept."),
    ),
    ErrorCode.BAD_MESSAGE: _both(
        mark(
            "Two parts of Copyholder did not understand each other over {name}: install it again so that all parts fit."
        )
    ),
    ErrorCode.INTERNAL: (
        mark("An unexpected fault in Copyholder stopped {name} ({detail}): try it again, and report it if it stays."),
        mark("An unexpected fault in Copyholder stopped {name}: try it again, and report it if it stays."),
    ),
    AppCode.NO_DOCUMENTS: _both(
        mark("There is nothing to read in {name}: choose a folder or files with PDFs or pictures in them.")
    ),
    AppCode.BAD_NAME: _both(mark("The name of {name} has bytes in it that are not text: rename it and add it again.")),
    AppCode.BAD_RANGE: (
        mark("The page range {detail} is not understood: write it like 1-3,7,10- where the first page is 1."),
        mark("The page range is not understood: write it like 1-3,7,10- where the first page is 1."),
    ),
    AppCode.LIBRARY_NEWER: _both(
        mark(
            "The library was written by a newer Copyholder and nothing is saved to it: install the newer version "
            "to go on."
        )
    ),
    AppCode.LIBRARY_DAMAGED: (
        mark(
            "The library was damaged and a new one was begun: put back a backup if you have one; the old one is "
            "{detail}."
        ),
        mark("The library is damaged: put back a backup, or remove it to begin a new one."),
    ),
    AppCode.LIBRARY_READ_ONLY: _both(
        mark("The library cannot be written and nothing is saved: change the permissions of {name}, then start again.")
    ),
    AppCode.LIBRARY_IN_USE: _both(
        mark("Another Copyholder has the library open: close the other windows and commands, then try again.")
    ),
    AppCode.LIBRARY_THERE: _both(
        mark("There is another library in {name}: choose an empty folder, this one stays where it is.")
    ),
    AppCode.SETTINGS_DAMAGED: (
        mark("The settings could not be understood: defaults stand in for what was wrong; the old file is {detail}."),
        mark("The settings could not be understood: defaults stand in for what was wrong, check them in the settings."),
    ),
    AppCode.SETTING_WRONG: (
        mark("The value of {detail} is not understood: correct it, its default stands in until then."),
        mark("A setting is not understood: correct it, its default stands in until then."),
    ),
    AppCode.SETTINGS_NOT_TAKEN: (
        mark(
            "Nothing was taken from {name}, because {detail} is not understood: correct it, then import the file again."
        ),
        mark("Nothing was taken from {name}, because it is no file of settings: choose one that “Export” wrote."),
    ),
    AppCode.NOT_READ_YET: _both(mark("{name} has no page that was read yet: read it first.")),
    AppCode.NO_OFFICE: _both(
        mark("{name} needs pandoc to be written: install it with “pip install copyholder[office]”, or choose HTML.")
    ),
    AppCode.NOT_WRITTEN: (
        mark("{name} could not be written ({detail}): export it as HTML instead, which other programs open too."),
        mark("{name} could not be written: export it as HTML instead, which other programs open too."),
    ),
    AppCode.NO_FIGURES: _both(
        mark(
            "{name} is not there as it was read, so its figures and page pictures were left out: put it back, then "
            "export again."
        )
    ),
    AppCode.OTHER_ORIGINAL: _both(
        mark(
            "{name} is another file by now than the one that was read: bring that one to its place, or convert "
            "this one."
        )
    ),
    AppCode.NOT_SPLIT: _both(
        mark(
            "The pages of {name} stay as they are while something of it is not saved: make room on the disk, then "
            "try again."
        )
    ),
    AppCode.EDITED_TWICE: (
        mark("{name} was edited in another window, too (page {detail}): the newest text counts, and History has both."),
        mark("{name} was edited in another window, too: the newest text counts, and History has both."),
    ),
    AppCode.EDITED_OVER: (
        mark(
            "Another window replaced what you typed in {name} (page {detail}): your text can be restored from that "
            "page’s History."
        ),
        mark("Another window replaced what you typed in {name}: your text can be restored from the page’s History."),
    ),
    AppCode.NOT_STORED: _both(mark("{name} is not in the library: “copyholder library list” shows what is.")),
    AppCode.DELETED_ELSEWHERE: _both(
        mark(
            "{name} was deleted from the library by another window or command: what you type from now on is kept, and "
            "its pages can be read again."
        )
    ),
    AppCode.BAD_ADDRESS: (
        mark("The address cannot be used: {detail}."),
        mark("This is no web address: write one like https://example.org/paper.pdf."),
    ),
    AppCode.NOT_GIVEN: (
        (
            mark(
                "The server does not give {name} ({detail}): check the address, or download it with a browser "
                "and add the file."
            )
        ),
        mark("The server does not give {name}: check the address, or download it with a browser and add the file."),
    ),
    AppCode.WEB_PAGE: _both(
        mark("{name} is a page for a browser and no document: open it there and add the address of its PDF.")
    ),
    AppCode.TOO_LARGE: (
        mark("{name} is larger than {detail} MB: download it with a browser and add the file."),
        mark("{name} is too large to be downloaded here: download it with a browser and add the file."),
    ),
    AppCode.NO_CERTIFICATES: (
        mark("The file {detail} has no certificates that can be read: choose a PEM file in the settings."),
        mark("The file of certificates cannot be read: choose a PEM file in the settings."),
    ),
    AppCode.ENGINE_REPLACED: (
        mark("The engine {name} cannot be used ({detail}): choose another one if you would rather, nothing is lost."),
        mark("The engine {name} cannot be used, and another one reads instead: choose one if you would rather."),
    ),
    AppCode.OFFLINE: (
        mark("{name} was not fetched, because Copyholder is set to work offline: allow the network in the settings."),
        mark("The file was not fetched, because Copyholder is set to work offline: allow the network in the settings."),
    ),
    AppCode.NO_CONSENT: (
        mark(
            "Nothing was sent to {detail}, as you said: choose an engine on this machine, or press Resume to be asked."
        ),
        mark("Nothing was sent, as you said: choose an engine on this machine, or press Resume to be asked."),
    ),
}

_NOTES: dict[NoteCode, tuple[str, str]] = {
    NoteCode.TEXT_LAYER: _both(mark("text layer")),
    NoteCode.PICTURE_NO_TEXT: _both(mark("no text layer: read from the picture")),
    NoteCode.PICTURE_CIPHER: _both(mark("text layer is a cipher: read from the picture")),
    NoteCode.PICTURE_OLD_OCR: _both(mark("text layer is an old, poor recognition: read from the picture")),
    NoteCode.PICTURE_MISMATCH: _both(mark("text layer differs from what is seen: read from the picture")),
    NoteCode.PICTURE_THIN: _both(mark("page is mostly picture: read from the picture")),
    NoteCode.PICTURE_ASKED: _both(mark("read from the picture as asked")),
    NoteCode.BLANK_PAGE: _both(mark("blank page")),
    NoteCode.INVENTED: _both(mark("blank page: the text that the model made up for it was left out")),
    NoteCode.HAS_FORMULAS: _both(mark("has formulas: a vision model would do better")),
    NoteCode.HANDWRITING: _both(mark("handwriting: a vision model would do better")),
    NoteCode.UNREADABLE_SCRIPT: (mark("cannot read {detail} script"), mark("in a script that the engine cannot read")),
    NoteCode.LOW_CONFIDENCE: _both(mark("hard to read: check the words")),
    NoteCode.TURNED: (mark("turned upright by {detail}°"), mark("turned upright")),
    NoteCode.DESKEWED: (mark("straightened by {detail}°"), "straightened"),
    NoteCode.SCALED_DOWN: (mark("very large page, scaled down ({detail})"), mark("very large page, scaled down")),
    NoteCode.REPAIRED: _both(mark("file was damaged: what survives was read")),
    NoteCode.HIDDEN_TEXT: _both(mark("invisible text left out")),
    NoteCode.TEXT_IN_PICTURES: _both(mark("parts were read from pictures")),
    NoteCode.CUT_OFF: _both(mark("text was cut off: read the page again")),
    NoteCode.REPLAYED: _both(mark("asked for twice after the connection broke, and perhaps billed twice")),
    NoteCode.DRAFT_OFF: (mark("read without drafts ({detail})"), mark("read without drafts")),
}

_DOUBTS = frozenset(
    {
        NoteCode.PICTURE_MISMATCH,
        NoteCode.HAS_FORMULAS,
        NoteCode.HANDWRITING,
        NoteCode.UNREADABLE_SCRIPT,
        NoteCode.LOW_CONFIDENCE,
        NoteCode.REPAIRED,
        NoteCode.CUT_OFF,
        NoteCode.INVENTED,
    }
)
