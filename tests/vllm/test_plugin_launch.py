# SPDX-License-Identifier: AGPL-3.0-or-later
"""What vLLM is started with: the entry point's announcement, the draft folder, a server's command."""

from __future__ import annotations

import argparse
import itertools
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from tokenizers import Tokenizer

from app.core.places import Places
from app.core.serve import Wanted, address, command, is_loopback, key_of, line_for_clients, made_key
from engine.backends.vllm.plugin import DRAFT, ENTRY_POINT, TARGET, launch, serve
from engine.backends.vllm.plugin.cells import tokenizer_folder
from engine.backends.vllm.plugin.extract import FILE
from engine.backends.vllm.plugin.native import names_in
from engine.jina_ocr.config import CheckpointError
from engine.jina_ocr.headers import stored_tensors
from tests.vllm import pages


def test_the_entry_point_is_found_where_nothing_is_installed(tmp_path: Path) -> None:
    """A checkout that was installed for editing announces it too, to the same end."""
    variables = launch.environment(tmp_path, {})
    code = (
        "from importlib.metadata import entry_points\n"
        f"found = entry_points(group='vllm.general_plugins', name='{ENTRY_POINT}')\n"
        "(register,) = {entry.load() for entry in found}\n"
        "print(register.__module__)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], env={**os.environ, **variables}, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "engine.backends.vllm.plugin"


def test_what_was_on_the_path_stays_and_nothing_goes_out(tmp_path: Path) -> None:
    variables = launch.environment(tmp_path, {"PYTHONPATH": os.pathsep.join(["/one", "/two"])})
    parts = variables["PYTHONPATH"].split(os.pathsep)
    assert parts == [str(tmp_path / "plugin"), str(pages.ROOT), "/one", "/two"]
    assert variables["VLLM_PLUGINS"] == ENTRY_POINT
    assert variables["VLLM_CACHE_ROOT"].startswith(str(tmp_path))
    assert {variables[name] for name in ("HF_HUB_OFFLINE", "TRANSFORMERS_OFFLINE", "VLLM_NO_USAGE_STATS")} == {"1"}


def test_a_draft_folder_holds_the_heads_tensors_as_they_are(tmp_path: Path) -> None:
    folder = launch.draft_folder(pages.TINY, tmp_path)
    taken = {stored.name: stored for stored in stored_tensors(folder)}
    given = {stored.name: stored for stored in stored_tensors(pages.TINY)}
    assert len(taken) == 13
    assert "model.norm.weight" in taken
    for name, stored in taken.items():
        original = given[name]
        assert (stored.dtype, stored.shape) == (original.dtype, original.shape)
        data = [s.file.read_bytes()[s.start : s.start + s.length] for s in (stored, original)]
        assert data[0] == data[1]
    config = json.loads((folder / "config.json").read_text())
    assert config["architectures"] == [DRAFT]
    assert (config["hidden_size"], config["num_hidden_layers"]) == (192, 1)


def test_a_draft_folder_is_made_once_and_anew_for_other_weights(tmp_path: Path) -> None:
    first = launch.draft_folder(pages.TINY, tmp_path / "into")
    before = (first / FILE).stat().st_mtime_ns
    assert launch.draft_folder(pages.TINY, tmp_path / "into") == first
    assert (first / FILE).stat().st_mtime_ns == before
    copied = tmp_path / "copied"
    shutil.copytree(pages.TINY, copied, ignore=shutil.ignore_patterns("pages*", "reference", "expected"))
    os.utime(copied / FILE, (1, 1))
    assert launch.draft_folder(copied, tmp_path / "into") != first
    assert not list((tmp_path / "into").glob("making-*"))


def test_a_checkpoint_without_a_head_has_no_draft_folder(tmp_path: Path) -> None:
    headless = tmp_path / "headless"
    shutil.copytree(pages.TINY, headless, ignore=shutil.ignore_patterns("*.safetensors", "pages*"))
    shutil.copy(launch.draft_folder(pages.TINY, tmp_path) / FILE, headless / FILE)
    data = (headless / FILE).read_bytes().replace(b"mtp_module.heads.0", b"off_module.heads.0")
    (headless / FILE).write_bytes(data)
    with pytest.raises(CheckpointError, match="has no draft head"):
        launch.draft_folder(headless, tmp_path)


def test_arguments_with_and_without_drafts(tmp_path: Path) -> None:
    assert launch.model_arguments(pages.TINY, 0, tmp_path) == {
        "model": str(pages.TINY),
        "hf_overrides": {"architectures": [TARGET]},
    }
    drafts = launch.model_arguments(pages.TINY, 2, tmp_path)["speculative_config"]
    assert (drafts["method"], drafts["num_speculative_tokens"]) == ("eagle", 2)
    assert Path(drafts["model"], FILE).is_file()


def test_native_support_is_used_instead(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The names are those that an open pull request might bring; only the words are known."""
    table = '''
    "JinaForRanking": ("jina", "JinaForRanking"),
    "DeepseekOCRForCausalLM": ("deepseek_ocr", "DeepseekOCRForCausalLM"),
    "JinaOCRMTPModel": ("deepseek_mtp", "JinaOCRMTP"),
    '''
    names = names_in(table)
    assert names == ("JinaOCRMTPModel",)
    monkeypatch.setattr(launch, "native_names", lambda: names)
    made = launch.model_arguments(pages.TINY, 3, tmp_path)
    assert "hf_overrides" not in made
    assert made["speculative_config"] == {
        "method": "eagle",
        "model": str(pages.TINY),
        "num_speculative_tokens": 3,
    }


def test_a_servers_tokenizer_keeps_the_cells(tmp_path: Path) -> None:
    folder = tokenizer_folder(pages.TINY, tmp_path)
    assert tokenizer_folder(pages.TINY, tmp_path) == folder
    plain, own = (Tokenizer.from_file(str(f / "tokenizer.json")) for f in (pages.TINY, folder))
    ids = pages.tokens("p3_table")
    assert "<td>" not in plain.decode(ids, skip_special_tokens=True)
    assert own.decode(ids, skip_special_tokens=True) == pages.text("p3_table")
    text = "<td>12 boats</td> and\n\n  spaces <|User|>"
    assert own.encode(text).ids == plain.encode(text).ids


# ---------------------------------------------------------------- the server's command


def starter(tmp_path: Path, *more: str) -> argparse.Namespace:
    line = ["--model", str(pages.TINY), "--work", str(tmp_path), *more]
    return serve._parser().parse_args(line)


def test_a_servers_command(tmp_path: Path) -> None:
    line, variables = serve.build(starter(tmp_path, "--port", "8123", "--draft-tokens", "3"), {"VLLM_API_KEY": "k"})
    assert line[:3] == [sys.executable, "-m", "vllm.entrypoints.openai.api_server"]
    told = dict(itertools.pairwise(line))
    assert (told["--host"], told["--port"]) == ("127.0.0.1", "8123")
    assert told["--served-model-name"] == "jina-ocr-v1"
    assert json.loads(told["--speculative-config"])["num_speculative_tokens"] == 3
    assert json.loads(told["--hf-overrides"]) == {"architectures": [TARGET]}
    assert json.loads(told["--override-generation-config"]) == {"temperature": 0}
    assert "--no-enable-prefix-caching" in line
    assert "<|User|>" in Path(told["--chat-template"]).read_text()
    assert variables["VLLM_API_KEY"] == "k"
    assert "k" not in line
    assert variables["VLLM_PLUGINS"] == ENTRY_POINT


def test_several_cards_pass_through(tmp_path: Path) -> None:
    """And what was reckoned for one card is then left to vLLM."""
    more = ["--tensor-parallel-size", "2", "--data-parallel-size", "4", "--", "--node-rank", "1"]
    line, _ = serve.build(starter(tmp_path, *more), {})
    told = dict(itertools.pairwise(line))
    assert (told["--tensor-parallel-size"], told["--data-parallel-size"]) == ("2", "4")
    assert line[-2:] == ["--node-rank", "1"]
    assert not {"--kv-cache-memory-bytes", "--max-num-seqs", "--gpu-memory-utilization"} & set(line)


def test_the_app_hands_all_of_it_to_the_starter(tmp_path: Path) -> None:
    wanted = Wanted(
        str(pages.TINY), sys.executable, port=8123, key="secret", draft_tokens="2", tensor_parallel=2, data_parallel=4,
        more=("--node-rank", "1"),
    )  # fmt: skip
    line = command(wanted, Places(tmp_path))
    assert line[0] == sys.executable
    assert "secret" not in " ".join(line)
    given = serve._parser().parse_args(line[3:])
    assert (given.tensor_parallel_size, given.data_parallel_size, given.draft_tokens) == (2, 4, "2")
    assert given.more == ["--node-rank", "1"]
    assert given.work == tmp_path / "cache" / "vllm"


def test_addresses() -> None:
    assert is_loopback("127.0.0.1")
    assert is_loopback("::1")
    assert is_loopback("localhost")
    assert not is_loopback("0.0.0.0")
    assert not is_loopback("192.168.1.5")
    assert address("::1", 8000) == "http://[::1]:8000/v1"
    assert address("0.0.0.0", 8000) not in ("http://0.0.0.0:8000/v1", "http://:8000/v1")
    assert line_for_clients(Wanted("m", port=8123)) == (
        "copyholder convert FILE --engine openai:http://127.0.0.1:8123/v1 --model jina-ocr-v1"
    )


def test_a_made_key_is_kept_for_its_owner_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("COPYHOLDER_API_KEY", raising=False)
    places = Places(tmp_path)
    assert key_of(places, None, make=False) == ""
    key = key_of(places, None, make=True)
    assert len(key) >= 32
    assert key_of(places, None, make=True) == key
    assert made_key(places).stat().st_mode & 0o777 == 0o600
    given = tmp_path / "key.txt"
    given.write_text("mine\n")
    assert key_of(places, given, make=True) == "mine"
