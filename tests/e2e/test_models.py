# SPDX-License-Identifier: AGPL-3.0-or-later
"""Models fetched from a hub on loopback: by the command line as users start it, and by the download
that the window uses. The server counts every byte that it sends."""

from __future__ import annotations

import json
import os
import shutil
import signal
import ssl
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from http.server import ThreadingHTTPServer
from pathlib import Path

import pytest
import trustme

from app.core.keys import Keys
from app.core.models import Download, DownloadState, ModelProblem, accept, accepted, check, models, remove
from app.core.models import request as order
from app.core.models.download import DownloadChange
from app.core.models.offers import JINA_OCR
from app.core.models.words import ModelProblem as Problem
from app.core.places import Places
from app.core.settings import Settings
from app.core.settings_file import load
from engine.models.messages import (
    PART,
    RECORD,
    FetchedAgain,
    FetchModel,
    ModelCode,
    Planned,
    Progress,
    Waiting,
)
from tests.e2e.program import Program
from tests.hub import LARGE, REPO, REVISION, FakeHub, Fault, checkpoint, serving
from tests.processes import HANG

LIMIT = HANG
BIG = "model.safetensors"

SOCKETS = 1 << 22
"""Bytes that a server may have sent before it sees that nobody reads any more."""


@pytest.fixture
def hub(data: Path) -> Iterator[FakeHub]:
    with serving(checkpoint(data)) as running:
        yield running


@pytest.fixture
def program(tmp_path: Path) -> Program:
    return Program(tmp_path / "home")


def folder_of(program: Program) -> Path:
    return program.home / "data" / "models" / "jina-ocr-v1" / REVISION


def env(hub: FakeHub, **more: str) -> dict[str, str]:
    return {"HF_ENDPOINT": hub.url, "PYTHON_KEYRING_BACKEND": "keyring.backends.null.Keyring", **more}


def request(hub: FakeHub, home: Path, **more: object) -> FetchModel:
    given = {"repo": REPO, "revision": REVISION, "home": str(home), "licence_accepted": True, "endpoint": hub.url}
    return FetchModel(**(given | more))  # type: ignore[arg-type]


def fetched(order: FetchModel) -> tuple[Download, list[DownloadChange]]:
    """A download run to its end, and what it told."""
    told: list[DownloadChange] = []
    download = Download(order, told.append)
    download.start()
    assert download.wait(LIMIT)
    download.close()
    return download, told


def until(condition: Callable[[], bool]) -> None:
    end = time.monotonic() + LIMIT
    while not condition():
        assert time.monotonic() < end, "it never came"
        time.sleep(0.01)


def code_of(download: Download) -> ModelCode:
    assert download.state is DownloadState.FAILED
    assert download.problem is not None
    return download.problem.code


# ---------------------------------------------------------------- the command line


def test_a_model_is_fetched_whole_and_is_the_one_that_engines_read_with(hub: FakeHub, program: Program) -> None:
    ended = program.run("models", "download", "--yes", env=env(hub))
    assert ended.code == 0, ended
    assert ended.out.strip() == str(folder_of(program))
    published = hub.revisions[REVISION]
    names = {path.name for path in folder_of(program).iterdir()}
    assert names == {*(name for name in published if not name.endswith((".py", ".png"))), RECORD}
    assert all((folder_of(program) / name).read_bytes() == published[name] for name in names - {RECORD})
    assert hub.served[BIG] == len(published[BIG])
    listed = program.run("models", "list").out.split("\n")[0].split("\t")
    assert listed[:4] == ["jina-ocr-v1", REVISION, "complete", "chosen"]
    settings, _notice = load(Places(program.home).settings)
    assert settings.model == str(folder_of(program))


def test_without_acceptance_nothing_is_asked_of_the_hub(hub: FakeHub, program: Program) -> None:
    ended = program.run("models", "download", env=env(hub))
    assert ended.code == 4
    assert "CC BY-NC 4.0" in ended.err
    assert "https://jina.ai/contact-sales/" in ended.err
    assert hub.seen == []
    assert not (program.home / "data").exists()


