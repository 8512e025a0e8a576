# SPDX-License-Identifier: AGPL-3.0-or-later
"""Prompts made by our own code, and answers turned into text piece by piece."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from tokenizers import Tokenizer

from engine.jina_ocr.config import CheckpointError, load_sizes
from engine.jina_ocr.prompt import DEFAULT, STRICT, PromptWriter, Unroller
from tests.model.conftest import TINY

SIZES = load_sizes(TINY)
WRITER = PromptWriter(TINY, SIZES)
PLAIN = Tokenizer.from_file(str(TINY / "tokenizer.json"))


def test_layout() -> None:
    ids = WRITER.write(None, 273)
    assert ids[:3] == WRITER.before_image() == [970, 28, 201]
    assert ids[3:276] == [960] * 273
    assert len(WRITER.after_image(None)) == 31
    assert ids[276:] == PLAIN.encode(f"\n{DEFAULT}\n<|Assistant|>:\n", add_special_tokens=False).ids
    assert WRITER.write("default", 1) == WRITER.write(None, 1) == WRITER.write("", 1)
    assert WRITER.write("strict", 1) == WRITER.write(STRICT, 1)


@given(st.text(st.characters(exclude_characters="<｜", exclude_categories=["Cs"]), min_size=1, max_size=60))
def test_instructions_without_marks_are_encoded_as_the_tokenizer_does(text: str) -> None:
    if text not in ("default", "strict"):
        whole = PLAIN.encode(f"\n{text}\n<|Assistant|>:\n", add_special_tokens=False).ids
        assert WRITER.after_image(text) == whole


@pytest.mark.parametrize("mark", ["<image>", "<|User|>", "<|Assistant|>", "<td>", "<|ref|>", "<｜end▁of▁sentence｜>"])
def test_marks_in_an_instruction_are_text(mark: str) -> None:
    number = PLAIN.token_to_id(mark)
    assert number is not None
    ids = WRITER.after_image(f"Read {mark} this")
    assert ids.count(number) == (1 if mark == "<|Assistant|>" else 0)
    assert WRITER.text(ids[:-4]).startswith(f"\nRead {mark} this")


@given(st.lists(st.integers(0, SIZES.vocabulary - 53), max_size=40))
@example([SIZES.eos, 175, 97, 97, 97])
@example([175, SIZES.eos, 97, 97, 97])
@example([97, 175, 97, 97, 97])
@example([175, 97, 97, 175, 97, 97, 97])
def test_pieces_joined_are_the_whole(tokens: list[int]) -> None:
    unroller = Unroller(WRITER)
    pieces = [unroller.add([token]) for token in tokens]
    pieces.append(unroller.finish())
    assert "".join(pieces) == unroller.text == WRITER.text(tokens)
    assert len(unroller.starts) == len(tokens)
    assert unroller.starts == sorted(unroller.starts)


def test_a_character_of_several_tokens_comes_whole() -> None:
    tokens = WRITER._encode("Größe 漢字 🙂.")
    unroller = Unroller(WRITER)
    pieces = [unroller.add([token]) for token in tokens]
    assert "\ufffd" not in "".join(pieces)
    assert "".join(pieces) == "Größe 漢字 🙂."


def test_cells_stay_and_the_end_goes() -> None:
    assert WRITER.text([966, 28, 967, SIZES.eos]) == "<td>:</td>"
    assert WRITER.cell_marks == {966, 967}


@pytest.mark.parametrize(
    ("content", "sentence"),
    [(None, "no readable tokenizer"), ("{}", "not a usable"), ("{", "not a usable"), ("other", "is not token 960")],
)
def test_broken_tokenizers(tmp_path: Path, content: str | None, sentence: str) -> None:
    if content == "other":
        text = (TINY / "tokenizer.json").read_text(encoding="utf-8")
        data = json.loads(text)
        for token in data["added_tokens"]:
            token["content"] = {"<image>": "<other>", "<td>": "<image>"}.get(token["content"], token["content"])
        (tmp_path / "tokenizer.json").write_text(json.dumps(data))
    elif content is not None:
        (tmp_path / "tokenizer.json").write_text(content)
    with pytest.raises(CheckpointError, match=sentence):
        PromptWriter(tmp_path, SIZES)


def test_a_tokenizer_larger_than_the_model(tmp_path: Path) -> None:
    config = json.loads((TINY / "config.json").read_text())
    (tmp_path / "config.json").write_text(json.dumps({**config, "vocab_size": 965}))
    shutil.copy(TINY / "tokenizer.json", tmp_path)
    with pytest.raises(CheckpointError, match="972 tokens, the model only 965"):
        PromptWriter(tmp_path, load_sizes(tmp_path))
