# SPDX-License-Identifier: AGPL-3.0-or-later
"""Secrets in what a program says."""

from __future__ import annotations

import json

import pytest

from app.core.children.blot import Blot


@pytest.mark.parametrize("secret", ["jina_0123456789abcdef", 'with "quotes" and \\', "Schlüssel-für-Jina"])
def test_a_secret_is_blotted_out_plainly_and_inside_json(secret: str) -> None:
    blot = Blot([secret])
    inside = json.dumps({"detail": f"bad key {secret}!"})
    for line in (f"Authorization: Bearer {secret}\n", inside, f"{secret}{secret}"):
        said = blot(line.encode()).decode()
        assert secret not in said
        assert json.dumps(secret)[1:-1] not in said
        assert "[secret]" in said
    assert json.loads(blot(json.dumps({"a": secret}).encode())) == {"a": "[secret]"}


def test_what_is_no_secret_stays() -> None:
    assert Blot(["", "abc"])(b"abc and nothing") == b"abc and nothing"
    assert Blot(["long enough"])(b"long and enough") == b"long and enough"
