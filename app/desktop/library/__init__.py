# SPDX-License-Identifier: AGPL-3.0-or-later
"""Hits of a search in the library: how they are drawn, and how their pages are opened."""
