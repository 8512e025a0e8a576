# SPDX-License-Identifier: AGPL-3.0-or-later
"""The network as the app itself uses it: which machine an address means, and downloads.

    addresses   which machine an address means, and whether that one is in a private network
    fetch       one download, as its owner holds it
    fetching    ... and as it goes on: from address to address, into a file
    resolving   the addresses of a name, and the proxy before it
    kinds       what came, by its first bytes
    kept        where downloads are kept, and from which address each came
"""

from __future__ import annotations

from app.core.web.addresses import is_loopback
from app.core.web.fetch import MOST_BYTES, Fetch, Network
from app.core.web.kept import address_of, discard

__all__ = ["MOST_BYTES", "Fetch", "Network", "address_of", "discard", "is_loopback"]
