# SPDX-License-Identifier: AGPL-3.0-or-later
"""The messages survive the pipe, and what is no message is refused."""

from __future__ import annotations

import types
import typing
from enum import Enum
from typing import Any, get_args, get_origin, get_type_hints

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import protocol
from engine.protocol import (
    Command,
    EngineCommand,
    Event,
    Message,
    PagesCommand,
    ReadPage,
    decode_engine_command,
    decode_event,
    decode_pages_command,
    encode,
)


def values(hint: Any) -> st.SearchStrategy[Any]:
    """Any value of a field's type."""
    if hint is int:
        return st.integers(-(2**53), 2**53)
    if hint is float:
        return st.floats(allow_nan=False, allow_infinity=False).map(float)
    if hint is str:
        return st.text(max_size=30)
    if hint in (bool, type(None)):
        return st.from_type(hint)
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is list:
        return st.lists(values(arguments[0]), max_size=3)
    if origin is dict:
        return st.dictionaries(values(arguments[0]), values(arguments[1]), max_size=3)
    if origin is tuple:
        return st.tuples(*map(values, arguments))
    if origin in (types.UnionType, typing.Union):
        return st.one_of(*map(values, arguments))
    if isinstance(hint, type) and issubclass(hint, Enum):
        return st.sampled_from(hint)
    return structs(hint)


def structs(kind: type[msgspec.Struct]) -> st.SearchStrategy[Any]:
    hints = get_type_hints(kind, vars(protocol))
    needed = {f.name for f in msgspec.structs.fields(kind) if f.required}
    fields = {name: values(hints[name]) for name in kind.__struct_fields__}
    optional = {name: field for name, field in fields.items() if name not in needed}
    return st.fixed_dictionaries({name: fields[name] for name in needed}, optional=optional).map(
        lambda chosen: kind(**chosen)
    )


def messages(union: Any) -> st.SearchStrategy[Any]:
    return st.one_of(*map(structs, get_args(union)))


def same(one: object, other: object) -> bool:
    """Equal, an int being as good as the float it stands for."""
    return bool(one == other) and type(one) is type(other)


@given(messages(PagesCommand))
def test_commands_to_pages_come_back_as_sent(command: Command) -> None:
    assert same(decode_pages_command(encode(command)), command)


@given(messages(EngineCommand))
def test_commands_to_the_engine_come_back_as_sent(command: Command) -> None:
    assert same(decode_engine_command(encode(command)), command)


@given(messages(Event))
def test_events_come_back_as_sent(event: Event) -> None:
    assert same(decode_event(encode(event)), event)


@given(st.one_of(messages(Event), messages(Command)))
def test_a_message_is_one_line(message: Message) -> None:
    line = encode(message)
    assert line.endswith(b"\n")
    assert line.count(b"\n") == 1


@given(st.binary(max_size=200))
def test_nonsense_is_refused_with_one_kind_of_error(line: bytes) -> None:
    for decode in (decode_pages_command, decode_engine_command, decode_event):
        with pytest.raises(msgspec.DecodeError):
            decode(line)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (b'{"type":"ReadPage","job":"one","source":{"path":"a","page":0}}', "$.job"),
        (b'{"type":"ReadPage","job":1,"source":{"path":"a"}}', "page"),
        (b'{"type":"ReadPage","job":1,"source":{"path":"a","page":0},"colour":1}', "colour"),
        (b'{"type":"Dance"}', "Dance"),
        (b"{}", "type"),
    ],
)
def test_the_refusal_says_where_it_is_wrong(line: bytes, told: str) -> None:
    with pytest.raises(msgspec.DecodeError, match=told.replace("$", r"\$")):
        decode_engine_command(line)


def test_absent_is_not_zero() -> None:
    reading = protocol.Reading(engine="x", raw="", text="")
    line = encode(protocol.PageRead(job=1, reading=reading))
    assert b"prompt_tokens" not in line
    back = decode_event(line)
    assert isinstance(back, protocol.PageRead)
    assert back.reading.prompt_tokens is None


def test_every_class_of_message_belongs_to_a_union() -> None:
    kinds = {kind for kind in vars(protocol).values() if isinstance(kind, type) and issubclass(kind, Message)}
    assert kinds - {Message} == {*get_args(Command), *get_args(Event)}
    assert ReadPage in kinds
