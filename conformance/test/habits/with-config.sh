#!/bin/sh
# Starts an agent that reads its port and its name from a file, with a copy of that file for this instance.
#   sh with-config.sh ROLE PORT LEAGUE NAME DATA
set -eu
here=$(dirname "$0")
sed -e "s|PORT|$2|" -e "s|LEAGUE|$3|" -e "s|NAME|$4|" "$here/instance.json" > "$5/instance.json"
exec python3 "$here/agent.py" "$1" --config "$5/instance.json"
