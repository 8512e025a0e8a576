# SPDX-License-Identifier: AGPL-3.0-or-later
"""From a path or a web address to an open document: its row at once, its hash on a helper thread,
its pages from the pages program, its history from the library. And out of the list again."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from app.core import addresses
from app.core.changes import AppCode, DocumentChosen, DocumentOpened, Notice, Problem
from app.core.errors import ProblemError
from app.core.files import Stamp, digest, stamp
from app.core.inputs import Expanded, Input, expand
from app.core.library import StoredDocument
from app.core.session.asking import Asking
from app.core.session.desk import Desk, Document, Part, Whole
from app.core.session.downloads import Downloads
from app.core.session.link import Answer, Ask, PagesLink, Urgency
from app.core.session.saving import Saving
from app.core.session.showing import Showing
from app.core.spreads import cut_labels, cut_outline, cut_sizes, leaves, sound
from app.core.web import MOST_BYTES, address_of
from engine.protocol import ErrorCode, FileFailed, FileOpened, OutlineItem

UNKNOWN_SIZE = (595.0, 842.0)
"""Points (A4) of a page in a folder of pictures whose file cannot be opened: it is shown, and fails when read."""

_FILE_GONE = frozenset({ErrorCode.NOT_FOUND, ErrorCode.NOT_PERMITTED})

NO_TITLE = re.compile(
    r"\W*|\W?(?:anonymous|untitled|unbenannt|unknown|document|no title)(?: document)?[ \d]*\W?"
    r"|powerpoint[- ]presentation|microsoft (?:word|excel|powerpoint) - .*|(?:slide|folie|page|seite) \d+"
    r"|\S+\.(?:docx?|dvi|eps|html?|indd|odt|pdf|pptx?|ps|qxd|rtf|tex|tiff?|txt|xlsx?)",
    re.IGNORECASE,
)
"""What programs write into a file as its title when nobody gave it one: the file's name says more."""


