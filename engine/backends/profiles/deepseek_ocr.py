# SPDX-License-Identifier: AGPL-3.0-or-later
"""DeepSeek-OCR and DeepSeek-OCR-2, with the n-gram guard of the vLLM recipe."""

from __future__ import annotations

from engine.backends.profiles.profile import Profile

CELL_MARKS = [128821, 128822]
"""Token numbers of `<td>` and `</td>`, which may repeat."""

PROFILE = Profile(
    name="deepseek-ocr",
    models=["*deepseek-ocr*", "*deepseek_ocr*"],
    prompt="Free OCR.",
    presets={
        "strict": "<|grounding|>Convert the document to markdown.",
        "layout": "<|grounding|>Convert the document to markdown.",
    },
    extra={
        "skip_special_tokens": False,
        "vllm_xargs": {"ngram_size": 30, "window_size": 90, "whitelist_token_ids": [*CELL_MARKS]},
    },
    clean=["jina"],
    licence="MIT, according to the model's page.",
)
