# SPDX-License-Identifier: AGPL-3.0-or-later
"""How the hub is reached: settings and environment as a request to the models program.

The token comes from HF_TOKEN or from the user's keys (`copyholder engines key huggingface.co`)
and goes to the program through its standard input. A mirror is named by the setting hub_url, or by
HF_ENDPOINT as for other programs, which counts more."""

from __future__ import annotations

import os
from collections.abc import Mapping
from urllib.parse import urlsplit

from app.core.keys import Keys, Where
from app.core.models.offers import Offer
from app.core.models.store import home
from app.core.models.words import ModelProblem
from app.core.places import Places
from app.core.settings import Settings
from engine.models.messages import FetchModel, ModelCode

ENDPOINT_VARIABLE = "HF_ENDPOINT"
TOKEN_VARIABLE = "HF_TOKEN"
OFFLINE_VARIABLE = "HF_HUB_OFFLINE"


def is_offline(settings: Settings, environment: Mapping[str, str] = os.environ) -> bool:
    """Whether the user has forbidden downloads, in Copyholder or for all programs of this kind."""
    told = environment.get(OFFLINE_VARIABLE, "").strip().lower()
    return settings.offline or told in ("1", "true", "yes", "on")


def request(
    places: Places, settings: Settings, offer: Offer, revision: str = "", endpoint: str = "",
    keep_free: int | None = None, environment: Mapping[str, str] = os.environ,
) -> FetchModel:  # fmt: skip
    """Fetch `offer`, by default its pinned revision. The caller has had its licence accepted. May
    wait for the user's keychain: not for the interface thread. Raises ModelProblem(OFFLINE)."""
    if is_offline(settings, environment):
        raise ModelProblem(ModelCode.OFFLINE)
    endpoint = endpoint or environment.get(ENDPOINT_VARIABLE, "").strip() or settings.hub_url
    command = FetchModel(
        repo=offer.repo,
        revision=revision or offer.revision,
        home=str(home(places, offer)),
        licence_accepted=True,
        endpoint=endpoint,
        token=environment.get(TOKEN_VARIABLE, "").strip() or _kept(places, endpoint),
        proxy=settings.proxy,
        ca_file=settings.ca_file,
        timeout=settings.timeout,
        connect_timeout=settings.connect_timeout,
    )
    if keep_free is None:
        return command
    return FetchModel(**{name: getattr(command, name) for name in command.__struct_fields__} | {"keep_free": keep_free})


def _kept(places: Places, endpoint: str) -> str:
    """A token that the user keeps for this host; one in the environment is meant for other services."""
    key, where = Keys(places).get(urlsplit(endpoint).netloc)
    return "" if where is Where.ENVIRONMENT else key
