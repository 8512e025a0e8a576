# SPDX-License-Identifier: AGPL-3.0-or-later
"""The probe as the app uses it: in a child, within its time, and what becomes of the answer."""

from __future__ import annotations

import subprocess
import sys
import threading
from pathlib import Path

import msgspec
import pytest

from app.core import probe
from app.core.choice import EngineChoice
from app.core.models import JINA_OCR, accept
from app.core.places import Places
from app.core.probe import Probe, ProbeError, ask, automatic, chain, request, tuned
from app.core.settings import Settings
from app.core.tuning.keep import keep, key_for
from engine.choose import Answer, Request, Wishes, choose
from engine.hardware.facts import Machine
from engine.tune import Measured, Table, Trial
from tests.conftest import ExpectLog
from tests.unit.machines import FULL, L4, machine, python

HANG = 180.0
KEY = "a-key-that-must-not-be-seen"


@pytest.fixture
def places(tmp_path: Path) -> Places:
    return Places(tmp_path / "home")


def script(text: str) -> list[str]:
    return [sys.executable, "-c", text]


def test_the_real_probe_answers(places: Places) -> None:
    answer = ask(request(places, Settings()), limit=HANG)
    assert answer.machine.failed == {}
    assert answer.ranking


@pytest.mark.parametrize(
    ("command", "words"),
    [
        (script("import time; time.sleep(600)"), "did not answer within 0.5 s"),
        (script("import sys; print('no driver', file=sys.stderr); sys.exit(3)"), "ended with status 3 (no driver)"),
        (script("print('not what was asked')"), "DecodeError"),
        (["no-such-program-anywhere"], "FileNotFoundError"),
    ],
    ids=["hangs", "ends", "nonsense", "not there"],
)
def test_a_probe_that_fails_is_an_error_in_words(command: list[str], words: str) -> None:
    with pytest.raises(ProbeError) as raised:
        ask(Request(), limit=0.5 if "hang" in words or "within" in words else HANG, command=command)
    assert words in str(raised.value)


def test_the_window_is_told_when_it_is_done(places: Places, expect_log: ExpectLog) -> None:
    answers: list[Answer | ProbeError] = []
    threads: list[str] = []

    def done(answer: Answer | ProbeError) -> None:
        answers.append(answer)
        threads.append(threading.current_thread().name)

    good = Probe(places, Settings(), done, limit=HANG)
    good.start()
    assert good.wait(HANG)
    bad = Probe(places, Settings(), done, command=script("raise SystemExit(1)"))
    bad.start()
    assert bad.wait(HANG)
    assert isinstance(answers[0], Answer)
    assert isinstance(answers[1], ProbeError)
    assert threads == ["probe", "probe"]
    expect_log("the probe failed: it ended with status 1")


