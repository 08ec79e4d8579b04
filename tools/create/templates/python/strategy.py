"""The choice for one match. Replace it by your own."""
import random


def choose(context):
    """Returns "even" or "odd" within 30 s.

    `context` has the referee's data: opponent_id, round_id and your_standings.
    """
    return random.choice(["even", "odd"])
