# SPDX-License-Identifier: AGPL-3.0-or-later
"""What a model profile says: the prompt, the picture, the sampling, the repairs, the licence."""

from __future__ import annotations

import re
from typing import Annotated, Any, TypeAlias

import msgspec

from engine.profiles import fits

Name: TypeAlias = Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]*$")]
Pixels: TypeAlias = Annotated[int, msgspec.Meta(ge=64, le=10_000)]
Tokens: TypeAlias = Annotated[int, msgspec.Meta(ge=1, le=1_000_000)]
Bytes: TypeAlias = Annotated[int, msgspec.Meta(ge=10_000, le=1_000_000_000)]

_MARK = re.compile(r"<(?=\||｜|/?(?:image|s|bos|eos|pad|unk|td|im_start|im_end)\b)|\[(?=/?INST\])", re.IGNORECASE)


class Profile(msgspec.Struct, forbid_unknown_fields=True, frozen=True, kw_only=True):
    """How to read pages with one family of models over the OpenAI chat protocol.

    `models` are patterns (`*`, `?`) of model names, compared without case and without the owner
    before the slash. An empty `prompt` sends the picture alone. `presets` are further
    instructions by name; "strict" is the one with formulas and HTML tables. `side` is the long
    side of the picture in pixels, `max_bytes` what its file may have. A sampling value that is
    None is not sent. `extra` goes into the request as it is, for servers of one's own; it is left
    out where a server objects. `clean` names the repairs (`repairs.REPAIRS`), in order.
    `licence` is a note for the user."""

    name: Name
    models: list[str] = []
    prompt: str
    presets: dict[str, str] = {}
    side: Pixels = 1920
    max_bytes: Bytes = 6_000_000
    max_tokens: Tokens = 4096
    temperature: Annotated[float, msgspec.Meta(ge=0, le=2)] | None = 0.0
    top_p: Annotated[float, msgspec.Meta(gt=0, le=1)] | None = None
    repetition_penalty: Annotated[float, msgspec.Meta(gt=0, le=2)] | None = None
    extra: dict[str, Any] = {}
    clean: list[str] = []
    licence: str = ""

    def fits(self, model: str) -> bool:
        """Whether a model of this name is one of the family."""
        return fits(model, self.models)

    def instruction(self, asked: str | None) -> str:
        """The text that goes with the picture. `asked` is None, a preset's name, or the user's own
        instruction, which is only text: marks that a model would take for its control tokens are
        broken up."""
        if asked is None or not asked.strip():
            return self.prompt
        return self.presets.get(asked) or plain(asked)


def plain(text: str) -> str:
    """`text` without anything that a tokenizer would read as a special token: a blank goes in
    behind the bracket that begins it."""
    return _MARK.sub(lambda mark: mark[0] + " ", text)
