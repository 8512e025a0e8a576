# SPDX-License-Identifier: AGPL-3.0-or-later
"""US dollars in words."""

from __future__ import annotations

from app.core.wording import tr


def dollars(amount: float) -> str:
    """ "$0.12", "$0.0032": two digits, and two that count where these would hide a small price."""
    if 0 < amount < 0.00001:
        return tr("under $0.00001")
    return f"${amount:,.2f}" if amount >= 0.1 or not amount else f"${float(f'{amount:.2g}'):f}".rstrip("0")