def test_yes_accepts_with_the_licence_printed_and_the_acceptance_recorded(hub: FakeHub, program: Program) -> None:
    ended = program.run("models", "download", "--yes", "--quiet", env=env(hub))
    assert "NonCommercial" in ended.err
    assert "Accepted with --yes: CC BY-NC 4.0" in ended.err
    (record,) = json.loads((program.home / "data" / "licences.json").read_text(encoding="utf-8"))
    assert (record["model"], record["revision"], record["licence"]) == (REPO, REVISION, "CC BY-NC 4.0")
    assert record["date"].startswith("20")
    again = program.run("models", "download", env=env(hub))
    assert again.code == 0, again
    assert "was accepted on" in again.err


def test_what_is_here_needs_no_network(hub: FakeHub, program: Program) -> None:
    assert program.run("models", "download", "--yes", env=env(hub)).code == 0
    before = len(hub.seen)
    nowhere = {"HF_ENDPOINT": "http://127.0.0.1:9"}
    assert program.run("models", "download", env=nowhere).code == 0
    assert program.run("models", "check", "--checksums", env=nowhere).code == 0
    assert program.run("models", "use", REVISION[:6], env=nowhere).code == 0
    assert len(hub.seen) == before


def test_killed_in_the_middle_it_goes_on_where_it_was(hub: FakeHub, program: Program) -> None:
    """The program and its child die by SIGKILL. The server counts: nothing comes twice but what was
    under way when they died."""
    size = len(hub.revisions[REVISION][BIG])
    hub.gate, hub.gate_at = threading.Event(), size // 2
    with program.start("models", "download", "--yes", env=env(hub), start_new_session=True) as process:
        assert hub.at_gate.wait(LIMIT)
        part = folder_of(program).with_name(REVISION + PART) / (BIG + PART)
        on_disk = hub.served[BIG]  # all of it is read soon: the child is faster than the gate
        until(lambda: part.stat().st_size == on_disk)
        process.send_signal(signal.SIGKILL)
        process.communicate(timeout=LIMIT)
    assert not folder_of(program).exists()
    half = program.run("models", "list").out.split("\n")[0].split("\t")
    assert half[2] == "half fetched"
    hub.gate.set()
    hub.gate = None
    hub.seen.clear()
    assert program.run("models", "download", env=env(hub)).code == 0
    assert [seen.start for seen in hub.seen if seen.server == "cdn"] == [on_disk]
    assert sum(seen.path.endswith("tokenizer.json") for seen in hub.seen) == 0
    assert hub.served[BIG] <= size + SOCKETS
    assert (folder_of(program) / BIG).read_bytes() == hub.revisions[REVISION][BIG]


def test_a_gated_model_is_told_in_one_sentence_and_a_token_opens_it(hub: FakeHub, program: Program) -> None:
    hub.token = "hf_a-secret-of-mine"
    refused = program.run("models", "download", "--yes", "--quiet", env=env(hub))
    assert refused.code == 4
    assert refused.err.rstrip().split("\n")[-1].startswith(f"The vendor gives {REPO} only to accounts")
    wrong = program.run("models", "download", "--quiet", env=env(hub, HF_TOKEN="hf_another"))
    assert "does not accept the token" in wrong.err
    assert program.run("models", "download", env=env(hub, HF_TOKEN=hub.token)).code == 0
    assert {seen.authorization for seen in hub.seen if seen.server == "cdn"} == {""}, "the token stays with the hub"
    written = b"".join(path.read_bytes() for path in program.home.rglob("*") if path.is_file() and path.name != BIG)
    assert b"hf_a-secret" not in written


