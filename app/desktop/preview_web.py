# SPDX-License-Identifier: AGPL-3.0-or-later
"""The preview in Qt WebEngine.

Lines of defence, each enough alone against what a reading may hold: the HTML is sanitised
(`app.core.markup`); the page may run no script; its policy (CSP) allows nothing but our style,
fonts and pictures; an interceptor stops every address but `asset:` and `data:`; navigation is
refused; the profile keeps nothing. Our own patches run in a script world of their own, which
works although the page's scripts are off.

This module imports Qt WebEngine; see `preview_choice` for what must come before it.
"""

from __future__ import annotations

import json
import logging
import time
from collections import deque
from collections.abc import Callable, Sequence
from pathlib import Path

import shiboken6
from PySide6.QtCore import QBuffer, QByteArray, QCoreApplication, QIODevice, QObject, Qt, QUrl
from PySide6.QtGui import QColor
from PySide6.QtWebEngineCore import (
    QWebEnginePage,
    QWebEngineProfile,
    QWebEngineScript,
    QWebEngineSettings,
    QWebEngineUrlRequestInfo,
    QWebEngineUrlRequestInterceptor,
    QWebEngineUrlRequestJob,
    QWebEngineUrlSchemeHandler,
)
from PySide6.QtWebEngineWidgets import QWebEngineView
from PySide6.QtWidgets import QVBoxLayout, QWidget

import resources
from app.core.markup import ASSET_SCHEME
from app.core.markup.patch import splice
from app.core.wording import tr
from app.desktop.look import LIGHT, Colours
from app.desktop.preview import ZOOM_LEAST, ZOOM_MOST, Chosen, Preview
from app.desktop.proof import web_places
from app.desktop.proof.marks import Mark
from app.desktop.proof.rendered import Shown
from app.desktop.proof.user_scroll import UserScroll

log = logging.getLogger(__name__)

SHELL = QUrl(f"{ASSET_SCHEME}://app/preview.html")
_POLICY = (
    "default-src 'none'; style-src asset:; style-src-attr 'unsafe-inline';"  # formulas align by style attributes
    " img-src asset: data:; font-src asset:; base-uri 'none'; form-action 'none'"
)
_SHELL_HTML = f"""<!doctype html><html lang="und"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{_POLICY}"><title>Preview</title>
<link rel="stylesheet" href="{ASSET_SCHEME}://app/fonts/fonts.css">
<link rel="stylesheet" href="{ASSET_SCHEME}://app/preview.css">
<link rel="stylesheet" href="{ASSET_SCHEME}://app/preview-flags.css">
<link rel="stylesheet" href="{ASSET_SCHEME}://app/preview-contrast.css"></head>
<body><main id="page"></main></body></html>"""

# Called with the head and tail to keep, the new blocks between, whether to go to the top,
# and whether to stay at the end. A block that changed is not written anew but brought up to
# date node by node: a long table that grows by a cell need not be laid out from scratch.
# Its answer needs the layout, so it means "shown".
_PATCH = """((keep, tail, blocks, top, follow) => {
  const page = document.getElementById('page'), root = document.scrollingElement;
  const atEnd = root.scrollHeight - root.scrollTop - root.clientHeight < 32;
  const bare = node => node.cloneNode(false);
  const update = (old, fresh) => {
    const wanted = [...fresh.childNodes];
    wanted.forEach((node, i) => {
      const was = old.childNodes[i];
      if (!was) old.append(node);
      else if (was.isEqualNode(node)) return;
      else if (was.nodeType === 1 && bare(was).isEqualNode(bare(node))) update(was, node);
      else was.replaceWith(node);
    });
    while (old.childNodes.length > wanted.length) old.lastChild.remove();
  };
  const last = page.childElementCount - tail;
  for (let i = last - 1; i >= keep + blocks.length; i--) page.children[i].remove();
  const after = page.children[Math.min(last, keep + blocks.length)] || null;
  blocks.forEach((html, i) => {
    const block = document.createElement('div');
    block.className = 'block';
    block.innerHTML = html;
    if (keep + i < last) update(page.children[keep + i], block);
    else page.insertBefore(block, after);
  });
  if (top) root.scrollTop = 0;
  else if (follow && atEnd) root.scrollTop = root.scrollHeight;
  return root.scrollHeight;
})"""
_THEME = "document.documentElement.dataset.theme = "

