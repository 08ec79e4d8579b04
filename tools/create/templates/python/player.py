"""The player: `league_v2` is the protocol, `strategy` chooses."""
import strategy
from league_v2 import Player, main


class MyPlayer(Player):
    def choose(self, turn):
        return strategy.choose(turn)


if __name__ == "__main__":
    main(MyPlayer, name="{{name}}", league="{{league}}")
