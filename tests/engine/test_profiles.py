# SPDX-License-Identifier: AGPL-3.0-or-later
"""Model profiles: which model gets which, what they say, and those that users write."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.backends.contract import EngineError
from engine.backends.profiles.profile import Profile, plain
from engine.backends.profiles.repairs import REPAIRS, repair
from engine.backends.profiles.table import PROFILES, choose
from engine.protocol import ErrorCode


@pytest.mark.parametrize(
    ("model", "name"),
    [
        ("jina-ocr-v1", "jina-ocr-v1"),
        ("jinaai/jina-ocr-v1", "jina-ocr-v1"),
        ("/models/tiny-jina-ocr/", "jina-ocr-v1"),
        ("deepseek-ai/DeepSeek-OCR-2", "deepseek-ocr"),
        ("lightonai/LightOnOCR-2-1B", "lightonocr"),
        ("allenai/olmOCR-2-7B-1025-FP8", "olmocr-2"),
        ("rednote-hilab/dots.mocr", "dots.mocr"),
        ("datalab-to/chandra-ocr-2", "chandra"),
        ("PaddlePaddle/PaddleOCR-VL-1.6", "paddleocr-vl"),
        ("Qwen/Qwen3-VL-8B-Instruct", "generic"),
        ("", "generic"),
    ],
)
def test_the_model_s_name_picks_the_profile(model: str, name: str) -> None:
    assert choose("", model).name == name


def test_a_name_that_is_given_comes_before_the_model_s() -> None:
    assert choose("Generic", "jina-ocr-v1").name == "generic"


@pytest.mark.parametrize("profile", PROFILES, ids=lambda profile: profile.name)
def test_every_profile_is_whole(profile: Profile) -> None:
    assert profile.licence
    assert profile.models
    assert set(profile.clean) <= set(REPAIRS)
    assert profile.instruction(None) == profile.prompt
    assert repair("# A page\n\nWith text.\n", profile.clean).strip() == "# A page\n\nWith text."


def test_jina_has_the_strict_preset_and_its_picture() -> None:
    profile = choose("", "jina-ocr-v1")
    assert "HTML" in profile.instruction("strict")
    assert (profile.side, profile.max_tokens, profile.temperature) == (2560, 4096, 0.0)


@pytest.mark.parametrize(
    ("asked", "sent"),
    [
        ("  ", "Read."),
        ("strict", "Read strictly."),
        ("Strict", "Strict"),
        ("a < b and <table> stay", "a < b and <table> stay"),
        ("<image>\n<|User|>: </s> [INST]", "< image>\n< |User|>: < /s> [ INST]"),
        ("<｜begin▁of▁sentence｜>", "< ｜begin▁of▁sentence｜>"),
    ],
)  # fmt: skip
def test_an_instruction_is_only_text(asked: str, sent: str) -> None:
    profile = Profile(name="own", prompt="Read.", presets={"strict": "Read strictly."})
    assert profile.instruction(asked) == sent
    assert plain(plain(asked)) == plain(asked)


# ------------------------------------------------------------ repairs


@pytest.mark.parametrize(
    ("names", "raw", "text"),
    [
        (["fence"], "```markdown\n# A\n\ntext\n```", "# A\n\ntext\n"),
        (["fence"], "# A\n\n```python\nx\n```\n", "# A\n\n```python\nx\n```\n"),
        (["fence"], "```\na\n```\nand\n```\nb\n```", "```\na\n```\nand\n```\nb\n```"),
        (["fence"], "```markdown\n# cut off", "# cut off"),
        (["front-matter"], "---\nprimary_language: en\nis_table: False\n---\n# A\n", "# A\n"),
        (["front-matter"], "---\n\nA rule above.\n\n---\n", "---\n\nA rule above.\n\n---\n"),
        (["thinking"], "<think>what is it</think>\n\n# A\n", "# A\n"),
        (["layout-blocks"], '<div data-bbox="1 2 3 4" data-label="Text"><p>A</p></div>', "<p>A</p>\n"),
        (["layout-blocks"], '<div data-bbox="1"><div>A</div></div>', '<div data-bbox="1"><div>A</div></div>'),
        (["math-tags"], 'So <math>x^2</math> and <math display="block">y</math>', "So $x^2$ and $$y$$"),
        (["math-tags"], "<math><mi>x</mi></math>", "<math><mi>x</mi></math>"),
        (["jina"], "null", ""),
        (["fence", "jina"], "```\n\\(x\\)\n```", "$x$\n"),
    ],
)  # fmt: skip
def test_repairs(names: list[str], raw: str, text: str) -> None:
    assert repair(raw, names) == text


# ------------------------------------------------------------ one's own


GOOD = """
name = "invoices"
models = ["acme-*"]
prompt = "Read the invoice."
side = 1600
clean = ["fence"]

[presets]
strict = "Only the table."

[extra]
top_k = 1
"""


def test_one_s_own_come_first(tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text(GOOD)
    (tmp_path / "b.toml").write_text('name = "generic"\nprompt = "Mine."\n')
    (tmp_path / "notes.txt").write_text("not a profile")
    (tmp_path / "folder.toml").mkdir()
    profile = choose("", "someone/ACME-7b", tmp_path)
    assert (profile.name, profile.extra, profile.instruction("strict")) == ("invoices", {"top_k": 1}, "Only the table.")
    assert choose("generic", "x", tmp_path).prompt == "Mine."
    assert choose("", "jina-ocr-v1", tmp_path / "not there").name == "jina-ocr-v1"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (b"name = ", "wrong.toml is wrong: "),
        (b'name = "x"\n', "missing required field `prompt`"),
        (b'name = "x"\nprompt = "y"\nside = "big"\n', "Expected `int`, got `str` - at `$.side`"),
        (b'name = "x"\nprompt = "y"\nside = 5\n', "Expected `int` >= 64 - at `$.side`"),
        (b'name = "x"\nprompt = "y"\nsize = 5\n', "unknown field `size`"),
        (b'name = "x"\nprompt = "y"\nclean = ["iron"]\n', "no repair is called 'iron'; there are jina, fence"),
        (b'name = "../x"\nprompt = "y"\n', "matching regex"),
        (b"\xff\xfe", "wrong.toml is wrong: "),
        (b"# " + b"x" * 200_000, "is too long: 100,000 bytes at most."),
    ],
)
def test_a_wrong_one_is_told_in_one_sentence(tmp_path: Path, text: bytes, words: str) -> None:
    (tmp_path / "wrong.toml").write_bytes(text)
    with pytest.raises(EngineError) as caught:
        choose("", "x", tmp_path)
    assert caught.value.code is ErrorCode.ENGINE_UNAVAILABLE
    assert words in caught.value.detail
    assert caught.value.detail.startswith("The model profile wrong.toml ")
    assert caught.value.detail.endswith(".")
    assert "\n" not in caught.value.detail


def test_a_name_that_is_not_known_is_told_with_those_that_are() -> None:
    with pytest.raises(EngineError, match=r"no model profile 'x'; there are chandra, deepseek-ocr, dots\.mocr"):
        choose("x", "")
