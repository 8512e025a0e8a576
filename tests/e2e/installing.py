# SPDX-License-Identifier: AGPL-3.0-or-later
"""`python -m tests.e2e.installing HOME REQUIREMENTS`: an installation in a process of its own, to be killed."""

from __future__ import annotations

import sys
from pathlib import Path

from app.core.environments import Installation, Plan
from app.core.environments.plan import Step
from app.core.places import Places


def tiny(requirements: Path, disk: int = 1_000_000) -> Plan:
    """A plan for a CPU from a file of requirements."""
    return Plan("transformers", "cpu", (Step("tiny libraries", file=requirements),), disk, "cpu")


def main() -> None:
    work = Installation(tiny(Path(sys.argv[2])), Places(Path(sys.argv[1])), print)
    work.start()
    work.wait()


if __name__ == "__main__":
    main()