_SHEETS = ("preview.css", "preview-flags.css", "preview-contrast.css")
_TYPES = {".html": b"text/html", ".css": b"text/css", ".woff2": b"font/woff2"}
_CRASHES_MOST = 3
_CRASHES_WITHIN = 60.0
"""Renderer deaths, and the seconds they fall into, after which the preview gives up."""


class WebPreview(Preview):
    """One page in one view. Patches go one at a time."""

    formulas = "mathml"

    def __init__(self, parent: QWidget | None = None, *, colours: Colours = LIGHT) -> None:
        super().__init__(parent)
        self._colours = colours
        self._ready = False  # the shell is loaded
        self._shown: list[str] = []
        self._wanted: _Wanted | None = None
        self._in_flight: _Wanted | None = None
        self._crashes: deque[float] = deque(maxlen=_CRASHES_MOST)
        self.view = QWebEngineView(self)
        self.page = _Page(_shared_profile(), self)
        self.view.setPage(self.page)
        self.view.setAccessibleName(tr("Page text, preview"))
        self.view.setAcceptDrops(False)  # files dropped here belong to the window
        self.view.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
        for wanted in (QWebEnginePage.WebAction.Copy, QWebEnginePage.WebAction.SelectAll):
            self.view.addAction(self.page.action(wanted))
        self.setFocusProxy(self.view)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.view)
        self.page.link = self.link_clicked.emit
        self.page.zoomFactorChanged.connect(self.zoomed)  # Ctrl and the wheel are the browser's own
        self.page.loadFinished.connect(self._loaded)
        self.page.renderProcessTerminated.connect(self._renderer_died)
        self.places = web_places.WebPlaces(self._ask, self.view.zoomFactor, self)
        self.places.clicked.connect(self.clicked)
        self.places.opened.connect(self.opened)
        self.places.scrolled.connect(self.scrolled)
        self.page.scrollPositionChanged.connect(self.places.ask_top)
        self._colour_ground()
        self.page.load(SHELL)

    def show_blocks(self, blocks: Sequence[str], *, ticket: int, new_page: bool, follow: bool) -> None:
        top = new_page or (self._wanted is not None and self._wanted.top)  # a skipped list's wish holds on
        self._wanted = _Wanted(list(blocks), ticket, top, follow)
        self._send()

    def set_colours(self, colours: Colours) -> None:
        self._colours = colours
        self._colour_ground()
        if self._ready:
            self._run(f"{_THEME}'{colours.name}'")

    def set_zoom(self, factor: float) -> None:
        self.view.setZoomFactor(min(ZOOM_MOST, max(ZOOM_LEAST, factor)))

    def find_text(self, text: str, *, backward: bool = False) -> None:
        flags = QWebEnginePage.FindFlag.FindBackward if backward else QWebEnginePage.FindFlag(0)
        self.page.findText(text, flags, lambda result: self.found.emit(not text or result.numberOfMatches() > 0))

    def close_down(self) -> None:
        """Delete view and page now: they must not outlive the profile, which ends with the
        application object, before the widgets that Python holds."""
        shiboken6.delete(self.view)
        shiboken6.delete(self.page)

    # ------------------------------------------------------------ patches

    def _send(self) -> None:
        if not self._ready or self._in_flight is not None or self._wanted is None:
            return
        wanted, self._wanted = self._wanted, None
        self._in_flight = wanted
        patch = splice(self._shown, wanted.blocks)
        self._shown = wanted.blocks
        arguments = json.dumps([patch.head, patch.tail, patch.html, wanted.top, wanted.follow])
        self.page.runJavaScript(
            f"{_PATCH}(...{arguments})", QWebEngineScript.ScriptWorldId.ApplicationWorld.value, self._patched
        )

    def _patched(self, _height: object) -> None:
        done, self._in_flight = self._in_flight, None
        if done is not None:  # else the answer of a renderer that died meanwhile
            self.shown.emit(done.ticket)
        self._send()

    def _run(self, script: str) -> None:
        self.page.runJavaScript(script, QWebEngineScript.ScriptWorldId.ApplicationWorld.value)

    def _ask(self, script: str, then: Callable[[object], None] | None) -> None:
        """Before the shell is loaded nothing is there to be asked."""
        if not self._ready:
            return
        world = QWebEngineScript.ScriptWorldId.ApplicationWorld.value
        if then is None:
            self.page.runJavaScript(script, world)
        else:
            self.page.runJavaScript(script, world, then)

    # ------------------------------------------------------------ places

    def watch(self, scroll: UserScroll) -> None:
        self.places.watch(scroll, self.view.focusProxy())
        scroll.touched.connect(self.places.forget_target)

    def ask_top(self) -> None:
        self.places.ask_top()

    def show_top(self, block: int, share: float) -> None:
        self.places.show_top(block, share)

    def select(self, block: int, start: int, end: int, *, scroll: bool = True) -> None:
        self.places.select(block, start, end, scroll)

    def selected(self, then: Callable[[Chosen | None], None]) -> None:
        if self._ready:
            self.places.selected(then)
        else:
            then(None)

    def show_marks(self, marks: Sequence[Mark]) -> None:
        self.places.show_marks(marks)

    def shown_blocks(self, numbers: Sequence[int]) -> Callable[[], dict[int, Shown]]:
        return web_places.shown(self._shown, numbers)

    # ------------------------------------------------------------ the shell

    def _loaded(self, succeeded: bool) -> None:
        if self._ready:
            return  # a navigation that was refused ends like this, too
        if not succeeded:
            log.warning("the preview's own page could not be loaded")
            self.failed.emit("shell")
            return
        self._ready = True
        target = self.view.focusProxy()  # the widget that takes the keys; each renderer brings a new one
        if target is not None:
            target.setAccessibleName(self.view.accessibleName())
        self.places.take(target)
        self._run(f"{_THEME}'{self._colours.name}'")
        self._send()
        self.places.mark_again()

    def _renderer_died(self, status: QWebEnginePage.RenderProcessTerminationStatus, code: int) -> None:
        """Load the shell again and paint what was wanted last."""
        log.info("the preview's renderer ended (%s, code %d)", status.name, code)
        if self._wanted is None:
            ticket = self._in_flight.ticket if self._in_flight is not None else -1
            self._wanted = _Wanted(self._shown, ticket, False, False)
        self._ready, self._in_flight, self._shown = False, None, []
        self._crashes.append(time.monotonic())
        if len(self._crashes) == _CRASHES_MOST and self._crashes[-1] - self._crashes[0] < _CRASHES_WITHIN:
            self.failed.emit("renderer")
            return
        self.page.load(SHELL)

    def _colour_ground(self) -> None:
        """What is seen before anything is painted."""
        self.page.setBackgroundColor(QColor(self._colours.field))


