"""A whole league in one process, without HTTP, for tests of a player."""
from __future__ import annotations

import random
from itertools import combinations
from typing import Any, Sequence

from .contract import Identity, Message, dialect, now
from .match import GAME_TYPE, Contestant, decided
from .player import Player

_LEAGUE = "memory"


def play_league(players: Sequence[Player], seed: int = 1) -> list[Message]:
    """Plays each pair once. Returns the results, each with `match_id`, `status`, `winner`, `score` and `details`."""
    numbers = random.Random(seed)
    ids = {f"P{index:02}": player for index, player in enumerate(players, 1)}
    for player_id, player in ids.items():
        player.join("", "")
        player.accepted({"player_id": player_id, "auth_token": f"a token of {player_id}", "league_id": _LEAGUE})
    return [
        _play_match(f"R{number}M1", number, pair, ids, numbers) for number, pair in enumerate(combinations(ids, 2), 1)
    ]


def _play_match(
    match_id: str, round_id: int, pair: tuple[str, str], ids: dict[str, Player], numbers: random.Random
) -> Message:
    sides = [Contestant(pair[0], "", "PLAYER_A", pair[1]), Contestant(pair[1], "", "PLAYER_B", pair[0])]
    referee = Identity("referee:REF01", f"conv-{match_id}", "a token of the referee")

    def call(side: Contestant, method: str, name: str, **fields: Any) -> Message:
        message = dialect.build(name, referee, {"match_id": match_id, "game_type": GAME_TYPE, **fields})
        answer: Message = ids[side.id].handle(method, message)
        return answer

    for side in sides:
        place = {"league_id": _LEAGUE, "round_id": round_id, "opponent_id": side.opponent_id}
        answer = call(side, "handle_game_invitation", "GameInvitation", role_in_match=side.role, **place)
        assert answer["accept"] is True, f"{side.id} declined"
    for side in sides:
        standings = {"wins": 0, "losses": 0, "draws": 0}
        context = {"opponent_id": side.opponent_id, "round_id": round_id, "your_standings": standings}
        fields = {"player_id": side.id, "context": context, "deadline": now(30)}
        side.choice = call(side, "choose_parity", "ChooseParityCall", **fields)["parity_choice"]
    result = decided(sides, numbers.randint(1, 10))
    game_result = {"status": result["status"], "winner_player_id": result["winner"], **result["details"]}
    for side in sides:
        call(side, "notify_match_result", "GameOver", game_result=game_result)
    return {"match_id": match_id, **result}
