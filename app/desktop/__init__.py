# SPDX-License-Identifier: AGPL-3.0-or-later
"""The window: Qt views on the session.

`main` is the table of contents (start-up order). `adapter.Desk` is the only class that knows
the session; `looking.Looking` is what the user looks at; views take plain values
(`app.core.changes`) and emit signals, and `window` wires them. Nothing here is imported by
the command line, and nothing is imported by this file, so that `import app.desktop` stays free.
"""
