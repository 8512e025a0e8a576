# SPDX-License-Identifier: AGPL-3.0-or-later
"""The model jina-ocr-v1, natively: pictures and prompts, both vision towers, the decoder, the
FastMTP draft head and the greedy loop that uses it. No code of the checkpoint is run.

`config`, `names`, `image`, `prompt`, `guard`, `depth` and `cleanup` need no torch and serve
every local backend; the others are imported when a model is loaded.
"""
