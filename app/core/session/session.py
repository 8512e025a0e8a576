# SPDX-License-Identifier: AGPL-3.0-or-later
"""The intentions. Every method may be called from any thread and returns at once; what comes
of it arrives as changes through `notify`, on the session's thread."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from app.core.changes import Change
from app.core.export import ExportOptions, Format
from app.core.places import Places
from app.core.settings import Settings
from engine.protocol import Box, Scalar


class Session:
    """`engine` names the backend; `engine_options` are its options (UseEngine), and they are
    part of a reading's key. The commands start the children; None means this interpreter's
    `-m engine` and `-m engine.pages`. `notify` must return soon; what it raises is logged."""

    def __init__(
        self,
        places: Places,
        settings: Settings,
        notify: Callable[[Change], None],
        *,
        engine: str = "builtin",
        engine_options: Mapping[str, Scalar] | None = None,
        engine_command: Sequence[str] | None = None,
        pages_command: Sequence[str] | None = None,
    ) -> None:
        raise NotImplementedError

    def start(self) -> None:
        """Start the thread: it opens the library and starts the children. Intentions from before are done then."""

    def close(self, timeout: float = 8.0) -> None:
        """Clean quit: save what is unsaved, end the children, join. Within `timeout` seconds."""

    def wait_idle(self, timeout: float | None = None) -> bool:
        """Wait until everything asked for before this call has come to an end: nothing is being
        opened, read, rendered, exported or saved, and nothing waits that could go on (a paused
        queue, a missing password or a failed engine can not). False if `timeout` seconds passed."""
        raise NotImplementedError

    # ------------------------------------------------------------ documents

    def add(self, paths: Sequence[Path], *, as_one: bool = False, read: bool = True) -> None:
        """Add files and folders (recursively). Each file gets its row at once. What is in the
        list already is answered by DocumentChosen, names without anything to read by Notice."""

    def open_stored(self, stored: int, *, read: bool = False) -> None:
        """Add a document of the library by its number there (SearchHit.stored, StorageInfo)."""

    def unlock(self, document: int, password: str) -> None:
        """Try a password; it is kept in memory only. A wrong one leaves NEEDS_PASSWORD with the
        problem PASSWORD_WRONG."""

    def remove(self, document: int) -> None:
        """Take it from the list, cancelling its pages; the library keeps it."""

    def reopen(self, document: int) -> None:
        """Open again what failed, moved or changed; a changed file becomes a new document in the same row."""

    # ------------------------------------------------------------ what the user looks at

    def view(self, document: int, page: int) -> None:
        """Answered by PageShown; pieces of this page are forwarded (PagePiece) and its jobs go first."""

    def want_rows(self, document: int, first: int, count: int) -> None:
        """Answered by PageRows, which also come later when a page in one of the last wanted windows changes."""

    def picture(self, document: int, page: int, pixels: int, purpose: str, region: Box | None = None) -> None:
        """Answered by PictureReady or PictureFailed with the same `purpose`. `pixels` is the long
        side. A newer request for the same document, page and purpose replaces an unanswered one."""

    def forget_pictures(self, document: int, purpose: str) -> None:
        """Unanswered requests of this purpose are no longer wanted; they get no answer."""

    def words(self, document: int, page: int) -> None:
        """Answered by WordsReady (empty where there is no text layer)."""

    # ------------------------------------------------------------ reading

    def read(self, document: int, pages: Sequence[int] | None = None, *, again: bool = False) -> None:
        """Ask for pages (None: all). Pages finished in the library with the present engine and
        options count at once, edited ones too; `again` reads them anew beside the old reading."""

    def retry(self, document: int, page: int | None = None) -> None:
        """Failed pages (None: all failed ones of the document) are asked for again."""

    def pause(self) -> None:
        """Hand out no more pages; those in flight finish."""

    def resume(self) -> None:
        """Go on, after pause, stop or a full disk; what is unsaved is saved first."""

    def stop_now(self) -> None:
        """Cancel the pages in flight (they wait again) and pause."""

    def stop_after_document(self) -> None:
        """Pause when the document that is being read is through."""

    def move(self, document: int, position: int) -> None:
        """Place in the queue and list, from 0."""

    # ------------------------------------------------------------ the text

    def edit(self, document: int, page: int, text: str) -> None:
        """The user's text of the page: a new row in the library, then Saved."""

    def revert(self, document: int, page: int) -> None:
        """Back to the engine's text, as a new edit; answered by PageShown."""

    def check(self, document: int, page: int, checked: bool) -> None:
        """Mark the page as checked by the user, or not."""

    def turn(self, document: int, page: int, degrees: int) -> None:
        """The user's rotation, in degrees clockwise on top of the file's own (absolute, not added);
        the page is read again if it was asked for."""

    # ------------------------------------------------------------ out

    def export(
        self, document: int, format: Format, target: Path, options: ExportOptions | None = None
    ) -> None:
        """Write a snapshot of now to `target`; answered by Exported or ExportFailed."""

    def search(self, query: str) -> None:
        """Answered by SearchFound, best first."""

    # ------------------------------------------------------------ upkeep

    def use_settings(self, settings: Settings) -> None:
        """From now on: languages and model apply to pages handed out later."""

    def set_languages(self, languages: Sequence[str]) -> None:
        """`use_settings` for the languages alone."""

    def storage(self) -> None:
        """Answered by StorageInfo."""

    def delete_from_library(self, stored: int) -> None:
        """Delete a document of the library (its number there) with its readings and edits; it
        leaves the list too. Answered by StorageInfo."""

    def clear_cache(self) -> None:
        """Delete cached pictures of this and ended runs. Answered by StorageInfo."""

    def move_library(self, folder: Path) -> None:
        """Move the library's file into another folder; answered by StorageInfo, or a Notice."""
