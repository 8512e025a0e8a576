# SPDX-License-Identifier: AGPL-3.0-or-later
"""Which machine an address means."""

from __future__ import annotations

import ipaddress


def is_loopback(host: str) -> bool:
    """Whether a host ("localhost", "127.0.0.1:8000", "[::1]:8000") is this machine itself."""
    name = bare(host)
    if name == "localhost" or name.endswith(".localhost"):
        return True
    try:
        return ipaddress.ip_address(name).is_loopback
    except ValueError:
        return False


def bare(host: str) -> str:
    """A host without port, brackets and the last dot, in small letters."""
    name = host.strip().lower()
    if name.startswith("["):
        name = name[1:].partition("]")[0]
    elif name.count(":") == 1:
        name = name.partition(":")[0]
    return name.rstrip(".")
