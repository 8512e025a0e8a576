# SPDX-License-Identifier: AGPL-3.0-or-later
"""`python -m engine.jina_ocr check`."""

from __future__ import annotations

from pathlib import Path

import pytest
import torch
from safetensors.torch import save_file

from engine.jina_ocr.__main__ import main
from tests.model.small import write_checkpoint


def test_a_sound_checkpoint_with_a_picture(tiny: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", str(tiny), str(tiny / "pages" / "p3_table.png")]) == 0
    shown = capsys.readouterr().out
    for expected in ("4,562,112", "published: 401,369,600", "<image> 960", "307 (273 of the picture)",
                     "Weather stations", "drafts accepted", "This model can be used."):
        assert expected in shown
    assert "!!" not in shown


def test_faults_are_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    tensors = write_checkpoint(tmp_path)
    del tensors["lm_head.weight"]
    save_file(tensors | {"stray": torch.zeros(1)}, tmp_path / "model.safetensors")
    assert main(["check", str(tmp_path)]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert "!!                          lm_head.weight" in lines
    assert "!!                          stray" in lines
    assert lines[-1] == "This model cannot be used as it is."


def test_no_checkpoint_and_no_picture(tiny: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", str(tmp_path)]) == 1
    assert "no readable config.json" in capsys.readouterr().out
    assert main(["check", str(tiny), str(tmp_path / "none.png")]) == 1
    assert "none.png" in capsys.readouterr().out
    with pytest.raises(SystemExit, match="2"):
        main([])
