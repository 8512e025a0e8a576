# SPDX-License-Identifier: AGPL-3.0-or-later
"""The prompt as token ids, and token ids as text.

The rendered prompt is `<|User|>:\\n<image>\\n{instruction}\\n<|Assistant|>:\\n` without a token for
the beginning. The checkpoint's own chat template is doubly escaped and is not used. Needs `tokenizers`.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from engine.jina_ocr.config import CheckpointError, Sizes

if TYPE_CHECKING:
    from tokenizers import Tokenizer

DEFAULT = (
    "Transcribe the provided document image into a clean Markdown format, preserving the natural reading order."
)

STRICT = (
    "Just return the plain text representation of this document as if you were reading it naturally. "
    "Write mathematics as LaTeX between $ or $$, and tables as simple HTML with rowspan and colspan. "
    "Leave out page headers, page footers and figures. If there is no text on the page, return null."
)

PRESETS = {"default": DEFAULT, "strict": STRICT}

USER, ASSISTANT, IMAGE = "<|User|>", "<|Assistant|>", "<image>"

CELL_MARKS = ("<td>", "</td>")
"""Tokens that may repeat without end in a true table."""

INCOMPLETE = "\ufffd"
"""What a decoder writes for a character of which some bytes are still to come."""

MAX_CHARACTER = 4
"""Bytes of the longest UTF-8 character; a byte-level token holds at least one."""


class PromptWriter:
    """Makes prompts for one checkpoint, and turns its answers into text."""

    def __init__(self, folder: Path, sizes: Sizes) -> None:
        """Reads tokenizer.json. Raises CheckpointError if it is missing or does not fit `sizes`."""
        self._sizes = sizes
        self._tokenizer, self._plain = _load(folder / "tokenizer.json")
        self.user = self._special(USER)
        self.assistant = self._special(ASSISTANT)
        if self._special(IMAGE) != sizes.image_token:
            raise CheckpointError(f"The tokenizer's {IMAGE} is not token {sizes.image_token} as config.json says.")
        if self._tokenizer.get_vocab_size() > sizes.vocabulary:
            raise CheckpointError(
                f"The tokenizer has {self._tokenizer.get_vocab_size()} tokens, the model only {sizes.vocabulary}."
            )
        self.cell_marks = frozenset(
            token for mark in CELL_MARKS if (token := self._tokenizer.token_to_id(mark)) is not None
        )

    @property
    def eos(self) -> int:
        """The end token."""
        return self._sizes.eos

    def _special(self, text: str) -> int:
        token = self._tokenizer.token_to_id(text)
        if token is None:
            raise CheckpointError(f"The tokenizer has no token {text}; it is not that of jina-ocr-v1.")
        return int(token)

    def before_image(self) -> list[int]:
        """Ids of the prompt up to the picture."""
        return [self.user, *self._encode(":\n")]

    def after_image(self, instruction: str | None) -> list[int]:
        """Ids of the prompt behind the picture. The instruction (None: the default one) is plain
        text: markers in it, such as `<image>`, are not taken for tokens."""
        text = PRESETS.get(instruction, instruction) if instruction else DEFAULT
        return [*self._encode(f"\n{text}\n"), self.assistant, *self._encode(":\n")]

    def write(self, instruction: str | None, image_tokens: int) -> list[int]:
        """The whole prompt, with the run of picture tokens in its place."""
        return [
            *self.before_image(),
            *[self._sizes.image_token] * image_tokens,
            *self.after_image(instruction),
        ]

    def _encode(self, text: str) -> list[int]:
        return list(self._plain.encode(text, add_special_tokens=False).ids)

    def text(self, tokens: Sequence[int]) -> str:
        """Text of an answer, the end token left out. Cell marks are special tokens and stay in."""
        kept = [token for token in tokens if token != self._sizes.eos]
        return str(self._tokenizer.decode(kept, skip_special_tokens=False))

    def token(self, number: int) -> str | None:
        """The token's own spelling, for showing."""
        return self._tokenizer.id_to_token(number)

    def size(self) -> int:
        """Tokens that the tokenizer knows."""
        return int(self._tokenizer.get_vocab_size())


class Unroller:
    """Text of a growing answer, piece by piece, never half a character.

    Every piece is decoded together with one token before it, and that token's text taken off
    again, so that the pieces joined are the text of the whole."""

    def __init__(self, writer: PromptWriter) -> None:
        self._writer = writer
        self._tokens: list[int] = []
        self._done = 0  # tokens whose text is out
        self.text = ""
        self.starts: list[int] = []  # where in `text` each token begins

    def add(self, tokens: Sequence[int]) -> str:
        """The text that `tokens` add; a character of which bytes are missing waits for the next."""
        before = len(self.text)
        for token in tokens:
            self.starts.append(len(self.text))
            if token != self._writer.eos:  # it has no text, and is no part of a character
                self._tokens.append(token)
                self._take(final=False)
        return self.text[before:]

    def finish(self) -> str:
        """The text of bytes that never became a character, if there are any."""
        before = len(self.text)
        self._take(final=True)
        return self.text[before:]

    def _take(self, final: bool) -> None:
        context = max(0, self._done - MAX_CHARACTER)
        known = self._writer.text(self._tokens[context : self._done])
        new = self._writer.text(self._tokens[context:])[len(known) :]
        if new and (final or not new.endswith(INCOMPLETE)):
            self.text += new
            self._done = len(self._tokens)
        elif len(self._tokens) - self._done == MAX_CHARACTER:
            # the first one that waits is no part of the character at the end: a byte on its own
            self._done += 1
            self.text += self._writer.text(self._tokens[context : self._done])[len(known) :]


def _load(path: Path) -> tuple[Tokenizer, Tokenizer]:
    """The tokenizer, and the same without its added tokens, for text that is only text.
    Transformers' own loader would rebuild a byte-level tokenizer and lose spaces."""
    from tokenizers import Tokenizer

    try:
        raw = path.read_text(encoding="utf-8")
    except OSError as error:
        raise CheckpointError(f"There is no readable tokenizer.json in {path.parent}.") from error
    try:
        return Tokenizer.from_str(raw), Tokenizer.from_str(json.dumps({**json.loads(raw), "added_tokens": []}))
    except Exception as error:  # the library raises no narrower one, whatever is wrong with the file
        raise CheckpointError(f"The file {path} is not a usable tokenizer.") from error
