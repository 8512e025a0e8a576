# SPDX-License-Identifier: AGPL-3.0-or-later
"""`copyholder convert` with services: real programs against a real server on loopback, which stands
behind any host name because it is the proxy, too."""

from __future__ import annotations

import os
import pty
import select
import stat
import subprocess
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psutil
import pytest

from app.core.settings_file import read
from tests import keychain
from tests.e2e.program import HANG, Ended, Program, Started, report
from tests.processes import joined, wait_until
from tests.servers.chat import Asked, Reply, always, refusal
from tests.servers.pages import pdf
from tests.servers.proxy import ProxiedChatServer

KEY = "jina_0123456789abcdef"
JINA = "http://ocr.example.test/v1"
"""Where Jina's API is in these tests: a host that only the proxy knows."""


WORDS = ("zero", "amber", "birch", "cedar", "dahlia", "elder", "fennel", "gorse", "heather")


def well(asked: Asked) -> Reply:
    """Each page has a text of its own, so that no line looks like a running head."""
    word = WORDS[(asked.page or 0) % len(WORDS)]
    return Reply(text=f"The {word} grows by the lake.\n\nNobody but the keeper knows where the {word} was planted.\n")


def said(text: str) -> list[int]:
    """The pages whose text is in there."""
    return [page for page, word in enumerate(WORDS) if f"knows where the {word} was planted" in text]


class Services(Program):
    """The program with a service of its own: everything goes to `server`, whatever the host."""

    def __init__(self, home: Path, server: ProxiedChatServer) -> None:
        super().__init__(home)
        self.server = server
        self.environment = {
            "PYTHON_KEYRING_BACKEND": keychain.NONE,
            "COPYHOLDER_PROXY": server.proxy,
            "COPYHOLDER_JINA_URL": JINA,
            "COPYHOLDER_API_KEY": KEY,
        }

    def start(self, *arguments: str | Path, env: Any = None, **options: Any) -> Started[bytes]:
        return super().start(*arguments, env={**self.environment, **(env or {})}, **options)

    @property
    def pages_asked(self) -> list[int | None]:
        return sorted(asked.page or 0 for asked in self.server.asked)  # type: ignore[return-value]


@pytest.fixture
def server() -> Iterator[ProxiedChatServer]:
    with ProxiedChatServer(well, key=KEY) as server:
        yield server


@pytest.fixture
def program(tmp_path: Path, server: ProxiedChatServer) -> Services:
    return Services(tmp_path / "home", server)


def nowhere(secret: str, ended: Ended, *folders: Path) -> None:
    """The key is in no output and in no file."""
    assert secret not in ended.out + ended.err
    for folder in folders:
        for path in folder.rglob("*"):
            assert not path.is_file() or secret.encode() not in path.read_bytes(), path


def test_a_server_on_this_machine_is_asked_without_a_question(
    program: Services, server: ProxiedChatServer, tmp_path: Path
) -> None:
    file, out = pdf(tmp_path / "a.pdf", 3), tmp_path / "out"
    ended = program.run(
        "convert", file, "--engine", f"openai:{server.url}", "--model", "jina-ocr-v1", "--out", out,
        "--report", tmp_path / "r.jsonl", env={"COPYHOLDER_PROXY": ""},
    )  # fmt: skip
    assert ended.code == 0, ended
    assert "to send to" not in ended.err
    assert said((out / "a.md").read_text(encoding="utf-8")) == [1, 2, 3]
    pages, summary = report(tmp_path / "r.jsonl")
    figures = [(page["engine"], page["prompt_tokens"], page["output_tokens"]) for page in pages]
    assert figures == [("hosted", 957, 40)] * 3
    assert not any("accepted" in page or "cost" in page for page in pages)  # not reported, not known
    assert "cost" not in summary
    assert program.pages_asked == [1, 2, 3]
    nowhere(KEY, ended, program.home, out)


