# SPDX-License-Identifier: AGPL-3.0-or-later
"""Figures framed on the page's picture: the layer over it, what the user does there, and the list of them."""