def test_two_revisions_stand_side_by_side_and_each_goes_alone(hub: FakeHub, program: Program, data: Path) -> None:
    other = "b" * 40
    hub.revisions[other] = checkpoint(data) | {"README.md": b"# Newer\n"}
    assert program.run("models", "download", "--yes", env=env(hub)).code == 0
    assert program.run("models", "download", "--revision", other, env=env(hub)).code == 4, "other terms may count"
    assert program.run("models", "download", "--yes", "--revision", other, env=env(hub)).code == 0
    assert program.run("models", "remove", "jina-ocr-v1", "--yes").code == 2, "one of two"
    assert program.run("models", "remove", "bbbb").code == 4, "not without asking"
    assert program.run("models", "remove", "bbbb", "--yes").code == 0
    states = [line.split("\t")[1:4] for line in program.run("models", "list").out.splitlines()]
    assert states == [[REVISION, "complete", "chosen"]]


def test_a_full_disk_is_told_before_the_first_byte(hub: FakeHub, program: Program) -> None:
    ended = program.run("models", "download", "--yes", "--quiet", "--keep-free", "1000000", env=env(hub))
    assert ended.code == 1
    assert "The model needs 1000000.0 GB more and the disk has" in ended.err
    assert hub.served[BIG] == 0


@pytest.mark.skipif(shutil.which("prlimit") is None, reason="needs prlimit")
def test_a_disk_that_fills_up_in_the_middle_loses_nothing(hub: FakeHub, program: Program) -> None:
    limit = ["prlimit", "--fsize=3000000"]  # no file may become larger: the same error as on a full disk
    ended = program.run("models", "download", "--yes", "--quiet", env=env(hub), wrap=limit)
    assert ended.code == 1
    assert ended.err.rstrip().split("\n")[-1].startswith("The disk is full: free some space")
    assert not folder_of(program).exists()
    assert program.run("models", "download", env=env(hub)).code == 0
    assert [seen.start for seen in hub.seen if seen.server == "cdn"] == [0, 3_000_000]


@pytest.mark.parametrize("how", ["HF_HUB_OFFLINE", "COPYHOLDER_OFFLINE"])
def test_switched_off_it_stays_off(hub: FakeHub, program: Program, how: str) -> None:
    ended = program.run("models", "download", "--yes", "--quiet", env=env(hub, **{how: "1"}))
    assert ended.code == 1
    assert "Copyholder is set to work offline" in ended.err
    assert hub.seen == []


def test_the_app_itself_loads_no_library_of_the_hub(tmp_path: Path) -> None:
    command = [sys.executable, "-X", "importtime", "-m", "app", "models", "list", "--home", str(tmp_path)]
    ended = subprocess.run(command, capture_output=True, text=True, check=True, cwd=Path(__file__).parents[2])
    loaded = {line.split("|")[-1].strip() for line in ended.stderr.splitlines() if line.startswith("import time")}
    assert "app.core.models.store" in loaded
    assert not {"huggingface_hub", "httpx", "filelock", "keyring", "torch"} & loaded


def test_a_folder_of_mine_is_used_only_if_it_is_a_model(program: Program, data: Path, tmp_path: Path) -> None:
    ended = program.run("models", "use", data / "tiny-jina-ocr")
    assert ended.code == 0, ended
    assert "can be used" in program.run("models", "check").out
    broken = tmp_path / "broken"
    broken.mkdir()
    for name in ("config.json", "tokenizer.json"):
        (broken / name).write_bytes((data / "tiny-jina-ocr" / name).read_bytes())
    (broken / BIG).write_bytes((data / "tiny-jina-ocr" / BIG).read_bytes()[:-1000])
    refused = program.run("models", "use", broken)
    assert refused.code == 1
    assert "is not complete" in refused.err
    listed = program.run("models", "list").out.split("\n")[0].split("\t")
    assert listed[-1] == str((data / "tiny-jina-ocr").absolute())


