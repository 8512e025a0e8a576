# SPDX-License-Identifier: AGPL-3.0-or-later
"""Which machine an address means, and whether that one is in a private network."""

from __future__ import annotations

import ipaddress
from typing import TypeAlias

Address: TypeAlias = ipaddress.IPv4Address | ipaddress.IPv6Address

_NAT64 = ipaddress.IPv6Network("64:ff9b::/96")
"""Addresses that hold an IPv4 address in their last 32 bits (RFC 6052)."""


def is_loopback(host: str) -> bool:
    """Whether a host ("localhost", "127.0.0.1:8000", "[::1]:8000") is this machine itself."""
    name = bare(host)
    if name == "localhost" or name.endswith(".localhost"):
        return True
    address = literal(name)
    return address is not None and address.is_loopback


def bare(host: str) -> str:
    """A host without port, brackets and the last dot, in small letters."""
    name = host.strip().lower()
    if name.startswith("["):
        name = name[1:].partition("]")[0]
    elif name.count(":") == 1:
        name = name.partition(":")[0]
    return name.rstrip(".")


def literal(name: str) -> Address | None:
    """The address that a host name is itself, if it is one."""
    try:
        return ipaddress.ip_address(name.partition("%")[0])
    except ValueError:
        return None


def is_public(address: Address) -> bool:
    """Whether it belongs to a machine of the whole internet: neither private nor this one, no
    link, no group, and no IPv6 address that only wraps such an IPv4 one."""
    if isinstance(address, ipaddress.IPv6Address):
        inner = address.ipv4_mapped or address.sixtofour
        if inner is None and address in _NAT64:
            inner = ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
        if inner is not None:
            return is_public(inner)
    return address.is_global and not address.is_multicast
