"""The messages that only players receive."""
from .shapes import (
    ANY_TEXT,
    ANYTHING,
    COUNT,
    ID,
    NUMBER,
    OUTCOME,
    PARITY,
    ROUND,
    STANDING,
    TEXT,
    fields,
    list_of,
    map_of,
    nullable,
    one_of,
)

OWN_STANDINGS = fields(wins=COUNT, losses=COUNT, draws=COUNT, optional={"points": nullable(COUNT)})
CONTEXT = fields(opponent_id=ID, round_id=ROUND, optional={"your_standings": OWN_STANDINGS})
RESULT = fields(
    status=OUTCOME,
    winner_player_id=nullable(ID),
    drawn_number=NUMBER,
    number_parity=PARITY,
    choices=map_of(PARITY),
    reason=ANY_TEXT,
)
RETRY = fields(retry_count=COUNT, max_retries=COUNT, optional={"next_retry_at": nullable(TEXT)})
GAME_INVITATION = fields(
    league_id=ID,
    round_id=ROUND,
    match_id=ID,
    game_type=ANY_TEXT,
    role_in_match=one_of("PLAYER_A", "PLAYER_B"),
    opponent_id=ID,
)
CHOOSE_PARITY_CALL = fields(match_id=ID, player_id=ID, game_type=ANY_TEXT, context=CONTEXT, deadline=TEXT)
GAME_OVER = fields(match_id=ID, game_type=ANY_TEXT, game_result=RESULT)
GAME_ERROR = fields(
    match_id=ID,
    error_code=ANY_TEXT,
    optional={
        "error_description": ANY_TEXT,
        "action_required": nullable(ANY_TEXT),
        "consequence": nullable(ANY_TEXT),
        "affected_player": nullable(ID),
        "retry_info": nullable(RETRY),
    },
)
STANDINGS_UPDATE = fields(league_id=ID, round_id=ROUND, standings=list_of(STANDING))
ROUND_COMPLETED = fields(
    league_id=ID,
    round_id=ROUND,
    matches_played=COUNT,
    next_round_id=nullable(ROUND),
    optional={"summary": ANYTHING},
)
