# SPDX-License-Identifier: AGPL-3.0-or-later
"""What may be written on the command line. Scripts depend on it: add, do not change."""

from __future__ import annotations

import argparse
import math
import re
from collections.abc import Callable, Sequence
from pathlib import Path

from app import __version__
from app.cli import written_as
from app.core.addresses import AddressError, document, is_address
from app.core.engine_options import foreign
from app.core.engines import UnusableError, Wish, WrongError
from app.core.export import PRINTABLE, ExportOptions, Format
from app.core.languages import CODES

_ACTIONS = {"library": "list, search or remove"}
"""Commands that need an action, and those they have."""


class UsageError(Exception):
    """The line cannot be meant like this; exit code 2."""


class _Parser(argparse.ArgumentParser):
    """argparse with our exit: one sentence, code 2, by an exception instead of sys.exit."""

    def error(self, message: str) -> None:  # type: ignore[override]  # raises instead of leaving
        message = message.removeprefix("argument ")
        raise UsageError(f"{message[0].upper()}{message[1:]}; “{self.prog} --help” shows what is possible.")


def parse(arguments: Sequence[str]) -> argparse.Namespace:
    """The arguments, checked as far as that is possible without looking at any file.
    Raises UsageError; SystemExit(0) after --help."""
    options, unknown = _parser().parse_known_args(arguments)
    if options.command is None:
        raise UsageError("Say what to do, for example: copyholder convert FILE; “copyholder --help” shows the rest.")
    if unknown:
        raise UsageError(
            f"“copyholder {options.command}” does not know {' '.join(unknown)}; "
            f"“copyholder {options.command} --help” shows what is possible."
        )
    if getattr(options, "action", "") is None:
        actions = _ACTIONS[options.command]
        raise UsageError(f"Say what to do with the {options.command}: {actions} (copyholder {options.command} list).")
    if options.command == "convert":
        _check_convert(options)
    return options


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="copyholder",
        description="Turns PDFs and page pictures into Markdown that you can check against the page.",
        epilog="Without a command, copyholder [FILE ...] opens the window.",
    )
    parser.add_argument("--version", action="version", version=f"copyholder {__version__}")
    parser.add_argument("--home", type=_path, default=None, help=argparse.SUPPRESS)
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", parser_class=_Parser)
    _convert(commands.add_parser("convert", help="read files and write Markdown or HTML"))
    _export(commands.add_parser("export", help="write documents of the library again"))
    _flags(commands.add_parser("check", help="print the flags of documents of the library: places to look at"))
    _library(commands.add_parser("library", help="list, search or remove what the library holds"))
    _models(commands.add_parser("models", help="the models that engines on this computer read with"))
    _engines(commands.add_parser("engines", help="which engines there are, and why or why not; keys of services"))
    _settings(commands.add_parser("settings", help="all settings; carry them to another machine"))
    _serve(commands.add_parser("serve", help="a server that reads pages for colleagues"))
    doctor = commands.add_parser("doctor", help="what is installed and found on this machine")
    doctor.add_argument("--json", action="store_true", help="as one JSON object on standard output")
    doctor.add_argument("--network", action="store_true", help="also try to reach the services; nothing is sent")
    doctor.add_argument("--bug-report", "--report", type=_path, metavar="FILE",
                        help="write a text for a bug report, with your name and folders left out")
    _home(doctor)
    _tune(commands.add_parser("tune", help="measure how fast an engine reads here, and keep the best settings"))
    return parser


