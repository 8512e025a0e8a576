# SPDX-License-Identifier: AGPL-3.0-or-later
"""The texts of the window as the translators have them: the translations are complete and fit, the sources let every
text be found, and what other programs tell is told again."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from app.core import wording
from app.core.changes import AppCode, Problem
from app.core.checks import Flag, Kind, Origin, Reason, Severity, Unfit
from app.core.checks.sentences import sentence as flag_sentence
from app.core.checks.sentences import unfit_sentence
from app.core.doctor.findings import of_answer
from app.core.environments.words import InstallCode
from app.core.environments.words import sentence as of_installing
from app.core.errors import note_words, sentence
from app.core.models.words import sentence as of_model
from app.core.retell import retell
from app.core.told import TOLD
from app.core.tuning.words import short, verdict
from app.core.waits import wait_words
from engine.choose import Answer, choose
from engine.models.messages import ModelCode
from engine.protocol import ErrorCode, Note, NoteCode, WaitCode
from engine.tune import Table
from engine.tune import verdict as best
from tests.unit.test_choose import CASES, LACKS
from tests.unit.test_tune import PUBLISHED, play

ROOT = Path(__file__).parents[2]
TRANSLATIONS = ROOT / "resources" / "translations"
LANGUAGES = ("de", "zh_CN")

# ------------------------------------------------------------ the translations

Message = tuple[str, str, str]
"""The text, its comment, and the translation ("" where there is none that is finished)."""


def messages(file: Path) -> list[Message]:
    found = []
    for message in ET.parse(file).iterfind(".//message"):
        translation = message.find("translation")
        done = translation is not None and translation.get("type") is None
        text = (translation.text or "") if translation is not None and done else ""
        found.append((message.findtext("source") or "", message.findtext("comment") or "", text))
    return found


@pytest.fixture(scope="module")
def collected(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The translations with the texts that the sources have today."""
    folder = tmp_path_factory.mktemp("texts")
    command = [sys.executable, str(ROOT / "packaging" / "texts.py"), str(folder)]
    subprocess.run(command, capture_output=True, timeout=120, check=False)
    return folder


@pytest.mark.gui
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_is_translated(collected: Path, language: str) -> None:
    """If this fails, `make texts` names the texts; write their translations into resources/translations."""
    name = f"copyholder_{language}.ts"
    today, kept = messages(collected / name), messages(TRANSLATIONS / name)
    assert len(today) > 1500
    assert [text for text, _, translation in today if not translation] == []
    assert {text for text, *_ in kept} - {text for text, *_ in today} == set(), "texts that the sources have no more"
    assert {text for text, *_ in today} == {text for text, *_ in kept}


@pytest.mark.gui
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_compiled_is_what_was_written(language: str) -> None:
    from PySide6.QtCore import QTranslator

    translator = QTranslator()
    assert translator.load(str(TRANSLATIONS / f"copyholder_{language}.qm"))
    for text, comment, translation in messages(TRANSLATIONS / f"copyholder_{language}.ts"):
        assert translator.translate("", text, comment or None) == translation


def fields(text: str) -> list[str]:
    return sorted(re.findall(r"\{[^{}]*\}", text))


def ending(text: str) -> str:
    """What a text ends with that says what it is: more to come, or a field beside it."""
    last = text.rstrip().replace("...", "…").replace("：", ":")[-1:]
    return last if last in ("…", ":") else ""


RULES: dict[str, Callable[[str], object]] = {
    "placeholders": fields,
    "its end": ending,
    "a letter to reach it by": lambda text: len(re.findall(r"&(?=\w)", text)),
    "lines": lambda text: text.count("\n"),
    "a blank in front": lambda text: text[:1] == " ",
    "links": lambda text: re.findall(r"</?\w+", text),
}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("rule", RULES)
def test_translations_have_what_the_program_counts_on(language: str, rule: str) -> None:
    told = [message for message in messages(TRANSLATIONS / f"copyholder_{language}.ts") if message[2]]
    if language == "zh_CN" and rule == "a blank in front":  # Chinese is written without
        return
    wrong = [(text, translation) for text, _, translation in told if RULES[rule](text) != RULES[rule](translation)]
    assert wrong == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_translations_can_be_filled_in(language: str) -> None:
    """Doubled braces, specifications of numbers: what .format takes of the text it takes of the translation."""
    given = dict.fromkeys(ascii_names(), 12)
    for text, _, translation in messages(TRANSLATIONS / f"copyholder_{language}.ts"):
        if fields(text) and translation:
            assert translation.format_map(given)


