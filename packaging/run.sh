#!/bin/bash
# SPDX-License-Identifier: AGPL-3.0-or-later
# `make run`: converts $FILE, says where the result is, and opens the window on it if there is a display.
# Without FILE it takes the sample and writes to build/run, so that the checkout stays clean.
set -euo pipefail
program=${VENV:-.venv}/bin/copyholder
sample=resources/sample.pdf
file=${FILE:-$sample}

if [ "$file" = "$sample" ]; then
    mkdir -p build/run
    "$program" convert "$file" --out build/run --yes && code=0 || code=$?
else
    "$program" convert "$file" --yes && code=0 || code=$?
fi

if [ -n "${DISPLAY:-}" ] || [ -n "${WAYLAND_DISPLAY:-}" ]; then
    if [ "$(id -u)" -eq 0 ]; then
        echo "You are root, where the browser's sandbox does not work: the window shows the plainer preview." >&2
    fi
    "$program" "$file"
else
    echo "There is no display here, so the window stays closed. On a desktop: $program \"$file\"" >&2
fi
exit "$code"