def _convert(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("inputs", nargs="+", type=_given, metavar="INPUT",
                        help="a file, a folder (recursive), a pattern like 'in/*.pdf', or a web address")
    _output(parser)
    parser.add_argument("--engine", type=_given, default="auto", metavar="E",
                        help="auto, builtin, transformers, vllm, jina, reader or openai:URL; several, with commas, "
                             "are tried in this order")
    parser.add_argument("--model", type=_given, metavar="M",
                        help="the model's folder for transformers and vllm, its name for openai:URL")
    parser.add_argument("--prompt", type=_given, metavar="P",
                        help="default, strict (formulas and HTML tables), or an instruction of your own, for models")
    parser.add_argument("--draft-tokens", type=_given, metavar="K",
                        help="auto or 0 to 8 tokens guessed a step (transformers: also adaptive); only for speed")
    parser.add_argument("--engine-python", type=_given, metavar="PATH",
                        help="the Python that has the libraries of transformers or vllm")
    parser.add_argument("--max-cost", type=_dollars, metavar="USD",
                        help="stop before the run costs more than this, for jina and reader")
    parser.add_argument("--proxy", type=_given, metavar="URL",
                        help="proxy for services; default: that of the settings, else of the system")
    parser.add_argument("--ca-file", type=_path, metavar="F",
                        help="certificates (PEM) of your own authority, for services")
    parser.add_argument("--pages", type=_given, metavar="1-3,7", help="only these pages of each document")
    parser.add_argument("--password-file", type=_path, metavar="F",
                        help="a text file with one password a line, tried in order")
    parser.add_argument("--report", type=_path, metavar="FILE.jsonl", help="write one JSON object a page here")
    parser.add_argument("--jobs", type=int, default=0, metavar="N", help="pages in flight; 0 lets the engine decide")
    parser.add_argument("--language", action="append", type=_given, default=[], metavar="L",
                        help="language of scans as ISO code (de, fr, ja); may be given more than once")
    parser.add_argument("--as-one", action="store_true", help="the pictures of a folder are one document")
    parser.add_argument("--split-spreads", choices=["off", "auto", "force"], default="off",
                        help="cut double pages of books in two before reading: where most wide pages look like some "
                             "(auto), or every wide page (force); --pages then counts the halves; default: off")
    parser.add_argument("--again", action="store_true", help="read pages anew that are finished in the library")
    parser.add_argument("--yes", action="store_true",
                        help="agree to whatever would be asked, also that pages are sent to a service")
    parser.add_argument("--quiet", action="store_true", help="no progress; only what failed")
    parser.add_argument("--script", default="", help=argparse.SUPPRESS)  # of the scripted engine
    _home(parser)


def _tune(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("document", nargs="?", type=_path, metavar="DOCUMENT",
                        help="read its first pages; default: the sample that comes with Copyholder")
    parser.add_argument("--engine", type=_given, default="auto", metavar="E",
                        help="auto (the best one with a model on this machine), transformers or vllm")
    parser.add_argument("--model", type=_path, metavar="DIR", help="the model's folder")
    parser.add_argument("--engine-python", type=_path, metavar="PATH",
                        help="the Python that has the libraries of transformers or vllm")
    parser.add_argument("--pages", type=_count, default=3, metavar="N", help="pages of the document; default: 3")
    parser.add_argument("--minutes", type=_minutes, default=15.0, metavar="M",
                        help="stop after so long; what was measured by then counts; default: 15")
    parser.add_argument("--json", action="store_true", help="the table as one JSON object on standard output")
    parser.add_argument("--quiet", action="store_true", help="no progress")
    parser.add_argument("--script", default="", help=argparse.SUPPRESS)  # of the scripted engine
    _home(parser)


def _count(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= 100:
        raise argparse.ArgumentTypeError(f"{text} is no number from 1 to 100")
    return int(text)


def _minutes(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not 0 < value <= 24 * 60:
        raise argparse.ArgumentTypeError(f"{text} is no number of minutes")
    return value


def _serve(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--model", type=_given, required=True, metavar="DIR", help="the model's folder")
    parser.add_argument("--host", type=_given, default="127.0.0.1", metavar="H",
                        help="where to listen; default: for programs on this machine alone, anything else needs a key")
    parser.add_argument("--port", type=_between(1, 65_535), default=8000, metavar="N", help="default: 8000")
    parser.add_argument("--key-file", type=_path, metavar="F",
                        help="a text file with the key that clients must send; or set COPYHOLDER_API_KEY")
    parser.add_argument("--key", action="store_true", help="make a key, once, and say in which file it is kept")
    parser.add_argument("--draft-tokens", type=_given, metavar="K",
                        help="auto or 0 to 8 tokens guessed a step; only for speed")
    parser.add_argument("--pages-at-once", type=_between(0, 512), default=0, metavar="N",
                        help="pages in flight; 0 lets the memory decide")
    parser.add_argument("--tensor-parallel-size", type=_between(1, 64), default=1, metavar="N",
                        help="graphics cards that share one model")
    parser.add_argument("--data-parallel-size", type=_between(1, 1024), default=1, metavar="N",
                        help="copies of the model, each on cards of its own")
    parser.add_argument("--engine-python", type=_given, metavar="PATH", help="the Python that has vLLM")
    parser.add_argument("--vllm", action="append", default=[], metavar="ARG",
                        help="a further argument for vLLM (--vllm=--max-model-len=16384); may be given more than once")
    _home(parser)


def _flags(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("documents", nargs="+", type=_given, metavar="DOCUMENT",
                        help="number, path, title or file name, as the library lists it")
    parser.add_argument("--json", action="store_true", help="one JSON object a flag")
    parser.add_argument("--second-reading", choices=["auto", "off"],
                        help="auto reads scans once more with the small OCR; default: as in the settings")
    _home(parser)


def _output(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--out", type=_given, metavar="DIR",
                        help="folder for the results, or - to print; default: beside the input")
    written_as.add(parser)


def _engines(parser: argparse.ArgumentParser) -> None:
    _home(parser)
    actions = parser.add_subparsers(dest="action", metavar="ACTION", parser_class=_Parser)
    parser.set_defaults(action="list")
    _home(actions.add_parser("list", help="all engines, and whether they can be used"))
    key = actions.add_parser(
        "key", help="set or remove the key of a service",
        description="Asks for the key, or reads it from standard input; it is never written on the line.",
    )
    key.add_argument("host", type=_given, metavar="HOST",
                     help="jina, or the host of a server like gpu.example.org:8000")
    key.add_argument("--remove", action="store_true", help="delete the key that is kept")
    _home(key)
    _install(actions)


def _install(actions: argparse._SubParsersAction[_Parser]) -> None:
    install = actions.add_parser(
        "install", help="install or upgrade the libraries of an engine",
        description="Makes a Python environment of its own in Copyholder's data folder; nothing else is changed.",
    )
    install.add_argument("name", choices=["transformers", "vllm"], metavar="NAME", help="transformers or vllm")
    install.add_argument("--hardware", choices=["auto", "cpu", "cuda12", "cuda13", "mps"], default="auto",
                         metavar="H", help="auto, cpu, cuda12, cuda13 or mps (Apple)")
    install.add_argument("--yes", action="store_true", help="do not ask")
    install.add_argument("--quiet", action="store_true", help="no log; only what failed")
    _home(install)
    remove = actions.add_parser("remove", help="delete the libraries of an engine")
    remove.add_argument("name", choices=["transformers", "vllm"], metavar="NAME", help="transformers or vllm")
    remove.add_argument("--yes", action="store_true", help="do not ask")
    _home(remove)


def _models(parser: argparse.ArgumentParser) -> None:
    _home(parser)
    actions = parser.add_subparsers(dest="action", metavar="ACTION", parser_class=_Parser)
    parser.set_defaults(action="list")
    _home(actions.add_parser("list", help="models that are here, and what could be fetched"))
    download = actions.add_parser(
        "download", help="fetch a model, after its licence was accepted",
        description="Shows the licence and asks. HF_TOKEN holds a token where one is needed, HF_ENDPOINT a mirror.",
    )
    download.add_argument("model", type=_given, nargs="?", default="jina-ocr-v1", metavar="MODEL",
                          help="its name; default: jina-ocr-v1")
    download.add_argument("--revision", type=_given, metavar="R", help="another revision than the tested one")
    download.add_argument("--endpoint", type=_given, metavar="URL", help="address of the hub or of a mirror of it")
    download.add_argument("--keep-free", type=float, metavar="GB",
                          help="gigabytes that must stay free on the disk; default: 0.5")
    download.add_argument("--yes", action="store_true", help="accept the licence, which is printed all the same")
    download.add_argument("--quiet", action="store_true", help="no progress; only what failed")
    _home(download)
    check = actions.add_parser("check", help="is a folder a model that can be used?")
    check.add_argument("--checksums", action="store_true", help="read every byte and compare")
    use = actions.add_parser("use", help="choose the model that engines read with")
    for one, count in ((check, "?"), (use, None)):
        one.add_argument("model", type=_given, nargs=count, metavar="MODEL",
                         help="a folder, or the revision of a fetched model")
        _home(one)
    remove = actions.add_parser("remove", help="delete a fetched model, half fetched ones too")
    remove.add_argument("model", type=_given, metavar="MODEL", help="its revision, or its name")
    remove.add_argument("--yes", action="store_true", help="do not ask")
    _home(remove)


def _export(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("documents", nargs="+", type=_given, metavar="DOCUMENT",
                        help="number in the library, path or title")
    _output(parser)
    _home(parser)


def _settings(parser: argparse.ArgumentParser) -> None:
    _home(parser)
    actions = parser.add_subparsers(dest="action", metavar="ACTION", parser_class=_Parser)
    parser.set_defaults(action="list")
    _home(actions.add_parser("list", help="all settings with their values, and where these come from"))
    _home(actions.add_parser("page", help="the manual's page of settings, as Markdown"))
    for name, text in (("export", "write a copy for another machine"), ("import", "take over such a copy")):
        action = actions.add_parser(name, help=text)
        action.add_argument("file", type=_path, metavar="FILE")
        _home(action)


def _library(parser: argparse.ArgumentParser) -> None:
    _home(parser)
    actions = parser.add_subparsers(dest="action", metavar="ACTION", parser_class=_Parser)
    _home(actions.add_parser("list", help="all documents"))
    search = actions.add_parser("search", help="pages that hold all these words")
    search.add_argument("words", nargs="+", type=_given, metavar="WORD")
    _home(search)
    remove = actions.add_parser("remove", help="delete documents with their readings and edits")
    remove.add_argument("documents", nargs="+", type=_given, metavar="DOCUMENT",
                        help="number in the library, path or title")
    remove.add_argument("--yes", action="store_true", help="do not ask")
    _home(remove)


def _home(parser: argparse.ArgumentParser) -> None:
    """Before and after a command alike; a later one counts."""
    parser.add_argument("--home", type=_path, default=argparse.SUPPRESS, metavar="DIR",
                        help="keep library, settings and cache in this folder")


def _given(text: str) -> str:
    """A value that is there. An empty one is mostly a variable that was not set, and "nothing"
    would then stand for everything: the present folder, all pages, any document."""
    if not text.strip():
        raise argparse.ArgumentTypeError("it is empty")
    return text


def _between(low: int, high: int) -> Callable[[str], int]:
    """A type for whole numbers within bounds."""

    def parse(text: str) -> int:
        if not text.isascii() or not text.isdecimal() or not low <= int(text) <= high:
            raise argparse.ArgumentTypeError(f"{text} is no number from {low} to {high}")
        return int(text)

    return parse


def _path(text: str) -> Path:
    """A file or folder; that there is one named "-" where another program would take its input or output is no wish."""
    if text == "-":
        raise argparse.ArgumentTypeError("- is no file: name one")
    return Path(_given(text))


def _dollars(text: str) -> float:
    try:
        value = float(_given(text).removeprefix("$"))
    except ValueError:
        value = math.nan
    if not 0 < value < math.inf:
        raise argparse.ArgumentTypeError(f"{text} is no amount in US dollars, like 0.50")
    return value


def _check_convert(options: argparse.Namespace) -> None:
    try:
        if wrong := foreign(wish(options), options.prompt, options.max_cost):
            raise UsageError(wrong)
    except WrongError as error:
        raise UsageError(str(error)) from error
    except UnusableError:
        pass  # told where the engines are made, with another exit code
    if "-" in options.inputs:
        raise UsageError("Standard input (-) is not read: save the document into a file and name that.")
    files = [name for name in options.inputs if not is_address(name)]
    if options.engine == "reader" and files:
        raise UsageError(
            f"Jina Reader reads web addresses only, and {files[0]} is none: choose --engine jina, which has the same "
            "model, for files."
        )
    for name in filter(is_address, options.inputs):
        try:
            document(name)
        except AddressError as error:
            raise UsageError(str(error)) from error
    if options.jobs < 0 or options.jobs > 64:
        raise UsageError("--jobs is a number from 0 (the engine decides) to 64.")


def wish(options: argparse.Namespace) -> Wish:
    """The engines of a line."""
    return Wish(
        options.engine, options.model or "", options.draft_tokens, options.engine_python or "", options.script,
        options.jobs,
    )  # fmt: skip


def prompt(given: str | None) -> str | None:
    """What --prompt means to an engine; None is its own default."""
    return None if given == "default" else given


def export_options(options: argparse.Namespace) -> ExportOptions:
    """How the line wants its files written. Raises UsageError."""
    if options.per_page and options.out == "-":
        raise UsageError("--per-page writes files: give a folder with --out, or leave --out away.")
    return written_as.chosen(options)


def formats(text: str, to_stdout: bool) -> tuple[Format, ...]:
    """The formats of --format, each once. Raises UsageError."""
    found: dict[Format, None] = {}
    for word in filter(None, (w.strip().lower() for w in text.split(","))):
        try:
            found[Format({"markdown": "md", "htm": "html", "latex": "tex", "word": "docx"}.get(word, word))] = None
        except ValueError:
            have = ", ".join(Format)
            raise UsageError(f"The format {word} is not in this version; it writes {have}.") from None
    if not found:
        raise UsageError("--format names no format; write md, html or both.")
    for format in found if to_stdout else ():
        if format not in PRINTABLE:
            raise UsageError(f"--out - cannot print {format}: choose md or html, or name a folder.")
    if to_stdout and len(found) > 1:
        raise UsageError("--out - prints one format; choose md or html.")
    return tuple(found)


def languages(given: Sequence[str]) -> tuple[str, ...]:
    """ISO codes of --language, which may be repeated or hold several with commas or plus signs.
    Raises UsageError for one that no recogniser knows."""
    codes = tuple(dict.fromkeys(code.lower() for text in given for code in re.split(r"[,+\s]+", text) if code))
    for code in codes:
        if code not in CODES:
            raise UsageError(f"--language {code} is not known; it takes {' '.join(CODES)}.")
    return codes