def test_ctrl_c_keeps_what_came(hub: FakeHub, program: Program) -> None:
    hub.gate, hub.gate_at = threading.Event(), LARGE * 10
    with program.start("models", "download", "--yes", env=env(hub), start_new_session=True) as process:
        assert hub.at_gate.wait(LIMIT)
        os.kill(process.pid, signal.SIGINT)
        _out, err = process.communicate(timeout=LIMIT)
    assert process.returncode == 130
    assert b"what was fetched is kept" in err
    assert (folder_of(program).with_name(REVISION + PART) / "tokenizer.json").exists()


# ---------------------------------------------------------------- a hub with misdeeds


def test_being_asked_to_wait_is_told_and_waited_out(hub: FakeHub, tmp_path: Path) -> None:
    hub.faults = [Fault("hub:/api", status=429, headers={"Retry-After": "1"}),
                  Fault("cdn:", status=503), Fault("hub:.*tokenizer", status=429, headers={"RateLimit": '"r";r=0;t=1'})]
    download, told = fetched(request(hub, tmp_path))
    assert download.state is DownloadState.DONE
    waits = [(event.code, event.seconds) for event in told if isinstance(event, Waiting)]
    assert waits == [(ModelCode.RATE_LIMITED, 1.0), (ModelCode.RATE_LIMITED, 1.0), (ModelCode.SERVICE_FAILED, 1.0)]


def test_patience_ends(hub: FakeHub, tmp_path: Path) -> None:
    hub.faults = [Fault("cdn:", times=99, status=503)]
    download, told = fetched(request(hub, tmp_path, tries=1))
    assert code_of(download) is ModelCode.SERVICE_FAILED
    assert len([event for event in told if isinstance(event, Waiting)]) == 1
    hub.faults = [Fault("hub:/api", times=99, status=429, headers={"Retry-After": "4000"})]
    assert code_of(fetched(request(hub, tmp_path))[0]) is ModelCode.RATE_LIMITED


def test_a_connection_that_breaks_off_is_taken_up_where_it_broke(hub: FakeHub, tmp_path: Path) -> None:
    hub.faults = [Fault("cdn:", cut=3_000_000), Fault("cdn:", cut=2_000_000)]
    download, told = fetched(request(hub, tmp_path))
    assert download.state is DownloadState.DONE
    starts = [seen.start for seen in hub.seen if seen.server == "cdn"]
    assert len(starts) == 3
    assert starts == sorted(starts)
    assert starts[1] > 2_000_000
    sent = [event.done for event in told if isinstance(event, Progress) and event.stage == "fetching"]
    assert sent == sorted(sent)
    wanted = (data for name, data in hub.revisions[REVISION].items() if not name.endswith((".py", ".png")))
    assert sent[-1] == sum(map(len, wanted))


def test_a_server_without_ranges_begins_anew(hub: FakeHub, tmp_path: Path) -> None:
    hub.faults = [Fault("cdn:", cut=3_000_000), Fault("cdn:", no_ranges=True)]
    download, _told = fetched(request(hub, tmp_path))
    assert download.state is DownloadState.DONE
    assert (tmp_path / REVISION / BIG).read_bytes() == hub.revisions[REVISION][BIG]


@pytest.mark.parametrize("name", [BIG, "tokenizer.json"], ids=["large file", "small file"])
def test_a_damaged_file_is_fetched_once_more(hub: FakeHub, tmp_path: Path, name: str) -> None:
    hub.faults = [Fault(f"{'cdn' if name == BIG else 'hub'}:.*{name}", flip=1000)]
    download, told = fetched(request(hub, tmp_path))
    assert download.state is DownloadState.DONE
    assert [event.file for event in told if isinstance(event, FetchedAgain)] == [name]
    assert check(tmp_path / REVISION, checksums=True).verified == 8


def test_a_file_that_stays_damaged_never_counts(hub: FakeHub, tmp_path: Path) -> None:
    hub.faults = [Fault("cdn:", times=2, flip=5000)]
    download, _told = fetched(request(hub, tmp_path))
    assert code_of(download) is ModelCode.WRONG_CHECKSUM
    assert not (tmp_path / REVISION).exists()
    assert not any(path.name.startswith(BIG) for path in (tmp_path / (REVISION + PART)).iterdir())
    assert fetched(request(hub, tmp_path))[0].state is DownloadState.DONE


