# SPDX-License-Identifier: AGPL-3.0-or-later
"""The language of a document, where it is clear."""

from __future__ import annotations

import pytest

from app.core.export.language import UNKNOWN, language_of

TEXTS = {
    "en": "The lamp of the house is not in the room that was built for it, and it is as bright as the sun. " * 3,
    "de": "Die Lampe des Hauses ist nicht in dem Zimmer, das für sie gebaut wurde, und sie ist auf dem Dach. " * 3,
    "fr": "La lampe de la maison est dans une pièce qui est pour les gens, et les autres sont sur le toit. " * 3,
    "es": "La lámpara de la casa no está en el cuarto que se hizo para ella, y los demás lo saben por el sol. " * 3,
    "pl": "Lampa jest w domu i nie ma jej na stole, to że jest na dachu jest dla nas nowe, oraz jak to było. " * 3,
    "da": "Lampen er ikke i det rum, som er til den, og den er af glas og har et lys på en væg for at se. " * 3,
    "ru": "Лампа стоит на столе, и она светит ярко в этом доме.",
    "uk": "Лампа стоїть на столі, її світло є яскравим у цій кімнаті.",
    "el": "Η λάμπα είναι στο τραπέζι του σπιτιού.",
    "he": "המנורה עומדת על השולחן בבית.",
    "ar": "المصباح على الطاولة في البيت.",
    "fa": "چراغ روی میز است و پنجره باز است، گل در گلدان.",
    "ja": "ランプは机の上にあります。部屋は明るいです。",
    "zh": "灯在桌子上，房间很亮。",
    "ko": "램프는 책상 위에 있습니다.",
}


@pytest.mark.parametrize("language", TEXTS)
def test_a_language_is_known_by_its_words(language: str) -> None:
    assert language_of([None, "", TEXTS[language]]) == language


@pytest.mark.parametrize("text", ["", "12 345", "# A1\n\n| 1 | 2 |", "Lorem ipsum dolor sit amet", "x = y", "$$a$$"])
def test_nothing_is_guessed(text: str) -> None:
    assert language_of([text]) == UNKNOWN