def ascii_names() -> set[str]:
    return {re.split(r"[:!]", name)[0] for text, *_ in messages(TRANSLATIONS / "copyholder_de.ts")
            for name in re.findall(r"\{([^{}]*)\}", text)}  # fmt: skip


def test_translations_are_installed_and_their_sources_are_not() -> None:
    import tomllib

    setup = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["setuptools"]
    assert "**/*" in setup["package-data"]["resources"]
    assert "translations/*.ts" in setup["exclude-package-data"]["resources"]
    assert "translations/*.qm" not in setup["exclude-package-data"]["resources"]


# ------------------------------------------------------------ the sources

LOOKED_UP = ("tr", "mark", "several", "count", "rate")

SHOWING: dict[str, tuple[int, ...]] = {
    **dict.fromkeys(
        ("setText", "setToolTip", "setWindowTitle", "setAccessibleName", "setAccessibleDescription", "setStatusTip",
         "setPlaceholderText", "setTitle", "setSpecialValueText", "setSuffix", "setPrefix", "setInformativeText",
         "setLabelText", "setHeaderLabels", "setNameFilters", "addItem", "addItems", "addMenu", "addRow", "addButton",
         "QLabel", "QPushButton", "QCheckBox", "QRadioButton", "QGroupBox", "QMenu", "QDockWidget", "QTreeWidgetItem",
         "QListWidgetItem", "QTableWidgetItem", "NextStep", "Step", "tell", "say", "_say", "_complain"), (0,)),
    "Entry": (1,), "addTab": (1,), "QFileDialog": (1,), "QMessageBox": (1, 2), "QAction": (0, 1), "addAction": (0, 1),
}  # fmt: skip
"""Calls that show a text, and which of their arguments it is."""

SHOWN_AS_IT_IS = {
    "Copyholder": "the program's name",
    "https://example.org/paper.pdf": "an address, for example",
    "http://localhost:8000/v1": "an address, for example",
    "Aa": "a sign: capitals count",
    "[w]": "a sign: whole words",
    ".*": "a sign: a regular expression",
    "PySide6": "the name of a library",
}
"""Texts that are the same in every language."""

SENTENCE = re.compile(r"[A-Z][a-z’']* .*[a-z).”][.…?!]", re.DOTALL)

NOT_SHOWN = {
    "app/desktop/application.py": "the sentence for a terminal, where no window can be shown",
}
"""Modules with sentences that the window does not show."""


def called(call: ast.Call) -> str:
    return call.func.id if isinstance(call.func, ast.Name) else getattr(call.func, "attr", "")


def literals(node: ast.AST) -> Iterator[tuple[int, str]]:
    """Texts that stand in the source below a node, but those that are looked up, and docstrings."""
    if isinstance(node, ast.Call) and called(node) in LOOKED_UP:
        return
    if isinstance(node, ast.JoinedStr):
        yield node.lineno, "".join(str(part.value) for part in node.values if isinstance(part, ast.Constant))
    elif isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.lineno, node.value
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Expr) and isinstance(child.value, ast.Constant):
            continue
        if not (isinstance(node, ast.JoinedStr) and isinstance(child, ast.Constant)):
            yield from literals(child)


def sources(*folders: str) -> Iterator[tuple[str, ast.Module]]:
    for folder in folders:
        for path in sorted((ROOT / folder).rglob("*.py")):
            yield path.relative_to(ROOT).as_posix(), ast.parse(path.read_text(encoding="utf-8"))


