# SPDX-License-Identifier: AGPL-3.0-or-later
"""`python -m tests.vllm.seen`: what the plugin relies on in the installed vLLM, as one JSON object."""

from __future__ import annotations

import inspect
import json
import sys
from pathlib import Path
from typing import Any

from PIL import Image

from engine.backends.vllm.plugin import DRAFT, TARGET, register
from engine.jina_ocr.config import parse_vision
from tests.unit.jina_published import CONFIG
from tests.vllm import pages

SIZES = [(width, height) for width in range(60, 4000, 173) for height in range(60, 4000, 179)]
PICTURES = [(640, 5760), (5760, 640), (1920, 1357), (640, 640), (641, 640), (1900, 1900), (1920, 1080), (333, 2400)]


def look() -> dict[str, Any]:
    register()
    register()
    from vllm import ModelRegistry, __version__

    seen: dict[str, Any] = {
        "version": __version__,
        "known": [name for name in (TARGET, DRAFT) if name in ModelRegistry.get_supported_archs()],
        "torchvision_left": sorted(name for name in sys.modules if name.startswith("torchvision")),
    }
    return {**seen, **_counts(), **_beginnings(), **_towers(), **_configuration()}


def _counts() -> dict[str, Any]:
    """How many tokens a picture takes: counted by the class, and as the processor cuts it."""
    from engine.backends.vllm.plugin.target import JinaOcrProcessingInfo

    info = object.__new__(JinaOcrProcessingInfo)
    largest = info.get_image_size_with_most_features()
    processor = _processor(add_bos_token=False)
    cut = []
    for width, height in PICTURES:
        made = processor(prompt="<image>", images=[Image.new("RGB", (width, height), (9, 99, 199))])
        grid = made["images_spatial_crop"][0].tolist()
        cut.append([int(made["num_image_tokens"][0]), grid, len(made["images_crop"])])
    return {
        "counted": [info.get_num_image_tokens(image_width=w, image_height=h) for w, h in SIZES],
        "counted_pictures": [info.get_num_image_tokens(image_width=w, image_height=h) for w, h in PICTURES],
        "cut_pictures": cut,
        "largest": [largest.width, largest.height],
    }


def _processor(add_bos_token: bool) -> Any:
    from transformers import PreTrainedTokenizerFast

    from engine.backends.vllm.plugin.target import MAX_TILES, JinaOcrProcessor

    tokenizer = PreTrainedTokenizerFast.from_pretrained(pages.TINY)
    tokenizer.add_bos_token = add_bos_token
    return JinaOcrProcessor(tokenizer, max_crops=MAX_TILES)


def _beginnings() -> dict[str, Any]:
    """The first tokens of a prompt, with and without `add_bos_token`."""
    picture = Image.new("RGB", (64, 64))
    found = {}
    for wanted in (False, True):
        made = _processor(wanted)(prompt="<|User|>:\n<image>\n", images=[picture])
        found[f"begins_{wanted}".lower()] = made["input_ids"][0, :3].tolist()
    return found


def _towers() -> dict[str, Any]:
    """What the stock class builds its towers with, and what stands there within `towers_of`."""
    from vllm.config import VllmConfig, set_current_vllm_config
    from vllm.model_executor.models import deepseek_ocr as stock

    from engine.backends.vllm.plugin.target import towers_of

    before = stock.build_sam_vit_b, stock.CLIPVisionConfig
    source = inspect.getsource(stock.DeepseekOCRForCausalLM.__init__)
    config = json.loads((pages.TINY / "config.json").read_text())["vision_config"]
    with set_current_vllm_config(VllmConfig()), towers_of(parse_vision(config)):
        sam, clip = stock.build_sam_vit_b(), stock.CLIPVisionConfig(projection_dim=512, hidden_size=1024)
    with towers_of(parse_vision(CONFIG["vision_config"])):
        untouched = (stock.build_sam_vit_b, stock.CLIPVisionConfig) == before
    return {
        "calls": [name for name in ("build_sam_vit_b()", "CLIPVisionConfig(") if name in source],
        "reads_width": "width" in source,
        "sam": [len(sam.blocks), sam.net_2.weight.shape[0], sam.net_3.weight.shape[0]],
        "clip": [clip.num_hidden_layers, clip.hidden_size, clip.intermediate_size, clip.projection_dim],
        "published_untouched": untouched,
        "put_back": (stock.build_sam_vit_b, stock.CLIPVisionConfig) == before,
        "stock_max_crops": sys.modules[stock.DeepseekOCRProcessor.__module__].MAX_CROPS,
    }


def _configuration() -> dict[str, Any]:
    """How vLLM names a draft's class, and what it takes over from the target."""
    from transformers import LlamaConfig
    from vllm.config import SpeculativeConfig
    from vllm.transformers_utils.configs.eagle import EAGLEConfig

    named = EAGLEConfig(LlamaConfig(architectures=[DRAFT]), method="eagle", model_type="eagle")
    other = EAGLEConfig(LlamaConfig(architectures=["Some"]), method="eagle", model_type="eagle")
    passed = SpeculativeConfig.compose_draft_hf_overrides({"architectures": [TARGET]})
    return {
        "draft_names": [named.architectures, other.architectures],
        "draft_gets_overrides": passed is not SpeculativeConfig.hf_config_override,
    }


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(json.dumps(look()))
