# SPDX-License-Identifier: AGPL-3.0-or-later
"""The engine that needs nothing: text layers first, small OCR for pictures. Nothing is ever downloaded."""
