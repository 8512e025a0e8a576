# SPDX-License-Identifier: AGPL-3.0-or-later
"""The probe of a version on probation, on the version that is installed."""

from __future__ import annotations

import subprocess
import sys

from tests.vllm import pages
from tests.vllm.reading import environment


def test_the_installed_version_passes() -> None:
    code = "from engine.backends.vllm.start import import_all; import_all(); import_all(); print('fits')"
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment(), cwd=pages.ROOT, text=True, capture_output=True, timeout=300,
        check=False,
    )  # fmt: skip
    assert done.stdout.endswith("fits\n"), done.stderr[-3000:]
