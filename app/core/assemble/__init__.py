# SPDX-License-Identifier: AGPL-3.0-or-later
"""From pages to a document: running heads dropped, what a page break cut in two joined, footnotes
and headings made one row. Pure functions on the pages' Markdown; each step can be switched off,
tells what it changed, and can be taken back, because the pages themselves are never touched.

    from app.core.assemble.document import assemble
    done = assemble([(0, "one page's Markdown"), (1, "the next")], Steps(tables=False))
    done.pieces, done.changes

Nothing is imported here: options of an export (`steps`) are known without loading the parser.
"""
