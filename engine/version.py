# SPDX-License-Identifier: AGPL-3.0-or-later
"""The release: both programs name it when they greet."""

__version__ = "0.1.0"
