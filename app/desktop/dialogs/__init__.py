# SPDX-License-Identifier: AGPL-3.0-or-later
"""Dialogs that the user asked for. None opens by itself, and none blocks the window's work."""
