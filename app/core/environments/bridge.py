# SPDX-License-Identifier: AGPL-3.0-or-later
"""Lets an environment's interpreter find the engine's code, and nothing else of the app's libraries:
a finder for the one package `engine`, started by a .pth file. So the engine's program is always the
one of the app that starts it, and no library of the app gets before those of the environment."""

from __future__ import annotations

import json
from pathlib import Path

from app.core.children.launch import ROOT

NAME = "_copyholder_engine"

_FINDER = '''\
"""Made by Copyholder: finds the package `engine` in the program that this environment belongs to."""
import importlib.machinery
import sys

ROOT = {root}


class Finder:
    @staticmethod
    def find_spec(name, path=None, target=None):
        return importlib.machinery.PathFinder.find_spec(name, [ROOT]) if name == "engine" else None


sys.meta_path.append(Finder)
'''


def build(folder: Path) -> None:
    """Write the finder, or keep the one that is right. Raises OSError."""
    packages = site_packages(folder)
    text = _FINDER.format(root=json.dumps(str(ROOT)))
    module = packages / f"{NAME}.py"
    if module.exists() and module.read_text(encoding="utf-8") == text:
        return
    module.write_text(text, encoding="utf-8")
    (packages / f"{NAME}.pth").write_text(f"import {NAME}\n", encoding="utf-8")


def site_packages(folder: Path) -> Path:
    """Of a virtual environment. Raises FileNotFoundError if it is none."""
    found = sorted(folder.glob("lib/python3*/site-packages")) or sorted(folder.glob("Lib/site-packages"))
    if not found:
        raise FileNotFoundError(folder / "lib")
    return found[0]