def unmarked(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Texts with letters that reach a call which shows them, without having been looked up."""
    for call in (node for node in ast.walk(tree) if isinstance(node, ast.Call)):
        for at in SHOWING.get(called(call), ()):
            if at < len(call.args):
                yield from ((line, text) for line, text in literals(call.args[at]) if _is_words(text))


def _is_words(text: str) -> bool:
    """Whether it has to be translated: not a tag, nor a name."""
    bare = re.sub(r"</?\w+>", " ", text).strip(" –-")
    return bare not in SHOWN_AS_IT_IS and bool(re.search("[A-Za-z]{2}", bare))


@pytest.mark.parametrize("source", [
    'label.setText("Read again")', 'QLabel(f"{n} pages", self)', 'Entry("x", "&Open…", "&File")',
    'box.addItem("Deutsch" if wanted else "English")', 'tree.setHeaderLabels(["Action", tr("Keys")])',
])  # fmt: skip
def test_a_text_without_its_mark_is_found(source: str) -> None:
    """What the next test rests on."""
    assert list(unmarked(ast.parse(source)))
    sound = 'label.setText(tr("Read {n}").format(n=f"{n:.1f}")); item.addItem(words, "all of it")'
    assert not list(unmarked(ast.parse(sound)))


def test_no_text_is_shown_without_its_mark() -> None:
    found = [f"{name}:{line}: {text!r}" for name, tree in sources("app/desktop") for line, text in unmarked(tree)]
    assert not found, "\n".join(found)


def test_no_sentence_of_the_window_is_without_its_mark() -> None:
    found = [
        f"{name}:{line}: {text!r}"
        for name, tree in sources("app/desktop", "app/core/editing")
        if name not in NOT_SHOWN
        for line, text in literals(tree)
        if SENTENCE.fullmatch(text.strip()) and not _logged(tree, line)
    ]
    assert not found, "\n".join(found)


def _logged(tree: ast.Module, line: int) -> bool:
    """Whether a line goes to the log."""
    return any(
        isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and isinstance(node.func.value, ast.Name)
        and node.func.value.id == "log" and node.lineno <= line <= (node.end_lineno or 0)
        for node in ast.walk(tree)
    )  # fmt: skip


def test_texts_are_literals_and_looked_up_when_they_are_shown() -> None:
    """lupdate reads literals; and at import, or as a default value, a text would be looked up too early."""
    wrong = []
    for name, tree in sources("app"):
        if name == "app/core/wording.py":
            continue
        inside = {id(one) for function in _functions(tree) for part in function.body for one in ast.walk(part)}
        for call in (node for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)):
            text = call.args[0] if call.args else None
            if called(call) in ("tr", "mark") and isinstance(text, ast.JoinedStr | ast.BinOp):
                wrong.append(f"{name}:{call.lineno}: not a literal")
            if called(call) == "mark" and not isinstance(text, ast.Constant):
                wrong.append(f"{name}:{call.lineno}: nothing to mark")
            if called(call) in ("tr", "several") and id(call) not in inside:
                wrong.append(f"{name}:{call.lineno}: looked up at import")
            if called(call) == "several" and any(isinstance(one, ast.Constant) for one in call.args[:2]):
                wrong.append(f"{name}:{call.lineno}: a text that is not marked")
    assert not wrong, "\n".join(wrong)


def _functions(tree: ast.Module) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    return (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))


@pytest.mark.gui
def test_every_setting_that_is_shown_has_its_words() -> None:
    from app.core.settings import table
    from app.desktop.dialogs.settings import _CHOICES, _LABELS

    shown = [row for row in table() if not row.hidden]
    assert [row.name for row in shown if row.name not in _LABELS] == []
    choices = {choice for row in shown if row.name != "language" for choice in row.choices}
    assert choices - set(_CHOICES) == set()


# ------------------------------------------------------------ told again

DATA = re.compile(
    r"copyholder (?:tune|models|engines)[a-z0-9 -]*|jina-ocr-v1|a processor|"
    r"(?:own|managed|given|models|data|gone)/?\S*|"
    r"(?:linux|darwin|win32), \w+(?:, WSL2)?|avx2|neon|3\.11\.7|Python|NVIDIA|H100|HBM3|A100\S*|L4|Tesla|T4|V100\S*|"
    r"GeForce|GTX|RTX|Ti|Radeon|RX|XTX|Intel|Arc|A770|Apple M\d(?: \w+)?|CUDA|GB\b|https?://\S+|openai:\S+|K=\d|\bs\b|"
    r"PyTorch|Transformers|transformers|vLLM|reader|nothing|no-such\S*|1080|80GB|cu\d+|cpu|\d+(?:\.\d+)*\w*"
)
"""Names of parts, and commands."""


def untold(text: str) -> str:
    """What of an English sentence is not told again."""
    rest = DATA.sub(" ", _bare(retell(text)))
    return rest.strip() if any(sign.isalpha() for sign in rest) else ""


@pytest.fixture
def pseudo() -> Iterator[None]:
    wording.use(lambda text, comment: f"⟦{text}⟧")
    yield
    wording.use(None)


@pytest.mark.parametrize("name", [*CASES, *LACKS])
def test_what_the_doctor_finds_is_told_again(pseudo: None, name: str) -> None:
    facts, wishes, *_ = (CASES.get(name) or LACKS[name])
    ranking = choose(facts, wishes)
    found = list(of_answer(Answer(machine=facts, ranking=ranking), {"vllm": ("the system", "its driver")}))
    texts = [text for one in found for text in (one.section, one.name, one.words, one.fix, *sum(one.lacks, ()))]
    texts += [text for one in ranking for text in (one.title, *one.reasons)]
    left = {text: rest for text in texts if (rest := untold(text))}
    assert left == {}


@pytest.mark.parametrize("name", PUBLISHED)
def test_what_was_measured_is_told_again(pseudo: None, name: str) -> None:
    speeds, *_ = PUBLISHED[name]
    for failing in ((), (("0", 4),), (("0", 8),)):
        rows = play(speeds, {("0", 4): 3.0, ("0", 8): 3.1, ("1", 4): 4.0, ("1", 8): 4.1}, failing=failing).rows
        found = best(rows)
        assert found is not None
        table = Table(key={}, rows=tuple(rows), latency=found.latency, queue=found.queue,
                      latency_reason=found.latency_reason, queue_reason=found.queue_reason,
                      sample="3 of the sample pages", date="2026-01-01")  # fmt: skip
        texts = [*verdict(table), *(short(row) for row in rows), *(retell(row.trial.title) for row in rows)]
        bare = [re.sub(r"⟦[^⟦⟧]*⟧", " ", re.sub(r"⟦[^⟦⟧]*⟧", " ", re.sub(r"⟦[^⟦⟧]*⟧", " ", text))) for text in texts]
        assert [text for text in bare if re.search("[a-z]{2}", DATA.sub(" ", text))] == []


def test_a_sentence_that_nobody_knows_stays_as_it_is(pseudo: None) -> None:
    assert retell("An odd thing happened to /papers/a.pdf") == "An odd thing happened to /papers/a.pdf"
    assert retell("") == "" and untold("It shall rain.") == "It shall rain."
    assert retell("it did not answer within 30 s") == "⟦it did not answer within 30 s⟧"
    assert retell("There is no such folder") == "⟦There is no such folder⟧".replace("folder⟧", "folder.⟧")


def test_english_is_told_as_it_stands() -> None:
    assert all(retell(text) == text for text in TOLD)


def test_each_pattern_is_there_once_and_fits_itself(pseudo: None) -> None:
    assert len(set(TOLD)) == len(TOLD)
    plain = [text for text in TOLD if "{" not in text]
    assert [text for text in plain if not retell(text).startswith("⟦")] == []


def test_every_code_has_its_sentence_in_the_user_s_language(pseudo: None) -> None:
    """Of documents, pages, notes, models, installations, waits and flags."""
    every = [(detail, name) for detail in ("", "7") for name in ("", "7")]
    told = [sentence(Problem(code, detail), name) for code in (*ErrorCode, *AppCode) for detail, name in every]
    told += [note_words(Note(code=code, detail=detail)) for code in NoteCode for detail in ("", "7")]
    told += [of_model(code, detail) for code in ModelCode for detail in ("", "7", "8000000000 4000000000")]
    told += [of_installing(code, detail) for code in InstallCode for detail in ("", "7", "8000000000 4000000000")]
    told += [wait_words(code, 30.0, 7.0) for code in WaitCode]
    told += [unfit_sentence(why, origin) for why in Unfit for origin in (None, *Origin)]
    told += [of_flag(why) for why in Reason]
    left = [text for text in told if not text.startswith("⟦") or any(map(str.isalpha, _bare(text)))]
    assert len(told) > 300 and left == []


def of_flag(why: Reason) -> str:
    data = dict.fromkeys(("text", "page", "count", "detail", "sign", "cells", "usual", "tag", "share"), "7")
    return flag_sentence(Flag(Kind.UNREAD, Severity.FAULT, 0, 0, why, {**data, "code": "time-limit"}), None)


def _bare(text: str) -> str:
    """Outside of all brackets."""
    level, rest = 0, ""
    for sign in text:
        level += (sign == "⟦") - (sign == "⟧")
        rest += sign if level == 0 and sign != "⟧" else " "
    return rest
