# SPDX-License-Identifier: AGPL-3.0-or-later
"""A bug report names nobody: marked values of every sort, in the ways that a log holds them."""

from __future__ import annotations

import getpass
import platform
from pathlib import Path

import pytest

from app.core.doctor.redact import Redactor

HOME = "/ho" + "me/"  # put together: no path of a machine stands in the sources


@pytest.fixture
def redact(monkeypatch: pytest.MonkeyPatch) -> Redactor:
    monkeypatch.setenv("HOME", HOME + "marked-user")
    monkeypatch.setenv("SOME_API_KEY", "markedvalue123")
    monkeypatch.setattr(getpass, "getuser", lambda: "marked-login")
    monkeypatch.setattr(platform, "node", lambda: "marked-host.example.org")
    return Redactor(names=("marked title of May",), secrets=("marked+kept/key",))


MARKED = [
    f"could not read {HOME}marked-user/Marked Folder/marked scan.pdf: damaged",
    f"'{HOME}marked-user/Marked Folder' is no folder",
    f'File "{HOME}marked-user/.local/marked-env/lib/python3.11/site-packages/torch/nn.py", line 3',
    r"could not write C:\Users\marked-user\Marked Folder\out.md",
    r"\\marked-server\share\marked.pdf is gone",
    "~/marked-dir/x is full",
    "/mnt/marked-disk/models/marked-model is no folder; name another",
    "no space in /srv/marked one/marked two/cache",
    "marked-contract.pdf: page 3 failed",
    "the document Marked Title of May was removed",
    "key=marked-secret-1234 was refused",
    "Authorization: Bearer marked.token.value",
    "jina_markedmarkedmarked is not accepted",
    "sk-marked-0123456789 is not accepted",
    'the header {"api_key": "marked987654"}',
    "markedvalue123 came back in an answer; so did marked+kept/key",
    "GET https://marked-user:marked@gpu.marked.example:8000/v1/models?token=marked failed",
    "no connection to http://marked.example.org",
    "marked-host refused, marked-host.example.org too; marked-login is the user",
    "mail to marked.person@example.org",
    "the proxy socks5://marked:1080 does not answer",
]


@pytest.mark.parametrize("line", MARKED)
def test_marked_values_are_gone(redact: Redactor, line: str) -> None:
    assert "marked" not in redact(line).lower(), redact(line)


def test_addresses_of_machines_are_gone(redact: Redactor) -> None:
    assert redact("no answer from 192.168.17.4:8000") == "no answer from HOST:8000"
    assert redact("listens at 127.0.0.1:80") == "listens at 127.0.0.1:80"


KEPT = [
    "2026-11-30 06:40:44,123 INFO app.core.children.child: engine ended with status 3",
    "PyTorch 2.13.0+cu130 for CUDA 13.0, vLLM 0.32.0, driver 580.95.05",
    "  ok  Processor               AMD EPYC, 2 cores (avx2)",
    "RuntimeError: CUDA error: no kernel image is available",
    "POST https://api.jina.ai",
    "pages 3/7 and/or 4",
    "the tokens of a page: 957 in, 1367 out",
    "input/output error",
]


@pytest.mark.parametrize("line", KEPT)
def test_what_helps_stays(redact: Redactor, line: str) -> None:
    assert redact(line) == line


def test_modules_of_a_traceback_stay(redact: Redactor) -> None:
    root = Path(__file__).parents[2]
    assert redact(f'  File "{root}/engine/stepping.py", line 12, in _load') == (
        '  File "engine/stepping.py", line 12, in _load'
    )
    inside = f'  File "{HOME}x/env/lib/python3.11/site-packages/torch/nn/functional.py", line 2'
    assert redact(inside) == '  File "torch/nn/functional.py", line 2'
