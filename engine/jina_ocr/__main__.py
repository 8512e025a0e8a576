# SPDX-License-Identifier: AGPL-3.0-or-later
"""`python -m engine.jina_ocr check DIR [PICTURE]`: is this folder a jina-ocr-v1 that can be used?

Exit code 0 if it is, 1 if something is wrong with it, 2 for wrong usage and for a picture that cannot be read.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from engine.jina_ocr.check import Report, check


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m engine.jina_ocr", description="Looks into a model folder.")
    commands = parser.add_subparsers(dest="command", required=True)
    checking = commands.add_parser("check", help="compare a folder with what jina-ocr-v1 is")
    checking.add_argument("folder", type=Path, help="with config.json, tokenizer.json and *.safetensors")
    checking.add_argument("picture", type=Path, nargs="?", help="a page picture to read the beginning of")
    chosen = parser.parse_args(arguments)
    report = Report()
    for line in check(chosen.folder, report, chosen.picture):
        print(line, flush=True)
    if not report.sound:
        print("This model cannot be used as it is.")
        return 1
    print("This model can be used." if report.read else "Nothing is wrong with the model; the picture was not read.")
    return 0 if report.read else 2


if __name__ == "__main__":
    sys.exit(main())
