"""The schedule of a league."""


def round_robin(players, referees):
    """Each pair once, by the circle method: the first player stays, the others move by one place a round."""
    # The opponent of None sits the round out.
    fixed, *others = players if len(players) % 2 == 0 else [*players, None]
    dealt, rounds = 0, []
    for round_id in range(1, len(others) + 1):
        first, second, *rest = [fixed, *others[round_id - 1 :], *others[: round_id - 1]]
        pairs = [(first, second), *zip(rest[: len(rest) // 2], reversed(rest))]
        matches = []
        for one, two in pairs:
            if one is None or two is None:
                continue
            # The earlier registered player is player A in round 1, and the later one afterwards (IS 2.2.4).
            player_a, player_b = sorted((one, two), key=players.index, reverse=round_id > 1)
            matches.append(
                {
                    "match_id": f"R{round_id}M{len(matches) + 1}",
                    "round_id": round_id,
                    "player_A_id": player_a,
                    "player_B_id": player_b,
                    "referee_id": referees[dealt % len(referees)],
                }
            )
            dealt += 1
        rounds.append({"round_id": round_id, "matches": matches})
    return rounds
