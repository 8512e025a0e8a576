# SPDX-License-Identifier: AGPL-3.0-or-later
"""Model profiles: how each model wants to be asked, and what its answers need. One file each."""
