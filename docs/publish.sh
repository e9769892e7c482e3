#!/bin/sh
# For any CI: in a checkout, on a machine with Python 3.11 or newer, Node and make. Then publish the folder (default: public).
#     sh docs/publish.sh [FOLDER] [--lab]
set -eu
cd "$(dirname "$0")/.."
[ $# -gt 0 ] || set -- public
make site ARGS="$*"
test -f "$1/index.html"
