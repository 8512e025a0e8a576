# SPDX-License-Identifier: AGPL-3.0-or-later
"""The rules of the text layer that no library for making PDFs can show: scripts from right to
left, vertical columns, accents drawn apart, formulas. They get glyphs instead of files."""

from __future__ import annotations

import pytest

from engine.backends.builtin.layer.captions import in_caption_order
from engine.backends.builtin.layer.flow import Part, parts_of
from engine.backends.builtin.layer.formulas import Atom, has_formulas, latex, spans_of
from engine.backends.builtin.layer.glyphs import Glyph, Layer, Style
from engine.backends.builtin.layer.hyphens import Vocabulary, joined, words_in
from engine.backends.builtin.layer.inline import escape, escape_start
from engine.backends.builtin.layer.layout import Block, Layout
from engine.backends.builtin.layer.lines import join_words, lines_of
from engine.backends.builtin.layer.page import markdown_blocks
from engine.backends.builtin.layer.vertical import is_vertical, vertical_blocks
from engine.backends.builtin.layer.words import Word, main_turn, words_of

TEN = Style("Serif", 10.0)
MATH = Style("CMMI10", 10.0, math=True)


def row(text: str, x: float = 0.0, base: float = 100.0, style: Style = TEN) -> list[Glyph | None]:
    """Glyphs side by side, five points wide; a space is None."""
    return [
        None if c == " " else Glyph(c, x + 5 * n, base - 8, x + 5 * n + 5, base + 2, base, style)
        for n, c in enumerate(text)
    ]


def layer(glyphs: list[Glyph | None]) -> Layer:
    return Layer(600, 800, glyphs, count=sum(g is not None for g in glyphs))


def column(text: str, x: float, top: float) -> list[Glyph | None]:
    return [Glyph(c, x, top + 10 * n, x + 10, top + 10 * n + 10, top + 10 * n + 9, TEN) for n, c in enumerate(text)]


def test_right_to_left_lines_are_in_logical_order() -> None:
    """B19: letters come in logical order, from the right; a Latin name within keeps its own."""
    hebrew = [Glyph(c, 95 - 5 * n, 92, 100 - 5 * n, 102, 100, TEN) for n, c in enumerate("שלום")]
    name = row("Python", x=40)
    last = [Glyph(c, 30 - 5 * n, 92, 35 - 5 * n, 102, 100, TEN) for n, c in enumerate("טוב")]
    line = lines_of(words_of(layer([*hebrew, None, *name, None, *last])))[0]
    assert line.rtl
    assert line.text == "שלום Python טוב"


def test_lam_alef_ligatures_are_not_swapped() -> None:
    """B19: both letters of a ligature stand in one box, and PDFium gives them turned about."""
    box = (50.0, 92.0, 56.0, 102.0, 100.0)
    glyphs: list[Glyph | None] = [Glyph("ا", *box, TEN), Glyph("ل", *box, TEN)]
    assert words_of(layer(glyphs))[0].text == "لا"


def test_a_latin_word_beside_an_arabic_one_is_apart() -> None:
    arabic = [Glyph(c, 35 - 5 * n, 92, 40 - 5 * n, 102, 100, TEN) for n, c in enumerate("من")]
    text = lines_of(words_of(layer([*row("Python", x=42.0), *arabic])))[0].text
    assert set(text.split()) == {"Python", "من"}


def test_accents_join_their_letters() -> None:
    words = words_of(layer([*row("cafe"), None, Glyph("´", 16, 92, 19, 102, 100, TEN)]))
    assert [w.text for w in words] == ["café"]


def test_vertical_columns_from_the_right_tier_by_tier() -> None:
    upper = column("春はあけぼのようようしろくなりゆく山ぎは", 90, 0) + column("すこしあかりて紫だちたる", 70, 0)
    lower = column("夏は夜月のころはさらなりやみもなほ", 90, 300)
    page = layer([*upper, *lower])
    assert is_vertical(page)
    assert list(vertical_blocks(page.glyphs)) == [
        "春はあけぼのようようしろくなりゆく山ぎはすこしあかりて紫だちたる",
        "夏は夜月のころはさらなりやみもなほ",
    ]
    assert not is_vertical(layer(row("横に書いた文章は縦書きではないので普通に読むことになるし長さも十分にある" * 2)))


