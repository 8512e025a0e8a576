# SPDX-License-Identifier: AGPL-3.0-or-later
"""Copyholder's window and command line."""

__version__ = "0.1.0"
