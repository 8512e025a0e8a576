# SPDX-License-Identifier: AGPL-3.0-or-later
"""`python -m tests.bench.checks DIR`: the flags on 1,000 injected errors and on correct Markdown, the places of words,
and the time it takes, each beside its bound."""

from __future__ import annotations

import argparse
import re
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path

from app.core.align import Alignment, align
from app.core.align.page import middle
from app.core.checks import Evidence, Findings, Flag, Kind, Second, check
from app.core.markup import deep
from app.core.markup.formulas import formula
from engine.protocol import Word
from tests.bench.accepting import after_accepting
from tests.bench.checked_pages import Checked, EngineError, from_pictures, with_text_layer
from tests.bench.figures import Figure, show
from tests.edits import Edit, EditKind, edits

EDITS = 1000
_REACH = 0
"""Words beside an edit within which a flag counts as its."""

_FITTING: dict[EditKind, frozenset[Kind]] = {
    EditKind.DIGIT: frozenset({Kind.NUMBER_DIFFERS}),
    EditKind.NUMBER: frozenset({Kind.NUMBER_DIFFERS, Kind.MISSING_TEXT}),
    EditKind.WORD: frozenset({Kind.WORD_DIFFERS, Kind.INVENTED_TEXT}),
    EditKind.LINE: frozenset({Kind.MISSING_TEXT, Kind.INK_BUT_EMPTY}),  # the page's only line
    EditKind.SENTENCE: frozenset({Kind.INVENTED_TEXT}),
    EditKind.ROW: frozenset({Kind.REPETITION, Kind.INVENTED_TEXT}),
    EditKind.LOOP: frozenset({Kind.REPETITION}),
    EditKind.NEGATION: frozenset({Kind.MISSING_TEXT, Kind.WORD_DIFFERS}),
    EditKind.UNIT: frozenset({Kind.WORD_DIFFERS, Kind.NUMBER_DIFFERS, Kind.INVENTED_TEXT}),
    EditKind.ORDER: frozenset({Kind.WORD_DIFFERS, Kind.INVENTED_TEXT, Kind.MISSING_TEXT}),
    EditKind.COLUMNS: frozenset({Kind.READING_ORDER, Kind.NUMBER_DIFFERS, Kind.WORD_DIFFERS, Kind.INVENTED_TEXT}),
    EditKind.TAG: frozenset({Kind.TABLE_RAGGED}),
    EditKind.FORMULA: frozenset({Kind.FORMULA_INVALID}),
    EditKind.FORMULA_DIGIT: frozenset({Kind.NUMBER_DIFFERS}),
}
_BOUNDS = {
    EditKind.DIGIT: 0.97, EditKind.NUMBER: 0.97, EditKind.WORD: 0.90, EditKind.LINE: 0.95, EditKind.SENTENCE: 0.95,
    EditKind.ROW: 0.95, EditKind.LOOP: 0.95, EditKind.TAG: 1.0, EditKind.FORMULA: 1.0,
}  # fmt: skip
_FORMULAS = frozenset({EditKind.FORMULA, EditKind.FORMULA_DIGIT})
_SCAN_BOUNDS = {EditKind.DIGIT: 0.85, EditKind.NUMBER: 0.85}


def findings(page: Checked, text: str) -> Findings:
    """The checks of one page with a text for it."""
    return check(Evidence(text, Second(page.origin, page.words)))


def found(edit: Edit, flags: Sequence[Flag], before: frozenset[str]) -> bool:
    """Whether a new flag of a fitting kind is at the edit: markup and blanks between them do not count. A line that is
    lost may lie off by its length, if the words before it are like those after it."""
    reach = _REACH + (_words(edit.was) if edit.kind is EditKind.LINE else 0)
    if edit.kind in (EditKind.ROW, EditKind.LOOP):
        reach += _words(edit.text[edit.start : edit.end])  # either of the two equal ones
    for flag in flags:
        if flag.kind in _FITTING[edit.kind] and flag.mark(edit.text) not in before:
            low, high = (flag.end, edit.start) if flag.end < edit.start else (edit.end, flag.start)
            if _words(edit.text[low:high]) <= reach:
                return True
    return False


