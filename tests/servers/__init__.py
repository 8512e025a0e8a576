# SPDX-License-Identifier: AGPL-3.0-or-later
"""Real servers on loopback that misbehave on request, and pages they can tell apart."""