def test_nothing_is_sent_without_consent(program: Services, tmp_path: Path) -> None:
    ended = program.run("convert", pdf(tmp_path / "report.pdf", 4), "--engine", "jina")
    assert ended.code == 4, ended
    assert "report (4 pages): 4 pages to send to ocr.example.test, about $0.013 (an estimate)." in ended.err
    assert "The connection to ocr.example.test is not encrypted." in ended.err
    assert ended.err.splitlines()[-1] == (
        "Nothing was sent to ocr.example.test: agree when you are asked, or give the same command again with --yes."
    )
    assert program.server.asked == []
    assert not (tmp_path / "report.md").exists()


def test_with_yes_it_is_said_and_sent_and_what_it_cost_is_reported(program: Services, tmp_path: Path) -> None:
    files = [pdf(tmp_path / f"{name}.pdf", 2, first=first) for name, first in (("a", 1), ("b", 11))]
    ended = program.run("convert", *files, "--engine", "jina", "--yes", "--report", tmp_path / "r.jsonl")
    assert ended.code == 0, ended
    assert "a (2 pages)" in ended.err and "b (2 pages)" in ended.err
    assert ": 4 pages to send to ocr.example.test, about $0.013 (an estimate)." in ended.err
    assert program.server.hosts == {"ocr.example.test"}
    assert program.pages_asked == [1, 2, 11, 12]
    pages, summary = report(tmp_path / "r.jsonl")
    cost = (957 * 0.5 + 40 * 2.0) / 1e6
    assert [page["cost"] for page in pages] == [pytest.approx(cost, abs=1e-6)] * 4
    assert summary["cost"] == pytest.approx(4 * cost, abs=1e-6)
    assert "about $0.0022" in ended.err, ended
    nowhere(KEY, ended, program.home)
    again = program.run("convert", *files, "--engine", "jina")  # nothing to send: nothing to ask
    assert (again.code, len(program.server.asked)) == (0, 4), again


def test_a_missing_key_is_told_before_anything_else(program: Services, tmp_path: Path) -> None:
    file = pdf(tmp_path / "a.pdf", 1)
    ended = program.run("convert", file, "--engine", "jina", "--yes", env={"COPYHOLDER_API_KEY": ""})
    assert ended.code == 4, ended
    assert ended.err == (
        "ocr.example.test needs a key: keep it with “copyholder engines key ocr.example.test”, then give the same "
        "command again.\n"
    )
    assert program.server.asked == []


def test_without_a_key_the_next_engine_of_the_list_reads_and_it_is_said_why(program: Services, tmp_path: Path) -> None:
    ended = program.run(
        "convert", pdf(tmp_path / "a.pdf", 1), "--engine", "jina,builtin", "--report", tmp_path / "r.jsonl",
        env={"COPYHOLDER_API_KEY": ""},
    )  # fmt: skip
    assert ended.code == 0, ended
    assert "jina cannot be used: ocr.example.test needs a key." in ended.err
    assert {page["engine"] for page in report(tmp_path / "r.jsonl")[0]} == {"builtin"}
    assert program.server.asked == []


def test_a_key_from_standard_input_is_kept_for_its_host_alone(program: Services, tmp_path: Path) -> None:
    program.environment["COPYHOLDER_API_KEY"] = ""
    with program.start("engines", "key", "ocr.example.test") as process:  # standard input is empty
        assert process.wait(HANG) == 2
    command = program.command("engines", "key", "ocr.example.test")
    environment = {**os.environ, **program.environment}
    kept = subprocess.run(command, input=f"{KEY}\n".encode(), capture_output=True, env=environment, check=False)
    ended = Ended(kept.returncode, kept.stdout.decode(), kept.stderr.decode())
    assert ended.code == 0, ended
    assert "kept unencrypted in" in ended.err
    (path,) = (program.home / "config").glob("keys.json")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    read_ = program.run("convert", pdf(tmp_path / "a.pdf", 1), "--engine", "jina", "--yes")
    assert read_.code == 0, read_
    nowhere(KEY, ended)
    nowhere(KEY, read_, program.home / "data", program.home / "logs", program.home / "cache")
    gone = program.run("engines", "key", "ocr.example.test", "--remove")
    assert (gone.code, path.exists()) == (0, False), gone
    assert program.run("engines", "key", "ocr.example.test", "--remove").code == 1


