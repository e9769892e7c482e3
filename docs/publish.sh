#!/bin/sh
# For any CI: in a checkout, on a machine with Python 3.11 or newer, Node and make. Then publish the folder (default: public).
#     sh docs/publish.sh [FOLDER] [--docs] [--sheets]
set -eu
cd "$(dirname "$0")/.."
folder=public
case "${1--}" in -*) ;; *) folder=$1; shift ;; esac
make site ARGS="$folder $*"
test -f "$folder/index.html"
