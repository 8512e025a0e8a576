# SPDX-License-Identifier: AGPL-3.0-or-later
"""What the source editor needs to know of Markdown and of a page's past, without Qt: patterns to search for,
tables and formulas in the text, and the order in which saved states are undone."""
