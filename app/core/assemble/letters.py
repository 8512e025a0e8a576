# SPDX-License-Identifier: AGPL-3.0-or-later
"""How letters begin and end: lines that many pages may have in common, and that belong to the text of each."""

from __future__ import annotations

import re

WORDS = 8
"""Words of such a line at most, whom it names included."""

_BEGINS = (  # no word that titles of books begin with
    "dear|to whom it may concern|ladies and gentlemen|sehr geehrte\\w*|geachte|estimad[oa]s?|prezad[oa]s?|уважаем\\w+"
)
_ENDS = (
    "yours|sincerely|faithfully|respectfully|cordially|(?:with )?(?:best|kind|kindest|warm) (?:regards|wishes)|regards"
    "|thank you|thanks|mit (?:freundlich|best|herzlich)\\w* \\w+|(?:viele|beste|herzliche|freundliche) grü(?:ße|sse)"
    "|hochachtungsvoll|met vriendelijke groet\\w*|hoogachtend|(?:bien )?cordialement|veuillez agréer"
    "|(?:meilleures|sincères) salutations|atentamente|saludos|un (?:cordial )?saludo|(?:cordiali|distinti) saluti"
    "|atenciosamente|cumprimentos|с уважением"
)
_BEGIN = re.compile(rf"^\W*(?:(?:{_BEGINS})(?!\w)|尊敬的|亲爱的|親愛的|拝啓)", re.I)
_END = re.compile(rf"^\W*(?:(?:{_ENDS})(?!\w)|此致|敬礼|敬禮|顺颂|順頌|敬具|谨上|謹上)", re.I)


def begins_letter(line: str) -> bool:
    """Whether somebody is greeted."""
    return bool(_BEGIN.match(line)) and len(line.split()) <= WORDS


def ends_letter(line: str) -> bool:
    """Whether somebody takes leave."""
    return bool(_END.match(line)) and len(line.split()) <= WORDS
