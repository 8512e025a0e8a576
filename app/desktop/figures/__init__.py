# SPDX-License-Identifier: AGPL-3.0-or-later
"""The performance panel: what reading took, page by page, and two charts."""
