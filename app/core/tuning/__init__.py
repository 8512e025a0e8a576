# SPDX-License-Identifier: AGPL-3.0-or-later
"""Measuring an engine on this machine, through its real program, and keeping what was found.

sample     the page pictures that are read
bench      one engine program: load it with options, read pages, take the times
run        the whole measurement, by the plan of engine.tune
keep       tables in the data folder, and the options that follow from them
offer      after the first documents: whether to measure
work       a measurement for a window, on a thread of its own

Nothing is taken in here: a start needs `keep` alone.
"""
