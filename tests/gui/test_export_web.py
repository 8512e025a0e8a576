# SPDX-License-Identifier: AGPL-3.0-or-later
"""Exported HTML in a real browser engine, with scripts allowed: nothing runs, nothing is fetched, all can be read."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pymupdf
import pytest
from PIL import Image
from PySide6.QtCore import QUrl
from PySide6.QtWebEngineCore import (
    QWebEnginePage,
    QWebEngineProfile,
    QWebEngineUrlRequestInfo,
    QWebEngineUrlRequestInterceptor,
)
from pytestqt.qtbot import QtBot

from app.core.export import ExportOptions, Format, PageText, Snapshot, export
from app.core.export.snapshot import Original
from app.desktop.preview_choice import register_scheme
from tests import hostile
from tests.conftest import DATA
from tests.gui.desks import HANG_MS
from tests.unit.page_words import lines

register_scheme()

pytestmark = [pytest.mark.gui, pytest.mark.web]

OWN = 3  # the world of the tests' own scripts, which no content policy touches


class Requests(QWebEngineUrlRequestInterceptor):
    def __init__(self) -> None:
        super().__init__()
        self.asked: list[str] = []

    def interceptRequest(self, info: QWebEngineUrlRequestInfo) -> None:  # noqa: N802
        url = info.requestUrl()
        if url.scheme() not in ("data", "devtools"):
            self.asked.append(url.toString())
            info.block(url.scheme() != "file" or not url.path().endswith(".html"))


class Page(QWebEnginePage):
    """Counts what a script could do."""

    def __init__(self, profile: QWebEngineProfile) -> None:
        super().__init__(profile)
        self.dialogs: list[str] = []

    def javaScriptAlert(self, _: object, text: str) -> None:  # noqa: N802
        self.dialogs.append(text)

    def javaScriptConsoleMessage(self, *_: object) -> None:  # noqa: N802
        """The policy refuses loudly; that is its work."""


class Browser:
    def __init__(self, qtbot: QtBot) -> None:
        self._qtbot = qtbot
        self.profile = QWebEngineProfile()
        self.requests = Requests()
        self.profile.setUrlRequestInterceptor(self.requests)
        self.page = Page(self.profile)

    def open(self, path: Path) -> None:
        with self._qtbot.waitSignal(self.page.loadFinished, timeout=HANG_MS) as loaded:
            self.page.load(QUrl.fromLocalFile(str(path)))
        assert loaded.args == [True]

    def ask(self, script: str, world: int = OWN) -> Any:
        answers: list[object] = []
        self.page.runJavaScript(script, world, answers.append)
        self._qtbot.waitUntil(lambda: bool(answers), timeout=HANG_MS)
        return answers[0]

    def ask_later(self, script: str) -> Any:
        """The answer of a promise."""
        self.ask(f"window.answer = null; ({script}).then(a => {{ window.answer = JSON.stringify(a) }}); 1")
        answers: list[Any] = []

        def there() -> bool:
            answers[:] = [self.ask("window.answer")]
            return bool(answers[0])

        self._qtbot.waitUntil(there, timeout=HANG_MS)
        return json.loads(answers[0])


@pytest.fixture
def browser(qtbot: QtBot) -> Iterator[Browser]:
    browser = Browser(qtbot)
    yield browser
    browser.page.deleteLater()
    qtbot.wait(10)


def _written(folder: Path, *texts: str, options: ExportOptions | None = None, **more: Any) -> Path:
    pages = tuple(PageText(number, text=text) for number, text in enumerate(texts))
    snapshot = Snapshot("A title", "/in/a.pdf", pages, **more)
    (path,) = export(snapshot, Format.HTML, folder / "a.html", options or ExportOptions(), None)
    return path


def test_two_hundred_hostile_snippets_do_nothing_and_are_read(browser: Browser, tmp_path: Path) -> None:
    numbers = range(len(hostile.SNIPPETS))
    assert len(numbers) >= 200
    browser.open(_written(tmp_path, *map(hostile.page, numbers)))
    text = browser.ask("document.body.innerText")
    for number in numbers:
        assert text.count(hostile.word(number)) == 2, hostile.SNIPPETS[number]
    clicked = "document.querySelectorAll('a,button,p,img,summary').forEach(e => { try { e.dispatchEvent(new MouseEvent("
    browser.ask(f"{clicked}'mouseover', {{bubbles: true}})) }} catch (_) {{}} }}); 1")
    assert browser.ask("window.hits || 0", world=0) == 0
    assert browser.page.dialogs == []
    assert [url for url in browser.requests.asked if not url.endswith("/a.html")] == []
    leads = browser.ask(
        "[...document.querySelectorAll('[href],[src]')].map(e => e.getAttribute('href') || e.getAttribute('src'))"
    )
    schemes = {str(one).partition(":")[0].lower() for one in leads if ":" in str(one)}
    assert schemes <= {"http", "https", "mailto", "data"}, schemes
    risky = "script,iframe,object,embed,form,link,base,svg,video,audio"
    assert browser.ask(f"document.querySelectorAll('{risky}').length") == 0


def test_the_policy_alone_would_hold(browser: Browser, tmp_path: Path) -> None:
    """Scripts that were put into an exported file by hand do not run: the sanitiser is not the only guard."""
    path = _written(tmp_path, "Read me.")
    broken = path.read_text(encoding="utf-8").replace(
        "<main>", f"<main><script>{hostile.HIT}</script><img src='{hostile.OUT}' onerror='{hostile.HIT}'>"
    )
    path.write_text(broken, encoding="utf-8")
    browser.open(path)
    assert browser.ask("window.hits || 0", world=0) == 0
    assert browser.page.dialogs == []
    assert [url for url in browser.requests.asked if not url.endswith("/a.html")] == []


MIXED = """# Chapter one