class _Wanted:
    __slots__ = ("blocks", "follow", "ticket", "top")

    def __init__(self, blocks: list[str], ticket: int, top: bool, follow: bool) -> None:
        self.blocks, self.ticket, self.top, self.follow = blocks, ticket, top, follow


class _Page(QWebEnginePage):
    """A page that goes nowhere: a clicked link is told, not followed."""

    def __init__(self, profile: QWebEngineProfile, parent: QObject) -> None:
        super().__init__(profile, parent)
        self.link: Callable[[str], object] = _ignore
        for name in (
            "JavascriptEnabled", "JavascriptCanOpenWindows", "JavascriptCanAccessClipboard", "PluginsEnabled",
            "LocalStorageEnabled", "LocalContentCanAccessRemoteUrls", "LocalContentCanAccessFileUrls",
            "AutoLoadIconsForPage", "HyperlinkAuditingEnabled", "ScreenCaptureEnabled", "WebGLEnabled",
            "Accelerated2dCanvasEnabled", "FullScreenSupportEnabled", "PdfViewerEnabled", "DnsPrefetchEnabled",
            "NavigateOnDropEnabled",
        ):
            self.settings().setAttribute(getattr(QWebEngineSettings.WebAttribute, name), False)
        # A clicked mail address asks `acceptNavigationRequest`; nothing else gets that far.
        self.settings().setUnknownUrlSchemePolicy(
            QWebEngineSettings.UnknownUrlSchemePolicy.AllowUnknownUrlSchemesFromUserInteraction
        )

    def acceptNavigationRequest(
        self, url: QUrl | str, kind: QWebEnginePage.NavigationType, is_main_frame: bool
    ) -> bool:
        url = QUrl(url)
        if url.toString().partition("#")[0] == SHELL.toString():
            return is_main_frame  # the shell itself, and footnotes within it
        clicked = kind == QWebEnginePage.NavigationType.NavigationTypeLinkClicked
        if clicked and url.scheme() in ("http", "https", "mailto"):
            self.link(url.toString())
        return False


