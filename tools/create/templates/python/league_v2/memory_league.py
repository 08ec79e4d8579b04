"""A whole league in one process, without HTTP: for tests of a player."""
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
    """What the answer of a league manager changes."""
    player.id, player.token, player.league_id = player_id, f"a token of {player_id}", LEAGUE
    player.sender = f"player:{player_id}"
    player.registered.set()


def play_match(match, players, numbers):
    pair = [match["player_A_id"], match["player_B_id"]]
    seats = [
        SimpleNamespace(id=one, opponent_id=other, role=role, choice=None)
        for one, other, role in zip(pair, reversed(pair), ("PLAYER_A", "PLAYER_B"))
    ]

    def call(seat, method, message_type, **fields):
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
        return players[seat.id].handle(method, {**message, **fields})

    for seat in seats:
        place = {"league_id": LEAGUE, "round_id": match["round_id"], "opponent_id": seat.opponent_id}
        answer = call(
            seat, "handle_game_invitation", "GAME_INVITATION", role_in_match=seat.role, **place
        )
        assert answer["accept"] is True, f"{seat.id} declined"
    for seat in seats:
        context = {
            "opponent_id": seat.opponent_id,
            "round_id": match["round_id"],
            "your_standings": {"wins": 0, "losses": 0, "draws": 0},
        }
        fields = {"player_id": seat.id, "context": context, "deadline": now(30)}
        seat.choice = call(seat, "choose_parity", "CHOOSE_PARITY_CALL", **fields)["parity_choice"]
        assert seat.choice in ("even", "odd"), f"{seat.id} chose {seat.choice!r}"
    result = decided(seats, numbers.randint(1, 10))
    game_result = {
        "status": result["status"],
        "winner_player_id": result["winner"],
        **result["details"],
    }
    for seat in seats:
        call(seat, "notify_match_result", "GAME_OVER", game_result=game_result)
    return {"match_id": match["match_id"], **result}
