# SPDX-License-Identifier: AGPL-3.0-or-later
"""A server for colleagues: vLLM's own, started with our plugin, watched until it answers, and ended
with us. What can be known before is checked before; why a start failed is read from its log.
"""

from __future__ import annotations

import errno
import ipaddress
import os
import secrets
import signal
import socket
import subprocess
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import httpx

from app.core.children import child_environment, engine_command
from app.core.engines import Wish, choices
from app.core.files import write_beside
from app.core.keys import OTHER_VARIABLE, sound
from app.core.places import Places
from app.core.settings import Settings

NAME = "jina-ocr-v1"
"""What clients call the model."""

MODULE = "engine.backends.vllm.plugin.serve"
WHY = "engine.backends.vllm.plugin.why"

REFUSED = "copyholder-serve refused: "
"""Begins the line in which the starter says why it started nothing."""

PATIENCE = 1800.0
"""Seconds until a start is given up. Weights on a slow disk take minutes, and so does compiling."""

POLL = 0.3

GRACE = 15.0
"""Seconds that the server has for its end; vLLM's processes are mostly gone after two."""


class ServeError(Exception):
    """No server; the text is one sentence, complete. `code` is the command line's exit code."""

    def __init__(self, sentence: str, code: int = 3) -> None:
        super().__init__(sentence)
        self.code = code


@dataclass(frozen=True)
class Wanted:
    """How a server is wished for. `more` are further arguments for vLLM, as they are."""

    model: str
    python: str = ""
    host: str = "127.0.0.1"
    port: int = 8000
    key: str = field(default="", repr=False)
    draft_tokens: str | None = None
    pages_at_once: int = 0
    tensor_parallel: int = 1
    data_parallel: int = 1
    more: tuple[str, ...] = ()


def command(wanted: Wanted, places: Places) -> list[str]:
    """The command line of the starter, which has no key in it. Raises WrongError and UnusableError where
    the model's folder or the interpreter is none."""
    wish = Wish("vllm", wanted.model, wanted.draft_tokens, wanted.python)
    choice = choices(wish, Settings(), places)[0]
    python = (choice.command or engine_command())[0]
    line = [python, "-m", MODULE, "--model", str(choice.options["model"]), "--work", str(places.cache / "vllm")]
    line += ["--host", wanted.host, "--port", str(wanted.port), "--draft-tokens", wanted.draft_tokens or "auto"]
    line += ["--pages-at-once", str(wanted.pages_at_once)]
    line += ["--tensor-parallel-size", str(wanted.tensor_parallel)]
    line += ["--data-parallel-size", str(wanted.data_parallel)]
    return [*line, "--", *wanted.more] if wanted.more else line


def check(wanted: Wanted) -> None:
    """Raises ServeError for what cannot become a server, before anything is started."""
    if not Path(wanted.model).expanduser().joinpath("config.json").is_file():
        raise ServeError(f"--model: {wanted.model} has no config.json, so no model is in it.", 2)
    if not is_loopback(wanted.host) and not wanted.key:
        raise ServeError(
            f"Whoever reaches {wanted.host} could use the server: give a key with --key-file FILE or in "
            f"{OTHER_VARIABLE}, or have one made with --key.", 2
        )  # fmt: skip
    if wanted.key and (wrong := sound(wanted.key)):
        raise ServeError(wrong, 2)
    _check_port(wanted.host, wanted.port)


_NO_ADDRESS = "{} is no address of this machine: leave --host away for this machine alone."


def _check_port(host: str, port: int) -> None:
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
    except (OSError, UnicodeError) as error:
        raise ServeError(_NO_ADDRESS.format(host), 2) from error
    with socket.socket(family, kind, protocol) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(address)
            probe.listen(1)
        except PermissionError as error:
            raise ServeError(f"Port {port} needs an administrator: choose one above 1023 with --port.", 2) from error
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                raise ServeError(_NO_ADDRESS.format(host), 2) from error
            raise ServeError(f"Port {port} is in use by another program: choose another one with --port.", 2) from error


def is_loopback(host: str) -> bool:
    """Whether only programs of this machine reach that address."""
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return host.lower() == "localhost"


