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


def test_no_checkpoint(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", str(tmp_path)]) == 1
    assert "no readable config.json" in capsys.readouterr().out
    with pytest.raises(SystemExit, match="2"):
        main([])


def test_a_picture_that_cannot_be_read_says_nothing_against_the_model(
    tiny: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cut = tmp_path / "cut.png"
    cut.write_bytes((tiny / "pages" / "p3_table.png").read_bytes()[:3000])
    none = tmp_path / "none.png"
    for picture in (tiny / "pages.pdf", cut, tmp_path, none):
        assert main(["check", str(tiny), str(picture)]) == 2
        lines = capsys.readouterr().out.splitlines()
        assert lines[-2].startswith("!! picture") and str(picture) in lines[-2], lines
        assert lines[-1] == "Nothing is wrong with the model; the picture was not read."
