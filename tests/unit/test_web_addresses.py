# SPDX-License-Identifier: AGPL-3.0-or-later
"""Which machine an address means, what came from it, and where it is kept."""

from __future__ import annotations

import ipaddress
import os
import time
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from app.core.web import address_of, discard, is_loopback
from app.core.web.addresses import bare, is_public
from app.core.web.kept import ABANDONED, PART, keep, name_for, sweep
from app.core.web.kinds import ending_of, is_web_page
from app.core.web.resolving import proxy_for

HERE = ["localhost", "LOCALHOST.", "a.localhost:80", "127.0.0.1", "127.9.9.9:8000", "[::1]:80", "::1"]
ELSEWHERE = ["", "localhost.example.org", "127.0.0.1.example.org", "10.0.0.1", "[::2]", "128.0.0.1"]
PUBLIC = ["1.1.1.1", "93.184.216.34", "2606:4700::1111", "::ffff:1.1.1.1", "64:ff9b::101:101"]


@pytest.mark.parametrize("host", HERE)
def test_this_machine(host: str) -> None:
    assert is_loopback(host)


@pytest.mark.parametrize("host", ELSEWHERE)
def test_other_machines(host: str) -> None:
    assert not is_loopback(host)


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1", "0.0.0.0", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1", "224.0.0.1",
        "255.255.255.255", "240.0.0.1", "::", "::1", "fe80::1", "fc00::1", "ff02::1", "::ffff:10.0.0.1",
        "::ffff:127.0.0.1", "2002:a00:1::1", "64:ff9b::a00:1", "64:ff9b::7f00:1",
    ],
)  # fmt: skip
def test_addresses_of_private_networks(address: str) -> None:
    assert not is_public(ipaddress.ip_address(address))


@pytest.mark.parametrize("address", PUBLIC)
def test_addresses_of_the_internet(address: str) -> None:
    assert is_public(ipaddress.ip_address(address))


def test_hosts_without_what_hangs_on_them() -> None:
    assert [bare(host) for host in ("Example.ORG.", "[FE80::1%eth0]:443", "a:80", "::1")] == [
        "example.org",
        "fe80::1%eth0",
        "a",
        "::1",
    ]


def test_proxies(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("http_proxy", "https_proxy", "all_proxy", "no_proxy"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.upper(), raising=False)
    monkeypatch.setenv("https_proxy", "http://system:1")
    monkeypatch.setenv("no_proxy", "inside.example.org")
    assert proxy_for(urlsplit("https://example.org/"), "") == "http://system:1"
    assert proxy_for(urlsplit("https://example.org/"), "http://own:2") == "http://own:2"
    assert proxy_for(urlsplit("http://example.org/"), "") is None
    assert proxy_for(urlsplit("https://inside.example.org/"), "") is None
    assert proxy_for(urlsplit("https://127.0.0.1:80/"), "") is None


@pytest.mark.parametrize(
    ("head", "ending"),
    [
        (b"%PDF-1.7\n", ".pdf"), (b"rubbish\n" * 20 + b"%PDF-1.4", ".pdf"), (b"\x89PNG\r\n\x1a\n...", ".png"),
        (b"\xff\xd8\xff\xe0", ".jpg"), (b"II*\x00", ".tif"), (b"RIFF0000WEBPVP8 ", ".webp"), (b"GIF89a", ".gif"),
        (b"\x00\x00\x00\x20ftypavif", ".avif"), (b"\x00\x00\x00\x20ftypmp42", None), (b"RIFF0000WAVE", None),
        (b"<!doctype html>", None), (b"", None), (b"PK\x03\x04", None),
    ],
)  # fmt: skip
def test_kinds_by_first_bytes(head: bytes, ending: str | None) -> None:
    assert ending_of(head) == ending


def test_web_pages() -> None:
    assert is_web_page(b"\xef\xbb\xbf\n  <!DOCTYPE HTML>", "application/pdf")
    assert is_web_page(b"words", "text/html; charset=utf-8")
    assert not is_web_page(b"words", "text/plain")


def test_names_get_the_ending_of_their_contents() -> None:
    assert name_for("paper.pdf", ".pdf") == "paper.pdf"
    assert name_for("scan.JPG", ".jpg") == "scan.JPG"
    assert name_for("scan.jpeg", ".jpg") == "scan.jpg"
    assert name_for("2401.12345", ".pdf") == "2401.12345.pdf"
    assert name_for("download", ".png") == "download.png"
    assert name_for("paper.html", ".pdf") == "paper.pdf"


def test_downloads_are_kept_by_contents_with_their_address(tmp_path: Path) -> None:
    def part(text: str) -> Path:
        path = tmp_path / f"{PART}{text}"
        path.write_text(text)
        return path

    first = keep(part("one"), "a" * 64, "paper.pdf", "https://example.org/paper.pdf")
    again = keep(part("one"), "a" * 64, "other name.pdf", "https://example.org/again")
    other = keep(part("two"), "b" * 64, "paper.pdf", "https://example.org/two")
    assert first == again != other
    assert first.read_text() == "one"
    assert address_of(first, tmp_path) == "https://example.org/again"
    assert address_of(other, tmp_path) == "https://example.org/two"
    assert not list(tmp_path.glob(f"{PART}*"))
    mine = tmp_path.parent / "mine.pdf"
    mine.touch()
    assert address_of(mine, tmp_path) == ""
    discard(mine, tmp_path)
    discard(first, tmp_path)
    assert mine.exists()
    assert not first.parent.exists()


def test_what_a_killed_program_left_is_swept_up(tmp_path: Path) -> None:
    fresh, old = tmp_path / f"{PART}fresh", tmp_path / f"{PART}old"
    for path in (fresh, old):
        path.touch()
    then = time.time() - ABANDONED - 1
    os.utime(old, (then, then))
    sweep(tmp_path)
    assert fresh.exists()
    assert not old.exists()
