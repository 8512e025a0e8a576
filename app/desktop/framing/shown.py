# SPDX-License-Identifier: AGPL-3.0-or-later
"""The figures of a page in the order in which they are numbered, and what a change of one means for the library. No
widgets."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum

from app.core.figure_boxes import FigureBox, FiguresShown, new_key, unwanted, wanted
from engine.protocol import Box

_SLACK = 1e-6


class Kind(Enum):
    FRAMED = "framed"  # by the user
    FOUND = "found"
    REFUSED = "refused"  # found, and not wanted


@dataclass(frozen=True, slots=True)
class Shown:
    """A figure on the page. `own` is the user's word on it, if there is one."""

    kind: Kind
    box: Box
    own: FigureBox | None = None

    @property
    def caption(self) -> str:
        return self.own.caption if self.own is not None else ""


@dataclass(frozen=True, slots=True)
class Change:
    """What is put into the library and what is dropped; `back` undoes it."""

    put: tuple[FigureBox, ...]
    drop: tuple[int, ...]
    back: Change | None = None


def shown(figures: FiguresShown) -> tuple[Shown, ...]:
    """From top to bottom, as an export numbers them; the refused ones, which it has not, behind them."""
    found = figures.found or ()
    kept = [Shown(Kind.FRAMED, one.box, one) for one in figures.boxes if one.kept]
    kept += [Shown(Kind.FOUND, box) for box in wanted(found, figures.boxes)]
    refused = [Shown(Kind.REFUSED, box, word) for box in found if (word := unwanted(box, figures.boxes)) is not None]
    return (*sorted(kept, key=_place), *sorted(refused, key=_place))


def _place(one: Shown) -> tuple[float, float]:
    return one.box[1], one.box[0]


def framed(box: Box, turn: int) -> Change:
    """A figure is framed."""
    return _with_back((FigureBox(new_key(), box, turn),), (), ())


def moved(one: Shown, box: Box, turn: int) -> Change:
    """It is moved, or made larger or smaller: a found one is framed from then on."""
    return _replaced(one, FigureBox(new_key(), box, turn), box=box)


def named(one: Shown, caption: str, turn: int) -> Change:
    """It gets a caption."""
    return _replaced(one, FigureBox(new_key(), one.box, turn, caption=caption), caption=caption)


def removed(one: Shown, turn: int) -> Change:
    """It is not wanted; one that was refused is wanted again."""
    if one.own is not None:
        return _with_back((), (one.own.key,), (one.own,))
    return _with_back((FigureBox(new_key(), one.box, turn, kept=False),), (), ())


def _replaced(one: Shown, fresh: FigureBox, **fields: object) -> Change:
    if one.kind is Kind.FRAMED and one.own is not None:
        return _with_back((replace(one.own, **fields),), (), (one.own,))  # type: ignore[arg-type]
    if one.own is not None:  # refused: wanted again, and framed
        return _with_back((one.own, fresh), (), (one.own,))
    return _with_back((FigureBox(new_key(), one.box, fresh.turn, kept=False), fresh), (), ())


def _with_back(put: tuple[FigureBox, ...], drop: tuple[int, ...], before: tuple[FigureBox, ...]) -> Change:
    """`before` is what the library has of those that are put or dropped."""
    known = {one.key for one in before}
    return Change(put, drop, Change(before, tuple(one.key for one in put if one.key not in known)))


def changed(told: FiguresShown, change: Change) -> FiguresShown:
    """The figures after a change."""
    after = {one.key: one for one in told.boxes if one.key not in change.drop}
    after |= {one.key: one.turned(told.turn) for one in change.put}
    return replace(told, boxes=tuple(after.values()))


def reflected(told: FiguresShown, change: Change) -> bool:
    """Whether a change is in what is told."""
    there = {one.key: one for one in told.boxes}
    return not there.keys() & set(change.drop) and all(
        (one := there.get(put.key)) is not None
        and one.caption == put.caption
        and all(abs(a - b) < _SLACK for a, b in zip(one.box, put.turned(told.turn).box, strict=True))
        for put in change.put
    )
