"""A whole league in one process, without HTTP, for tests of a player."""
import random
from types import SimpleNamespace

from .agent import now
from .outcome import decided
from .schedule import round_robin

LEAGUE, REFEREE, TOKEN = "memory", "referee:REF01", "a token of the referee"


def play_league(players, seed=1):
    """Plays each pair once. Returns the results, each with `match_id`, `status`, `winner`, `score` and `details`."""
    numbers = random.Random(seed)
    ids = {f"P{index:02}": player for index, player in enumerate(players, 1)}
    for player_id, player in ids.items():
        register(player, player_id)
    rounds = round_robin(list(ids), ["REF01"])
    return [play_match(match, ids, numbers) for one in rounds for match in one["matches"]]


def register(player, player_id):
    """Sets the values that a player gets at its registration."""
    player.id, player.token, player.league_id = player_id, f"a token of {player_id}", LEAGUE
    player.sender = f"player:{player_id}"
    player.registered.set()


def play_match(match, players, numbers):
    pair = [match["player_A_id"], match["player_B_id"]]
    sides = [
        SimpleNamespace(id=one, opponent_id=other, role=role, choice=None)
        for one, other, role in zip(pair, reversed(pair), ("PLAYER_A", "PLAYER_B"))
    ]

    def call(side, method, message_type, **fields):
        message = {
            "protocol": "league.v2",
            "message_type": message_type,
            "sender": REFEREE,
            "auth_token": TOKEN,
            "timestamp": now(),
            "conversation_id": f"conv-{match['match_id']}",
            "match_id": match["match_id"],
            "game_type": "even_odd",
        }
        return players[side.id].handle(method, {**message, **fields})

    for side in sides:
        place = {"league_id": LEAGUE, "round_id": match["round_id"], "opponent_id": side.opponent_id}
        answer = call(
            side, "handle_game_invitation", "GAME_INVITATION", role_in_match=side.role, **place
        )
        assert answer["accept"] is True, f"{side.id} declined"
    for side in sides:
        context = {
            "opponent_id": side.opponent_id,
            "round_id": match["round_id"],
            "your_standings": {"wins": 0, "losses": 0, "draws": 0},
        }
        fields = {"player_id": side.id, "context": context, "deadline": now(30)}
        side.choice = call(side, "choose_parity", "CHOOSE_PARITY_CALL", **fields)["parity_choice"]
        assert side.choice in ("even", "odd"), f"{side.id} chose {side.choice!r}"
    result = decided(sides, numbers.randint(1, 10))
    game_result = {
        "status": result["status"],
        "winner_player_id": result["winner"],
        **result["details"],
    }
    for side in sides:
        call(side, "notify_match_result", "GAME_OVER", game_result=game_result)
    return {"match_id": match["match_id"], **result}
