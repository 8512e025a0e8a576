# SPDX-License-Identifier: AGPL-3.0-or-later
"""What is published of jina-ocr-v1: the values of its configuration, and its counts."""

from __future__ import annotations

from typing import Any

CONFIG: dict[str, Any] = {
    "architectures": ["DeepseekOCRForCausalLM"],
    "model_type": "deepseek_vl_v2",
    "vocab_size": 129280,
    "hidden_size": 1280,
    "num_hidden_layers": 12,
    "num_attention_heads": 10,
    "num_key_value_heads": 10,
    "use_mla": False,
    "hidden_act": "silu",
    "intermediate_size": 6848,
    "first_k_dense_replace": 1,
    "moe_intermediate_size": 896,
    "n_routed_experts": 64,
    "n_shared_experts": 2,
    "num_experts_per_tok": 6,
    "norm_topk_prob": False,
    "routed_scaling_factor": 1.0,
    "rms_norm_eps": 1e-6,
    "rope_theta": 1e6,
    "max_position_embeddings": 32768,
    "tie_word_embeddings": False,
    "bos_token_id": 0,
    "eos_token_id": 1,
    "pad_token_id": 2,
    "image_token_index": 128815,
    "projector_config": {"projector_type": "linear", "input_dim": 2048, "n_embed": 1280},
    "candidate_resolutions": [[1024, 1024]],
    "global_view_pos": "head",
    "tile_tag": "2D",
    "vision_config": {
        "image_size": 1024,
        "width": {
            "sam_vit_b": {
                "layers": 12,
                "width": 768,
                "heads": 12,
                "global_attn_indexes": [2, 5, 8, 11],
                "downsample_channels": [512, 1024],
            },
            "clip-l-14-224": {"layers": 24, "width": 1024, "heads": 16, "image_size": 224, "patch_size": 14},
        },
    },
    "mtp_num_heads": 1,
    "num_nextn_predict_layers": 1,
    "mtp_num_speculative_steps": 3,
    "mtp_recursive": True,
    "mtp_moe": False,
}

COUNTS = {"vision": 401_369_600, "decoder": 2_934_736_640, "draft": 36_131_840}
"""Parameters of the parts."""
