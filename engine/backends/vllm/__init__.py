# SPDX-License-Identifier: AGPL-3.0-or-later
"""The `vllm` backend: jina-ocr-v1 with FastMTP on vLLM, in the engine's own process."""
