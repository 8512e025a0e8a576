# SPDX-License-Identifier: AGPL-3.0-or-later
"""The proofreading desk: page and text in step, places found both ways, flags and the walk through them."""
