# SPDX-License-Identifier: AGPL-3.0-or-later
"""`copyholder doctor` and `copyholder engines`: what is installed and found, and what would help."""

from __future__ import annotations

import argparse
import json

from app.cli import checks, console
from app.core import settings_file
from app.core.doctor import bug_report, examine, findings
from app.core.doctor.report import TITLE
from app.core.files import write_beside
from app.core.places import Places
from app.core.probe import ProbeError, ask, request


def engines(_options: argparse.Namespace, places: Places) -> int:
    """One line an engine on standard output, the best first: name, state, reason."""
    settings, _notice = settings_file.load(places.settings)
    try:
        answer = ask(request(places, settings))
    except ProbeError as error:
        console.put(f"builtin\tbroken\tthe engine's program did not start: {error}; copyholder doctor says more\n")
        return 1
    rows = []
    for one in answer.ranking:
        state = "ready" if one.usable else "missing"
        where = {"gpu": "on the graphics card: ", "cpu": "on the processor: "}.get(one.device, "")
        rows.append(f"{one.engine}\t{state}\t{where}{findings.summary(one)}\n")
    console.put("".join(rows))
    return 0


def doctor(options: argparse.Namespace, places: Places) -> int:
    """Everything at once; 1 if the engine does not start."""
    if options.bug_report is not None:
        checks.bug_report_to_write(options.bug_report, TITLE)
    settings, _notice = settings_file.load(places.settings)
    found = examine(places, settings, network=options.network)
    if options.json:
        console.put(json.dumps(found.facts(), ensure_ascii=False, indent=2) + "\n")
    elif options.bug_report is None:
        console.put("\n".join((found.head, "", *findings.lines(found.findings()))) + "\n")
    if options.bug_report is not None:
        write_beside(options.bug_report, bug_report(found, settings))
        console.say(f"The report is in {console.shown(options.bug_report)}: read it before you send it.")
    return 0 if found.hello is not None else 1
