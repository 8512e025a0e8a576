# SPDX-License-Identifier: AGPL-3.0-or-later
"""Which language a document is in, by its letters and its commonest small words: screen readers and hyphenation
want to know. A guess is made only where it is clear.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable

UNKNOWN = "und"
"""BCP 47 for a language that is not known."""

SAMPLE = 4000
"""Characters of each page that are looked at."""

PAGES = 40
"""Pages with a text that are looked at."""

LEAST_WORDS = 12
"""Small words that must have been seen before a language is named."""

_WORDS = {
    "en": "the of and to in is that for it as was with be by on not are this from which",
    "de": "der die und das ist nicht den von zu mit sich des ein auf für dem eine werden auch als",
    "fr": "le la les et des est une dans pour que qui sur pas du au par plus ce avec sont",
    "es": "el la los las y del que en un por con una para es se su como más al lo",
    "it": "il lo la gli di che è per una con del della non sono nel alla dei le più anche",
    "pt": "o a os as de que do da em um para é com uma no na dos não se por",
    "nl": "de het een van en is dat op te in zijn voor met niet aan er om ook als door",
    "pl": "i w na z do nie się jest to że o przez dla od jak po oraz jego był ich",
    "sv": "och i att det som en på är av för med till den har inte om ett de var från",
    "da": "og i at det som en på er af for med til den har ikke om et de var fra",
    "cs": "a v na je se že s z do o pro ve jako to k byl za po jeho které",
    "tr": "ve bir bu için ile da de olarak çok daha olan gibi en kadar ne o her ya ama sonra",
    "fi": "ja on ei se että oli hän ovat mutta myös kun joka kuin niin ole sen jos tai vain mitä",
    "ro": "și în de la cu pe nu este un o care din pentru mai sunt a fi ca prin să",
    "hu": "a az és hogy nem is egy van meg de volt csak ha mint vagy el már még ez azt",
}
_SMALL = {language: frozenset(words.split()) for language, words in _WORDS.items()}
_SCRIPTS = {
    "HIRAGANA": "ja", "KATAKANA": "ja", "HANGUL": "ko", "THAI": "th", "DEVANAGARI": "hi", "GREEK": "el", "HEBREW": "he",
    "ARABIC": "ar", "CYRILLIC": "ru", "CJK": "zh", "GEORGIAN": "ka", "ARMENIAN": "hy", "TAMIL": "ta", "BENGALI": "bn",
}  # fmt: skip
_UKRAINIAN = re.compile("[іїєґІЇЄҐ]")
_PERSIAN = re.compile("[پچژگ]")
_WORD = re.compile(r"[^\W\d_]+")
_CODE = re.compile(r"```.*?```|\$[^$\n]*\$|<[^>]*>", re.S)


def language_of(texts: Iterable[str | None]) -> str:
    """Its code (BCP 47), or `UNKNOWN`. Takes a few milliseconds."""
    seen = (text for text in texts if text and text.strip())
    whole = " ".join(_CODE.sub(" ", text[:SAMPLE]) for _, text in zip(range(PAGES), seen, strict=False))
    scripts = _scripts(whole)
    if not scripts:
        return UNKNOWN
    script, count = scripts.most_common(1)[0]
    if script == "LATIN":
        return _latin(whole)
    if scripts["LATIN"] > count:
        return UNKNOWN
    if script == "CJK" and scripts["HIRAGANA"] + scripts["KATAKANA"] > 0.1 * count:
        return "ja"
    if script == "CYRILLIC" and len(_UKRAINIAN.findall(whole)) > 0.01 * count:
        return "uk"
    if script == "ARABIC" and len(_PERSIAN.findall(whole)) > 0.01 * count:
        return "fa"
    return _SCRIPTS.get(script, UNKNOWN)


def _scripts(text: str) -> Counter[str]:
    """How many letters of each script there are."""
    counts: Counter[str] = Counter()
    for sign, count in Counter(text).items():
        if sign.isalpha():
            counts[unicodedata.name(sign, "").split(" ")[0].split("-")[0]] += count
    return counts


def _latin(text: str) -> str:
    words = Counter(word.casefold() for word in _WORD.findall(text))
    hits = Counter({language: sum(words[word] for word in small) for language, small in _SMALL.items()})
    (first, most), (_, second) = hits.most_common(2)
    return first if most >= LEAST_WORDS and most > 1.15 * second else UNKNOWN