Words with $E=mc^2$ and a note.[^1]

$$\\int_0^1 x\\,dx = \\tfrac12$$

| Item | Amount |
|---|--:|
| Bread | 1.50 |
| Milk | 0.99 |

<table><thead><tr><th colspan="2">Head</th></tr></thead><tbody><tr><td rowspan="2">a</td><td>b</td></tr><tr><td>c</td></tr></tbody></table>

- one
- two

```
code
```

[^1]: The note, with a [link](https://example.org/).
"""  # noqa: E501


@pytest.mark.parametrize("beside", [False, True])
def test_the_page_is_accessible(browser: Browser, tmp_path: Path, beside: bool) -> None:
    picture = io.BytesIO()
    Image.new("RGB", (60, 40), "red").save(picture, "PNG")
    document = pymupdf.open()
    page = document.new_page(width=600, height=800)
    page.insert_image(pymupdf.Rect(60, 240, 300, 400), stream=picture.getvalue())
    document.new_page(width=600, height=800)
    document.save(tmp_path / "in.pdf")
    path = _written(
        tmp_path, MIXED, "The second page has words of its own, and that is all there is to it. " * 3,
        options=ExportOptions(side_by_side=beside, page_marks=True),
        original=Original((str(tmp_path / "in.pdf"),), {}), words=lambda _: lines("Chapter one"),
    )  # fmt: skip
    browser.open(path)
    assert browser.ask("document.images.length") == (3 if beside else 1)
    assert browser.ask("[...document.images].every(i => i.complete && i.naturalWidth > 10)") is True
    assert browser.ask("document.documentElement.lang") == "en"
    browser.ask((DATA / "axe" / "axe.min.js").read_text(encoding="utf-8") + "; 1")
    found = browser.ask_later("axe.run(document, {resultTypes: ['violations']})")
    serious = [
        (one["id"], [node["html"][:120] for node in one["nodes"]])
        for one in found["violations"]
        if one["impact"] in ("serious", "critical")
    ]
    assert serious == []
    assert len(found["passes"]) > 10