def test_a_rejected_key_stops_the_run_and_the_same_command_goes_on(program: Services, tmp_path: Path) -> None:
    file, out = pdf(tmp_path / "a.pdf", 5), tmp_path / "out"
    no = refusal(401, {"detail": f"Authentication failed for {KEY}"})
    program.server.script = lambda asked: no if asked.turn == 1 and asked.page in (3, 4, 5) else well(asked)
    line = ("convert", file, "--engine", "jina", "--yes", "--out", out, "--report", tmp_path / "r.jsonl")
    ended = program.run(*line)
    assert ended.code == 4, ended
    assert ended.err.splitlines()[-1].startswith("ocr.example.test does not accept the key: set it anew with")
    assert "a.pdf: 2 of 5 pages" in ended.err
    text = (out / "a.md").read_text(encoding="utf-8")
    assert said(text) == [1, 2] and text.count("has not been read") == 3
    pages, summary = report(tmp_path / "r.jsonl")
    codes = {page["page"]: page.get("code") for page in pages}
    assert codes == {1: None, 2: None, 3: "key-rejected", 4: "key-rejected", 5: "key-rejected"}
    assert summary["failed"] == 3
    nowhere(KEY, ended, program.home, out)
    again = program.run(*line)
    assert again.code == 0, again
    assert said((out / "a.md").read_text(encoding="utf-8")) == [1, 2, 3, 4, 5]
    assert program.server.answered == {1: 1, 2: 1, 3: 1, 4: 1, 5: 1}  # no finished page was asked for twice


@pytest.mark.parametrize(
    ("reply", "code", "hint"),
    [
        (refusal(402, {"detail": "Insufficient credits"}), 4, "out of credits: top it up"),
        (refusal(403, {"detail": "not for this key"}), 4, "does not allow this"),
        (refusal(404, {"detail": "Invalid endpoint"}), 3, "There is no such service at"),
        (refusal(422, {"detail": [{"msg": "no such model"}]}), 3, "check --model and --prompt"),
    ],
)
def test_what_every_page_would_meet_ends_the_run_in_one_sentence(
    program: Services, tmp_path: Path, reply: Reply, code: int, hint: str
) -> None:
    program.server.script = always(reply)
    ended = program.run("convert", pdf(tmp_path / "a.pdf", 6), "--engine", "jina", "--yes")
    assert ended.code == code, ended
    assert hint in ended.err.splitlines()[-1]
    assert sum(hint in line for line in ended.err.splitlines()) == 1, ended
    assert max(program.server.tries.values()) == 1  # nothing is tried again


def test_a_spending_cap_stops_with_nothing_lost_and_a_higher_one_goes_on(program: Services, tmp_path: Path) -> None:
    file = pdf(tmp_path / "a.pdf", 8)
    program.server.script = always(Reply(usage=(1000, 1000)))  # $0.0025 a page
    line = ("convert", file, "--engine", "jina", "--yes", "--report", tmp_path / "r.jsonl")
    ended = program.run(*line, "--max-cost", "0.012")
    assert ended.code == 4, ended
    assert "raise --max-cost and give the same command again" in ended.err.splitlines()[-1]
    _, summary = report(tmp_path / "r.jsonl")
    assert 0 < summary["cost"] <= 0.012
    first = len(program.server.asked)
    assert 0 < first < 8
    again = program.run(*line, "--max-cost", "1")
    assert again.code == 0, again
    assert program.server.answered == dict.fromkeys(range(1, 9), 1)


