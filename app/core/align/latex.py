# SPDX-License-Identifier: AGPL-3.0-or-later
"""What of a formula's LaTeX source is printed on the page, character by character."""

from __future__ import annotations

import re

_COMMAND = re.compile(
    r"\\(?:begin|end)\s*\{[^{}]*\}(?:\s*\{[lcr|\s]*\})?|\\(?:label|ref|eqref|cite)\s*\{[^{}]*\}"
    r"|\\([A-Za-z]+)|\\.|[{}_^&~$]",
    re.S,
)
_SPOKEN_NAMES: str = (
    "sin cos tan cot sec csc sinh cosh tanh arcsin arccos arctan log ln lg exp max min sup inf lim det dim ker deg"
    " gcd Pr arg hom mod"
)
_SPOKEN = frozenset(_SPOKEN_NAMES.split())
_GREEK_NAMES: str = (
    "alpha beta gamma delta epsilon varepsilon zeta eta theta vartheta iota kappa lambda mu nu xi pi rho sigma tau"
    " upsilon phi varphi chi psi omega Gamma Delta Theta Lambda Xi Pi Sigma Phi Psi Omega ell"
)
_GREEK = dict(zip(_GREEK_NAMES.split(), "αβγδεεζηθθικλμνξπρστυφφχψωΓΔΘΛΞΠΣΦΨΩℓ", strict=True))
_JOINING_NAMES: str = "mathrm mathbf mathit mathsf mathtt text textbf textit operatorname mathcal mathbb rm bf it"
_JOINING = frozenset(_JOINING_NAMES.split())
NAMES = _SPOKEN | _JOINING | _GREEK.keys()
"""Commands of letters and words, which are printed one behind the other."""


def show(latex: str, shown: list[str], base: int) -> None:
    """Write into `shown[base:]`, one entry a character of `latex`, what that character shows: itself, another sign,
    a space, or nothing."""
    for match in _COMMAND.finditer(latex):
        start, end = base + match.start(), base + match.end()
        name = match[1] or ""
        if name in _SPOKEN:
            shown[start] = " "
            continue
        fill = "" if name in _JOINING else " "
        shown[start:end] = [fill] * (end - start)
        if name in _GREEK:
            shown[start] = _GREEK[name]
            if end - start > 1:
                shown[end - 1] = " " if len(name) > 1 else ""
