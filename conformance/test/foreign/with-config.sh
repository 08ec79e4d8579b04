#!/bin/sh
# Starts a player that reads its options from a file, one file for each instance: sh with-config.sh OPTIONS...
set -eu
printf '%s\n' "$@" > "$DATA_DIR/options"
exec python3 agent.py player "@$DATA_DIR/options"
