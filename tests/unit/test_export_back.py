# SPDX-License-Identifier: AGPL-3.0-or-later
"""Markdown and HTML that were exported, read back: the same words, tables with their spans, and formulas.

The pages are the true texts of the sample documents, and one with everything in it.
"""

from __future__ import annotations

import re
from itertools import product
from pathlib import Path

import pytest
from lxml import html as lxml_html

from app.core.assemble.pieces import Kind, cut
from app.core.assemble.steps import Steps
from app.core.export import ExportOptions, Format, PageText, Snapshot, render
from app.core.export.table_grid import grids
from app.core.export.visible import visible
from app.core.markup import render_page
from app.core.markup.inline import stretches
from tests.conftest import DATA

EVERYTHING = r"""# Head *one* \# two

Currency $5 and $10, a formula $a_1<b$, code `x | $y$`, 2 \* 3, snake_case_name, \<tag\>, a\_b, 50% & more.[^n]

$$
\int_0^1 \frac{x^2}{2}\,dx
$$

| Left \| bar | Right |
|:--|--:|
| *em* $x^2$ | 1,234.50 |
| `a|b` | |

<table><thead><tr><th colspan="2">Wide</th><th>C</th></tr></thead>
<tbody><tr><td rowspan="2">tall</td><td>1</td><td>2</td></tr><tr><td>3</td><td>$\alpha$</td></tr></tbody></table>

3. third
4. fourth
   - inner

> Quoted words,
> on two lines.

```python
if a < b:  # not a heading
    print("| no table |")
```

Last words.

[^n]: A note with $n$.
"""

TRUE = sorted(path for path in (DATA / "gt").glob("*.md"))
TEXTS = {"everything": EVERYTHING, **{path.stem: path.read_text(encoding="utf-8") for path in TRUE}}
WAYS = tuple(product(("dollars", "brackets"), ("auto", "always", "never"), (0, 40)))
PLAIN = Steps(furniture=False, joins=False, tables=False, headings=False, footnotes=False)


def _snapshot(*texts: str) -> Snapshot:
    return Snapshot("T", "/in/a.pdf", tuple(PageText(number, text=text) for number, text in enumerate(texts)))


def _words(text: str) -> list[str]:
    return [word for block in visible(text) for word in block.words]


def _tables(text: str) -> list[list[tuple[str, int, int, int, int]]]:
    return [
        [(" ".join(c.text.split()), c.row, c.column, c.rows, c.columns) for c in grid.cells]
        for piece in cut(text, 0)
        for grid in grids(piece)
    ]


def _formulas(text: str) -> list[str]:
    found: list[str] = []
    for piece in cut(text, 0):
        if piece.kind is Kind.FORMULA:
            found.append("".join(piece.source.strip().strip("$").split()))
        elif piece.kind is not Kind.CODE:
            found += ["".join(piece.source[s.begin : s.stop].split()) for s in stretches(piece.source) if s.opener]
    return found


@pytest.mark.parametrize("name", TEXTS)
@pytest.mark.parametrize(("math", "tables", "width"), WAYS)
def test_markdown_says_the_same(name: str, math: str, tables: str, width: int) -> None:
    options = ExportOptions(steps=PLAIN, math=math, html_tables=tables, width=width)  # type: ignore[arg-type]
    written = render(_snapshot(TEXTS[name]), Format.MARKDOWN, options)
    if tables != "never" or "colspan" not in TEXTS[name]:  # without spans their cells are repeated
        assert _words(written) == _words(TEXTS[name])
        assert _tables(written) == _tables(TEXTS[name])
    else:
        assert set(_words(written)) == set(_words(TEXTS[name]))
    if math == "dollars":
        assert _formulas(written) == _formulas(TEXTS[name])


@pytest.mark.parametrize("name", TEXTS)
def test_markdown_is_its_own_source(name: str) -> None:
    """What was exported once and is exported again is the same file."""
    options = ExportOptions(steps=PLAIN)
    once = render(_snapshot(TEXTS[name]), Format.MARKDOWN, options)
    assert render(_snapshot(once), Format.MARKDOWN, options) == once


@pytest.mark.parametrize("name", TEXTS)
def test_html_says_the_same(name: str) -> None:
    written = render(_snapshot(TEXTS[name]), Format.HTML, ExportOptions(steps=PLAIN))
    root = lxml_html.document_fromstring(written)
    (main,) = root.iter("main")
    for back in main.find_class("footnote-backref"):
        back.drop_tree()
    shown = lxml_html.document_fromstring(render_page(TEXTS[name]) or "<p></p>")
    for back in shown.find_class("footnote-backref"):
        back.drop_tree()
    assert main.text_content().split() == shown.text_content().split()
    cells = [
        ["".join(cell.itertext()).split() and (cell.get("rowspan", "1"), cell.get("colspan", "1")) for cell in row]
        for row in main.iter("tr")
    ]
    wanted = [
        ["".join(cell.itertext()).split() and (cell.get("rowspan", "1"), cell.get("colspan", "1")) for cell in row]
        for row in shown.iter("tr")
    ]
    assert cells == wanted
    sources = [
        "".join(one.text_content().split()) for one in main.iter() if re.fullmatch("math", str(one.tag))
    ]
    assert len(sources) == len(_formulas(TEXTS[name]))


def test_everything_is_in_the_sample() -> None:
    kinds = {piece.kind for piece in cut(EVERYTHING, 0)}
    assert kinds >= {Kind.HEADING, Kind.PARAGRAPH, Kind.FORMULA, Kind.TABLE, Kind.HTML_TABLE, Kind.LIST, Kind.QUOTE,
                     Kind.CODE, Kind.FOOTNOTE}  # fmt: skip
    assert len(TRUE) > 5
    assert Path(TRUE[0]).is_file()
