# SPDX-License-Identifier: AGPL-3.0-or-later
"""The command line as a program, started as a user starts it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from reportlab.lib.pagesizes import A5
from reportlab.pdfgen.canvas import Canvas

from tests.processes import HANG, Started


class Program:
    """`copyholder` with a library of its own in `home`. `wrap` is put before the command."""

    def __init__(self, home: Path) -> None:
        self.home = home

    def command(self, *arguments: str | Path) -> list[str]:
        name, *rest = map(str, arguments)
        deeper = [rest.pop(0)] if name == "library" else []
        return [sys.executable, "-m", "app", name, *deeper, "--home", str(self.home), *rest]

    def start(
        self, *arguments: str | Path, env: Mapping[str, str] | None = None, wrap: Sequence[str] = (), **options: Any
    ) -> Started[bytes]:
        environment = {k: v for k, v in os.environ.items() if k not in ("PYTHONIOENCODING", "COPYHOLDER_HOME")}
        environment |= {"PYTHONPATH": str(Path(__file__).parents[2]), **(env or {})}
        return Started[bytes](
            [*wrap, *self.command(*arguments)], env=environment, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, **options,
        )  # fmt: skip

    def run(self, *arguments: str | Path, **options: Any) -> Ended:
        with self.start(*arguments, **options) as process:
            out, err = process.communicate(timeout=HANG)
        return Ended(process.returncode, out.decode("utf-8"), err.decode("utf-8", "replace"))


class Ended:
    """How a run ended. Whatever happens, no traceback is shown."""

    def __init__(self, code: int, out: str, err: str) -> None:
        assert "Traceback" not in err + out, err + out
        self.code, self.out, self.err = code, out, err

    def __repr__(self) -> str:
        return f"exit code {self.code}\n{self.out}\n{self.err}"


def report(path: Path) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """The page lines and the summary."""
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    return lines[:-1], lines[-1]["summary"]


def pdf(path: Path, *pages: str, encrypt: str | None = None) -> Path:
    """A PDF with one text a page; `encrypt` is its password."""
    path.parent.mkdir(parents=True, exist_ok=True)
    canvas = Canvas(str(path), pagesize=A5, invariant=1, encrypt=encrypt)
    for text in pages:
        canvas.setFont("Times-Roman", 12)
        for number, line in enumerate(text.split("\n")):
            canvas.drawString(50, 500 - 18 * number, line)
        canvas.showPage()
    canvas.save()
    return path


__all__ = ["HANG", "Ended", "Program", "Started", "pdf", "report"]
