# SPDX-License-Identifier: AGPL-3.0-or-later
"""Collects the window's texts for the translators, and compiles what they wrote (`make texts`).

`python packaging/texts.py` brings resources/translations/copyholder_*.ts up to date with the sources (texts that are
gone go), makes the .qm beside each, and lists what is still to be translated: such a text is shown in English.
With a folder (`python packaging/texts.py FOLDER`) the new files are written there. A new language is begun with
`python packaging/texts.py --begin fr`, and named in app/desktop/language.py and the setting `language`.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

ROOT = Path(__file__).parent.parent
TRANSLATIONS = ROOT / "resources" / "translations"
SOURCES = ("app", "engine")
TOOLS = Path(sys.executable).parent


def main() -> int:
    line = argparse.ArgumentParser(description="Collect and compile the texts of the window.")
    line.add_argument("folder", nargs="?", type=Path, default=TRANSLATIONS, help="write the new files there")
    line.add_argument("--begin", metavar="LANGUAGE", help="begin a translation into this language, like fr")
    given = line.parse_args()
    files = sorted(TRANSLATIONS.glob("copyholder_*.ts"))
    if given.begin:
        files.append(TRANSLATIONS / f"copyholder_{given.begin}.ts")
    open_texts = 0
    for file in files:
        target = given.folder / file.name
        if target != file and file.exists():
            shutil.copy(file, target)
        update(target)
        compile_(target)
        missing = untranslated(target)
        open_texts += len(missing)
        print(f"{target.name}: {count(target)} texts, {len(missing)} still to be translated")
        for text in missing:
            print(f"    {text!r}")
    return 1 if open_texts else 0


def update(target: Path) -> None:
    """Bring a .ts up to date with the sources; texts that they no longer have are dropped."""
    sources = sorted(str(path.relative_to(ROOT)) for top in SOURCES for path in (ROOT / top).rglob("*.py"))
    language = target.stem.partition("_")[2]
    run(
        "pyside6-lupdate", "-silent", "-tr-function-alias", "QT_TR_NOOP=mark", "-no-obsolete", "-locations", "none",
        *(part for name in ("sametext", "similartext") for part in ("-disable-heuristic", name)),
        "-source-language", "en", "-target-language", language, *sources, "-ts", str(target.resolve()),
    )  # fmt: skip


def compile_(target: Path) -> None:
    """Make the .qm beside a .ts; a text without its translation is left out, and so shown in English."""
    run("pyside6-lrelease", "-silent", "-nounfinished", str(target.resolve()), "-qm",
        str(target.with_suffix(".qm").resolve()))  # fmt: skip


def run(tool: str, *arguments: str) -> None:
    subprocess.run([TOOLS / tool, *arguments], cwd=ROOT, check=True)


def count(target: Path) -> int:
    return len(ET.parse(target).findall(".//message"))


def untranslated(target: Path) -> list[str]:
    """The texts of a .ts without a finished translation."""
    return [
        message.findtext("source") or ""
        for message in ET.parse(target).iterfind(".//message")
        if (found := message.find("translation")) is None or found.get("type") == "unfinished" or not found.text
    ]


if __name__ == "__main__":
    sys.exit(main())