def test_the_request_says_what_is_allowed_and_never_a_key(
    places: Places, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("HF_HUB_OFFLINE", raising=False)
    monkeypatch.setenv("JINA_API_KEY", KEY)
    plain = request(places, Settings())
    assert plain.wishes == Wishes(engine=("auto",), keys={"jina.ai": True})
    accept(places, JINA_OCR, JINA_OCR.revision)
    settings = Settings(engine="vllm,builtin", model=str(tmp_path / "m"), trusted_hosts=("api.jina.ai",))
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    assert request(places, settings).wishes.offline
    monkeypatch.delenv("HF_HUB_OFFLINE")
    settings = msgspec.structs.replace(settings, offline=True, commercial=True)
    asked = request(places, settings)
    assert asked.wishes.commercial
    assert asked.wishes.engine == ("vllm", "builtin")
    assert (asked.wishes.licence, asked.wishes.offline, asked.wishes.hosted) == (True, True, True)
    assert asked.place.models == (str(tmp_path / "m"),)
    assert KEY.encode() not in msgspec.json.encode(asked)


def answered(facts: Machine, **wishes: object) -> Answer:
    return Answer(machine=facts, ranking=choose(facts, msgspec.convert({"licence": True, **wishes}, Wishes)))


@pytest.fixture
def real_folders(tmp_path: Path) -> Machine:
    """A machine whose interpreter and model folder are there."""
    (tmp_path / "model").mkdir()
    (tmp_path / "python").symlink_to(sys.executable)
    model = msgspec.structs.replace(FULL, path=str(tmp_path / "model"))
    made = python("managed", torch="2.13.0+cu130", cuda="13.0", path=str(tmp_path / "python"))
    return machine(L4, pythons=(made,), models=(model,))


def test_the_chain_is_what_the_session_starts(places: Places, real_folders: Machine, tmp_path: Path) -> None:
    first, second, last = chain(answered(real_folders), Settings(), places)
    assert (first.name, first.backend) == ("transformers", "transformers")
    assert first.options == {"model": str(tmp_path / "model")}
    assert first.command is not None
    assert first.command[0] == str(tmp_path / "python")
    assert first.reason.startswith("Transformers with FastMTP on the graphics card; NVIDIA L4, ")
    assert second.speed == {"device": "cpu"}
    assert (last.name, last.options) == ("builtin", {})


def test_what_was_deleted_since_is_left_out(places: Places, real_folders: Machine, tmp_path: Path,
                                            expect_log: ExpectLog) -> None:
    (tmp_path / "model").rmdir()
    assert [one.name for one in chain(answered(real_folders), Settings(), places)] == ["builtin"]
    expect_log("transformers is left out: --model")


def names(engines: tuple[EngineChoice, ...]) -> list[str]:
    return [one.name for one in engines]


def test_automatic_asks_nobody_where_nothing_is_installed(places: Places, monkeypatch: pytest.MonkeyPatch) -> None:
    def unwanted(*_: object, **__: object) -> None:
        raise AssertionError("the probe was asked")

    monkeypatch.setattr(probe, "ask", unwanted)
    assert names(automatic(places, Settings())) == ["builtin"]


def test_automatic_with_a_model_and_an_environment(places: Places, real_folders: Machine,
                                                   monkeypatch: pytest.MonkeyPatch) -> None:
    (places.data / "models").mkdir(parents=True)
    (places.data / "engines").mkdir()
    monkeypatch.setattr(probe, "ask", lambda *_, **__: answered(real_folders))
    assert names(automatic(places, Settings())) == ["transformers", "transformers", "builtin"]


def test_automatic_without_an_answer_is_the_builtin_engine(places: Places, monkeypatch: pytest.MonkeyPatch,
                                                           expect_log: ExpectLog) -> None:
    (places.data / "models").mkdir(parents=True)
    (places.data / "engines").mkdir()

    def fails(*_: object, **__: object) -> None:
        raise ProbeError("it ended with status 3 ()")

    monkeypatch.setattr(probe, "ask", fails)
    (only,) = automatic(places, Settings())
    assert only.name == "builtin"
    assert "could not be looked at" in only.reason
    expect_log("the probe failed")


def test_a_choice_that_cannot_be_used_is_told_by_what_reads_instead(places: Places, monkeypatch: pytest.MonkeyPatch,
                                                                    expect_log: ExpectLog) -> None:
    facts = answered(machine(models=()), engine=("vllm",))
    monkeypatch.setattr(probe, "ask", lambda *_, **__: facts)
    (only,) = automatic(places, Settings(engine="vllm"))
    assert only.name == "builtin"
    assert only.reason.startswith("vllm cannot be used: vLLM needs an NVIDIA graphics card.")
    expect_log("vllm cannot be used")


def test_the_builtin_engine_chosen_ends_the_chain(places: Places, real_folders: Machine) -> None:
    found = chain(answered(real_folders, engine=("builtin",)), Settings(engine="builtin"), places)
    assert names(found) == ["builtin"]


def test_engines_that_the_user_named_are_as_quick_as_measured(places: Places, real_folders: Machine, tmp_path: Path,
                                                              monkeypatch: pytest.MonkeyPatch) -> None:
    answer = answered(real_folders)
    entry = answer.ranking[0]
    command = (entry.python, "-m", "engine")
    choice = EngineChoice("transformers", "transformers", {"model": entry.model}, command=command)
    monkeypatch.setattr(probe, "ask", lambda *_, **__: answer)
    assert tuned((choice,), Settings(), places) == (choice,)  # no table: nobody is asked
    rows = (Measured(depth="2"), Measured(depth="1", pages=4))
    table = Table(key=key_for(answer, entry), rows=rows, latency=Trial(depth="2"), queue=Trial(depth="1", pages=4))
    keep(places, table)
    (found,) = tuned((choice,), Settings(), places)
    assert found.speed == {"draft_tokens": "1", "pages_at_once": 4}
    first = chain(answer, Settings(), places)[0]
    assert first.speed == {"draft_tokens": "1", "pages_at_once": 4}


@pytest.mark.gui  # that Qt is not loaded shows only where it is installed
def test_the_command_line_loads_no_model_library(tmp_path: Path) -> None:
    """Neither when it starts, nor when it asks the probe, ranks and makes choices of the answer."""
    script = (
        "import sys; from pathlib import Path; import app.cli.main, app.cli.convert, app.cli.doctor, app.cli.tune\n"
        "from app.core import probe; from app.core.places import Places; from app.core.settings import Settings\n"
        f"places = Places(Path({str(tmp_path)!r}))\n"
        "probe.chain(probe.ask(probe.request(places, Settings(), ask_keychain=False)), Settings(), places)\n"
        "heavy = {'torch', 'transformers', 'tokenizers', 'safetensors', 'vllm', 'numpy', 'PIL', 'pymupdf', 'pypdfium2',"
        " 'liteparse', 'pynvml', 'keyring', 'huggingface_hub', 'PySide6', 'markdown_it', 'rapidfuzz', 'httpx'}\n"
        "print(sorted(heavy & set(sys.modules)))"
    )
    ran = subprocess.run([sys.executable, "-c", script], cwd=Path(__file__).parents[2], capture_output=True, text=True,
                         check=True)
    assert ran.stdout.strip() == "[]"
