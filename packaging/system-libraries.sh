#!/bin/bash
# SPDX-License-Identifier: AGPL-3.0-or-later
# Debian and Ubuntu packages that wheels cannot bring: `system-libraries.sh venv|window|test`.
# Installs what is missing when root, else prints the one line to run. Without dpkg (another
# system) it does nothing. Ends with 1 only if something needed now is still missing.
set -euo pipefail

# Qt's own needs, then its xcb platform, then WebEngine's (what the PySide6 wheels do not hold).
window=(libegl1 libgl1 libxkbcommon0 libdbus-1-3 libfontconfig1 libglib2.0-0
    libxcb-cursor0 libxcb-icccm4 libxcb-keysyms1 libxcb-shape0 libxkbcommon-x11-0
    libxcomposite1 libxdamage1 libxrandr2 libxtst6 libasound2 libnss3 libxkbfile1)
# A display and a hand for the tests, and Tesseract's data for scripts the small OCR cannot read.
tests=(xvfb xauth xdotool tesseract-ocr-osd tesseract-ocr-eng tesseract-ocr-deu tesseract-ocr-fra
    tesseract-ocr-rus tesseract-ocr-ukr tesseract-ocr-ell tesseract-ocr-ara tesseract-ocr-heb tesseract-ocr-hin
    tesseract-ocr-jpn tesseract-ocr-jpn-vert tesseract-ocr-kor tesseract-ocr-tha)

installed() { [ "$(dpkg-query -W -f='${db:Status-Status}' "$1" 2>/dev/null || true)" = installed ]; }

case "${1:?venv, window or test}" in
    venv) wanted=("python$("${2:?the Python}" -c 'import sys; print("%d.%d" % sys.version_info[:2])')-venv") ;;
    window) wanted=("${window[@]}") ;;
    test) wanted=("${window[@]}" "${tests[@]}") ;;
    *) echo "usage: $0 venv PYTHON | window | test" >&2; exit 2 ;;
esac

command -v dpkg-query >/dev/null && command -v apt-get >/dev/null || exit 0
missing=()
for name in "${wanted[@]}"; do
    # Debian 13 and Ubuntu 24.04 renamed some libraries to NAMEt64
    installed "$name" || installed "${name}t64" || missing+=("$name")
done
[ ${#missing[@]} -gt 0 ] || exit 0

if [ "$(id -u)" -ne 0 ]; then
    echo "Missing system packages. Please run:" >&2
    echo "    sudo apt-get install --no-install-recommends ${missing[*]}" >&2
    [ "$1" != venv ]
    exit
fi

echo "Installing ${#missing[@]} system packages: ${missing[*]}" >&2
export DEBIAN_FRONTEND=noninteractive
apt-get update -qq </dev/null >&2
names=()
for name in "${missing[@]}"; do
    if apt-cache show "${name}t64" >/dev/null 2>&1; then names+=("${name}t64"); else names+=("$name"); fi
done
apt-get install -y -qq --no-install-recommends "${names[@]}" </dev/null >/dev/null
