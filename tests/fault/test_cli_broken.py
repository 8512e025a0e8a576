# SPDX-License-Identifier: AGPL-3.0-or-later
"""Faults of Copyholder's own: told, and the command comes to its end."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.e2e.program import pdf

ROOT = Path(__file__).parents[2]

FAULTS = {
    "nothing can be put together": "import app.core.session.parts as m; m.Versions = None",
    "a document cannot be taken in": "import app.core.session.documents as m; m.Documents.add = None",
    "an export fails": "import app.core.session.upkeep as m; m.Upkeep.export = None",
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_of_its_own_ends_the_run(tmp_path: Path, fault: str) -> None:
    source = pdf(tmp_path / "a.pdf", "some text")
    code = f"{FAULTS[fault]}\nfrom app.__main__ import main\nraise SystemExit(main())"
    ended = subprocess.run(
        [sys.executable, "-c", code, "convert", str(source), "--home", str(tmp_path / "home")],
        env={**os.environ, "PYTHONPATH": str(ROOT)}, stdin=subprocess.DEVNULL, capture_output=True, text=True,
        timeout=120, check=False,
    )  # fmt: skip
    assert ended.returncode == 1, ended
    assert "Traceback" not in ended.stderr
    assert "unexpected" in ended.stderr
