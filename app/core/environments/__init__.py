# SPDX-License-Identifier: AGPL-3.0-or-later
"""Environments of local engines: a Python with an engine's libraries, apart from the app's own and
from all others, in `engines/NAME` of the data folder.

    machine       what decides which libraries fit: system, processor, CUDA driver
    plan          what to install for a machine, how large it is, with which tool
    place         where environments are; whole or not, swapped, deleted
    bridge        lets an environment's interpreter find the engine's code
    tools         the command lines of venv, pip and uv
    runner        one command: its lines as they come, its end, its death
    selftest      the engine's program under the new interpreter, before it counts
    installation  all of it, with progress, and cancelled at any moment
    words         what went wrong, in a sentence
"""

from __future__ import annotations

from app.core.environments.installation import Installation, InstallState
from app.core.environments.machine import Machine, this_machine
from app.core.environments.place import Environment, interpreter, present, remove
from app.core.environments.plan import ENGINES, Plan, plan
from app.core.environments.words import InstallCode, InstallProblem

__all__ = [
    "ENGINES",
    "Environment",
    "InstallCode",
    "InstallProblem",
    "InstallState",
    "Installation",
    "Machine",
    "Plan",
    "interpreter",
    "plan",
    "present",
    "remove",
    "this_machine",
]
