# SPDX-License-Identifier: AGPL-3.0-or-later
"""What may be written on the command line."""

from __future__ import annotations

import pytest

from app.cli.arguments import UsageError, export_options, formats, languages, parse, prompt, wish
from app.core.assemble.steps import Steps
from app.core.engines import Wish
from app.core.export import ExportOptions, Format


def test_every_option_of_the_contract_is_taken() -> None:
    line = (
        "convert a.pdf b --out o --engine auto --format md,html --pages 1-3,7 --password-file p --report r.jsonl "
        "--jobs 2 --language de --language fr --as-one --again --raw --yes --quiet --home h --page-marks "
        "--proxy http://p:1 --ca-file c.pem"
    )
    options = parse(line.split())
    assert options.inputs == ["a.pdf", "b"]
    assert (options.jobs, options.language) == (2, ["de", "fr"])
    assert all((options.as_one, options.again, options.raw, options.yes, options.quiet, options.page_marks))


@pytest.mark.parametrize(
    ("line", "hint"),
    [
        ("convert", "inputs|INPUT"),
        ("convert a.pdf --model x", "--model has no meaning"),
        ("convert a.pdf --prompt strict", "--prompt has no meaning"),
        ("convert a.pdf --draft-tokens 4", "--draft-tokens has no meaning"),
        ("convert a.pdf --max-cost 3", "--max-cost has no meaning"),
        ("convert a.pdf --engine transformers --model . --max-cost 3", "--max-cost has no meaning"),
        ("convert a.pdf --engine jina --max-cost 0", "--max-cost: 0 is no amount"),
        ("convert a.pdf --engine jina --max-cost much", "much is no amount in US dollars"),
        ("convert a.pdf --engine jina --max-cost inf", "inf is no amount"),
        ("convert a.pdf --engine ,", "names no engine"),
        ("convert https://me:secret@example.org/a.pdf", "leave that out"),
        ("convert http://", "no web address"),
        ("convert https://example.org/a.pdf a.pdf --engine reader", "web addresses only, and a.pdf is none"),
        ("engines key", "HOST"),
        ("convert a.pdf --jobs -1", "--jobs"),
        ("convert a.pdf --jobs many", "--jobs"),
        ("convert a.pdf --no-such-option", "no-such-option"),
        ("library", "list, search or remove"),
        ("library burn", "burn"),
    ],
)
def test_what_cannot_be_meant_is_one_sentence(line: str, hint: str) -> None:
    with pytest.raises(UsageError, match=hint) as caught:
        parse(line.split())
    assert "\n" not in str(caught.value)


def test_options_of_the_model() -> None:
    line = "convert a.pdf --engine transformers --model . --draft-tokens adaptive --prompt strict"
    options = parse(line.split())
    assert wish(options) == Wish("transformers", ".", "adaptive")
    assert (prompt(options.prompt), prompt("default"), prompt(None)) == ("strict", None, None)


def test_engines_and_keys() -> None:
    assert parse(["engines"]).action == parse(["engines", "list"]).action == "list"
    options = parse(["engines", "key", "jina", "--remove"])
    assert (options.action, options.host, options.remove) == ("key", "jina", True)
    many = parse(["convert", "https://example.org/a.pdf", "--engine", "jina,builtin", "--max-cost", "$0.50"])
    assert (wish(many).engine, many.max_cost) == ("jina,builtin", 0.5)


def test_formats() -> None:
    assert formats("md,html, MD", to_stdout=False) == (Format.MARKDOWN, Format.HTML)
    assert formats("markdown", to_stdout=True) == (Format.MARKDOWN,)
    for text, hint in (("docm", "docm"), ("", "names no format"), (" , ", "names no format")):
        with pytest.raises(UsageError, match=hint):
            formats(text, to_stdout=False)
    with pytest.raises(UsageError, match="one format"):
        formats("md,html", to_stdout=True)
    with pytest.raises(UsageError, match="cannot print docx"):
        formats("docx", to_stdout=True)


def test_how_results_are_written_is_said_alike_for_convert_and_export() -> None:
    line = ["x", "--steps", "no-joins,contents", "--front-matter", "--math", "brackets", "--width", "72",
            "--html-tables", "never", "--per-page"]  # fmt: skip
    for command in ("convert", "export"):
        options = export_options(parse([command, *line]))
        assert options == ExportOptions(
            steps=Steps(joins=False, contents=True), front_matter=True, math="brackets", width=72,
            html_tables="never", per_page=True,
        )  # fmt: skip
        for wrong in (["--steps", "joining"], ["--width", "3"], ["--math", "none"]):
            with pytest.raises(UsageError):
                parse([command, "x", *wrong])
        with pytest.raises(UsageError, match="--per-page"):
            export_options(parse([command, "x", "--per-page", "--out", "-"]))


def test_languages() -> None:
    assert languages(["de,fr", "JA", "de+ru"]) == ("de", "fr", "ja", "ru")
