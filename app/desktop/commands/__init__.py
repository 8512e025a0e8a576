# SPDX-License-Identifier: AGPL-3.0-or-later
"""What the actions do, in the groups that the table of actions names."""
