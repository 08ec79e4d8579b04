#!/usr/bin/env python3
"""A player on the package league_v2.

    python3 player.py --port 8101 --league http://127.0.0.1:8000/mcp --name "Python Player"
"""
from league_v2 import Player, main


class Echo(Player):
    def choose(self, turn):
        """Replace this by your own."""
        return "odd" if turn.opponent.last_choice == "even" else "even"


if __name__ == "__main__":
    main(Echo, name="Python Player")
