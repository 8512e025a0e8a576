# SPDX-License-Identifier: AGPL-3.0-or-later
"""Cutting double pages in two: the pages as sheets with a line to drag, and the dialog around them."""
