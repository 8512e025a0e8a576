# SPDX-License-Identifier: AGPL-3.0-or-later
"""Copyholder's engine process and its page program."""

__version__ = "0.1.0"
