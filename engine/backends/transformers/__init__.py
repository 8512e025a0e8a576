# SPDX-License-Identifier: AGPL-3.0-or-later
"""The `transformers` backend: our own implementation of jina-ocr-v1, on CUDA, MPS or CPU."""
