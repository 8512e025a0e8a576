# SPDX-License-Identifier: AGPL-3.0-or-later
"""A tokenizer for servers, in which the marks of table cells are plain tokens.

The checkpoint's tokenizer calls `<td>` and `</td>` special, and a server leaves special tokens out of its
answers unless each request asks for them, in a field that is vLLM's own. Numbers and splitting stay.

The class is a plain one, too: the class that the checkpoint names is built anew by Transformers 5, and
then splits text another way than tokenizer.json says, and loses spaces."""

from __future__ import annotations

import hashlib
import json
import shutil
import tempfile
from pathlib import Path

from engine.jina_ocr.config import CheckpointError
from engine.jina_ocr.prompt import CELL_MARKS

FILES = ("config.json", "special_tokens_map.json")
"""Copied as they are, where they exist. vLLM looks for a configuration beside a tokenizer."""

CLASS = "PreTrainedTokenizerFast"
"""Loads tokenizer.json as it is."""


def tokenizer_folder(model: Path, into: Path) -> Path:
    """The folder with the tokenizer, made in `into` or found there. Raises CheckpointError, OSError."""
    try:
        tokenizer = json.loads((model / "tokenizer.json").read_bytes())
        for token in tokenizer["added_tokens"]:
            if token["content"] in CELL_MARKS:
                token["special"] = False
        settings = json.loads((model / "tokenizer_config.json").read_bytes())
        settings["tokenizer_class"] = CLASS
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise CheckpointError(f"There is no usable tokenizer in {model}.") from error
    files = {name: (model / name).read_bytes() for name in FILES if (model / name).is_file()}
    files |= {"tokenizer.json": json.dumps(tokenizer).encode(), "tokenizer_config.json": json.dumps(settings).encode()}
    digest = hashlib.sha256(b"\0".join(files.values())).hexdigest()[:16]
    place = into / f"tokenizer-{digest}"
    if not place.is_dir():
        into.mkdir(parents=True, exist_ok=True)
        made = Path(tempfile.mkdtemp(dir=into, prefix="making-"))
        for name, data in files.items():
            (made / name).write_bytes(data)
        made.chmod(0o755)
        try:
            made.rename(place)
        except OSError:
            shutil.rmtree(made, ignore_errors=True)
            if not place.is_dir():
                raise
    return place
