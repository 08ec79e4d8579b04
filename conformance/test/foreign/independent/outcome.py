"""Who wins a match of Even/Odd: pure functions of what became of its two players."""

POINTS = {"win": 3, "draw": 1, "loss": 0}
FAILURES = {
    "declined": "declined the invitation",
    "late": "gave no valid answer in time",
    "unreachable": "could not be reached",
}


def decided(players, number):
    """Both players chose: the one that chose the parity of the number wins, unless both did."""
    parity = "even" if number % 2 == 0 else "odd"
    right = [player.id for player in players if player.choice == parity]
    fact = f"Number {number} is {parity}."
    if len(right) == 1:
        return result(players, "WIN", right[0], f"{fact} {right[0]} chose it and wins.", number, parity)
    both = "right" if right else "wrong"
    return result(players, "DRAW", None, f"{fact} Both players were {both}. Draw.", number, parity)


def forfeited(players):
    """At least one player failed before the number was drawn."""
    failed = [player for player in players if player.failure]
    late = [player for player in failed if player.failure == "late"]
    facts = " ".join(f"{player.id} {FAILURES[player.failure]}." for player in failed)
    if len(failed) == 1:
        winner = failed[0].opponent_id
    elif late and any(player.failure == "declined" for player in failed):
        winner = late[0].id
    else:
        winner = None
    if winner is None and late:
        return result(players, "DRAW", None, f"{facts} Draw.")
    return result(players, "TECHNICAL_LOSS", winner, f"{facts} {winner or 'Neither player'} wins.")


def result(players, status, winner, reason, number=None, parity=None):
    """The result as MATCH_RESULT_REPORT carries it."""
    return {
        "status": status,
        "winner": winner,
        "score": score([player.id for player in players], status, winner),
        "details": {
            "drawn_number": number,
            "number_parity": parity,
            "choices": {player.id: player.choice for player in players},
            "reason": reason,
        },
    }


def score(player_ids, status, winner):
    """The points that the rules give each player."""
    if status == "DRAW":
        return dict.fromkeys(player_ids, POINTS["draw"])
    return {player_id: POINTS["win" if player_id == winner else "loss"] for player_id in player_ids}
