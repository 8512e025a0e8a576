# SPDX-License-Identifier: AGPL-3.0-or-later
"""A hub on loopback that speaks enough of the Hugging Face protocol for the models program: file
list with checksums, redirects of large files to a second server ("CDN"), ranges, and misdeeds. As a
proxy it stands in for any host."""

from __future__ import annotations

import hashlib
import json
import re
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import urlsplit

from tests.processes import HANG

REPO = "jinaai/jina-ocr-v1"
REVISION = "904f815deed0fbeab02d82d4648b70106272ffe3"
LARGE = 100_000
"""Bytes from which a file is kept as the hub keeps large ones: by its SHA-256, behind a redirect."""

FILES = ("config.json", "generation_config.json", "processor_config.json", "special_tokens_map.json",
         "tokenizer.json", "tokenizer_config.json", "model.safetensors")  # fmt: skip


@dataclass
class Fault:
    """A misdeed at requests whose path matches. `times` counts down; `status` is answered, or the
    body is cut off after `cut` bytes, or byte `flip` of the file is another one."""

    path: str
    times: int = 1
    status: int = 0
    headers: dict[str, str] = field(default_factory=dict)
    cut: int | None = None
    flip: int | None = None
    no_ranges: bool = False


@dataclass(frozen=True)
class Seen:
    """A request as it came; `authorization` is the header or empty."""

    server: str  # "hub" or "cdn"
    path: str
    start: int
    authorization: str
    agent: str


class FakeHub:
    """`served` counts bytes of bodies by file name. `gate`, once set to an event, stops every body
    at `gate_at` bytes until it is set."""

    def __init__(self, files: dict[str, bytes]) -> None:
        self.revisions = {REVISION: files, "main": files}
        self.faults: list[Fault] = []
        self.token = ""  # needed, unless empty
        self.seen: list[Seen] = []
        self.served: Counter[str] = Counter()
        self.gate: threading.Event | None = None
        self.gate_at = 0
        self.at_gate = threading.Event()
        self.url = self.cdn_url = ""
        self._lock = threading.Lock()

    def fault(self, path: str) -> Fault | None:
        with self._lock:
            for fault in self.faults:
                if fault.times > 0 and re.search(fault.path, path):
                    fault.times -= 1
                    return fault
        return None

    def count(self, name: str, size: int) -> None:
        with self._lock:
            self.served[name] += size

    def commit(self, revision: str) -> str:
        return REVISION if revision == "main" else revision

    def list_of(self, revision: str) -> dict[str, object]:
        siblings = []
        for name, data in self.revisions[revision].items():
            blob = hashlib.sha1(f"blob {len(data)}\0".encode() + data, usedforsecurity=False).hexdigest()
            entry: dict[str, object] = {"rfilename": name, "size": len(data), "blobId": blob}
            if len(data) >= LARGE:
                sha256 = hashlib.sha256(data).hexdigest()
                entry["lfs"] = {"sha256": sha256, "size": len(data), "pointerSize": 134}
            siblings.append(entry)
        return {"id": REPO, "modelId": REPO, "sha": self.commit(revision), "siblings": siblings, "tags": [],
                "private": False, "gated": False, "downloads": 0, "likes": 0}  # fmt: skip


