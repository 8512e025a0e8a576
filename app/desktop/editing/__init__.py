# SPDX-License-Identifier: AGPL-3.0-or-later
"""The editor's tools: searching, the table's grid, the formula's dialog, special characters."""