def test_what_is_no_hub_is_told(hub: FakeHub, tmp_path: Path) -> None:
    assert code_of(fetched(request(hub, tmp_path, revision="c" * 40))[0]) is ModelCode.NO_SUCH_REVISION
    assert code_of(fetched(request(hub, tmp_path, repo="some/other"))[0]) is ModelCode.NO_SUCH_MODEL
    assert code_of(fetched(request(hub, tmp_path, endpoint="hub.example"))[0]) is ModelCode.NOT_A_HUB
    hub.revisions[REVISION].pop("config.json")
    assert code_of(fetched(request(hub, tmp_path))[0]) is ModelCode.NOT_A_MODEL


def test_a_model_that_this_program_cannot_use_never_counts_as_complete(hub: FakeHub, tmp_path: Path) -> None:
    config = json.loads(hub.revisions[REVISION]["config.json"])
    hub.revisions[REVISION]["config.json"] = json.dumps(config | {"num_hidden_layers": 99}).encode()
    assert code_of(fetched(request(hub, tmp_path))[0]) is ModelCode.NOT_A_MODEL
    assert not (tmp_path / REVISION).exists()


def test_the_program_itself_fetches_nothing_without_acceptance(hub: FakeHub, tmp_path: Path) -> None:
    assert code_of(fetched(request(hub, tmp_path, licence_accepted=False))[0]) is ModelCode.LICENCE
    assert hub.seen == []


def test_a_certificate_of_my_own_authority(data: Path, tmp_path: Path) -> None:
    authority = trustme.CA()
    certificate = authority.issue_cert("localhost")
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    certificate.configure_cert(context)
    file = tmp_path / "authority.pem"
    authority.cert_pem.write_to_path(file)

    def secure(server: ThreadingHTTPServer) -> None:
        server.socket = context.wrap_socket(server.socket, server_side=True)

    with serving(checkpoint(data), secure) as hub:
        assert code_of(fetched(request(hub, tmp_path / "a"))[0]) is ModelCode.CERTIFICATE
        assert fetched(request(hub, tmp_path / "b", ca_file=str(file)))[0].state is DownloadState.DONE


def test_a_proxy_is_asked_for_all_hosts(hub: FakeHub, tmp_path: Path) -> None:
    asked = request(hub, tmp_path, endpoint="http://hub.example.test", proxy=hub.url)
    hub.cdn_url = "http://cdn.example.test"
    assert fetched(asked)[0].state is DownloadState.DONE


def test_the_token_is_the_user_s_own_for_this_host(tmp_path: Path) -> None:
    places, settings = Places(tmp_path), Settings(hub_url="https://hub.example.test")
    Keys(places).put("hub.example.test", "hf_kept", in_file=True)
    assert order(places, settings, JINA_OCR, environment={}).token == "hf_kept"
    assert order(places, settings, JINA_OCR, environment={"HF_TOKEN": "hf_now"}).token == "hf_now"
    elsewhere = order(places, settings, JINA_OCR, environment={"HF_ENDPOINT": "https://other.example.test"})
    assert (elsewhere.endpoint, elsewhere.token) == ("https://other.example.test", "")


# ---------------------------------------------------------------- pause, resume, cancel


