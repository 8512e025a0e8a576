# SPDX-License-Identifier: AGPL-3.0-or-later
"""The codes in messages between Copyholder's programs: of failures, of notes on a page, of what is waited for.
Part of `engine.protocol`, where all of them can be had.
"""

from __future__ import annotations

from enum import StrEnum


class ErrorCode(StrEnum):
    """Why a file, a page or an engine failed. `app.core.errors` has the sentences."""

    NOT_FOUND = "not-found"
    NOT_PERMITTED = "not-permitted"
    EMPTY_FILE = "empty-file"
    NOT_A_DOCUMENT = "not-a-document"  # neither a PDF nor a picture we can read
    DAMAGED = "damaged"  # a document, but beyond repair
    NO_PAGES = "no-pages"
    PASSWORD_NEEDED = "password-needed"
    PASSWORD_WRONG = "password-wrong"
    FILE_CHANGED = "file-changed"  # no longer the file that was opened
    NO_SUCH_PAGE = "no-such-page"
    UNSUPPORTED = "unsupported"  # a sort of file that needs something not installed
    TIME_LIMIT = "time-limit"
    OUT_OF_MEMORY = "out-of-memory"
    DISK_FULL = "disk-full"
    CRASHED = "crashed"  # the program that did the work died
    CANCELLED = "cancelled"
    SHUTTING_DOWN = "shutting-down"
    ENGINE_UNAVAILABLE = "engine-unavailable"  # could not be started or loaded
    ENGINE_FAILED = "engine-failed"  # the engine's library raised an error of its own
    PROMPT_TOO_LONG = "prompt-too-long"  # detail: tokens it has, and how many fit
    # services on other machines
    KEY_MISSING = "key-missing"  # detail: the host
    KEY_REJECTED = "key-rejected"  # 401; detail: the host
    OUT_OF_CREDITS = "out-of-credits"  # 402
    FORBIDDEN = "forbidden"  # 403; detail: what the service says
    NO_SUCH_SERVICE = "no-such-service"  # 404, a redirect, or no API at this address; detail: the address
    REQUEST_REFUSED = "request-refused"  # 400 or 422; detail: what the service says
    PICTURE_TOO_LARGE = "picture-too-large"  # 413, also after it was scaled
    RATE_LIMITED = "rate-limited"  # 429, for longer than we wait
    SERVICE_STARTING = "service-starting"  # 503, for longer than we wait
    SERVICE_FAILED = "service-failed"  # 500, 502, 504, a time-out or a cut stream, also at the replay
    NO_CONNECTION = "no-connection"  # detail: the host
    CERTIFICATE = "certificate"  # detail: the host
    BAD_ANSWER = "bad-answer"  # an empty or meaningless answer; detail: what it was
    ADDRESS_REFUSED = "address-refused"  # a redirect into a private network; detail: the address
    SOURCE_REFUSED = "source-refused"  # the page's own site refused the service; detail: what it says
    COST_LIMIT = "cost-limit"  # the spending cap would be passed; detail: USD spent and allowed
    BAD_MESSAGE = "bad-message"
    INTERNAL = "internal"


class NoteCode(StrEnum):
    """What an engine has to say about a page it did read: the route it took, and doubts."""

    # how the page was read, and why
    TEXT_LAYER = "text-layer"
    PICTURE_NO_TEXT = "picture-no-text"  # no text layer: read from the picture
    PICTURE_CIPHER = "picture-cipher"  # the text layer is a cipher
    PICTURE_OLD_OCR = "picture-old-ocr"  # the text layer is an earlier, poor OCR
    PICTURE_MISMATCH = "picture-mismatch"  # the spot check found another text on the page
    PICTURE_THIN = "picture-thin"  # pictures cover the page, hardly any text
    PICTURE_ASKED = "picture-asked"  # the user asked for it
    BLANK_PAGE = "blank-page"
    INVENTED = "invented"  # a model's text for a page that has no ink for it was dropped
    # doubts
    HAS_FORMULAS = "has-formulas"  # a vision model would do better
    HANDWRITING = "handwriting"
    UNREADABLE_SCRIPT = "unreadable-script"  # detail: the script's name
    LOW_CONFIDENCE = "low-confidence"
    TURNED = "turned"  # detail: degrees clockwise that made it upright
    DESKEWED = "deskewed"  # detail: degrees
    SCALED_DOWN = "scaled-down"  # detail: pixels asked and given
    REPAIRED = "repaired"  # the file is damaged; what survives was read
    HIDDEN_TEXT = "hidden-text"  # invisible text was left out
    TEXT_IN_PICTURES = "text-in-pictures"  # parts of the text were read from pictures
    CUT_OFF = "cut-off"
    REPLAYED = "replayed"  # asked for twice, and perhaps billed twice; detail: how often
    DRAFT_OFF = "draft-off"  # read without drafts; detail: why


class WaitCode(StrEnum):
    """What a page waits for, while nothing is wrong with it."""

    SERVICE_STARTING = "service-starting"
    RATE_LIMITED = "rate-limited"
    NO_CONNECTION = "no-connection"
    SERVICE_FAILED = "service-failed"
