#!/bin/sh
# Starts an agent that reads its port and its name from a file, one for each instance.
#   sh with-config.sh ROLE PORT LEAGUE NAME DATA
set -eu
printf '{ "port": "%s", "league": "%s", "name": "%s" }' "$2" "$3" "$4" > "$5/instance.json"
exec python3 "$(dirname "$0")/agent.py" "$1" --config "$5/instance.json"
