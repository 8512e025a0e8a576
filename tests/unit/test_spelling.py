# SPDX-License-Identifier: AGPL-3.0-or-later
"""Words that no dictionary knows: which words of the Markdown are looked at, and real Hunspell with small
dictionaries."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.core.spelling import MOST, Speller, chosen, dictionaries, words

TEXT = (
    "# Tides of `sorce wrd` Ostend\n\nThe *gau*ge at 12mm don’t $x_{abc} \\frac{qq}{b}$ see [the lnk](https://foo.bar/bzz)"
    " and www.tides.exampel 😀 naïve\n\n```\ncode blk\n```\n\n    indentd code\n\n"
    "| cel | b2b |\n| --- | --- |\n| x | zwei |\n\n"
    "<table class='foo'><tr><td>innr</td></tr></table>\n"
)


def dictionary(folder: Path, name: str, known: str, encoding: str = "UTF-8") -> None:
    """A real one: two files, with a rule for plurals."""
    folder.mkdir(parents=True, exist_ok=True)
    affixes = f"SET {encoding}\nWORDCHARS '\nSFX S Y 1\nSFX S 0 s .\n"
    (folder / f"{name}.aff").write_text(affixes, encoding=encoding)
    listed = known.split()
    (folder / f"{name}.dic").write_text("\n".join([str(len(listed)), *listed]) + "\n", encoding=encoding)


def test_only_words_that_have_a_spelling_are_looked_at() -> None:
    found = [TEXT[start:end] for start, end in words(TEXT)]
    assert found == [
        "Tides", "of", "Ostend", "The", "gau", "ge", "at", "don’t", "see", "the", "lnk", "and", "naïve", "cel", "x",
        "zwei", "innr",
    ]  # fmt: skip


def test_known_words_their_forms_and_unknown_ones(tmp_path: Path) -> None:
    dictionary(tmp_path, "en_US", "tide/S the was high gauge/S don't")
    speller = Speller(["en"], str(tmp_path))
    assert speller.names == ["en_US"] and speller.failed == []
    text = "The tides was hihg 😀 and teh gauges don’t NATO x\n"
    assert [text[start:end] for start, end in speller.unknown(text)] == ["hihg", "and", "teh"]


def test_a_word_is_right_if_one_dictionary_knows_it(tmp_path: Path) -> None:
    dictionary(tmp_path, "en_US", "the tide")
    dictionary(tmp_path, "de_DE", "die größte Flut", "ISO8859-1")
    both = Speller(["en-US", "de"], str(tmp_path))
    text = "the tide die größte Flut Ώρα\n"
    assert [text[start:end] for start, end in both.unknown(text)] == ["Ώρα"]  # not even in the encoding of one
    assert len(Speller(["de"], str(tmp_path)).unknown(text)) == 3
    assert Speller([], str(tmp_path)).unknown(text) == []


def test_a_language_is_all_its_dictionaries() -> None:
    there = ["de_AT", "de_DE", "en_GB", "en_US"]
    assert chosen(["de", "en-us"], there) == ["de_AT", "de_DE", "en_US"] and chosen(["fr"], there) == []


def test_what_is_no_dictionary_is_left_out(tmp_path: Path) -> None:
    dictionary(tmp_path, "en_US", "tide")
    (tmp_path / "fr_FR.dic").write_text("1\nmer\n")  # without its affixes
    assert "fr_FR" not in dictionaries(str(tmp_path)) and dictionaries(str(tmp_path))["en_US"].parent == tmp_path
    assert dictionaries(str(tmp_path / "nowhere")).keys() <= dictionaries("").keys()
    speller = Speller(["fr_FR", "en_US"], str(tmp_path))
    assert speller.names == ["en_US"] and speller.failed == ["fr_FR"] and speller.installed


def test_a_page_in_another_language_is_not_marked_without_end(tmp_path: Path) -> None:
    dictionary(tmp_path, "en_US", "tide")
    assert len(Speller(["en_US"], str(tmp_path)).unknown("flut " * 3000)) == MOST


@pytest.mark.parametrize("text", ["", "\n", "`", "$$", "<table>", "```\n", "a" * 5000, "\ud800 tide"])
def test_any_text_can_be_looked_at(tmp_path: Path, text: str) -> None:
    dictionary(tmp_path, "en_US", "tide")
    assert len(Speller(["en_US"], str(tmp_path)).unknown(text)) <= 1