def test_direction_of_most_text() -> None:
    up = Style("Serif", 10.0, turn=270)
    glyphs = [Glyph(c, 50, 200 - 5 * n, 60, 205 - 5 * n, 205 - 5 * n, up) for n, c in enumerate("sideways")]
    assert main_turn(words_of(layer([*glyphs, None, *row("abc")]))) == 270


def atoms(text: str) -> list[Atom]:
    """A spelling of atoms: ^ raises and _ lowers the next character, * makes it mathematical, % one that may be."""
    found: list[Atom] = []
    shift, math, space, letter = 0, False, False, False
    for c in text:
        if c in "^_":
            shift = 1 if c == "^" else -1
        elif c == "*":
            math = True
        elif c == "%":
            letter = True
        elif c == " ":
            space = True
        else:
            found.append(Atom(c, shift, math, space, letter))
            shift, math, space, letter = 0, False, False, False
    return found


@pytest.mark.parametrize(
    ("line", "formulas"),
    [
        ("size *K × *K. The rows", [r"K \times K"]),
        ("where *H_2 holds", ["H_{2}"]),
        ("rates of 10^−^5 or", ["10^{-5}"]),
        ("if *α ≤ *β then", [r"\alpha \leq \beta"]),
        ("Smith^1 and Lee^3 say", []),
        ("plain words and 2019", []),
        ("let *x = (*a + *b)/2, then", ["x = (a + b)/2"]),
        ("where %u ∈ (%R/Ann_R(%x_i))^×.", [r"u \in (R/\mathrm{Ann}_{R}(x_{i}))^{\times}"]),
        ("that %λ_g = %∑^k_i_=_1 %c(%g, %R).", [r"\lambda_{g} = \sum_{i=1}^{k} c(g, R)"]),
        ("then %λ_g = %λ_g_′ so", [r"\lambda_{g} = \lambda_{g^{\prime}}"]),
        ("of *I_0,···,*I_n is", [r"I_{0},\cdots,I_{n}"]),
        ("a code [*N,*K] of", ["[N,K]"]),
        ("form %s = %û%x_i where", [r"s = \hat{u}x_{i}"]),
        ("the %x axis of %a word", []),
    ],
)
def test_formulas_within_a_line(line: str, formulas: list[str]) -> None:
    found = atoms(line)
    assert [latex(found[start:end]) for start, end in spans_of(found)] == formulas


def test_pages_with_mathematics_are_told_from_others() -> None:
    assert has_formulas(layer([*row("x", style=MATH), *row("y", style=MATH), *row("z", style=MATH), *row("then")]))
    assert not has_formulas(layer(row("An ordinary page with 10 % of sales and a note")))


@pytest.mark.parametrize(
    ("before", "after", "result"),
    [
        ("implemen-", "tation", (False, False)),
        ("n-", "octanal", (True, False)),
        ("2019-", "2020", (True, False)),
        ("Ein-", "und Ausgabe", (True, True)),
        ("DNA-", "binding", (True, False)),
        ("Anglo-", "Saxon", (True, False)),
        ("well-", "known", (True, False)),
        ("secret\u00ad", "ary", (False, False)),
        ("sec\u2011", "tions", (False, False)),
        ("a word", "and more", None),
        ("漢字", "かな", (True, False)),
        ("state of the art -", "and more", None),
    ],
)
def test_joining_of_lines(before: str, after: str, result: tuple[bool, bool] | None) -> None:
    """B11"""
    assert joined(before, after, Vocabulary()) == result


def test_words_of_the_page_settle_hyphens() -> None:
    assert joined("blood-", "feeding", Vocabulary(frozenset({"blood-feeding"}))) == (True, False)
    assert joined("cross-", "ing", Vocabulary(frozenset({"crossing"}))) == (False, False)


def test_words_of_the_pages_around_settle_what_the_page_does_not() -> None:
    here = frozenset({"blood-feeding"})
    known = Vocabulary(here, lambda: frozenset({"repeat-accumulate", "crossing", "e-mail", "email", "bloodfeeding"}))
    assert joined("repeat-", "accumulate", known) == (True, False)
    assert joined("irregular repeat\u2010", "accumulate codes", known) == (True, False)
    assert joined("cross-", "ing", known) == (False, False)
    assert joined("e-", "mail", known) == (True, False)  # both are written: the rule of single letters
    assert joined("blood-", "feeding", known) == (True, False)


