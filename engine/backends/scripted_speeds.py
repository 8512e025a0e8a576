# SPDX-License-Identifier: AGPL-3.0-or-later
"""Speeds of the scripted backend: how quickly it reads by drafts and pages in flight, and what it says of
its drafts. In a script, by the option `draft_tokens` (of the page, else of the load; "auto" counts as "0")::

    {"speeds": {"0": {"tokens_per_s": {"1": 400, "4": 1200}},
                "1": {"tokens_per_s": {"1": 460}, "accepted": [0.8], "jitter": [1.0, 1.05]},
                "2": {"fail": "out-of-memory"}}}
"""

from __future__ import annotations

import msgspec

from engine.protocol import ErrorCode, ReadPage, Scalar

CHARS_PER_TOKEN = 4


class Speed(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """`tokens_per_s`: of all pages together, by how many are in flight; between two numbers the lower counts.
    `jitter`: factors of the time, page by page, again and again. `most_pages`: with more in flight a page
    fails, as it does at once with `fail`."""

    tokens_per_s: dict[int, float] = {}
    first_token: float = 0.0  # seconds
    accepted: list[float] = []  # share of steps in which the first, second ... draft is right
    jitter: list[float] = []
    most_pages: int = 0
    fail: ErrorCode | None = None

    def rate(self, running: int, page: int) -> float:
        """Characters a second of one page while so many are in flight; 0: at once."""
        known = [number for number in self.tokens_per_s if number <= max(1, running)]
        if not known:
            return 0.0
        share = self.tokens_per_s[max(known)] / max(1, running)
        slower = self.jitter[page % len(self.jitter)] if self.jitter else 1.0
        return CHARS_PER_TOKEN * share / slower

    def fields(self, depth: str, chars: int, seconds: float) -> dict[str, object]:
        """What a reading of so many characters says of itself."""
        tokens = max(1, chars // CHARS_PER_TOKEN)
        drafts = len(self.accepted)
        steps = max(1, round((tokens - 1) / (1 + sum(self.accepted))))
        decode = max(0.0, seconds - self.first_token)
        told: dict[str, object] = {
            "output_tokens": tokens,
            "steps": steps,
            "draft_tokens": drafts,
            "mean_tokens_per_step": (tokens - 1) / steps,
            "settings": {"draft_tokens": depth},
            "seconds": {"total": seconds, "decode": decode, "first_token": self.first_token},
        }
        if drafts:
            right = [round(share * steps) for share in self.accepted]
            told |= {"drafted": drafts * steps, "accepted": sum(right), "accepted_per_position": right}
        return told


def depth_of(job: ReadPage, loaded: Scalar) -> str:
    """Drafts a step that a page asks for, else those that the backend was loaded with."""
    asked = job.options.get("draft_tokens", loaded)
    return "0" if asked in (None, "", "auto") else str(asked)
