# SPDX-License-Identifier: AGPL-3.0-or-later
"""The package `engine` for another Python than the app's, and nothing else of what is installed beside
it: the folder above is put on that Python's path, and the real package's parts are found from here."""

from pathlib import Path

__path__ = [str(Path(__file__).resolve().parents[2])]

from engine.version import __version__ as __version__
