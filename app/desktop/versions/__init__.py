# SPDX-License-Identifier: AGPL-3.0-or-later
"""The versions of a page in the window: side by side, as a list, and read anew with another engine."""
