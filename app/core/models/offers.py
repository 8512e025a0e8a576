# SPDX-License-Identifier: AGPL-3.0-or-later
"""The models that Copyholder can fetch, each pinned to a revision that it was built against."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Offer:
    """`size` is bytes on the disk, about. `licence_file` is in resources/licences."""

    name: str
    repo: str
    revision: str
    size: int
    licence: str
    licence_file: str


JINA_OCR = Offer(
    name="jina-ocr-v1",
    repo="jinaai/jina-ocr-v1",
    revision="904f815deed0fbeab02d82d4648b70106272ffe3",
    size=6_800_000_000,
    licence="CC BY-NC 4.0",
    licence_file="jina-ocr-v1.txt",
)

OFFERS = {offer.name: offer for offer in (JINA_OCR,)}
