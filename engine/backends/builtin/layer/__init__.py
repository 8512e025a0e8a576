# SPDX-License-Identifier: AGPL-3.0-or-later
"""From a page's text layer to Markdown. Coordinates: points on the upright page, origin at
the top left corner, y down."""