def _words(text: str) -> int:
    return len(re.findall(r"[^\W_]+", re.sub(r"</?[a-z][^<>]*>?|^[^<>]*>", " ", text)))


def rejected(edit: Edit) -> bool:
    """Whether the renderer refuses the formula, or it is none any more."""
    source = edit.text[edit.start : edit.end]
    inner = source.strip("$") if source.startswith("$") else source[2:-2]
    return "tex-error" in deep.run(_render, inner)


def _render(latex: str) -> str:
    return formula(latex, display=True)


def injected(
    pages: Sequence[Checked], others: Sequence[Checked], count: int, seed: int
) -> Iterator[tuple[Checked, Edit]]:
    """`count` edits, as many of each kind, spread over the pages."""
    each = count // len(EditKind)
    for kind in EditKind:
        chosen = [*pages, *others] if kind in _FORMULAS else pages  # few pages have formulas
        made = [[(page, edit) for edit in edits(page.text, kind, each, seed)] for page in chosen]
        if kind is EditKind.FORMULA:
            made = [[(page, edit) for page, edit in of_page if rejected(edit)] for of_page in made]
        left, number = each, 0
        while left and any(len(of_page) > number for of_page in made):
            row = [of_page[number] for of_page in made if len(of_page) > number][:left]
            yield from row
            left, number = left - len(row), number + 1


def recall(
    pages: Sequence[Checked],
    others: Sequence[Checked],
    bounds: dict[EditKind, float],
    count: int,
    seed: int,
    misses: list[str],
) -> list[Figure]:
    """The share of the edits of each kind that a flag shows; of formulas also on `others`."""
    sound = [page for page in pages if findings(page, page.text).unfit is None]
    seen, hit = Counter[EditKind](), Counter[EditKind]()
    before = {
        page.name: frozenset(f.mark(page.text) for f in findings(page, page.text).flags) for page in [*sound, *others]
    }
    for page, edit in injected(sound, others, count, seed):
        seen[edit.kind] += 1
        if found(edit, findings(page, edit.text).flags, before[page.name]):
            hit[edit.kind] += 1
        else:
            around = edit.text[max(0, edit.start - 25) : edit.end + 25]
            misses.append(f"{edit.kind:<18} {page.name}: was {edit.was!r}, now {around!r}")
    return [
        Figure(f"found: {kind}", hit[kind] / seen[kind], "", bounds.get(kind), True, f"of {seen[kind]}", firm=True)
        for kind in EditKind
        if seen[kind]
    ]


def false_flags(pages: Sequence[Checked], bound: float | None, name: str, shown: list[str]) -> list[Figure]:
    """Flags on correct Markdown, a page."""
    total, unfit = 0, 0
    kinds: Counter[str] = Counter()
    for page in pages:
        result = findings(page, page.text)
        unfit += result.unfit is not None
        total += len(result.flags)
        kinds.update(flag.kind.value for flag in result.flags)
        shown += [
            f"{flag.kind:<16} {page.name}: {page.text[flag.start : flag.end][:60]!r} {dict(flag.data)}"
            for flag in result.flags
        ]
    remark = ", ".join(f"{kind} {count}" for kind, count in kinds.most_common())
    return [
        Figure(
            f"false flags a page, {name}", total / max(1, len(pages)), "", bound, False, remark, firm=bound is not None
        ),
        Figure(f"pages without a sound second reading, {name}", unfit, f"of {len(pages)}"),
    ]