class _Handler(BaseHTTPRequestHandler):
    """Of one of the two servers, which a subclass names."""

    protocol_version = "HTTP/1.1"
    hub: FakeHub
    part: str

    def log_message(self, format: str, *args: object) -> None:
        pass

    def do_HEAD(self) -> None:
        self._answer(body=False)

    def do_GET(self) -> None:
        self._answer(body=True)

    def _answer(self, body: bool) -> None:
        path = urlsplit(self.path).path
        match = re.match(r"bytes=(\d+)-", self.headers.get("Range", ""))
        start = int(match[1]) if match else 0
        self.hub.seen.append(Seen(self.part, path, start, self.headers.get("Authorization", ""),
                             self.headers.get("User-Agent", "")))  # fmt: skip
        fault = self.hub.fault(f"{self.part}:{path}")
        if fault is not None and fault.status:
            self._plain(fault.status, b"{}", fault.headers)
        elif self.part == "hub" and self.hub.token and self.headers.get("Authorization") != f"Bearer {self.hub.token}":
            code = "GatedRepo" if not self.headers.get("Authorization") else ""
            self._plain(401, b'{"error": "no"}', {"X-Error-Code": code} if code else {})
        elif found := re.fullmatch(rf"/api/models/{REPO}/revision/(.+)", path):
            self._list(found[1])
        elif found := re.fullmatch(rf"/{REPO}/resolve/([^/]+)/(.+)", path):
            self._resolve(found[1], found[2], start, fault, body)
        elif found := re.fullmatch(r"/blob/([^/]+)/(.+)", path):
            self._file(found[2], self.hub.revisions[found[1]][found[2]], start, fault, body, found[1])
        else:
            self._plain(404, b"{}", {"X-Error-Code": "RepoNotFound"})

    def _list(self, revision: str) -> None:
        if revision not in self.hub.revisions:
            self._plain(404, b"{}", {"X-Error-Code": "RevisionNotFound"})
            return
        self._plain(200, json.dumps(self.hub.list_of(revision)).encode(), {"Content-Type": "application/json"})

    def _resolve(self, revision: str, name: str, start: int, fault: Fault | None, body: bool) -> None:
        data = self.hub.revisions.get(revision, {}).get(name)
        if data is None:
            self._plain(404, b"", {"X-Error-Code": "EntryNotFound"})
        elif len(data) >= LARGE:
            self._plain(302, b"", {"Location": f"{self.hub.cdn_url}/blob/{revision}/{name}?signature=1",
                                   "X-Repo-Commit": self.hub.commit(revision), "X-Linked-Size": str(len(data))})
        else:
            self._file(name, data, start, fault, body, revision)

    def _file(self, name: str, data: bytes, start: int, fault: Fault | None, body: bool, revision: str) -> None:
        if fault is not None and fault.flip is not None:
            changed = bytearray(data)
            changed[fault.flip] ^= 0xFF
            data = bytes(changed)
        if fault is not None and fault.no_ranges:
            start = 0
        part = data[start:]
        self.send_response(206 if start else 200)
        if start:
            self.send_header("Content-Range", f"bytes {start}-{len(data) - 1}/{len(data)}")
        self.send_header("Content-Length", str(len(part)))
        self.send_header("ETag", f'"{hashlib.sha256(data).hexdigest()}"')
        self.send_header("X-Repo-Commit", self.hub.commit(revision))
        self.end_headers()
        if body:
            self._body(name, part, start, None if fault is None else fault.cut)

    def _body(self, name: str, part: bytes, start: int, cut: int | None) -> None:
        end = len(part) if cut is None else min(cut, len(part))
        at = 0
        while at < end:
            stop = min(at + 65536, end)
            if self.hub.gate is not None and start + stop > self.hub.gate_at:
                self.hub.at_gate.set()
                self.hub.gate.wait(HANG)
            try:
                self.wfile.write(part[at:stop])
            except OSError:
                self.close_connection = True
                return
            self.hub.count(name, stop - at)
            at = stop
        if end < len(part):
            self.close_connection = True
            self.connection.close()

    def _plain(self, status: int, body: bytes, headers: dict[str, str]) -> None:
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)


@contextmanager
def serving(files: dict[str, bytes], secure: Callable[[ThreadingHTTPServer], None] | None = None) -> Iterator[FakeHub]:
    """Both servers, each at a port of its own. `secure` wraps a server's socket; then it is https."""
    hub = FakeHub(files)
    servers = []
    for name in ("hub", "cdn"):
        server = ThreadingHTTPServer(("127.0.0.1", 0), type("Handler", (_Handler,), {"hub": hub, "part": name}))
        server.daemon_threads = True
        if secure is not None:
            secure(server)
        scheme, host = ("http", "127.0.0.1") if secure is None else ("https", "localhost")
        url = f"{scheme}://{host}:{server.server_address[1]}"
        if name == "hub":
            hub.url = url
        else:
            hub.cdn_url = url
        threading.Thread(target=server.serve_forever, name=f"fake-{name}", daemon=True).start()
        servers.append(server)
    try:
        yield hub
    finally:
        if hub.gate is not None:
            hub.gate.set()
        for server in servers:
            server.shutdown()
            server.server_close()


def checkpoint(data: Path) -> dict[str, bytes]:
    """The files of the tiny checkpoint, and what a vendor puts beside them and we do not want."""
    files = {name: (data / "tiny-jina-ocr" / name).read_bytes() for name in FILES}
    return files | {"README.md": b"# A model\n", "modeling_deepseekocr.py": b"raise SystemExit\n", "assets/a.png": b"x"}
