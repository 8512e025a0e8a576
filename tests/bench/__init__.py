# SPDX-License-Identifier: AGPL-3.0-or-later
"""Measurements, printed beside their bounds by `make bench`. Nothing here is a test: a busy
machine makes a figure worse, not wrong."""