def located(pages: Sequence[Checked], bounded: bool, name: str) -> list[Figure]:
    """Words of the Markdown that have a place, and how many of the places are on the right line."""
    words = placed = right = judged = 0
    for page in pages:
        if findings(page, page.text).unfit is not None:
            continue
        alignment = align(page.text, page.words)
        words += len(alignment.places)
        placed += sum(bool(places) for places in alignment.places)
        verdicts = [
            verdict for n in range(len(alignment.places)) if (verdict := on_right_line(alignment, n)) is not None
        ]
        judged, right = judged + len(verdicts), right + sum(verdicts)
    return [
        Figure(
            f"words located, {name}", placed / max(1, words), "", 0.97 if bounded else None, True, f"of {words}",
            bounded,
        ),
        Figure(
            f"of these on the right line, {name}", right / max(1, judged), "", 0.99 if bounded else None, True,
            f"of {judged}", bounded,
        ),
    ]  # fmt: skip


_CONTEXT = 6


def on_right_line(alignment: Alignment, number: int) -> bool | None:
    """Judged by the page's words alone: the words beside it in the text are beside it on the page too; or, of all
    places on the page that have the word, the one chosen has the most of the words around it in the text on its
    row and the rows beside it (or as many as another). None without a place."""
    places = alignment.places[number]
    if not places:
        return None
    beside = [n for n in range(max(0, number - 2), min(len(alignment.places), number + 3)) if n != number]
    page = [alignment.places[n][0] - places[0] if alignment.places[n] else 99 for n in beside]
    if sum(step == n - number for step, n in zip(page, beside, strict=True)) >= 2:
        return True
    source = alignment.source.words
    reach = _CONTEXT * (2 if len(source[number].key) == 1 else 1)
    wanted = Counter(word.key for word in source[max(0, number - reach) : number + reach + 1])
    rows = _rows(alignment)
    chosen = (wanted & rows[places[0]]).total()
    same = [n for n, word in enumerate(alignment.page.words) if word.key == source[number].key]
    return all(chosen >= (wanted & rows[n]).total() for n in same)


_kept: list[tuple[Alignment, list[Counter[str]]]] = []


def _rows(alignment: Alignment) -> list[Counter[str]]:
    """For each word of the page the words near it: as high, or a line above or below (to the side where text runs
    down)."""
    if not _kept or _kept[0][0] is not alignment:
        words = [(word.key, middle(word.boxes[0]), word.boxes[0]) for word in alignment.page.words]
        found: list[Counter[str]] = []
        for number, (_, (x, y), box) in enumerate(words):
            high = 1.7 * (box[3] - box[1])
            near = words[max(0, number - 60) : number + 60]
            down = box[3] - box[1] > 1.5 * (box[2] - box[0]) and len(alignment.page.given) < len(words)
            found.append(Counter(key for key, (a, b), _ in near if (abs(a - x) < 0.03 if down else abs(b - y) < high)))
        _kept[:] = [(alignment, found)]
    return _kept[0][1]


def speeds(pages: Sequence[Checked]) -> list[Figure]:
    """CPU for pages of 10 KB (prose, tables, single characters), one of 200 KB, and one with 500 flags."""
    chosen = {
        "most tags": max(pages, key=lambda page: page.text.count("<")),
        "most words": max(pages, key=lambda page: len(page.words) if page.text.isascii() else 0),
        "most single characters": max(pages, key=lambda page: len(page.text.encode()) - len(page.text)),
    }
    figures: list[Figure] = []
    for name, page in chosen.items():
        ten = _grown(page, 10_000)
        figures += [
            Figure(f"alignment of 10 KB, {name}", _cpu(partial(align, ten.text, ten.words)) * 1000, "ms", 100),
            Figure(
                f"flags of 10 KB, alignment included, {name}", _cpu(partial(findings, ten, ten.text)) * 1000, "ms", 300
            ),
        ]
    prose = chosen["most words"]
    twenty, large = _grown(prose, 20_000), _grown(prose, 200_000)
    wrong = list(twenty.words)
    for number in range(0, len(wrong), 5):
        wrong[number] = Word(text="wrongly", box=wrong[number].box)
    many = Checked(twenty.name, twenty.text, wrong, twenty.origin)
    flags = len(findings(many, many.text).flags)
    return [
        *figures,
        Figure("flags of 20 KB", _cpu(lambda: findings(twenty, twenty.text)) * 1000, "ms"),
        Figure(
            "flags of 200 KB", _cpu(lambda: findings(large, large.text)) * 1000, "ms", None, False, "10 times 20 KB"
        ),
        Figure(
            "the same 20 KB with many flags",
            _cpu(lambda: findings(many, many.text)) * 1000,
            "ms",
            None,
            False,
            f"{flags} flags",
        ),
    ]


