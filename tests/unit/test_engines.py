# SPDX-License-Identifier: AGPL-3.0-or-later
"""From names of engines to what the session starts."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from app.cli.sending import before_the_run
from app.core import engines
from app.core.addresses import AddressError, document, service
from app.core.choice import BUILTIN, EngineChoice
from app.core.engine_options import foreign
from app.core.engines import UnusableError, Wish, WrongError, choices, names, unlocked, wish_of
from app.core.environments.place import Environment, python_of, write_record
from app.core.keys import Keys
from app.core.places import Places
from app.core.settings import Settings

KEY = "jina_0123456789abcdef"
SERVER = "openai:http://gpu.example.org:8000/v1"


@pytest.fixture
def places(tmp_path: Path) -> Places:
    return Places(tmp_path / "home")


def one(name: str, places: Places, settings: Settings | None = None, **more: str) -> EngineChoice:
    (choice,) = choices(Wish(name, **more), settings or Settings(), places)  # type: ignore[arg-type]  # strings only
    return choice


def test_auto_is_the_built_in_engine(places: Places) -> None:
    assert choices(Wish(), Settings(), places) == (BUILTIN,)
    assert choices(Wish(), Settings(), places, fall_back=True) == (BUILTIN,)


def test_jina_is_a_service_with_a_price_and_a_host(places: Places) -> None:
    choice = one("jina", places, Settings(proxy="http://proxy:3128", timeout=90))
    assert (choice.backend, choice.host) == ("hosted", "api.jina.ai")
    assert choice.options == {"base_url": "https://api.jina.ai/v1", "model": "jina-ocr-v1"}
    assert choice.price is not None and choice.price.page() == pytest.approx(0.0032, abs=0.0001)
    assert (choice.speed["proxy"], choice.speed["timeout"], choice.speed["output_price"]) == (
        "http://proxy:3128", 90, 2.0
    )  # fmt: skip


def test_reader_bills_many_times_the_tokens_at_the_same_price(places: Places) -> None:
    choice = one("reader", places)
    assert (choice.backend, choice.host, choice.options) == ("reader", "r.jina.ai", {"base_url": "https://r.jina.ai"})
    assert choice.price == one("jina", places).price
    assert before_the_run([choice]) == [
        "Jina Reader bills 40 times the tokens of a page: about $0.13 a page instead of $0.0032 (an estimate)."
    ]


def test_a_server_has_a_model_a_host_and_no_price(places: Places) -> None:
    choice = one(f"{SERVER}/", places, model="olmocr-2")
    assert choice.options == {"base_url": "http://gpu.example.org:8000/v1", "model": "olmocr-2"}
    assert (choice.host, choice.price) == ("gpu.example.org:8000", None)
    assert "not encrypted" in choice.reason
    assert one("openai:http://localhost:8000/v1", places, model="x").host == ""  # nothing leaves this machine
    assert one("openai:http://127.0.0.1:1/v1/chat/completions", places, model="x").options["base_url"] == (
        "http://127.0.0.1:1/v1"
    )


def test_several_names_are_a_chain_and_the_window_adds_the_built_in(places: Places) -> None:
    wish = Wish(f"jina, {SERVER}", "m")
    assert [choice.name for choice in choices(wish, Settings(), places)] == ["jina", SERVER]
    assert [choice.name for choice in choices(wish, Settings(), places, fall_back=True)][-1] == "builtin"
    assert names("builtin,auto, builtin") == ("builtin",)


@pytest.mark.parametrize("name", ["vllm", "transformers"])
def test_a_local_engine_is_started_with_its_own_environment(places: Places, tmp_path: Path, name: str) -> None:
    folder = places.data / "engines" / name
    python = python_of(folder)
    python.parent.mkdir(parents=True)
    (folder / "lib" / "python3.11" / "site-packages").mkdir(parents=True)
    python.symlink_to(sys.executable)
    write_record(folder, Environment(engine=name, hardware="cpu", made="", program="", python="3.11"))
    choice = one(name, places, model=str(tmp_path))
    assert choice.command == (str(python), "-m", "engine")
    assert choice.options == {"model": str(tmp_path)}
    assert choice.host == "" and choice.price is None
    named = one(name, places, model=str(tmp_path), python=sys.executable)
    assert named.command == (str(Path(sys.executable).absolute()), "-m", "engine")


def test_a_local_engine_without_its_libraries_is_one_sentence(
    places: Places, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(engines.LIBRARIES, "vllm", ("no_such_library",))
    with pytest.raises(UnusableError, match=r"no_such_library is not installed.*--engine-python"):
        one("vllm", places, model=str(tmp_path))
    monkeypatch.setitem(engines.LIBRARIES, "vllm", ("msgspec",))
    assert one("vllm", places, model=str(tmp_path)).command is None


@pytest.mark.parametrize(
    ("wish", "hint"),
    [
        (Wish("vllm"), "--model DIR"),
        (Wish("vllm", "no/such/folder"), "no/such/folder is no folder"),
        (Wish("vllm", ".", draft_tokens="9"), "from 0 to 8, not 9"),
        (Wish("vllm", ".", draft_tokens="adaptive"), "from 0 to 8, not adaptive"),
        (Wish("vllm", ".", python="no/such/python"), "no/such/python is no program"),
        (Wish(SERVER), "--model NAME"),
        (Wish("openai:localhost:8000", "m"), "begins with https:// or http:// and a name, like http://localhost:8000."),
        (Wish("openai:", "m"), "The address is empty"),
        (Wish("openai:http://me:secret@host/v1", "m"), "leave that out"),
        (Wish(f"vllm,{SERVER}", "."), "cannot be a folder for vllm and a name"),
        (Wish(" , "), "names no engine"),
    ],
)
def test_what_cannot_be_meant_is_one_sentence(places: Places, wish: Wish, hint: str) -> None:
    with pytest.raises(WrongError, match=hint) as caught:
        choices(wish, Settings(), places)
    assert str(caught.value).endswith(".")
    assert "\n" not in str(caught.value) and "secret" not in str(caught.value)


def test_a_name_that_there_is_no_engine_of(places: Places) -> None:
    with pytest.raises(UnusableError, match=r"“Builtin”.*openai:URL"):
        choices(Wish("Builtin"), Settings(), places)


@pytest.mark.parametrize(
    ("wish", "prompt", "cost", "hint"),
    [
        (Wish(model="x"), None, None, "--model has no meaning"),
        (Wish("jina", model="x"), None, None, "reads with jina-ocr-v1"),
        (Wish("reader", model="x"), None, None, "Jina Reader chooses"),
        (Wish(), "strict", None, "--prompt has no meaning"),
        (Wish("reader"), "strict", None, "--prompt has no meaning"),
        (Wish(draft_tokens="4"), None, None, "drafts no tokens"),
        (Wish("jina", draft_tokens="4"), None, None, "the service decides"),
        (Wish("jina", python="x"), None, None, "--engine-python has no meaning"),
        (Wish(), None, 3.0, "costs nothing"),
        (Wish("vllm", "."), None, 3.0, "costs nothing"),
        (Wish(SERVER, "m"), None, 3.0, "price of this server is not known"),
    ],
)
def test_options_that_mean_nothing_are_refused(wish: Wish, prompt: str | None, cost: float | None, hint: str) -> None:
    assert hint in foreign(wish, prompt, cost)


@pytest.mark.parametrize(
    ("wish", "prompt", "cost"),
    [
        (Wish(draft_tokens="auto"), "default", None),
        (Wish("jina"), "strict", 1.0),
        (Wish("reader"), None, 1.0),
        (Wish(SERVER, "m"), "as you like", None),
        (Wish("vllm,builtin", ".", draft_tokens="2"), "strict", None),
        (Wish("builtin,jina"), None, 2.0),
    ],
)
def test_options_that_one_of_the_engines_takes_are_kept(wish: Wish, prompt: str | None, cost: float | None) -> None:
    assert foreign(wish, prompt, cost) == ""


def test_keys_are_for_their_own_service_and_are_not_shown(places: Places, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JINA_API_KEY", KEY)
    monkeypatch.delenv("COPYHOLDER_API_KEY", raising=False)
    monkeypatch.setenv("PYTHON_KEYRING_BACKEND", "keyring.backends.fail.Keyring")
    chain = choices(Wish(f"jina,reader,{SERVER},builtin", "m"), Settings(), places)
    opened = unlocked(chain, Keys(places))
    assert [dict(choice.secrets) for choice in opened] == [{"key": KEY}, {"key": KEY}, {}, {}]
    assert KEY not in repr(opened)
    assert [engines.key_host(choice) for choice in chain] == ["api.jina.ai", "r.jina.ai", "gpu.example.org:8000", ""]


def test_the_settings_name_the_engine_as_a_line_does(places: Places) -> None:
    settings = Settings(engine="openai:http://a/v1", openai_model="m", model="/folder", pages_at_once=4)
    assert wish_of(settings) == Wish("openai:http://a/v1", "m", pages_at_once=4)
    assert wish_of(Settings(engine="vllm", model="/folder", openai_model="m")) == Wish("vllm", "/folder")
    short = wish_of(Settings(engine="openai", openai_url="http://a/v1", openai_model="m"))
    assert short.engine == "openai:http://a/v1"


@pytest.mark.parametrize(
    ("text", "base", "host", "here"),
    [
        ("https://api.example.org/v1/", "https://api.example.org/v1", "api.example.org", False),
        ("HTTP://LOCALHOST:8000", "http://LOCALHOST:8000", "localhost:8000", True),
        ("http://[::1]:8000/v1", "http://[::1]:8000/v1", "[::1]:8000", True),
        ("http://127.8.8.8/v1", "http://127.8.8.8/v1", "127.8.8.8", True),
        ("http://localhost.example.org/v1", "http://localhost.example.org/v1", "localhost.example.org", False),
    ],
)
def test_addresses_of_services(text: str, base: str, host: str, here: bool) -> None:
    found = service(text)
    assert (found.base, found.host, found.here) == (base, host, here)


@pytest.mark.parametrize(
    "text",
    ["", "  ", "paper.pdf", "ftp://a/b", "https://", "http://a b/c", "http://a:port/", "https://u:p@a/b", "http://[::1/"]
)
def test_what_is_no_web_address(text: str) -> None:
    with pytest.raises(AddressError) as caught:
        document(text)
    assert str(caught.value).endswith(".") and "p@" not in str(caught.value)
    with pytest.raises(AddressError):
        service(text)


def test_a_document_on_the_web() -> None:
    assert document(" https://example.org/a.pdf?x=1#page=3 ") == "https://example.org/a.pdf?x=1"


@pytest.mark.parametrize("engine", ["jina", "reader", "openai:https://models.example.org/v1"])
def test_offline_no_service_of_another_machine_is_chosen(tmp_path: Path, engine: str) -> None:
    settings = Settings(offline=True)
    with pytest.raises(UnusableError, match="set to work offline"):
        choices(Wish(engine, "m"), settings, Places(tmp_path))
    (own,) = choices(Wish("openai:http://127.0.0.1:8000/v1", "m"), settings, Places(tmp_path))
    assert own.host == ""
