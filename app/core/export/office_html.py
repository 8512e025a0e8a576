# SPDX-License-Identifier: AGPL-3.0-or-later
"""The document's HTML as pandoc wants it: formulas as LaTeX, footnotes as notes, nothing that only a browser needs."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from html import escape, unescape

from app.core.assemble.pieces import Piece
from app.core.export.compose import composed, marked, notes
from app.core.export.figures import by_name, embedded, linked
from app.core.export.office_sizes import by_stand_in, with_sizes, with_widths
from app.core.export.snapshot import ExportOptions, Snapshot
from app.core.export.watch import Watch
from app.core.markup.blocks import render_blocks

_DISPLAY = re.compile(r'<div class="formula"><code class="tex">(.*?)</code></div>', re.S)
_INLINE = re.compile(r'<code class="tex">(.*?)</code>', re.S)
_WIDE = re.compile(r'<div class="wide">(.*)</div>\Z', re.S)
_NOTE_MARK = re.compile(r'<sup class="footnote-ref"><a href="#fn-n-(\d+)"[^>]*>.*?</a></sup>', re.S)
_STAND_IN = re.compile(r'<li id="fn-n-(\d+)"[^>]*><p[^>]*>note (\d+)')
_DEFINITION = re.compile(r"^\[\^\d+\]:[ \t]*")
_INDENT = re.compile(r"^(?: {4}|\t)", re.M)
_DIRECTION = re.compile(r' dir="auto"')
_TAG = re.compile(r"\\tag(\*?)\s*\{([^{}]*)\}(?=(?:(?!<script).)*</script>)", re.S)
_NOTES_BEGIN = '<hr class="footnotes-sep">'


def office_html(
    snapshot: Snapshot, options: ExportOptions, watch: Watch, *, tags: bool = False, widths: int | None = None
) -> str:
    """A whole page of HTML, piece by piece. With `page_marks` a line with the number stands where a page begins.
    Footnotes are always numbered through the document: office programs number them themselves.
    `tags`: whether the reader knows `\\tag`; pandoc drops the number of a formula elsewhere. `widths`: with those of
    the columns of tables that have more than so many characters side by side."""
    chosen = replace(options, steps=replace(options.steps, footnotes=True))
    done = composed(snapshot, chosen, watch.part(0, 0.3))
    known = notes(done.pieces)
    places = {id(piece) for piece in known.values()}
    waiting = [page.page for page in snapshot.pages] if options.page_marks else []
    body: list[str] = []
    used: dict[int, None] = {}
    for piece in watch.part(0.3, 1).over(done.pieces, len(done.pieces)):
        while waiting and waiting[0] <= piece.page:
            body.append(f"<p><small>[{waiting.pop(0) + 1}]</small></p>")
        if id(piece) not in places:
            shown = _shown(piece, known, used)
            body.append(shown if widths is None else with_widths(shown, piece, widths))
    body += [_note(number, known[number].source) for number in used]
    if not tags:
        body = [_TAG.sub(_numbered, part) if "\\tag" in part else part for part in body]
    figures = by_name(snapshot)
    if figures:
        stand_ins, sizes = by_stand_in(snapshot.figures), {page.page: page.size for page in snapshot.pages}
        body = [linked(with_sizes(part, stand_ins, sizes), figures, embedded) for part in body]
    language = f' lang="{escape(snapshot.language)}"' if snapshot.language else ""
    return (
        f'<!doctype html>\n<html{language}>\n<head><meta charset="utf-8"></head>\n<body>\n'
        + "\n".join(body)
        + "\n</body>\n</html>\n"
    )


def _shown(piece: Piece, known: Mapping[int, Piece], used: dict[int, None]) -> str:
    """A piece's HTML. The parser knows marks only of footnotes that are defined beside them: each gets a stand-in,
    which tells its number."""
    own = [number for number in sorted(marked([piece])) if number in known]
    html = _rendered("\n\n".join([piece.source, *(f"[^{number}]: note {number}" for number in own)]))
    html, _, stand_ins = html.partition(_NOTES_BEGIN) if own else (html, "", "")
    numbers = dict(_STAND_IN.findall(stand_ins))

    def mark(match: re.Match[str]) -> str:
        number = int(numbers[match[1]])
        used[number] = None
        return f'<a epub:type="noteref" href="#note-{number}"><sup>{number}</sup></a>'

    return _NOTE_MARK.sub(mark, html)


def _note(number: int, source: str) -> str:
    """The footnote itself; a mark within it stays a sign, since notes have no notes."""
    text = _INDENT.sub("", _DEFINITION.sub("", source, count=1))
    return f'<aside epub:type="footnote" id="note-{number}">{_rendered(text)}</aside>'


def _rendered(source: str) -> str:
    blocks = (_WIDE.sub(r"\1", block.html) for block in render_blocks(source, formulas="source", ids="n"))
    return _typeset(_DIRECTION.sub("", "\n".join(blocks)))


def _typeset(html: str) -> str:
    """Sound formulas as LaTeX that pandoc knows for such; a faulty one stays its marked source."""
    html = _DISPLAY.sub(lambda match: f"<p>{_script(match[1], '; mode=display')}</p>", html)
    return _INLINE.sub(lambda match: _script(match[1], ""), html)


def _numbered(match: re.Match[str]) -> str:
    """The number of a formula as a part of it."""
    number = match[2] if match[1] else f"({match[2]})"
    return rf"\qquad \text{{{number}}}"


def _script(source: str, mode: str) -> str:
    """Nothing in a formula can end the element: a closing tag is broken by a space, which TeX does not see."""
    return f'<script type="math/tex{mode}">{unescape(source).replace("</", "< /")}</script>'
