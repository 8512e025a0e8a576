# SPDX-License-Identifier: AGPL-3.0-or-later
"""Copyholder's engine process and its page program."""

from engine.version import __version__ as __version__
