"""The results that a league manager records."""
from .outcome import score
from .shapes import ANY_TEXT, ID, NUMBER, OUTCOME, PARITY, ROUND, fields, integer, map_of, nullable

DETAILS = fields(
    drawn_number=NUMBER,
    choices=map_of(PARITY),
    optional={"number_parity": PARITY, "reason": nullable(ANY_TEXT)},
)
RESULT = fields(
    winner=nullable(ID), score=map_of(integer(0, 3)), details=DETAILS, optional={"status": OUTCOME}
)
MATCH_RESULT_REPORT = fields(league_id=ID, round_id=ROUND, match_id=ID, game_type=ANY_TEXT, result=RESULT)


def recorded_result(result, match):
    """The result of a report as it is recorded. Raises ValueError with what the rules cannot give."""
    players = [match["player_A_id"], match["player_B_id"]]
    winner, points = result["winner"], result["score"]
    if winner not in [*players, None]:
        raise ValueError(f"/result/winner must be {', '.join(players)} or null")
    status = result.get("status") or inferred_status(winner, points)
    if (status == "WIN" and winner is None) or (status == "DRAW" and winner is not None):
        raise ValueError("/result/winner does not fit the status")
    if points != score(players, status, winner):
        raise ValueError(f"/result/score must be {score(players, status, winner)}")
    details = result["details"]
    return {
        "status": status,
        "winner": winner,
        "score": score(players, status, winner),
        "drawn_number": details["drawn_number"],
        "choices": {player: details["choices"].get(player) for player in players},
    }


def inferred_status(winner, points):
    """One of the source documents has reports without a status."""
    if winner is not None:
        return "WIN"
    return "DRAW" if any(points.values()) else "TECHNICAL_LOSS"


def unplayed_result(match):
    """The result of a match that no referee brought to an end: neither player gets points."""
    players = [match["player_A_id"], match["player_B_id"]]
    return {
        "status": "TECHNICAL_LOSS",
        "winner": None,
        "score": score(players, "TECHNICAL_LOSS", None),
        "drawn_number": None,
        "choices": dict.fromkeys(players),
    }
