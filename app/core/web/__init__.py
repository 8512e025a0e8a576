# SPDX-License-Identifier: AGPL-3.0-or-later
"""The network as the app itself uses it: which machine an address means, and downloads.

    addresses   which machine an address means
"""

from __future__ import annotations

from app.core.web.addresses import is_loopback

__all__ = ["is_loopback"]
