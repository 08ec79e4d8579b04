#!/usr/bin/env python3
"""A player of bare handlers: one Python method for each method of the protocol, without a strategy or a memory.

    python3 handlers.py --port 8101 --league http://127.0.0.1:8000/mcp --name Bare
"""
from league_v2 import Agent, main, now


class Bare(Agent):
    role = "player"
    register_method = "register_player"

    def handle_game_invitation(self, invitation):
        return {"player_id": self.id, "accept": True, "arrival_timestamp": now()}

    def choose_parity(self, call):
        return {"parity_choice": "even" if call["context"]["round_id"] % 2 else "odd"}

    def notify_match_result(self, result):
        return self.acknowledged()

    def notify_game_error(self, error):
        return self.acknowledged()

    def update_standings(self, update):
        return self.acknowledged()

    def notify_round_completed(self, completed):
        return self.acknowledged()


if __name__ == "__main__":
    main(Bare, name="Bare")
