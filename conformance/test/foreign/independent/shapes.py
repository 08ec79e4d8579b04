"""What a message must look like.

A shape is a function from (value, pointer) to its faults, each of them (pointer, keyword, why).
"""
import re


def text(pattern=r".+", longest=float("inf")):
    def faults(value, at):
        if not isinstance(value, str):
            yield at, "type", "must be a string"
        elif len(value) > longest or not re.fullmatch(pattern, value, re.DOTALL):
            yield at, "pattern", f"must match {pattern}"

    return faults


def integer(least=0, most=float("inf")):
    def faults(value, at):
        if isinstance(value, bool) or not isinstance(value, (int, float)) or value % 1 != 0:
            yield at, "type", "must be an integer"
        elif not least <= value <= most:
            yield at, "minimum", f"must be from {least} to {most}"

    return faults


def boolean(value, at):
    if not isinstance(value, bool):
        yield at, "type", "must be true or false"


def one_of(*values):
    def faults(value, at):
        if value not in values or isinstance(value, bool):
            yield at, "enum", f"must be one of {', '.join(map(str, values))}"

    return faults


def nullable(shape):
    return lambda value, at: () if value is None else shape(value, at)


def list_of(shape):
    def faults(value, at):
        if not isinstance(value, list):
            yield at, "type", "must be a list"
            return
        for index, item in enumerate(value):
            yield from shape(item, f"{at}/{index}")

    return faults


def map_of(shape):
    def faults(value, at):
        if not isinstance(value, dict):
            yield at, "type", "must be an object"
            return
        for key, item in value.items():
            yield from shape(item, f"{at}/{key}")

    return faults


def fields(optional=None, **required):
    """An object with these members. Other members are ignored."""

    def faults(value, at):
        if not isinstance(value, dict):
            yield at, "type", "must be an object"
            return
        for name, shape in {**required, **(optional or {})}.items():
            if name in value:
                yield from shape(value[name], f"{at}/{name}")
            elif name in required:
                yield f"{at}/{name}", "required", "is missing"

    return faults


# ---- the parts that several messages share

ID, ROUND, COUNT = text(r"[A-Za-z0-9][A-Za-z0-9._:-]*", 128), integer(1), integer()
TEXT, ANY_TEXT, PARITY = text(), text(r".*"), one_of("even", "odd", None)
ENDPOINT = text(r"https?://.*", 2048)
DATE = r"\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])"
UTC = DATE + r"T(([01]\d|2[0-3]):[0-5]\d:[0-5]\d|23:59:60)(\.\d+)?(Z|\+00:00)"
ENVELOPE = fields(
    protocol=one_of("league.v2"),
    message_type=TEXT,
    timestamp=text(UTC),
    conversation_id=TEXT,
    sender=text(r"league_manager|operator|(referee|player|operator):\S+"),
    optional={"auth_token": nullable(TEXT)},
)
ANYTHING = nullable(map_of(lambda value, at: ()))
NUMBER = nullable(integer(1, 10))
OUTCOME = one_of("WIN", "DRAW", "TECHNICAL_LOSS")
STANDING = fields(
    rank=integer(1),
    player_id=ID,
    played=COUNT,
    wins=COUNT,
    draws=COUNT,
    losses=COUNT,
    points=COUNT,
    optional={"display_name": ANY_TEXT},
)
CHAMPION = fields(player_id=ID, display_name=ANY_TEXT, points=COUNT)
ANNOUNCED_MATCH = fields(
    match_id=ID, game_type=ANY_TEXT, player_A_id=ID, player_B_id=ID, referee_endpoint=ENDPOINT
)

# ---- the messages that players and referees both receive

ROUND_ANNOUNCEMENT = fields(league_id=ID, round_id=ROUND, matches=list_of(ANNOUNCED_MATCH))
LEAGUE_COMPLETED = fields(
    league_id=ID,
    total_rounds=COUNT,
    total_matches=COUNT,
    champion=CHAMPION,
    final_standings=list_of(STANDING),
)
LEAGUE_ERROR = fields(error_code=ANY_TEXT, optional={"error_description": ANY_TEXT, "context": ANYTHING})
SHUTDOWN_COMMAND = fields(optional={"reason": nullable(ANY_TEXT)})
