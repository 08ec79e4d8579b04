"""The choice for one match. Replace it by your own."""
import random


def choose(turn):
    """Returns "even" or "odd" within `turn.seconds`; after an exception, or too late, "even" is sent.

    `turn` has match_id, round_id, opponent (id, choices, last_choice), history, standings and deadline.
    """
    return random.choice(["even", "odd"])
