#!/usr/bin/env python3
"""An agent in plain Python with one fault, or with none.

    python3 agent.py player --fault joins-late --port 8101 --league http://127.0.0.1:8000/mcp
    python3 agent.py player --list

The agents are written by hand, from the contract only: they share no code with what is generated. The faults were written from the contract, not from the suite's checks.
"""
import json
import sys

import manager
import player
import referee
from faults import manager_faults, manager_league_faults, player_faults, referee_faults
from faults import referee_match_faults, transport_faults, transport_http_faults

COMMON = [*transport_faults.FAULTS, *transport_http_faults.FAULTS]
AGENTS = {
    "player": (player, [*player_faults.FAULTS, *COMMON]),
    "referee": (referee, [*referee_faults.FAULTS, *referee_match_faults.FAULTS, *COMMON]),
    "manager": (manager, [*manager_faults.FAULTS, *manager_league_faults.FAULTS, *COMMON]),
}


def main(words):
    role, *rest = words
    program, faults = AGENTS[role]
    faults = [fault for fault in faults if role in fault.roles]
    if rest == ["--list"]:
        print(json.dumps([{"id": one.id, "clauses": one.clauses.split(), "does": one.does} for one in faults]))
        return
    if rest[:1] == ["--fault"]:
        chosen, rest = rest[1], rest[2:]
        next(one for one in faults if one.id == chosen).install()
    program.from_arguments(rest).run()


if __name__ == "__main__":
    main(sys.argv[1:])