def test_paused_and_resumed_nothing_comes_twice(hub: FakeHub, tmp_path: Path) -> None:
    size = len(hub.revisions[REVISION][BIG])
    hub.gate, hub.gate_at = threading.Event(), size // 3
    told: list[DownloadChange] = []
    download = Download(request(hub, tmp_path), told.append)
    download.start()
    assert hub.at_gate.wait(LIMIT)
    part = tmp_path / (REVISION + PART) / (BIG + PART)
    until(lambda: part.stat().st_size == hub.served[BIG])
    have = part.stat().st_size
    download.pause()
    assert download.wait(LIMIT)
    assert (str(download.state), download.problem) == ("paused", None)
    hub.gate.set()
    hub.gate = None
    download.start()
    assert download.wait(LIMIT)
    download.close()
    assert download.state is DownloadState.DONE
    assert [seen.start for seen in hub.seen if seen.server == "cdn"] == [0, have]
    plans = [event.have for event in told if isinstance(event, Planned)]
    assert plans[0] == 0
    assert plans[1] > have
    states = [change for change in told if isinstance(change, DownloadState)]
    assert states == [DownloadState.FETCHING, DownloadState.PAUSED, DownloadState.FETCHING, DownloadState.DONE]


def test_cancelled_it_leaves_nothing(hub: FakeHub, tmp_path: Path) -> None:
    hub.gate, hub.gate_at = threading.Event(), LARGE * 10
    download = Download(request(hub, tmp_path), lambda _change: None)
    download.start()
    assert hub.at_gate.wait(LIMIT)
    download.cancel()
    assert download.wait(LIMIT)
    download.close()
    assert download.state is DownloadState.CANCELLED
    assert list(tmp_path.iterdir()) == []


def test_two_downloads_of_the_same_do_not_mix(hub: FakeHub, tmp_path: Path) -> None:
    hub.gate, hub.gate_at = threading.Event(), LARGE * 10
    first = Download(request(hub, tmp_path), lambda _change: None)
    first.start()
    assert hub.at_gate.wait(LIMIT)
    assert code_of(fetched(request(hub, tmp_path))[0]) is ModelCode.IN_USE
    hub.gate.set()
    assert first.wait(LIMIT)
    first.close()
    assert first.state is DownloadState.DONE


# ---------------------------------------------------------------- what is kept


def test_a_changed_byte_is_found_by_the_checksums(hub: FakeHub, tmp_path: Path) -> None:
    fetched(request(hub, tmp_path))
    path = tmp_path / REVISION / BIG
    changed = bytearray(path.read_bytes())
    changed[-1] ^= 1
    path.write_bytes(changed)
    assert check(tmp_path / REVISION).draft
    with pytest.raises(ModelProblem, match=BIG) as caught:
        check(tmp_path / REVISION, checksums=True)
    assert caught.value.code is ModelCode.WRONG_CHECKSUM


def test_a_removal_that_was_cut_short_leaves_no_model(hub: FakeHub, tmp_path: Path) -> None:
    places = Places(tmp_path)
    fetched(request(hub, places.data / "models" / "jina-ocr-v1"))
    (model,) = models(places, Settings())
    assert model.complete
    (model.folder / RECORD).unlink()
    (half,) = models(places, Settings())
    assert not half.complete
    assert fetched(request(hub, model.folder.parent))[0].state is DownloadState.DONE
    (whole,) = models(places, Settings())
    remove(places, whole)
    assert models(places, Settings()) == []


def test_acceptance_is_of_one_revision(tmp_path: Path) -> None:
    places = Places(tmp_path)
    assert accepted(places, JINA_OCR, REVISION) is None
    accept(places, JINA_OCR, REVISION)
    accept(places, JINA_OCR, "b" * 40)
    assert accepted(places, JINA_OCR, REVISION) is not None
    assert accepted(places, JINA_OCR, "c" * 40) is None
    (places.data / "licences.json").write_text("[{", encoding="utf-8")
    assert accepted(places, JINA_OCR, REVISION) is None


def test_every_code_has_a_sentence_with_and_without_detail() -> None:
    for code in ModelCode:
        for detail in ("", "a detail.", "12 5"):
            text = str(Problem(code, detail))
            assert text[0].isupper() or code is ModelCode.NOT_A_MODEL or text.startswith(detail[:1])
            assert text.endswith((".", "again."))
            assert "{" not in text
