# SPDX-License-Identifier: AGPL-3.0-or-later
"""A package index on loopback with small pure-Python wheels made here, and the real msgspec of this
interpreter, which the engine's program needs to greet."""

from __future__ import annotations

import base64
import hashlib
import io
import re
import sysconfig
import threading
import zipfile
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib import metadata
from pathlib import Path

from tests.processes import HANG

LIBRARIES = {"torch": "torch", "transformers": "transformers", "tokenizers": "tokenizers",
             "safetensors": "safetensors", "numpy": "numpy", "pillow": "PIL"}  # fmt: skip
"""Distribution to module, of all that the self-test of the engine transformers loads beside msgspec."""


class FakeIndex:
    """`gate`, once set to an event, keeps the file `gated` back until it is set."""

    def __init__(self, wheels: dict[str, bytes]) -> None:
        self.wheels = wheels
        self.gated = ""
        self.gate = threading.Event()
        self.at_gate = threading.Event()
        self.asked: Counter[str] = Counter()
        self.url = ""

    def settings(self) -> dict[str, str]:
        """What points a user's pip here, and at nothing else."""
        return {"PIP_INDEX_URL": f"{self.url}/simple", "PIP_CONFIG_FILE": "/dev/null", "PIP_EXTRA_INDEX_URL": "",
                "PIP_FIND_LINKS": "", "PIP_NO_CACHE_DIR": "1", "PIP_RETRIES": "0"}  # fmt: skip


def wheel(name: str, version: str, modules: Mapping[str, str], needs: str = "") -> tuple[str, bytes]:
    """A file name and the wheel: module name to source."""
    files = {f"{module}/__init__.py": source.encode() for module, source in modules.items()}
    return _packed(name, version, files, "py3-none-any", needs)


def libraries(version: str = "1.0", **sources: str) -> dict[str, bytes]:
    """Wheels of all that the self-test loads; `sources` replaces a module's code, by its distribution."""
    made = dict(wheel(name, version, {module: sources.get(name, "")}) for name, module in LIBRARIES.items())
    return made | dict([_repacked("msgspec")])


def pinned(version: str = "1.0") -> str:
    """A file of requirements for `libraries`."""
    names = [f"{name}=={version}" for name in LIBRARIES]
    return "\n".join(["# tiny", *names, f"msgspec=={metadata.version('msgspec')}", ""])


def _repacked(name: str) -> tuple[str, bytes]:
    """An installed distribution as a wheel."""
    distribution = metadata.distribution(name)
    files = {
        str(path): Path(str(path.locate())).read_bytes()
        for path in distribution.files or ()
        if path.suffix not in (".pyc",) and ".dist-info" not in str(path) and ".." not in path.parts
    }
    tag = f"cp{sysconfig.get_config_var('py_version_nodot')}"
    return _packed(name, distribution.version, files, f"{tag}-{tag}-{_platform()}", "")


def _platform() -> str:
    return re.sub(r"[-.]", "_", sysconfig.get_platform())


def _packed(name: str, version: str, files: dict[str, bytes], tag: str, needs: str) -> tuple[str, bytes]:
    info = f"{name}-{version}.dist-info"
    head = f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n"
    files = files | {
        f"{info}/METADATA": (head + (f"Requires-Dist: {needs}\n" if needs else "")).encode(),
        f"{info}/WHEEL": f"Wheel-Version: 1.0\nGenerator: tests\nRoot-Is-Purelib: true\nTag: {tag}\n".encode(),
    }
    record = "".join(f"{path},sha256={_digest(data)},{len(data)}\n" for path, data in files.items())
    files[f"{info}/RECORD"] = f"{record}{info}/RECORD,,\n".encode()
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for path, data in files.items():
            archive.writestr(path, data)
    return f"{name}-{version}-{tag}.whl", packed.getvalue()


def _digest(data: bytes) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()


def _handler(index: FakeIndex) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def log_message(self, format: str, *args: object) -> None:
            pass

        def do_GET(self) -> None:
            if match := re.fullmatch(r"/simple/([\w-]+)/", self.path):
                names = [name for name in index.wheels if name.lower().startswith(f"{match[1]}-")]
                self._answer("".join(f'<a href="/files/{name}">{name}</a>' for name in names).encode(), bool(names))
                return
            name = self.path.removeprefix("/files/")
            index.asked[name] += 1
            if index.gated and name.startswith(index.gated):
                index.at_gate.set()
                index.gate.wait(HANG)
            self._answer(index.wheels.get(name, b""), name in index.wheels)

        def _answer(self, body: bytes, there: bool) -> None:
            try:
                self.send_response(200 if there else 404)
                self.send_header("Content-Type", "text/html" if self.path.startswith("/simple") else "application/zip")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)
            except OSError:
                self.close_connection = True

    return Handler


@contextmanager
def serving(wheels: dict[str, bytes]) -> Iterator[FakeIndex]:
    index = FakeIndex(wheels)
    server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(index))
    server.daemon_threads = True
    index.url = f"http://127.0.0.1:{server.server_address[1]}"
    threading.Thread(target=server.serve_forever, name="fake-index", daemon=True).start()
    try:
        yield index
    finally:
        index.gate.set()
        server.shutdown()
        server.server_close()
