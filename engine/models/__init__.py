# SPDX-License-Identifier: AGPL-3.0-or-later
"""The models program: fetches models from a hub and looks into their folders.

    messages  what it is told and what it tells, one JSON object a line
    hub       the hub's protocol: which files a revision has, and the bytes of one
    patience  what failed for a while is tried again
    pace      progress, told a few times a second, with the speed
    transfer  one file: resumed where it broke off, believed only by its checksum
    fetch     a whole model: listed, fetched beside, renamed when complete
    folder    is this folder a model that can be used?
"""
