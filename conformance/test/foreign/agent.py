#!/usr/bin/env python3
"""An agent in plain Python with one fault or one habit, or with none.

    python3 agent.py player --with joins-late --port 8101 --league http://127.0.0.1:8000/mcp
    python3 agent.py player --list

The agents are written by hand, from the contract only: they share no code with what is generated. The faults were written from the contract, not from the suite's checks.
"""
import argparse
import json
import os

from faults import habits, manager_faults, manager_league_faults, member_faults, player_faults, referee_faults
from faults import referee_match_faults, transport_faults, transport_http_faults
from manager import Manager
from player import Player
from referee import Referee

COMMON = [*member_faults.FAULTS, *transport_faults.FAULTS, *transport_http_faults.FAULTS]
FAULTS = {
    "player": [*player_faults.FAULTS, *COMMON],
    "referee": [*referee_faults.FAULTS, *referee_match_faults.FAULTS, *COMMON],
    "manager": [*manager_faults.FAULTS, *manager_league_faults.FAULTS, *COMMON],
}
CLAUSES = {"player": ("PLY-", "TRN-"), "referee": ("REF-", "TRN-"), "manager": ("LM-", "TRN-")}


def arguments():
    parser = argparse.ArgumentParser(description="A league.v2 agent in plain Python", fromfile_prefix_chars="@")
    parser.add_argument("role", choices=FAULTS)
    parser.add_argument("--list", action="store_true", help="shows the faults and habits of this role, as JSON")
    parser.add_argument("--with", dest="variant", help="the id of a fault or a habit")
    parser.add_argument("--port", type=int, default=8101)
    parser.add_argument("--league", default="http://127.0.0.1:8000/mcp", help="of a player or a referee: the league manager")
    parser.add_argument("--name", default="In Python", help="of a player or a referee")
    parser.add_argument("--players", type=int, default=4, help="the league starts when this many players")
    parser.add_argument("--referees", type=int, default=1, help="and this many referees have registered")
    parser.add_argument("--data", default=os.environ.get("DATA_DIR"), help="a folder for what a restart must not lose")
    return parser.parse_args()


def main():
    chosen = arguments()
    role = chosen.role
    faults = [one for one in FAULTS[role] if role in one.roles]
    own_habits = [one for one in habits.HABITS if role in one.roles]
    if chosen.list:
        print(json.dumps([
            *({"id": one.id, "does": one.does, "clauses": clauses_of(one, role)} for one in faults),
            *({"id": one.id, "does": one.does, "differs": one.differs} for one in own_habits),
        ]))
        return
    if chosen.variant:
        next(one for one in [*faults, *own_habits] if one.id == chosen.variant).install()
    if role == "manager":
        numbers = {"player": chosen.players, "referee": chosen.referees}
        Manager(chosen.port, numbers, chosen.data).run()
    else:
        member = Player if role == "player" else Referee
        member(chosen.name, chosen.port, chosen.league, chosen.data).run()


def clauses_of(fault, role):
    return [clause for clause in fault.clauses.split() if clause.startswith(CLAUSES[role])]


if __name__ == "__main__":
    main()
