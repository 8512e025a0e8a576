# SPDX-License-Identifier: AGPL-3.0-or-later
"""`copyholder serve` before anything is started: what is refused, and with which words."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.cli.arguments import UsageError, parse
from app.core.serve import ServeError, Wanted, check


@pytest.fixture
def model(tmp_path: Path) -> str:
    (tmp_path / "config.json").write_text("{}")
    return str(tmp_path)


@pytest.fixture
def taken() -> Iterator[int]:
    """A port at which another program listens."""
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen(1)
        yield other.getsockname()[1]


def free() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def refusal(wanted: Wanted) -> str:
    with pytest.raises(ServeError) as caught:
        check(wanted)
    assert caught.value.code == 2
    return str(caught.value)


def test_a_free_port_of_this_machine_is_fine(model: str) -> None:
    check(Wanted(model, port=free()))


def test_a_port_in_use(model: str, taken: int) -> None:
    assert refusal(Wanted(model, port=taken)) == (
        f"Port {taken} is in use by another program: choose another one with --port."
    )


@pytest.mark.parametrize("host", ["192.0.2.1", "no such host"])
def test_an_address_of_another_machine(model: str, host: str) -> None:
    sentence = refusal(Wanted(model, host=host, port=free(), key="long-enough-key"))
    assert sentence == f"{host} is no address of this machine: leave --host away for this machine alone."


def test_no_model_there(tmp_path: Path) -> None:
    assert refusal(Wanted(str(tmp_path))) == f"--model: {tmp_path} has no config.json, so no model is in it."


def test_others_need_a_key(model: str) -> None:
    assert refusal(Wanted(model, host="0.0.0.0", port=free())).startswith("Whoever reaches 0.0.0.0 could use")
    check(Wanted(model, host="0.0.0.0", port=free(), key="long-enough-key"))


def test_a_key_with_a_line_break_in_it(model: str) -> None:
    with pytest.raises(ServeError):
        check(Wanted(model, port=free(), key="two\nlines"))


def test_a_key_is_not_shown() -> None:
    assert "long-enough-key" not in repr(Wanted("m", key="long-enough-key"))


def test_the_line() -> None:
    given = parse(["serve", "--model", "m", "--tensor-parallel-size", "2", "--vllm=--node-rank", "--vllm=1"])
    assert (given.port, given.host, given.tensor_parallel_size, given.vllm) == (
        8000, "127.0.0.1", 2, ["--node-rank", "1"]
    )  # fmt: skip


@pytest.mark.parametrize("slip", [["--port", "0"], ["--port", "65536"], ["--port", "x"], ["--data-parallel-size", "0"]])
def test_numbers_out_of_bounds(slip: list[str]) -> None:
    with pytest.raises(UsageError, match="is no number from 1 to"):
        parse(["serve", "--model", "m", *slip])


def test_a_model_is_needed() -> None:
    with pytest.raises(UsageError, match="--model"):
        parse(["serve"])