def key_of(places: Places, key_file: Path | None, make: bool) -> str:
    """The key that clients have to send: of a file, of the environment, or made once and kept in a file
    that only its owner can read; empty for none. Raises ServeError."""
    if key_file is not None:
        try:
            return key_file.read_text(encoding="utf-8").strip()
        except (OSError, ValueError) as error:
            raise ServeError(f"--key-file: {key_file} cannot be read.", 2) from error
    if os.environ.get(OTHER_VARIABLE):
        return os.environ[OTHER_VARIABLE]
    if not make:
        return ""
    kept = made_key(places)
    try:
        if not kept.is_file():
            kept.parent.mkdir(parents=True, exist_ok=True)
            kept.touch(mode=0o600)
            kept.chmod(0o600)
            write_beside(kept, secrets.token_urlsafe(24))
            kept.chmod(0o600)
        return kept.read_text(encoding="utf-8").strip()
    except OSError as error:
        raise ServeError(f"The key cannot be kept in {kept}: check the folder's permissions.") from error


def made_key(places: Places) -> Path:
    """Where a made key is kept."""
    return places.data / "serve-key.txt"


def address(host: str, port: int) -> str:
    """Where others reach the server. An address that stands for all of a machine's becomes its name."""
    bare = host.strip("[]")
    if bare in ("0.0.0.0", "::", ""):
        bare = socket.gethostname()
    return f"http://{f'[{bare}]' if ':' in bare else bare}:{port}/v1"


def line_for_clients(wanted: Wanted) -> str:
    """What a colleague types."""
    return f"copyholder convert FILE --engine openai:{address(wanted.host, wanted.port)} --model {NAME}"


class Server:
    """One server process. Used by one thread."""

    def __init__(self, wanted: Wanted, places: Places) -> None:
        self._wanted = wanted
        self._command = command(wanted, places)
        self.log = places.logs / "serve.log"
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Raises ServeError."""
        extra = {"VLLM_API_KEY": self._wanted.key} if self._wanted.key else {}
        try:
            self.log.parent.mkdir(parents=True, exist_ok=True)
            with self.log.open("wb") as log:
                self._process = subprocess.Popen(
                    self._command, stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                    env=child_environment(self._command, extra), start_new_session=True,
                )  # fmt: skip
        except OSError as error:
            raise ServeError(f"The server's program cannot be started ({error.strerror}).") from error

    def wait_ready(self, patience: float = PATIENCE) -> None:
        """Until the server answers. Raises ServeError with the reason if it never will."""
        host = self._wanted.host.strip("[]")
        host = {"0.0.0.0": "127.0.0.1", "::": "::1", "": "127.0.0.1"}.get(host, host)
        url = address(host, self._wanted.port).removesuffix("/v1") + "/health"
        end = time.monotonic() + patience
        # no proxy stands between a machine and itself
        with httpx.Client(trust_env=False, timeout=5.0) as client:
            while time.monotonic() < end:
                if self.ended() is not None:
                    raise ServeError(self.why())
                try:
                    if client.get(url).status_code == 200:
                        return
                except httpx.HTTPError:
                    pass  # not yet
                time.sleep(POLL)
        raise ServeError(f"The server did not answer within {patience / 60:.0f} minutes; its log is {self.log}.")

    def ended(self) -> int | None:
        """The exit code, None while it runs."""
        return self._process.poll() if self._process else None

    def wait(self) -> int:
        """Until the server has ended by itself."""
        return self._process.wait() if self._process else 0

    def why(self) -> str:
        """Why it ended, in a sentence. The engine's program knows what vLLM's log means."""
        for text in reversed(self._log_lines()):
            if text.startswith(REFUSED):
                return text.removeprefix(REFUSED)
        line = [self._command[0], "-m", WHY, str(self.log)]
        try:
            found = subprocess.run(
                line, env=child_environment(line), capture_output=True, text=True, timeout=60, check=False
            )
        except (OSError, subprocess.TimeoutExpired):
            return f"The server ended, and why is in its log: {self.log}."
        sentence = found.stdout.strip() if found.returncode == 0 else ""
        return sentence or f"The server ended, and why is in its log: {self.log}."

    def _log_lines(self) -> Sequence[str]:
        try:
            return self.log.read_text(encoding="utf-8", errors="replace").splitlines()
        except OSError:
            return []

    def stop(self) -> None:
        """End it and all its processes; may be called any number of times."""
        process = self._process
        if process is None:
            return
        if process.poll() is None:
            process.terminate()
            try:
                process.wait(GRACE)
            except subprocess.TimeoutExpired:
                pass
        # its workers are of its process group; most often none is left
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except (ProcessLookupError, PermissionError):
            pass
        process.wait()