def test_words_that_a_line_break_parts_are_no_words() -> None:
    text = "Low-density codes, the repeat\ufffeaccumulate and\r\nthe accu\x02mulated of the en-\r\nd, state-of-the-art"
    found = words_in(text)
    assert {"low-density", "codes", "the", "state-of-the-art", "of-the", "the-art"} <= found
    assert not {"repeat", "accumulate", "accu", "mulated", "en", "d", "state", "low"} & found


def test_raised_parts_of_words_join_without_a_space() -> None:
    small = Style("Serif", 6.0)
    glyphs: list[Glyph | None] = [*row("Smith"), Glyph("1", 25, 90, 28, 98, 96, small)]
    assert join_words(lines_of(words_of(layer(glyphs)))[0].words) == "Smith1"


def test_escapes() -> None:
    assert escape("see https://example.org/a_b_(c) now") == "see https://example.org/a_b_(c) now"
    assert escape("a_b _c_ 5 < 6 a<b") == r"a_b \_c\_ 5 < 6 a\<b"
    assert escape_start("12. May") == r"12\. May"
    assert escape_start("- dash") == r"\- dash"


def page_of(*blocks: tuple[float, list[str]], gap: float = 12.0) -> tuple[list[Word], Layout]:
    """A page with these blocks, each with its left edge and its lines, one block below the other; those whose lines
    begin with a blank stand at the top of the page."""
    glyphs: list[Glyph | None] = []
    found: list[Block] = []
    base = 100.0
    for x, lines in blocks:
        start = 100.0 if lines[0].startswith(" ") else base
        for number, text in enumerate(lines):
            glyphs += [*row(text.strip(), x, start + gap * number), None]
        low = start + gap * (len(lines) - 1)
        wide = x + 5 * max(len(text) for text in lines)
        found.append(Block("paragraph", (x, start - 8, wide, low + 2), " ".join(text.strip() for text in lines)))
        base = max(base, low + gap)
    return words_of(layer(glyphs)), Layout(600, 800, found)


def laid_out(*blocks: tuple[float, list[str]], gap: float = 12.0) -> list[list[str]]:
    """The lines of each part of such a page."""
    return [[line.text for line in part.lines] for part in parts_of(*page_of(*blocks, gap=gap))]


def test_a_box_at_the_side_stands_in_the_middle_of_no_sentence() -> None:
    """The text runs around it, in a narrow column and then over its whole width."""
    narrow = ["The committee met in the", "spring and looked at all", "of the papers before it"]
    wide = ["came to a decision about the bridge, the harbour and the long road between"]
    box = [" Reign 959 to 975", " House Wessex"]
    inside = [text.strip() for text in box]
    assert laid_out((50, narrow), (50, wide), (300, box)) == [inside, narrow, wide]
    ended = [*narrow[:2], "of the papers in it."]
    assert laid_out((50, ended), (50, wide), (300, box)) == [ended, wide, inside]
    assert list(markdown_blocks(*page_of((50, narrow), (50, wide), (300, box))))[-1] == " ".join([*narrow, *wide])


def test_lines_that_stand_close_are_not_woven_into_each_other() -> None:
    """As where a scan's letters are measured too high: the one stands half a line above the other."""
    lines = ["of metal hurls more than three tons", "to be had the speed was sacrificed"]
    assert laid_out((50, lines), gap=5.5) == [lines]


@pytest.mark.parametrize(("begins", "order"), [("The", [0, 2, 3, 1, 4]), ("and", [0, 2, 1, 3, 4])])
def test_captions_of_two_columns_stand_in_the_order_of_their_numbers(begins: str, order: list[int]) -> None:
    """A figure of the right column that begins higher, and text there that goes on from the left column."""
    placed = [
        ("Whole", (50.0, 20.0, 550.0, 30.0)),
        ("Fig. 2. The mill", (320.0, 40.0, 500.0, 50.0)),
        ("Fig. 1. The weir", (50.0, 60.0, 250.0, 70.0)),
        ("Left", (50.0, 80.0, 290.0, 400.0)),
        (begins, (310.0, 80.0, 550.0, 400.0)),
    ]
    parts = [Part(box, lines_of(words_of(layer([*row(text)])))) for text, box in placed]
    assert [parts.index(part) for part in in_caption_order(parts)] == order
    swapped = [parts[0], parts[2], parts[1], *parts[3:]]
    assert in_caption_order(swapped) == swapped
