# SPDX-License-Identifier: AGPL-3.0-or-later
"""The command line on the core, without Qt.

    main        the edge: commands, exit codes, signals
    arguments   what may be written on the line
    convert     a run over many inputs, driven by the session's changes
    jobs        one input of a run: where it goes, what became of it
    report      the report file, one JSON object a page
    progress    bars on a terminal, plain lines elsewhere
    console     printing what any console can show
    stored      export, library: documents of the library
    doctor      what is installed and found
"""
