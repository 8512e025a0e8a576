# SPDX-License-Identifier: AGPL-3.0-or-later
"""Arguments that say how results are written: `convert` and `export` have them alike."""

from __future__ import annotations

import argparse

from app.core.assemble.steps import DEFAULT, Steps
from app.core.export import ExportOptions, Format, steps_of
from app.core.export.request import NAMES

_FORMATS = ", ".join(Format)


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--format", default="md", metavar="md,html",
                        help=f"what to write, separated by commas: {_FORMATS}; csv and xlsx hold the tables alone")
    parser.add_argument("--raw", action="store_true", help="the engine's text, without what was edited in the window")
    parser.add_argument("--steps", type=_steps, default=DEFAULT, metavar="S",
                        help=f"how pages become a document: only these of {', '.join(NAMES)}; all; none; or the usual "
                             "ones without some: no-joins,no-tables")
    parser.add_argument("--page-marks", action="store_true", help="a line <!-- page N --> before each page")
    parser.add_argument("--figures", choices=["files", "embed", "none"], default="files", metavar="F",
                        help="figures of the pages in files beside the Markdown (files), in it (embed), or not at all "
                             "(none); other formats hold them unless none")
    parser.add_argument("--side-by-side", action="store_true",
                        help="in HTML, the picture of each page beside its text")
    markdown = parser.add_argument_group("Markdown")
    markdown.add_argument("--front-matter", action="store_true", help="title, author, source and date in front")
    markdown.add_argument("--math", choices=["dollars", "brackets"], default="dollars", metavar="M",
                          help="formulas between dollars ($x$) or brackets (\\(x\\))")
    markdown.add_argument("--width", type=_width, default=0, metavar="N",
                          help="paragraphs in lines of N characters, 20 to 1000; 0 leaves them as they are")
    markdown.add_argument("--html-tables", choices=["auto", "always", "never"], default="auto", metavar="T",
                          help="tables in HTML where cells span several (auto), always, or never")
    markdown.add_argument("--per-page", action="store_true", help="one file for each page, in a folder")


def chosen(options: argparse.Namespace) -> ExportOptions:
    """The options of an export, as the line has them."""
    return ExportOptions(
        page_marks=options.page_marks, raw=options.raw, steps=options.steps, front_matter=options.front_matter,
        math=options.math, html_tables=options.html_tables, width=options.width, per_page=options.per_page,
        figures=options.figures, side_by_side=options.side_by_side,
    )  # fmt: skip


def _steps(text: str) -> Steps:
    try:
        return steps_of(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"“{error}” is no step; there are {', '.join(NAMES)}, all and none") from None


def _width(text: str) -> int:
    if text.isascii() and text.isdecimal() and (int(text) == 0 or 20 <= int(text) <= 1000):
        return int(text)
    raise argparse.ArgumentTypeError(f"{text} is no width from 20 to 1000")
