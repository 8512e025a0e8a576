# SPDX-License-Identifier: AGPL-3.0-or-later
"""A document as one HTML file that needs nothing else: the preview's style sheet and, where
there are formulas, its math font are inside. It runs no script and loads nothing, and says so
to the browser; light or dark as the reader's system is. Each page has an anchor, `#page-N`.

What begins on a page is rendered by itself: nothing can swallow the next page, and a long document needs
no more memory than its text.
"""

from __future__ import annotations

import base64
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable
from functools import cache
from html import escape
from importlib import resources

from app.core.assemble.pieces import Piece
from app.core.export.compose import by_page, composed, linked, note_anchors, notes_before
from app.core.export.figures import by_name, embedded
from app.core.export.figures import linked as linked_figures
from app.core.export.language import UNKNOWN
from app.core.export.placeholder import placeholder
from app.core.export.scopes import with_scopes
from app.core.export.snapshot import ExportOptions, Figure, PageText, Snapshot
from app.core.export.watch import SILENT, Watch
from app.core.markup import render_page

POLICY = "default-src 'none'; style-src 'unsafe-inline'; font-src data:; img-src data:"
MATH_FONT = "stix-two-math.woff2"
SAMPLE = 2000
"""Characters of each page that are looked at for the writing direction of the whole."""

_COMMENT = re.compile(r"/\*.*?\*/\s*", re.S)
_DARK = re.compile(r':root\[data-theme="dark"\] \{(.*?)\}', re.S)
_SCROLLS = re.compile(r'<div class="(?:wide|formula)"(?=>)|<pre(?=[ >])')
"""What may be wider than the page and is then moved within it, by the keyboard too."""

_STYLE = """
section.page { position: relative; }
section.page + section.page { margin-top: 1.6em; }
a.page { display: block; border-top: 1px solid var(--line); color: var(--dim); font: .72em/1.8 sans-serif;
  text-align: end; text-decoration: none; margin-bottom: 1em; }
section.page:first-of-type > a.page { border-top: 0; }
p.missing { background: var(--warn-ground); color: var(--warn); border-radius: 6px; padding: .7em 1em; }
section.page img { display: block; max-width: 100%; height: auto; margin: 1em auto; }
section.beside > a.page { grid-column: 1 / -1; }
section.beside .sheet img { margin: 0; border: 1px solid var(--line); box-sizing: border-box; width: 100%; }
@media (min-width: 900px) {
  body:has(section.beside) { max-width: none; }
  section.beside { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: 0 2em; }
  section.beside .sheet { position: sticky; top: 0; align-self: start; }
  section.beside .sheet img { max-height: 100vh; object-fit: contain; object-position: top; }
}
@page { margin: 18mm 16mm; }
@media print {
  a.page { display: none; }
  body { max-width: none; padding: 0; font-size: 10.5pt; }
  h1, h2, h3, h4, h5, h6 { break-after: avoid; }
  table, pre, img, math[display="block"] { break-inside: avoid; }
  thead { display: table-header-group; }
  p { orphans: 3; widows: 3; }
  section.beside { break-before: page; }
}
"""


def render(snapshot: Snapshot, options: ExportOptions, watch: Watch = SILENT) -> str:
    """The whole file. With `page_marks` the page numbers are shown; the anchors are always there."""
    pieces = by_page(snapshot, composed(snapshot, options, watch.part(0, 0.3)))
    anchors = note_anchors(pieces)
    bodies = [
        _page(page, pieces[page.page], anchors, options, snapshot.pictures.get(page.page))
        for page in _watched(snapshot, watch.part(0.3, 1))
    ]
    body = linked_figures("\n".join(bodies), by_name(snapshot), embedded)
    title = escape(snapshot.title or "Document", quote=False)
    language = f' lang="{escape(snapshot.language or UNKNOWN)}"'
    direction = _direction(page.text or "" for page in snapshot.pages)
    return (
        f'<!doctype html>\n<html{language} dir="{direction}">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="generator" content="Copyholder">\n'
        f"<title>{_clean(title)}</title>\n<style>\n{_style('<math' in body)}</style>\n</head>\n"
        f"<body>\n<main>\n{body}\n</main>\n</body>\n</html>\n"
    )


def _watched(snapshot: Snapshot, watch: Watch) -> Iterable[PageText]:
    return watch.over(snapshot.pages, len(snapshot.pages))


def _page(
    page: PageText, pieces: list[Piece], anchors: dict[int, str], options: ExportOptions, picture: Figure | None
) -> str:
    number = page.page + 1
    anchor = f"page-{number}"
    if page.text is None:
        what, why = placeholder(page)
        text = f'<p class="missing"><strong>{escape(what, quote=False)}</strong> {escape(why, quote=False)}</p>'
    else:
        source = "\n\n".join(linked(piece, pieces, anchors) for piece in pieces)
        shown = with_scopes(render_page(source, ids=f"p{number}", notes_before=notes_before(pieces)))
        text = _SCROLLS.sub(r'\g<0> tabindex="0"', shown)
    label = f"{page.label} ({number})" if page.label and page.label != str(number) else str(number)
    mark = f'<a class="page" href="#{anchor}">{escape(_clean(label), quote=False)}</a>\n' if options.page_marks else ""
    if picture is not None:
        text = (
            f'<div class="sheet"><img src="{embedded(picture)}" width="{picture.width}" height="{picture.height}" '
            f'alt="Picture of page {number}"></div>\n<div class="text">\n{text}\n</div>'
        )
        return f'<section class="page beside" id="{anchor}">\n{mark}{text}\n</section>'
    return f'<section class="page" id="{anchor}">\n{mark}{text}\n</section>'


def _direction(texts: Iterable[str]) -> str:
    """The direction most letters have; paragraphs find their own."""
    counts: Counter[str] = Counter()
    for text in texts:
        counts.update(map(unicodedata.bidirectional, text[:SAMPLE]))
    return "rtl" if counts["R"] + counts["AL"] > counts["L"] else "ltr"


def _clean(text: str) -> str:
    """Without control characters, which HTML does not allow (a title may hold them)."""
    return "".join(c if c.isprintable() else " " for c in text)


@cache
def _style(with_math: bool) -> str:
    """The preview's style sheet with its dark colours under the reader's own setting."""
    folder = resources.files("resources")
    sheet = _COMMENT.sub("", (folder / "preview.css").read_text(encoding="utf-8"))
    sheet = _DARK.sub(r"@media screen and (prefers-color-scheme: dark) { :root {\1} }", sheet)
    if with_math:
        data = base64.b64encode((folder / "fonts" / MATH_FONT).read_bytes()).decode()
        sheet += (
            '@font-face { font-family: "STIX Two Math"; font-display: block; '
            f"src: url(data:font/woff2;base64,{data}) format(\"woff2\"); }}\n"
        )
    return sheet + _STYLE