class Documents:
    def __init__(
        self,
        desk: Desk,
        link: PagesLink,
        saving: Saving,
        showing: Showing,
        asking: Asking,
        cancel: Callable[[Sequence[int]], None],
        touched: Callable[[], None],
    ) -> None:
        """`cancel` gives up jobs; `touched` is called when there may be fewer documents to come."""
        self._desk = desk
        self._downloads = Downloads(desk)
        self._link = link
        self._saving = saving
        self._showing = showing
        self._asking = asking
        self._cancel = cancel
        self._touched = touched
        self._asks: dict[int, list[Ask]] = {}  # files being opened, by document
        self._looked_at: dict[int, int] = {}  # the round in which `_when_open` was called
        self._when_open: Callable[[Document], None] = lambda document: None

    def when_open(self, call: Callable[[Document], None]) -> None:
        """`call` gets each document once it is open."""
        self._when_open = call

    def known(self, document: Document) -> None:
        """It was open before its pages were counted anew."""
        self._looked_at[document.id] = document.round

    @property
    def opening(self) -> bool:
        """Some document is on its way to being open."""
        return any(not (d.ready or d.failed or d.locked) for d in self._desk.documents.values())

    # ------------------------------------------------------------ adding

    def add(self, paths: Sequence[Path], as_one: bool, read: bool) -> None:
        self._desk.actor.work(
            lambda: expand(paths, as_one=as_one),
            lambda expanded: self._expanded(expanded, read),
            self._desk.trouble,
        )

    def add_url(self, text: str, read: bool, most_bytes: int) -> None:
        """A document of the web: its row at once, then its file. The same address twice is one document."""
        try:
            url = addresses.document(text)
        except addresses.AddressError as error:
            raise ProblemError(Problem(AppCode.BAD_ADDRESS, str(error)), text) from error
        known = next((d for d in self._desk.documents.values() if d.url == url), None)
        if known is not None:
            if known.failed:
                self.reopen(known)
            elif read:
                self._asking.read(known, None, again=False)
            self._desk.tell(DocumentChosen(known.id, known.path, url))
            return
        document = self._make(Input(self._desk.places.downloads / addresses.file_of(url)), read, None)
        document.title, document.url, document.most_bytes = url, url, most_bytes
        self._desk.tell_list()
        self._begin(document)

    def open_stored(self, stored: int, read: bool) -> None:
        for document in self._desk.documents.values():
            if document.stored == stored:
                self._desk.tell(DocumentChosen(document.id, document.path))
                return
        known = self._desk.library.documents.get(stored)
        if known is None:
            raise ProblemError(Problem(AppCode.NOT_STORED), str(stored))
        self._expanded(Expanded((Input(known.path, known.parts),)), read, known)

    def _expanded(self, expanded: Expanded, read: bool, known_as: StoredDocument | None = None) -> None:
        for name, problem in expanded.problems:
            if problem.code is AppCode.NO_DOCUMENTS:
                self._desk.tell(Notice(problem, name))
            else:
                self._make(Input(Path(name)), read, problem)
        known = {(d.path, tuple(p.path for p in d.parts)): d for d in self._desk.documents.values()}
        fresh: list[Document] = []
        for one in expanded.inputs:
            document = known.get((one.path, one.parts or (one.path,)))
            if document is None:
                fresh.append(self._make(one, read, None))
            else:
                self._add_again(document, one.path, read)
        self._desk.tell_list()
        for document in fresh:
            document.kept = known_as
            self._begin(document)

    def _make(self, one: Input, read: bool, problem: Problem | None) -> Document:
        desk = self._desk
        number = desk.new_number()
        paths = one.parts or (one.path,)
        parts = [Part(path, f"{number}.{index}") for index, path in enumerate(paths)]
        title = one.path.name if one.parts else one.path.stem
        document = Document(number, one.path, parts, bool(one.parts), title, want_read=read)
        document.failed, document.problem = problem is not None, problem
        document.url, document.most_bytes = address_of(one.path, desk.places.downloads), MOST_BYTES
        desk.documents[number] = document
        desk.queue.add(number)
        return document

    def _add_again(self, document: Document, path: Path, read: bool) -> None:
        """The same path a second time: the same document, unless its file is another by now."""
        try:
            changed = [part.stamp for part in document.parts] != [stamp(part.path) for part in document.parts]
        except ProblemError:
            changed = True
        if document.failed or document.problem or (changed and document.hashed):
            self.reopen(document)
        elif read:
            self._asking.read(document, None, again=False)
        self._desk.tell(DocumentChosen(document.id, path))

    # ------------------------------------------------------------ opening

    def _begin(self, document: Document) -> None:
        """Hash and open it, side by side; what is on the web only is downloaded before."""
        if document.failed:
            return
        document.round += 1
        if document.want_read:
            document.wishes.append((None, False))
        if document.url and not document.path.is_file():
            downloaded = self._current(document, partial(self._downloaded, document))
            self._downloads.begin(document, downloaded, self._current(document, partial(self._fail, document)))
            self._desk.tell_row(document)
            return
        self._hash_and_open(document)

    def _downloaded(self, document: Document, path: Path) -> None:
        document.path, document.parts = path, [Part(path, document.parts[0].name)]
        document.title = path.stem
        self._desk.tell_row(document)
        self._hash_and_open(document)

    def _hash_and_open(self, document: Document) -> None:
        paths = [part.path for part in document.parts]
        self._desk.actor.work(
            lambda: fingerprint(paths),
            self._current(document, partial(self._hashed, document)),
            self._current(document, partial(self._fail, document)),
        )
        self._open(document)

    def _open(self, document: Document, urgency: Urgency = Urgency.OPEN) -> None:
        missing = {part.name for part in document.parts}

        def opened(part: Part, answer: Answer) -> None:
            missing.discard(part.name)
            self._part_opened(document, part, answer, last=not missing)

        self._asks[document.id] = [
            self._link.open(document, part, self._current(document, partial(opened, part)), urgency)
            for part in document.parts
        ]

    def _close(self, document: Document) -> None:
        """Take back everything asked of the pages program."""
        self._downloads.cancel(document)
        for ask in self._asks.pop(document.id, []):
            self._link.drop(ask)
        self._showing.forget_pictures(document.id, None)
        self._link.close_files(document)

    def _current(self, document: Document, then: Callable[..., None]) -> Callable[..., None]:
        """`then`, unless the document was removed or opened anew meanwhile."""
        number = document.round

        def call(*values: object) -> None:
            if document.round == number and self._desk.documents.get(document.id) is document and not document.failed:
                then(*values)

        return call

    def _hashed(self, document: Document, found: tuple[str, list[Stamp]]) -> None:
        content, stamps = found
        twin = next((d for d in self._desk.documents.values() if d.content == content and d is not document), None)
        if twin is not None and not twin.failed:
            self._merge(document, twin)
            return
        document.content = content
        for part, one in zip(document.parts, stamps, strict=True):
            part.stamp = one
        self._saving.open(document)
        document.hashed = True
        if document.whole is not None and (document.splits or not document.opened):
            self.lay_out(document)
        else:
            self._ready(document)

    def _merge(self, document: Document, twin: Document) -> None:
        """The contents are in the list already: the provisional row goes, what was wanted of it is
        wanted of the other."""
        wishes = document.wishes
        twin.url = twin.url or document.url
        self.remove(document)
        self._desk.tell(DocumentChosen(twin.id, document.path, document.url))
        for pages, again in wishes:
            self._asking.read(twin, pages, again)

    def _part_opened(self, document: Document, part: Part, answer: Answer, last: bool) -> None:
        if isinstance(answer, FileFailed):
            self._part_failed(document, part, answer)
        elif isinstance(answer, FileOpened):
            document.parts_info[part.name] = answer
        if last and not (document.failed or document.locked):
            self._opened(document)

    def _part_failed(self, document: Document, part: Part, answer: FileFailed) -> None:
        problem = Problem(answer.code, answer.detail)
        if answer.code in (ErrorCode.PASSWORD_NEEDED, ErrorCode.PASSWORD_WRONG):
            document.locked, document.password, document.problem = True, None, problem
            self._desk.tell_row(document)
            self._touched()
        elif document.as_one and len(document.parts) > 1:
            document.problem = document.problem or problem  # one bad picture does not spoil the folder
        else:
            self._fail(document, problem)

    def _opened(self, document: Document) -> None:
        """All files are open: the pages are known."""
        if not document.parts_info:
            self._fail(document, document.problem or Problem(ErrorCode.NOT_A_DOCUMENT))
            return
        sizes: list[tuple[float, float]] = []
        labels: list[str] = []
        for part in document.parts:
            info = document.parts_info.get(part.name)
            part.first, part.pages = len(sizes), len(info.sizes) if info else 1
            sizes += info.sizes if info else [UNKNOWN_SIZE]
            labels += info.labels if info else []
        only = document.parts_info.get(document.parts[0].name) if len(document.parts) == 1 else None
        document.parts_info.clear()
        if not sizes:
            self._fail(document, Problem(ErrorCode.NO_PAGES))
            return
        outline: tuple[OutlineItem, ...] = ()
        if only is not None and not document.as_one:
            outline, document.author = tuple(only.outline), only.author.strip()
            if not NO_TITLE.fullmatch(title := only.title.strip()):
                document.title = title
        document.whole = Whole(tuple(sizes), tuple(labels) if len(labels) == len(sizes) else (), outline)
        if document.hashed or not self._desk.library.spreads.any():  # else only the hash says whether pages are cut
            self.lay_out(document)

    def lay_out(self, document: Document) -> None:
        """The pages as they are counted: whole ones, and the halves of those that are cut."""
        whole = document.whole
        assert whole is not None
        splits = sound(document.splits, len(whole.sizes))
        document.leaves = found = leaves(len(whole.sizes), splits) if splits else []
        document.sizes = cut_sizes(whole.sizes, found) if found else list(whole.sizes)
        document.labels = cut_labels(whole.labels, found) if found else list(whole.labels)
        document.outline = cut_outline(whole.outline, found) if found else whole.outline
        document.opened = True
        plain = all(label == str(number) for number, label in enumerate(document.labels, 1))
        labels = () if plain else tuple(document.labels)
        self._desk.tell(DocumentOpened(document.id, document.pages, document.outline, labels))
        self._ready(document)

    def _ready(self, document: Document) -> None:
        """One of the two halves, hash and pages, came: with both it is open."""
        if document.ready:
            document.problem = None
            self._saving.describe(document)
            self._asking.apply_wishes(document)
            if self._looked_at.get(document.id) != document.round:
                self._looked_at[document.id] = document.round
                self._when_open(document)
        self._desk.tell_row(document)
        self._show(document)

    def _show(self, document: Document) -> None:
        self._showing.rows(document)
        if self._desk.viewed is not None and self._desk.viewed[0] == document.id:
            self._showing.refresh(document, self._desk.viewed[1])

    def _fail(self, document: Document, problem: Problem) -> None:
        document.wishes.clear()
        document.problem = problem
        if document.kept is not None and document.kept.pages and problem.code in _FILE_GONE:
            self._open_kept(document, document.kept)
        else:
            document.failed = True
        self._desk.tell_row(document)
        self._touched()

    def _open_kept(self, document: Document, kept: StoredDocument) -> None:
        """The file is gone, its texts are not: they can be read, corrected and exported. `retry`
        looks for the file again."""
        self._close(document)
        document.round += 1
        document.content, document.title = kept.hash, kept.title
        document.sizes = [UNKNOWN_SIZE] * kept.pages
        document.parts[0].pages = kept.pages
        document.hashed = document.opened = True
        self._saving.open(document)
        self._desk.tell(DocumentOpened(document.id, document.pages))
        self._show(document)

    # ------------------------------------------------------------ what the user does with them

    def unlock(self, document: Document, password: str) -> None:
        if not document.locked:
            return
        document.locked, document.problem, document.password = False, None, password
        self._desk.tell_row(document)
        self._open(document, Urgency.SEEN)

    def remove(self, document: Document) -> None:
        desk = self._desk
        self._close(document)
        self._saving.forget(document)
        del desk.documents[document.id]
        if desk.viewed is not None and desk.viewed[0] == document.id:
            desk.viewed = None
        self._cancel(desk.queue.drop(document.id))
        desk.tell_list()
        self._touched()

    def move(self, document: Document, position: int) -> None:
        self._desk.queue.move(document.id, position)
        self._desk.tell_list()

    def reopen(self, document: Document) -> None:
        """From the beginning, in the same row; what was asked for is asked for again."""
        desk = self._desk
        asked = desk.queue.asked_pages(document.id)
        whole = not asked or len(asked) == document.pages
        wishes = document.wishes or ([(None if whole else tuple(asked), False)] if asked else [])
        self._close(document)
        position = desk.queue.order.index(document.id)
        flying = desk.queue.drop(document.id)
        desk.queue.add(document.id)
        desk.queue.move(document.id, position)
        document.reset()
        document.wishes, document.want_read = wishes, document.want_read and not wishes
        desk.tell_row(document)
        self._cancel(flying)
        self._begin(document)


def fingerprint(paths: Sequence[Path]) -> tuple[str, list[Stamp]]:
    """Hash of the contents of the files, in their order, and their stamps. Raises ProblemError:
    NOT_FOUND, NOT_PERMITTED, EMPTY_FILE, or FILE_CHANGED for one that changes while it is hashed."""
    stamps = [stamp(path) for path in paths]
    for path, one in zip(paths, stamps, strict=True):
        if one.size == 0:
            raise ProblemError(Problem(ErrorCode.EMPTY_FILE), str(path))
    digests = [digest(path) for path in paths]
    if stamps != [stamp(path) for path in paths]:
        raise ProblemError(Problem(ErrorCode.FILE_CHANGED), str(paths[0]))
    content = digests[0] if len(digests) == 1 else hashlib.sha256("\n".join(digests).encode()).hexdigest()
    return content, stamps
