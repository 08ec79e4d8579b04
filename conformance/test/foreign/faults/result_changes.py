"""Faults in the result of a referee's match: who wins, the number, the score."""
import secrets

from independent import match, outcome

from .hooks import wrapped


def lost_by(change):
    """`change(players, result)` of a match that was forfeited."""

    def around(original, players):
        return change(players, original(players))

    return wrapped(match, "forfeited", around)


def as_win(players, own):
    return {**own, "status": "WIN"} if own["winner"] else own


def loser_wins(players, own):
    if not own["winner"]:
        return own
    loser = next(player.id for player in players if player.id != own["winner"])
    return outcome.result(players, "TECHNICAL_LOSS", loser, "The other one wins.")


def first_wins(players, own):
    return own if own["winner"] else outcome.result(players, "TECHNICAL_LOSS", players[0].id, "The first one wins.")


def nothing_for_both(players, own):
    return own if own["winner"] else outcome.result(players, "TECHNICAL_LOSS", None, "Neither player wins.")


def unreported(players, own):
    raise RuntimeError("this match has failed")


def number(draw):
    """`draw(players)` in place of a number from 1 to 10."""
    return wrapped(match, "decided", lambda original, players, drawn: original(players, draw(players)))


def result(change):
    """`change(players, result)` of a match that was played."""
    return wrapped(match, "decided", lambda original, players, drawn: change(players, original(players, drawn)))


def parity_inverted(players, own):
    own["details"]["number_parity"] = {"even": "odd", "odd": "even"}[own["details"]["number_parity"]]
    return own


def wrong_one_wins(players, own):
    if not own["winner"]:
        return own
    loser = next(player.id for player in players if player.id != own["winner"])
    return {**own, "winner": loser, "score": outcome.score([one.id for one in players], "WIN", loser)}


def a_wins_draws(players, own):
    if own["winner"]:
        return own
    one = players[0].id
    return {**own, "status": "WIN", "winner": one, "score": outcome.score([each.id for each in players], "WIN", one)}


def b_never_wins(players, own):
    return own if own["winner"] != players[1].id else {**own, "status": "DRAW", "winner": None, "score": outcome.score([each.id for each in players], "DRAW", None)}


def choices_swapped(players, own):
    a, b = players
    own["details"]["choices"] = {a.id: b.choice, b.id: a.choice}
    return own


def against_a(players):
    """A number that the first player did not choose, four times out of five."""
    drawn = secrets.randbelow(10) + 1
    is_wanted = (drawn % 2 == 0) == (players[0].choice == "odd") or secrets.randbelow(5) == 0
    return drawn if is_wanted else drawn % 10 + 1