def _grown(page: Checked, size: int) -> Checked:
    """The page again and again, each time with other words in it, one below the other."""
    times = max(1, round(size / len(page.text.encode())))
    texts: list[str] = []
    words: list[Word] = []
    for turn in range(times):
        texts.append(page.text.replace(" the ", f" the{turn}x ").replace("um ", f"um{turn}x "))
        for word in page.words:
            left, top, right, bottom = word.box
            new = word.text if word.text != "the" else f"the{turn}x"
            new = f"{new}{turn}x" if new.endswith("um") else new
            words.append(Word(text=new, box=(left, (turn + top) / times, right, (turn + bottom) / times)))
    return Checked(page.name, "\n\n".join(texts), words, page.origin)


def _cpu(call: Callable[[], object]) -> float:
    """The least of three, in seconds."""
    taken: list[float] = []
    for _ in range(3):
        start = time.process_time()
        call()
        taken.append(time.process_time() - start)
    return min(taken)


def measure(corpus: Path, count: int, seed: int, scans: bool, verbose: bool) -> bool:
    """Print every figure; whether no firm bound is missed."""
    pages = with_text_layer(corpus)
    checked = [page for page in pages if not page.derived]
    derived = [page for page in pages if page.derived]
    misses: list[str] = []
    shown: list[str] = []
    left: list[str] = []
    figures = recall(checked, derived, _BOUNDS, count, seed, misses)
    sound = [page for page in checked if findings(page, page.text).unfit is None]
    figures += after_accepting(injected(sound, [], count, seed), findings, True, left)
    figures += false_flags(checked, 0.5, "text layer", shown)
    figures += located(checked, True, "text layer")
    good = show(f"Flags, {len(checked)} pages with a text layer", figures)
    if derived:
        remarks: list[str] = []
        figures = recall(derived, [], {}, count // 2, seed, remarks) + false_flags(derived, None, "derived", remarks)
        figures += located(derived, False, "derived")
        show(
            f"The same over {len(derived)} pages whose Markdown was made from their source, not from the page", figures
        )
        misses += remarks if verbose else []
    if scans:
        pictures = from_pictures(corpus)
        figures = recall(pictures, [], _SCAN_BOUNDS, count, seed, misses) + false_flags(pictures, 2.0, "scans", shown)
        figures += after_accepting(injected(pictures, [], count, seed), findings, False, left)
        figures += located(pictures, False, "scans")
        good = show(f"Flags, {len(pictures)} scans with the built-in OCR", figures) and good
    show("Time", speeds(checked))
    if verbose:
        print("\n-- not found", *misses, "-- not right after accepting", *left, "-- false flags", *shown, sep="\n")
    return good


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.checks", description=__doc__)
    parser.add_argument("corpus", type=Path, help="documents with MANIFEST.tsv and gt/")
    parser.add_argument("--edits", type=int, default=EDITS)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--no-scans", action="store_true", help="only pages with a text layer")
    parser.add_argument(
        "-v", "--verbose", action="store_true", help="list what was not found, and what is flagged falsely"
    )
    options = parser.parse_args(argv)
    try:
        good = measure(options.corpus, options.edits, options.seed, not options.no_scans, options.verbose)
    except EngineError as error:
        print(f"the engine could not start: {error}", file=sys.stderr)
        return 3
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