def _ignore(address: str) -> None:
    """Nobody listens to links yet."""


class _Interceptor(QWebEngineUrlRequestInterceptor):
    def interceptRequest(self, info: QWebEngineUrlRequestInfo) -> None:
        if info.requestUrl().scheme() not in (ASSET_SCHEME, "data"):
            log.info("the preview was kept from loading %s", info.requestUrl().scheme())
            info.block(True)


class _Assets(QWebEngineUrlSchemeHandler):
    """Serves the shell, our style sheets and fonts, and nothing else."""

    def requestStarted(self, job: QWebEngineUrlRequestJob) -> None:
        name = job.requestUrl().path().lstrip("/")
        suffix = Path(name).suffix
        if name == SHELL.path().lstrip("/"):
            content = _SHELL_HTML.encode()
        elif name in _SHEETS or (name.startswith("fonts/") and name.count("/") == 1 and suffix in _TYPES):
            try:
                content = (Path(resources.__file__).parent / name).read_bytes()
            except OSError:
                job.fail(QWebEngineUrlRequestJob.Error.UrlNotFound)
                return
        else:
            job.fail(QWebEngineUrlRequestJob.Error.UrlNotFound)
            return
        buffer = QBuffer(job)  # lives as long as the request
        buffer.setData(content)
        buffer.open(QIODevice.OpenModeFlag.ReadOnly)
        job.reply(QByteArray(_TYPES[suffix]), buffer)


def start_browser() -> None:
    """What the first preview has to wait for, apart from it. Once; afterwards nothing happens."""
    _shared_profile()


_profile: QWebEngineProfile | None = None
_keep: list[QObject] = []  # Python owns what the profile only points to


def _shared_profile() -> QWebEngineProfile:
    """One profile that keeps nothing on disk. It belongs to the application object and so
    outlives every page, which WebEngine demands."""
    global _profile
    if _profile is None:
        _profile = QWebEngineProfile(QCoreApplication.instance())
        interceptor, assets = _Interceptor(_profile), _Assets(_profile)
        _keep[:] = [interceptor, assets]
        _profile.setUrlRequestInterceptor(interceptor)
        _profile.installUrlSchemeHandler(ASSET_SCHEME.encode(), assets)
        _profile.setHttpCacheType(QWebEngineProfile.HttpCacheType.NoCache)
        _profile.setPersistentCookiesPolicy(QWebEngineProfile.PersistentCookiesPolicy.NoPersistentCookies)
        _profile.setSpellCheckEnabled(False)
    return _profile
