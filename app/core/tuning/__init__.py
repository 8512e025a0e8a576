# SPDX-License-Identifier: AGPL-3.0-or-later
"""Measuring an engine on this machine, through its real program, and keeping what was found.

sample     the page pictures that are read
bench      one engine program: load it with options, read pages, take the times
run        the whole measurement, by the plan of engine.tune
keep       tables in the data folder, and the options that follow from them
"""

from __future__ import annotations

from app.core.tuning.keep import kept, speed_options
from app.core.tuning.run import Limits, Progress, TuneError, tune
from app.core.tuning.sample import Sample, sample_of

__all__ = ["Limits", "Progress", "Sample", "TuneError", "kept", "sample_of", "speed_options", "tune"]
