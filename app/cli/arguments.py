# SPDX-License-Identifier: AGPL-3.0-or-later
"""What may be written on the command line. Scripts depend on it: add, do not change."""

from __future__ import annotations

import argparse
import re
from collections.abc import Sequence
from pathlib import Path

from app import __version__
from app.core.engines import BACKENDS, missing, wrong_options
from app.core.export import Format
from app.core.languages import CODES

ADVERTISED = ("auto", "builtin", "transformers")

_NO_COST = (None, "this engine costs nothing")
_BUILTIN_HAS_NOT = {
    "model": (None, "the built-in engine has its models with it"),
    "prompt": ("default", "the built-in engine takes no prompt"),
    "draft_tokens": ("auto", "the built-in engine drafts no tokens"),
    "max_cost": _NO_COST,
}
_FOREIGN: dict[str, dict[str, tuple[str | None, str]]] = {
    "builtin": _BUILTIN_HAS_NOT,
    "scripted": _BUILTIN_HAS_NOT,
    "transformers": {"max_cost": _NO_COST},
}
"""Options that mean nothing to a backend: the default, which may be written out, and why
anything else is refused."""

_ACTIONS = {"library": "list, search or remove"}
"""Commands that need an action, and those they have."""


class UsageError(Exception):
    """The line cannot be meant like this; exit code 2."""


class NoEngineError(Exception):
    """The engine asked for is not in this version; exit code 3."""


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
    _library(commands.add_parser("library", help="list, search or remove what the library holds"))
    engines = commands.add_parser("engines", help="which engines there are, and why or why not")
    engines.add_argument("action", choices=["list"], nargs="?", default="list")
    _home(engines)
    doctor = commands.add_parser("doctor", help="what is installed and found on this machine")
    doctor.add_argument("--json", action="store_true", help="as one JSON object on standard output")
    doctor.add_argument("--bug-report", type=_path, metavar="FILE",
                        help="write a text for a bug report, with your name and folders left out")
    _home(doctor)
    return parser


def _convert(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("inputs", nargs="+", type=_given, metavar="INPUT",
                        help="a file, a folder (recursive) or a pattern like 'in/*.pdf'")
    _output(parser)
    parser.add_argument("--engine", default="auto", help="auto, builtin or transformers (the model jina-ocr-v1)")
    parser.add_argument("--model", type=_path, metavar="DIR", help="the model's folder, for transformers")
    parser.add_argument("--prompt", type=_given, metavar="P",
                        help="default, strict, or an instruction of your own, for transformers")
    parser.add_argument("--draft-tokens", type=_given, metavar="K",
                        help="auto, adaptive or 0 to 8 tokens guessed a step, for transformers; changes only the speed")
    parser.add_argument("--pages", type=_given, metavar="1-3,7", help="only these pages of each document")
    parser.add_argument("--password-file", type=_path, metavar="F",
                        help="a text file with one password a line, tried in order")
    parser.add_argument("--report", type=_path, metavar="FILE.jsonl", help="write one JSON object a page here")
    parser.add_argument("--jobs", type=int, default=0, metavar="N", help="pages in flight; 0 uses all cores")
    parser.add_argument("--language", action="append", type=_given, default=[], metavar="L",
                        help="language of scans as ISO code (de, fr, ja); may be given more than once")
    parser.add_argument("--as-one", action="store_true", help="the pictures of a folder are one document")
    parser.add_argument("--again", action="store_true", help="read pages anew that are finished in the library")
    parser.add_argument("--yes", action="store_true", help="agree to whatever would be asked")
    parser.add_argument("--quiet", action="store_true", help="no progress; only what failed")
    parser.add_argument("--script", default="", help=argparse.SUPPRESS)  # of the scripted engine
    parser.add_argument("--max-cost", help=argparse.SUPPRESS)  # of engines that this version does not have
    _home(parser)


def _output(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--out", type=_given, metavar="DIR",
                        help="folder for the results, or - to print; default: beside the input")
    parser.add_argument("--format", default="md", metavar="md,html", help="what to write, separated by commas")
    parser.add_argument("--raw", action="store_true", help="the engine's text, without what was edited in the window")
    parser.add_argument("--page-marks", action="store_true", help="a line <!-- page N --> before each page")


def _export(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("documents", nargs="+", type=_given, metavar="DOCUMENT",
                        help="number in the library, path or title")
    _output(parser)
    _home(parser)


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


def _path(text: str) -> Path:
    return Path(_given(text))


def _check_convert(options: argparse.Namespace) -> None:
    engine = BACKENDS.get(options.engine, "")  # another name is told by `backend`
    for name, (default, reason) in _FOREIGN.get(engine, {}).items():
        if getattr(options, name) not in (None, default):
            raise UsageError(f"--{name.replace('_', '-')} has no meaning here: {reason}.")
    if wrong := wrong_options(engine, options.model, options.draft_tokens):
        raise UsageError(wrong)
    for name in options.inputs:
        if re.match(r"https?://", name, re.IGNORECASE):
            raise UsageError(f"{name} is a web address, and this version reads files only: download it first.")
    if options.jobs < 0 or options.jobs > 64:
        raise UsageError("--jobs is a number from 0 (all cores) to 64.")


def backend(engine: str) -> str:
    """The backend behind a name of --engine. Raises NoEngineError, also where it is not installed."""
    if engine not in BACKENDS:
        have = f"{', '.join(ADVERTISED[:-1])} and {ADVERTISED[-1]}"
        raise NoEngineError(f"The engine “{engine}” is not in this version of Copyholder: it has {have}.")
    if lacking := missing(BACKENDS[engine]):
        raise NoEngineError(f"The engine “{engine}” cannot be used: {lacking}.")
    return BACKENDS[engine]


def prompt(given: str | None) -> str | None:
    """What --prompt means to an engine; None is its own default."""
    return None if given == "default" else given


def formats(text: str, to_stdout: bool) -> tuple[Format, ...]:
    """The formats of --format, each once. Raises UsageError."""
    found: dict[Format, None] = {}
    for word in filter(None, (w.strip().lower() for w in text.split(","))):
        try:
            found[Format({"markdown": "md", "htm": "html"}.get(word, word))] = None
        except ValueError:
            have = ", ".join(Format)
            raise UsageError(f"The format {word} is not in this version; it writes {have}.") from None
    if not found:
        raise UsageError("--format names no format; write md, html or both.")
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