def test_a_service_that_starts_is_waited_for_and_a_stop_is_heard_at_once(program: Services, tmp_path: Path) -> None:
    program.server.script = always(refusal(503, {"detail": "Service is starting"}))
    with program.start("convert", pdf(tmp_path / "a.pdf", 1), "--engine", "jina", "--yes") as process:
        assert process.stderr is not None
        seen = b""
        while b"The service is starting: next try in 30 s." not in seen:
            more = process.stderr.readline()
            assert more, seen.decode()
            seen += more
        process.terminate()  # heard as Ctrl-C is, which a job in the background ignores
        _, rest = process.communicate(timeout=HANG)
        assert process.returncode == 130
    assert b"Traceback" not in seen + rest
    assert len(program.server.asked) == 1


def test_the_key_stands_in_no_list_of_processes(program: Services, tmp_path: Path) -> None:
    looked = threading.Event()
    program.server.script = always(Reply(when=looked.is_set))
    with program.start("convert", pdf(tmp_path / "a.pdf", 1), "--engine", "jina", "--yes") as process:
        wait_until(lambda: bool(program.server.asked), "the request")
        family = [psutil.Process(process.pid), *psutil.Process(process.pid).children(recursive=True)]
        shown = [word for one in family for word in one.cmdline()]
        children = [value for one in family[1:] for value in one.environ().values()]
        assert len(family) >= 3
        looked.set()
        process.communicate(timeout=HANG)
    assert KEY not in " ".join(shown)
    assert KEY not in " ".join(children)


class Terminal:
    """A run at a pseudo terminal: what it prints, and what is typed."""

    def __init__(self, program: Services, *arguments: str | Path) -> None:
        self._master, slave = pty.openpty()
        environment = {**os.environ, **program.environment, "TERM": "xterm", "COLUMNS": "300"}
        self.process = subprocess.Popen(
            program.command(*arguments), stdin=slave, stderr=slave, stdout=subprocess.DEVNULL, env=environment
        )
        os.close(slave)
        self.shown = b""
        self._thread = threading.Thread(target=self._listen, daemon=True)
        self._thread.start()

    def _listen(self) -> None:
        while True:
            try:
                ready, _, _ = select.select([self._master], [], [], 1.0)
                data = os.read(self._master, 4096) if ready else None
            except OSError:  # the other end is closed
                return
            if data == b"":
                return
            self.shown += data or b""

    def wait_for(self, text: str) -> None:
        until = time.monotonic() + HANG
        while text.encode() not in self.shown:
            assert time.monotonic() < until, self.shown.decode(errors="replace")
            time.sleep(0.02)

    def type(self, text: str) -> None:
        os.write(self._master, text.encode())

    def end(self) -> int:
        code = self.process.wait(HANG)
        joined(self._thread)
        os.close(self._master)
        return code


def test_at_a_terminal_the_answer_is_asked_for_and_remembered_for_the_host(
    program: Services, tmp_path: Path
) -> None:
    file = pdf(tmp_path / "a.pdf", 2)
    refused = Terminal(program, "convert", file, "--engine", "jina")
    refused.wait_for("[N]o:")
    assert program.server.asked == []
    refused.type("n\n")
    assert refused.end() == 4
    always_ = Terminal(program, "convert", file, "--engine", "jina")
    always_.wait_for("[a]lways to ocr.example.test")
    always_.type("a\n")
    assert always_.end() == 0, always_.shown.decode()
    assert read(program.home / "config" / "settings.toml")[0].trusted_hosts == ("ocr.example.test",)
    later = program.run("convert", pdf(tmp_path / "b.pdf", 1, first=20), "--engine", "jina")
    assert later.code == 0, later
    assert program.pages_asked == [1, 2, 20]


def test_a_chain_goes_on_with_the_next_engine_where_the_first_does_not_start(
    program: Services, tmp_path: Path
) -> None:
    ended = program.run(
        "convert", pdf(tmp_path / "a.pdf", 1), "--engine", "transformers,builtin", "--model", tmp_path,
        "--engine-python", "/bin/false", "--report", tmp_path / "r.jsonl",
    )  # fmt: skip
    assert ended.code == 0, ended
    assert "The engine transformers cannot be used" in ended.err
    assert {page["engine"] for page in report(tmp_path / "r.jsonl")[0]} == {"builtin"}
