"""python -m league_v2 player|referee --port PORT --league URL --name NAME"""
import sys

from .agent import main
from .player import Player
from .referee import Referee

_AGENTS = {"player": Player, "referee": Referee}


if __name__ == "__main__":
    _, *_words = sys.argv
    if not _words or _words[0] not in _AGENTS:
        sys.exit("usage: python -m league_v2 player|referee [--port PORT] [--league URL] [--name NAME] [--data FOLDER]")
    sys.argv[0] = f"python3 -m league_v2 {_words[0]}"
    main(_AGENTS[_words[0]], _words[1:])
