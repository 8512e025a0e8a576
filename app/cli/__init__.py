# SPDX-License-Identifier: AGPL-3.0-or-later
"""The command line on the core, without Qt.

    main        the edge: commands, exit codes, and that no traceback is seen
    arguments   what may be written on the line
    checks      files named on the line, looked at before anything is touched
    convert     from the arguments to a run, and its end in words
    conversion  a run over many inputs, following the session's changes
    jobs        one input of a run: where it goes, what became of it
    outlet      where results go: folders or standard output
    report      the report file, one JSON object a page
    progress    a bar on a terminal, plain lines elsewhere
    console     printing what any console can show
    words       problems in the words of a command line
    stored      export and library: documents of the library
    doctor      what is installed and found
"""
