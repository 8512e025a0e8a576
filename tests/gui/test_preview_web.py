# SPDX-License-Identifier: AGPL-3.0-or-later
"""The browser preview, with the real engine: what it shows, keeps, refuses and survives."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt, QUrl
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from app.core.markup import render_blocks
from app.desktop.look import CONTRAST_DARK, CONTRAST_LIGHT, DARK, LIGHT
from app.desktop.preview_choice import register_scheme, web_possible
from app.desktop.preview_web import SHELL, WebPreview
from tests.gui.browsers import answer_of, laid_out_anew, painted
from tests.gui.desks import HANG_MS

register_scheme()  # at import, since the application object comes with the first fixture

pytestmark = [pytest.mark.gui, pytest.mark.web]



class Shown:
    """A preview and questions to its page."""

    def __init__(self, qtbot: QtBot, widget: WebPreview) -> None:
        self.qtbot, self.widget = qtbot, widget
        self._ticket = 0

    def show(self, text: str, *, new_page: bool = False, follow: bool = False) -> None:
        self.show_html([block.html for block in render_blocks(text)], new_page=new_page, follow=follow)

    def show_html(self, blocks: list[str], *, new_page: bool = False, follow: bool = False) -> None:
        self._ticket += 1
        ticket = self._ticket
        with self.qtbot.waitSignal(self.widget.shown, timeout=HANG_MS, check_params_cb=lambda shown: shown == ticket):
            self.widget.show_blocks(blocks, ticket=ticket, new_page=new_page, follow=follow)

    def ask(self, script: str) -> object:
        return answer_of(self.qtbot, self.widget, script)

    def until(self, script: str, wanted: Callable[[object], bool]) -> object:
        last: list[object] = [None]

        def reached() -> bool:
            last[0] = self.ask(script)
            return wanted(last[0])

        self.qtbot.waitUntil(reached, timeout=HANG_MS)
        return last[0]


@pytest.fixture
def preview(qtbot: QtBot) -> Iterator[Shown]:
    widget = WebPreview()
    qtbot.addWidget(widget)
    widget.resize(600, 500)
    widget.show()
    yield Shown(qtbot, widget)
    widget.close_down()


@pytest.fixture
def visited() -> Iterator[tuple[str, list[str]]]:
    """A web server, and the paths that anyone asked it for."""
    paths: list[str] = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            paths.append(self.path)
            self.send_response(200)
            self.end_headers()

        def log_message(self, format: str, *args: object) -> None:
            """Quiet."""

    server = HTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}", paths
    server.shutdown()
    thread.join()
    server.server_close()


def test_shows_blocks_and_typesets_formulas(preview: Shown) -> None:
    table = "<table><tr><td rowspan=2>a</td><td>b</td></tr><tr><td>c</td></tr></table>"
    preview.show(f"# Title\n\nText $\\frac{{a}}{{b}}$\n\n{table}")
    assert preview.ask("[...document.querySelectorAll('.block > *')].map(e => e.tagName).join()") == "H1,P,DIV"
    assert preview.ask("document.querySelector('td').rowSpan") == 2
    preview.until("document.fonts.check('16px \"STIX Two Math\"')", lambda loaded: loaded is True)
    height = preview.ask("document.querySelector('mfrac').getBoundingClientRect().height")
    assert isinstance(height, int | float) and height > 15  # stacked, not flattened to one line


def test_patches_touch_only_what_changed(preview: Shown) -> None:
    preview.show("one\n\ntwo\n\nthree")
    preview.ask("[...document.querySelectorAll('.block')].forEach((b, i) => b.mark = i)")
    marks = "[...document.querySelectorAll('.block')].map(b => b.mark === undefined ? '-' : '' + b.mark).join()"
    texts = "[...document.querySelectorAll('.block')].map(b => b.textContent).join()"
    for text in ("one two new three", "one three", "zero one three four", "", "x", "x y z", "z"):
        preview.show(text.replace(" ", "\n\n"))
        assert preview.ask(texts) == text.replace(" ", ",")
        if text == "one three":
            assert preview.ask(marks) == "0,2"


def test_keeps_the_place_and_follows_only_from_the_end(preview: Shown) -> None:
    long = "\n\n".join(f"Paragraph {n}" for n in range(200))
    top = "document.scrollingElement.scrollTop"
    at_end = "(r => r.scrollHeight - r.scrollTop - r.clientHeight < 40)(document.scrollingElement)"
    preview.show(long, new_page=True)
    preview.ask(f"{top} = 700")
    seen = "+(document.elementFromPoint(60, 250).textContent.match(/^Paragraph (.*)/) ?? [])[1]"
    preview.until(seen, lambda number: isinstance(number, int | float) and number > 5)
    laid_out_anew(preview.qtbot, preview.widget)  # the blocks that came into sight get their true heights
    before = preview.ask(seen)
    preview.show(long + "\n\nmore", follow=True)
    after = preview.ask(seen)
    assert isinstance(before, int | float) and isinstance(after, int | float)
    assert abs(after - before) <= 2  # heights of blocks out of sight are estimates, until they come near
    preview.ask(f"{top} = 1e9")
    preview.until(at_end, lambda reached: reached is True)
    preview.show(long + "\n\nmore\n\n" + long, follow=True)
    preview.until(at_end, lambda reached: reached is True)
    preview.show(long, new_page=True)
    assert preview.ask(top) == 0


def test_lists_that_come_too_fast_are_skipped(preview: Shown) -> None:
    preview.show("start")
    done: list[int] = []
    preview.widget.shown.connect(done.append)
    for ticket in range(100, 150):
        preview.widget.show_blocks([f"<p>{ticket}</p>"], ticket=ticket, new_page=False, follow=False)
    preview.qtbot.waitUntil(lambda: bool(done) and done[-1] == 149, timeout=HANG_MS)
    assert len(done) < 10
    assert preview.ask("document.getElementById('page')?.textContent.trim()") == "149"


def test_page_scripts_do_not_run_even_unsanitised(preview: Shown, visited: tuple[str, list[str]]) -> None:
    """The second and third line of defence: this HTML never went through the sanitiser."""
    address, paths = visited
    preview.show_html(
        [
            "<script>document.title = 'run'</script><img src=x onerror=\"document.title = 'run'\">",
            f"<img src='{address}/a.png'><iframe src='{address}/b'></iframe>",
            "<iframe srcdoc='<script>parent.document.title = 1</script>'></iframe>",
            f"<style>@import '{address}/c'; body {{ background: url({address}/d) }}</style>",
            f"<link rel=stylesheet href='{address}/e'><object data='{address}/f'></object>",
            f"<video src='{address}/g' autoplay></video><audio src='{address}/k'></audio>",
            f"<form action='{address}/h'><input autofocus onfocus=\"document.title = 'run'\"></form>",
            "<img src='file:///etc/hostname' id=file><svg onload=\"document.title = 'run'\"></svg>",
            f"<meta http-equiv=refresh content='0;url={address}/i'><base href='{address}/'><a href='j' id=link>x</a>",
        ]
    )
    preview.ask("document.getElementById('link').click()")
    preview.show_html(["<p>afterwards</p>"])  # a full turn of the engine, in which all of that had its chance
    assert preview.ask("document.title") == "Preview"
    assert preview.widget.page.url() == SHELL
    assert paths == []


def test_own_files_only_are_served(preview: Shown) -> None:
    preview.show("x")
    load = """(address => {
      const link = document.createElement('link');
      window.answer = '';
      link.onload = () => window.answer = 'served';
      link.onerror = () => window.answer = 'refused';
      link.rel = 'stylesheet';
      link.href = address;
      document.head.append(link);
      return 1;
    })"""
    wanted = {"preview.css": "served", "fonts/fonts.css": "served", "window.qss": "refused", "__init__.py": "refused"}
    wanted |= {"fonts/%2e%2e/window.qss": "refused", "../pyproject.toml": "refused", "fonts/README.md": "refused"}
    for path, answer in wanted.items():
        preview.ask(f"{load}('asset://app/{path}?again')")
        assert (path, preview.until("window.answer", bool)) == (path, answer)


def test_links_are_told_and_not_followed(preview: Shown) -> None:
    preview.show("[out](https://example.org/a?b=c) [post](mailto:a@b.c) note[^1]\n\n[^1]: Here.")
    with preview.qtbot.waitSignal(preview.widget.link_clicked, timeout=HANG_MS) as clicked:
        preview.ask("document.querySelector('a[href^=https]').click()")
    assert clicked.args == ["https://example.org/a?b=c"]
    target = preview.widget.view.focusProxy()
    assert isinstance(target, QWidget)
    painted(preview.qtbot, preview.widget)
    box = "document.querySelector('a[href^=mailto]').getBoundingClientRect()"
    place = QPoint(*(int(float(str(preview.ask(f"{box}.{side}")))) + 6 for side in "xy"))
    with preview.qtbot.waitSignal(preview.widget.link_clicked, timeout=HANG_MS) as clicked:
        QTest.mouseClick(target, Qt.MouseButton.LeftButton, pos=place)
    assert clicked.args == ["mailto:a@b.c"]  # needs the user's own click
    preview.ask("document.querySelector('.footnote-ref a').click()")
    preview.until("location.hash", lambda fragment: fragment == "#fn1")
    preview.show("still here")
    assert preview.ask("document.getElementById('page')?.textContent.trim()") == "still here"


def test_dark_and_light_switch_without_a_reload(preview: Shown) -> None:
    preview.show("text")
    preview.ask("window.kept = 1")
    ground = "getComputedStyle(document.documentElement).backgroundColor"
    light = preview.ask(ground)
    preview.widget.set_colours(DARK)
    assert preview.until(ground, lambda now: now != light) == "rgb(43, 43, 41)"
    assert preview.ask("window.kept") == 1
    preview.widget.set_colours(LIGHT)
    preview.until(ground, lambda now: now == light)


def test_high_contrast_in_the_browser(preview: Shown) -> None:
    preview.show("A [link](https://example.org) and `code`\n\n> quoted\n\n| a |\n| --- |\n| 1 |\n")
    style = "getComputedStyle(document.querySelector('{}')).{}"
    for colours, ground, ink in (
        (CONTRAST_DARK, "rgb(0, 0, 0)", "rgb(255, 255, 255)"),
        (CONTRAST_LIGHT, "rgb(255, 255, 255)", "rgb(0, 0, 0)"),
    ):
        preview.widget.set_colours(colours)
        preview.until(style.format("html", "backgroundColor"), lambda now, ground=ground: now == ground)  # type: ignore[misc]
        assert preview.ask(style.format("body", "color")) == ink
        link = tuple(int(colours.accent[at : at + 2], 16) for at in (1, 3, 5))
        assert preview.ask(style.format("a", "color")) == f"rgb{link}"
        line = tuple(int(colours.line[at : at + 2], 16) for at in (1, 3, 5))
        assert preview.ask(style.format("td", "borderTopColor")) == f"rgb{line}"
        assert preview.ask(style.format("th", "borderBottomWidth")) == "2px"


def test_renderer_that_dies_is_started_again(preview: Shown) -> None:
    preview.show("before the crash")
    with preview.qtbot.waitSignal(preview.widget.page.renderProcessTerminated, timeout=HANG_MS):
        preview.widget.page.load(QUrl("chrome://crash"))
    preview.until("document.getElementById('page')?.textContent.trim()", lambda text: text == "before the crash")
    preview.show("after the crash")
    assert preview.ask("document.getElementById('page')?.textContent.trim()") == "after the crash"


def test_zoom_is_bounded_and_text_is_found(preview: Shown) -> None:
    preview.show("needle in a haystack")
    preview.widget.set_zoom(9)
    assert preview.widget.view.zoomFactor() == 3.0
    preview.widget.set_zoom(1)
    with preview.qtbot.waitSignal(preview.widget.page.findTextFinished, timeout=HANG_MS) as found:
        preview.widget.find_text("needle")
    assert found.args is not None and found.args[0].numberOfMatches() == 1


def test_profile_keeps_nothing(preview: Shown) -> None:
    profile = preview.widget.page.profile()
    assert profile.isOffTheRecord()
    settings = preview.widget.page.settings()
    assert not settings.testAttribute(settings.WebAttribute.JavascriptEnabled)
    assert not preview.widget.view.acceptDrops()


def test_root_without_a_switched_off_sandbox_gets_the_plain_preview(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.geteuid", lambda: 0, raising=False)
    monkeypatch.delenv("QTWEBENGINE_DISABLE_SANDBOX", raising=False)
    monkeypatch.delenv("QTWEBENGINE_CHROMIUM_FLAGS", raising=False)
    possible, reason = web_possible()
    assert not possible and "root" in reason
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    assert web_possible() == (True, "")
    possible, reason = web_possible(wanted=False)
    assert not possible and "settings" in reason


def test_fonts_named_in_the_style_sheet_are_there() -> None:
    import resources

    folder = Path(resources.__file__).parent / "fonts"
    named = {part.split('"')[1] for part in (folder / "fonts.css").read_text("utf-8").split("url(")[1:]}
    assert named == {path.name for path in folder.glob("*.woff2")} and len(named) == 21
