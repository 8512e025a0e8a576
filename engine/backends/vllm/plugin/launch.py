# SPDX-License-Identifier: AGPL-3.0-or-later
"""What vLLM is started with so that it finds the plugin: environment, draft folder, arguments.

Imports neither vLLM nor torch: the environment must stand before they are imported.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import engine
from engine.backends.vllm.plugin import DRAFT, ENTRY_POINT, GROUP, TARGET
from engine.backends.vllm.plugin.extract import extract
from engine.backends.vllm.plugin.native import native_names
from engine.jina_ocr.config import Sizes, load_sizes

ROOT = Path(engine.__path__[0]).resolve().parent
"""The folder that holds our packages: a checkout, or an interpreter's site-packages."""

DISTRIBUTION = "copyholder_vllm_plugin"

METADATA = f"Metadata-Version: 2.1\nName: {DISTRIBUTION.replace('_', '-')}\nVersion: 1\n"

ENTRY_POINTS = f"[{GROUP}]\n{ENTRY_POINT} = engine.backends.vllm.plugin:register\n"

TEMPLATE = (
    "{% for message in messages %}"
    "{% if message['role'] == 'user' %}{{ '<|User|>:\\n' + message['content'] + '\\n' }}"
    "{% elif message['role'] == 'assistant' %}{{ '<|Assistant|>:\\n' + message['content'] + '\\n' }}"
    "{% else %}{{ message['content'] + '\\n' }}{% endif %}"
    "{% endfor %}"
    "{% if add_generation_prompt %}{{ '<|Assistant|>:\\n' }}{% endif %}"
)
"""The chat template for a server; the checkpoint's own is doubly escaped. vLLM puts `<image>` and a
line's end before the text by itself."""


def environment(work: Path, given: Mapping[str, str] | None = None) -> dict[str, str]:
    """Variables for vLLM and all its processes, to be laid over `given` (default: this process's).
    `work` is a folder of ours: the entry point's announcement and vLLM's caches go there, and the
    caches must be kept, since the first start looks at the classes for a minute. Raises OSError."""
    base = os.environ if given is None else given
    path = [str(announce(work / "plugin"))]
    if ROOT.name not in ("site-packages", "dist-packages"):
        path.append(str(ROOT))
    path += [part for part in base.get("PYTHONPATH", "").split(os.pathsep) if part]
    return {
        "PYTHONPATH": os.pathsep.join(dict.fromkeys(path)),
        "VLLM_PLUGINS": ENTRY_POINT,
        "VLLM_CACHE_ROOT": str(work / "cache"),
        "VLLM_NO_USAGE_STATS": "1",
        "DO_NOT_TRACK": "1",
        "HF_HUB_OFFLINE": "1",
        "TRANSFORMERS_OFFLINE": "1",
        "TOKENIZERS_PARALLELISM": "false",
    }


def prepare(work: Path) -> None:
    """Lay `environment` over this process, before vLLM is imported in it. Raises OSError."""
    variables = environment(work)
    os.environ.update(variables)
    for part in reversed(variables["PYTHONPATH"].split(os.pathsep)):
        if part not in sys.path:
            sys.path.insert(0, part)


def announce(folder: Path) -> Path:
    """Write what makes the entry point known to Python where Copyholder is on the path but not
    installed; the folder for the path. Raises OSError."""
    info = folder / f"{DISTRIBUTION}-1.dist-info"
    info.mkdir(parents=True, exist_ok=True)
    for name, text in (("METADATA", METADATA), ("entry_points.txt", ENTRY_POINTS)):
        _write(info / name, text)
    return folder


def draft_folder(model: Path, into: Path) -> Path:
    """A folder that vLLM takes for a draft model: a flat configuration, and the head's tensors
    copied out of the checkpoint (72 MB of the published one, which is thus not read twice).
    `into` is a folder of ours that may be shared by several checkpoints; a folder that is there
    is used again. Raises CheckpointError or OSError."""
    sizes = load_sizes(model)
    target = into / extract(model, into)
    _write(target / "config.json", json.dumps(draft_config(sizes), indent=1))
    return target


def draft_config(sizes: Sizes) -> dict[str, Any]:
    """The draft's configuration. vLLM wants a plain one: in the checkpoint's, which has parts, it does
    not find the sizes. The model type names any flat decoder; the class is chosen by architecture."""
    return {
        "architectures": [DRAFT],
        "model_type": "llama",
        "hidden_size": sizes.hidden,
        "intermediate_size": sizes.dense_width,
        "num_hidden_layers": 1,
        "num_attention_heads": sizes.heads,
        "num_key_value_heads": sizes.heads,
        "head_dim": sizes.head_dim,
        "vocab_size": sizes.vocabulary,
        "max_position_embeddings": sizes.positions,
        "rope_theta": sizes.rope_theta,
        "rms_norm_eps": sizes.rms_eps,
        "bos_token_id": sizes.bos,
        "eos_token_id": sizes.eos,
        "pad_token_id": sizes.pad,
        "tie_word_embeddings": False,
        "torch_dtype": "bfloat16",
    }


def model_arguments(model: Path, draft_tokens: int, into: Path) -> dict[str, Any]:
    """The engine arguments that depend on the model and the number of drafts a step (0: none).
    Raises CheckpointError or OSError where the draft folder cannot be made."""
    if names := native_names():
        # vLLM knows the checkpoint by its own configuration, and takes the head out of it
        found: dict[str, Any] = {"model": str(model)}
        draft = model if any("mtp" in name.lower() for name in names) else None
    else:
        found = {"model": str(model), "hf_overrides": {"architectures": [TARGET]}}
        draft = draft_folder(model, into) if draft_tokens else None
    if draft_tokens and draft is not None:
        # "mtp" would hand the target's state to every draft step; the head wants its own
        found["speculative_config"] = {
            "method": "eagle", "model": str(draft), "num_speculative_tokens": draft_tokens
        }  # fmt: skip
    return found


def chat_template(folder: Path) -> Path:
    """The template as a file. Raises OSError."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "jina-ocr.jinja"
    _write(path, TEMPLATE)
    return path


def _write(path: Path, text: str) -> None:
    """Only if it differs, and never half: other processes may be reading it."""
    data = text.encode()
    if path.is_file() and path.read_bytes() == data:
        return
    with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as file:
        file.write(data)
    Path(file.name).chmod(0o644)
    Path(file.name).replace(path)
