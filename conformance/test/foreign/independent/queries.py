"""The questions that a player or a referee may ask about its league."""
from .shapes import ID, fields, nullable, one_of

QUERY_TYPE = one_of("GET_STANDINGS", "GET_SCHEDULE", "GET_NEXT_MATCH", "GET_PLAYER_STATS")
QUERY_PARAMS = fields(optional={"player_id": nullable(ID)})
LEAGUE_QUERY = fields(
    query_type=QUERY_TYPE, optional={"league_id": ID, "query_params": nullable(QUERY_PARAMS)}
)


def answer_query(league, query_type, player_id):
    """The fields of the answer that differ from query to query: success, and data or error."""
    if not league.rounds:
        return failed("E008", "the league has not started yet")
    if query_type == "GET_STANDINGS":
        return answered(standings=league.standings())
    if query_type == "GET_SCHEDULE":
        return answered(schedule=schedule(league))
    if league.members.get(player_id, {}).get("role") != "player":
        return failed("E005", f"{player_id} is not a player of this league")
    if query_type == "GET_NEXT_MATCH":
        return answered(next_match=next_match(league, player_id))
    return answered(stats=next(row for row in league.standings() if row["player_id"] == player_id))


def answered(**data):
    return {"success": True, "data": data, "error": None}


def failed(code, why):
    return {"success": False, "data": None, "error": {"error_code": code, "error_description": why}}


def schedule(league):
    shown = ("match_id", "player_A_id", "player_B_id", "referee_id")
    rounds = [
        {
            "round_id": one["round_id"],
            "matches": [{name: match[name] for name in shown} for match in one["matches"]],
        }
        for one in league.rounds
    ]
    return {"rounds": rounds, "total_matches": len(league.matches())}


def next_match(league, player_id):
    for match in league.matches():
        players = [match["player_A_id"], match["player_B_id"]]
        if player_id in players and match["match_id"] not in league.results:
            players.remove(player_id)
            return {
                "round_id": match["round_id"],
                "match_id": match["match_id"],
                "opponent_id": players[0],
            }
    return None
