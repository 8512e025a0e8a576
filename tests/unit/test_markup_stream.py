# SPDX-License-Identifier: AGPL-3.0-or-later
"""Streaming: patches add up to the page, and the end is the same as rendering it at once."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from app.core.markup import Stream, render_blocks, splice

PAGE = """# Title

First *paragraph*,
on two lines.

| a | b |
|---|---|
| $|x|$ | 2 |

- one
- two

  still two

<table><tr><td>a</td></tr>

<tr><td>b</td></tr></table>

$$
\\frac{a}{b}

+ c
$$

Note[^1].\r
\r
[^1]: The note.

> Quoted $x^2$ שלום

```
code
```
Last 😀 line"""


def stream(text: str, lengths: list[int]) -> tuple[Stream, list[str]]:
    """Feed the text in pieces of these lengths, over and over; what a view would show."""
    renderer, shown, position, turn = Stream(), list[str](), 0, 0
    while position < len(text):
        length = lengths[turn % len(lengths)]
        patch = renderer.feed(text[position : position + length])
        shown = patch.apply(shown)
        assert shown == renderer.html
        position, turn = position + length, turn + 1
    return renderer, shown


@settings(max_examples=60, deadline=None)
@given(st.lists(st.integers(1, 60), min_size=1, max_size=8))
def test_any_cutting_ends_the_same(lengths: list[int]) -> None:
    renderer, shown = stream(PAGE * 3, lengths)
    shown = renderer.finish().apply(shown)
    assert shown == [block.html for block in render_blocks(PAGE * 3)]
    assert [(b.first, b.last) for b in renderer.blocks] == [(b.first, b.last) for b in render_blocks(PAGE * 3)]


def test_finished_blocks_are_not_touched_again() -> None:
    renderer = Stream("one\n\ntwo\n\nthree\n\nfour")
    patch = renderer.feed(" more\n\nfive")
    assert patch.head == 3 and patch.html == ('<p dir="auto">four more</p>', '<p dir="auto">five</p>')
    assert renderer.text == "one\n\ntwo\n\nthree\n\nfour more\n\nfive"


def test_a_late_target_is_put_right_at_the_end() -> None:
    renderer = Stream("See [here].\n\n" + "filler\n\n" * 5)
    renderer.feed("[here]: https://example.org\n")
    assert "<a" not in renderer.html[0]
    renderer.finish()
    assert 'href="https://example.org"' in renderer.html[0]


def test_a_formula_with_a_blank_line_waits_for_its_end() -> None:
    renderer = Stream("text\n\n$$\na\n\n")
    renderer.feed("b\n\n")
    renderer.feed("c\n")
    renderer.feed("$$\n\nafter\n\n")
    assert [html.count("<math") for html in renderer.html] == [0, 1, 0]


def test_a_text_that_waits_forever_does_not_pile_up() -> None:
    renderer = Stream("$$ never closed\n\n")
    for _ in range(400):
        renderer.feed("A paragraph of some fifty characters, more or less.\n\n")
    assert len(renderer._tail) < 10_000


@given(st.lists(st.sampled_from("abc"), max_size=8), st.lists(st.sampled_from("abc"), max_size=8))
def test_splice_leads_from_one_to_the_other(old: list[str], new: list[str]) -> None:
    patch = splice(old, new)
    assert patch.apply(old) == new
    assert patch.head + patch.tail <= min(len(old), len(new))
    if old == new:
        assert patch.html == ()
