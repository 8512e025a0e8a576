# SPDX-License-Identifier: AGPL-3.0-or-later
"""A folder for the path of another Python: it holds the package `engine` alone, which leads to the real one."""
