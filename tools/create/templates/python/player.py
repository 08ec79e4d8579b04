"""The player: `league_v2` implements the protocol, `strategy` chooses."""
import sys

from league_v2 import member, player
from strategy import choose

DEFAULTS = ["--league", "{{league}}", "--name", "{{name}}"]


class MyPlayer(player.Player):
    def strategy(self, context):
        return choose(context)


if __name__ == "__main__":
    # The last value of a repeated option counts.
    member.from_arguments(MyPlayer, 8101, [*DEFAULTS, *sys.argv[1:]]).run()
