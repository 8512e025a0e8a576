# SPDX-License-Identifier: AGPL-3.0-or-later
"""The strict list of HTML that may be shown or exported, one block at a time.

A block is cleaned by itself, so that an unclosed tag ends with it. Nothing that runs,
loads or moves out of its place is on the list: no script, handler, style sheet, frame or
form; links only to http, https, mail and footnotes; pictures only from the app itself.
"""

from __future__ import annotations

import re

import nh3

from app.core.markup import ASSET_SCHEME

_HTML_TAGS: str = (
    "a abbr b blockquote br caption center cite code col colgroup dd del details div dl dt em figcaption figure"
    " h1 h2 h3 h4 h5 h6 hr i img ins kbd li mark ol p pre q s samp section small span strike strong sub summary"
    " sup table tbody td tfoot th thead tr u ul var"
)
_MATH_TAGS: str = (
    "math mrow mi mo mn ms mtext mspace mfrac msqrt mroot mstyle merror mpadded mphantom menclose msub msup"
    " msubsup munder mover munderover mmultiscripts mprescripts none mtable mtr mtd semantics"
)
TAGS = frozenset(_HTML_TAGS.split()) | frozenset(_MATH_TAGS.split())

_MATH_ATTRIBUTES: str = (
    "accent accentunder class columnalign columnlines columnspan depth display displaystyle fence form frame height"
    " largeop linethickness lspace mathvariant maxsize minsize movablelimits notation rowlines rowspacing rowspan"
    " rspace scriptlevel separator stretchy style symmetric voffset width columnspacing intent"
)
_ATTRIBUTES: dict[str, set[str]] = {
    "a": {"href", "title", "id", "class"},
    "abbr": {"title"},
    "code": {"class", "title"},
    "col": {"span", "align"},
    "colgroup": {"span", "align"},
    "details": {"open"},
    "div": {"align", "class", "dir"},
    "img": {"src", "alt", "title", "width", "height"},
    "li": {"value", "id", "class"},
    "ol": {"start", "type", "class"},
    "hr": {"class"},
    "section": {"class"},
    "span": {"class"},
    "sup": {"class", "id"},
    "table": {"dir"},
    "td": {"rowspan", "colspan", "align", "valign"},
    "th": {"rowspan", "colspan", "align", "valign", "scope"},
    **{name: {"align"} for name in ("p", "h1", "h2", "h3", "h4", "h5", "h6", "caption", "tr", "thead", "tbody")},
    **{name: set(_MATH_ATTRIBUTES.split()) for name in _MATH_TAGS.split()},
}

MAX_COLUMNS = 200
MAX_ROWS = 1000
"""Cells that a span may cover; one page never has more, and a view pays for each."""

_MAX_EM = 30.0
"""Widest space inside a formula, in em: about a line. More would only push things off the page."""

_IMAGE_DATA = re.compile(r"data:image/(?:png|jpeg|webp|gif);base64,[A-Za-z0-9+/=\s]*\Z")
_IMAGE_ASSET = re.compile(rf"{ASSET_SCHEME}://[a-z0-9]+/[A-Za-z0-9._/-]+\Z")
_NUMBER = re.compile(r"\d{1,5}\Z")
_LENGTH = re.compile(r"(-?\d{0,4}(?:\.\d{1,6})?)(em|ex|px|pt|cm|mm|in|mu|%|)\Z")
_STYLE_NAMES: str = (
    "color background-color border border-top border-bottom border-left border-right text-align justify-items"
    " padding padding-left padding-right padding-top padding-bottom font-weight font-style"
)
_STYLE_VALUE = re.compile(r"[#A-Za-z0-9.%\s-]{1,60}\Z")
_STYLE_WIDTH = re.compile(r"\d{1,2}(?:\.\d+)?%\Z|100%\Z")
_ID = re.compile(r"fn[A-Za-z0-9:_-]{1,60}\Z")
_CLASS = re.compile(
    r"(?:tex|tex-error|formula|no-image|footnotes|footnotes-sep|footnotes-list|footnote-item|footnote-ref"
    r"|footnote-backref|language-[A-Za-z0-9+#_.-]{1,30}|menclose-[a-z]{1,30})\Z"
)
_LENGTHS = frozenset({"width", "height", "depth", "lspace", "rspace", "voffset", "minsize", "maxsize", "linethickness"})
_POINTS = {"em": 1.0, "ex": 0.5, "px": 1 / 16, "pt": 1 / 12, "cm": 2.4, "mm": 0.24, "in": 6.0, "mu": 1 / 18}

_LARGEST = {"rowspan": MAX_ROWS, "colspan": MAX_COLUMNS, "span": MAX_COLUMNS}


def clean(html: str) -> str:
    """Sanitised HTML of one block. Whatever the input, the result is well-formed."""
    return _cleaner.clean(html)


def safe_image(source: str) -> bool:
    """Whether a picture may be shown: its data is in the page, or it is one of ours."""
    return bool(_IMAGE_DATA.match(source) or (_IMAGE_ASSET.match(source) and "/." not in source))


def _attribute(tag: str, name: str, value: str) -> str | None:
    """The value that may stay, or None."""
    if name == "src":
        return value if safe_image(value) else None
    if name == "style":
        return _style(value)
    if name == "class":
        kept = [part for part in value.split() if _CLASS.match(part)]
        return " ".join(kept) or None
    if name == "id":
        return value if _ID.match(value) else None
    if name in ("rowspan", "colspan", "span"):
        return str(max(1, min(int(value), _LARGEST[name]))) if _NUMBER.match(value) else None
    if tag == "img" and name in ("width", "height"):
        return value if _NUMBER.match(value) else None
    if name in _LENGTHS:
        return value if _short(value) else None
    return value


def _short(length: str) -> bool:
    match = _LENGTH.match(length.strip())
    if match is None or match[1] in ("", "-"):
        return False
    if match[2] == "%":
        return 0 <= float(match[1]) <= 300
    return -2.0 <= float(match[1]) * _POINTS.get(match[2], 1.0) <= _MAX_EM


def _style(value: str) -> str | None:
    """The harmless declarations of a style attribute; formulas need them for their tables."""
    kept: list[str] = []
    for declaration in value.split(";"):
        name, _, given = declaration.partition(":")
        name, given = name.strip().lower(), given.strip()
        harmless = name in _STYLE_NAMES.split() and _STYLE_VALUE.match(given)
        if harmless or (name == "width" and _STYLE_WIDTH.match(given)):
            kept.append(f"{name}: {given}")
    return "; ".join(kept) or None


def _relative_link(url: str) -> str | None:
    return url if url.startswith("#fn") else None


_OWN_DIRECTION: str = "p h1 h2 h3 h4 h5 h6 li td th dt dd caption figcaption summary"

_cleaner = nh3.Cleaner(
    tags=set(TAGS),
    attributes=_ATTRIBUTES,
    attribute_filter=_attribute,
    url_schemes={"http", "https", "mailto", "data", ASSET_SCHEME},
    url_relative=_relative_link,
    link_rel="noopener noreferrer",
    set_tag_attribute_values={name: {"dir": "auto"} for name in _OWN_DIRECTION.split()},
)
