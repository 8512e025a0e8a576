# SPDX-License-Identifier: AGPL-3.0-or-later
"""Models on this computer: their licences, fetching, keeping and choosing them.

    offers    the models that Copyholder can fetch
    licence   the licence's text, and the record that it was accepted
    store     which models are here, complete or not; choosing and deleting
    network   how the hub is reached, from settings and environment
    program   one run of the models program (python -m engine.models)
    download  a download that can be paused, resumed and cancelled
    words     what went wrong, in a sentence
"""

from __future__ import annotations

from app.core.models.download import Download, DownloadState
from app.core.models.licence import accept, accepted, text
from app.core.models.network import is_offline, request
from app.core.models.offers import JINA_OCR, OFFERS, Offer
from app.core.models.program import check
from app.core.models.store import Model, NotFound, find, models, remove, use
from app.core.models.words import ModelProblem, sentence, waiting

__all__ = [
    "JINA_OCR",
    "OFFERS",
    "Download",
    "DownloadState",
    "Model",
    "ModelProblem",
    "NotFound",
    "Offer",
    "accept",
    "accepted",
    "check",
    "find",
    "is_offline",
    "models",
    "remove",
    "request",
    "sentence",
    "text",
    "use",
    "waiting",
]
