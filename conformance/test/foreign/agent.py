#!/usr/bin/env python3
"""An agent in plain Python with one fault or one habit, or with none.

    python3 agent.py player --with joins-late --port 8101 --league http://127.0.0.1:8000/mcp
    python3 agent.py player --list

The agents are written by hand, from the contract only: they share no code with what is generated. The faults were written from the contract, not from the suite's checks.
"""
import json
import sys

import manager
import player
import referee
from faults import habits, manager_faults, manager_league_faults, member_faults, player_faults, referee_faults
from faults import referee_match_faults, transport_faults, transport_http_faults

COMMON = [*member_faults.FAULTS, *transport_faults.FAULTS, *transport_http_faults.FAULTS]
AGENTS = {
    "player": (player, "PLY", [*player_faults.FAULTS, *COMMON]),
    "referee": (referee, "REF", [*referee_faults.FAULTS, *referee_match_faults.FAULTS, *COMMON]),
    "manager": (manager, "LM", [*manager_faults.FAULTS, *manager_league_faults.FAULTS, *COMMON]),
}


def main(words):
    role, *rest = words
    program, prefix, faults = AGENTS[role]
    faults = [one for one in faults if role in one.roles]
    own_habits = [one for one in habits.HABITS if role in one.roles]
    if rest == ["--list"]:
        print(json.dumps([
            *({"id": one.id, "does": one.does, "clauses": clauses_of(one, prefix)} for one in faults),
            *({"id": one.id, "does": one.does, "differs": one.differs} for one in own_habits),
        ]))
        return
    if rest[:1] == ["--with"]:
        chosen, rest = rest[1], rest[2:]
        next(one for one in [*faults, *own_habits] if one.id == chosen).install()
    program.from_arguments(rest).run()


def clauses_of(fault, prefix):
    return [clause for clause in fault.clauses.split() if clause.startswith((f"{prefix}-", "TRN-"))]


if __name__ == "__main__":
    main(sys.argv[1:])
