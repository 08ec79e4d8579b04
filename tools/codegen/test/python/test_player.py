"""A player whose strategy fails still answers in time."""
import asyncio
import io
import time
import unittest
from contextlib import redirect_stderr
from unittest.mock import patch

from league_v2 import Identity, InvalidMessage, Machine, Player, check, methods, protocol, reply
from league_v2.messages import build_game_join_ack
from league_v2.testing import play_league


def player_of(strategy):
    class Tested(Player):
        def choose(self, turn):
            return strategy(turn)

    return Tested


def choices_of(strategy):
    """What a player of this strategy, and its opponent, chose in one match."""
    budget = {"strategy_margin_ms": methods["choose_parity"].deadline_ms - 50}
    with patch.dict(protocol, budget), redirect_stderr(io.StringIO()):
        [result] = play_league([player_of(strategy)("Tested"), player_of(lambda turn: "odd")("Other")])
    return result["details"]["choices"]


def throws(turn):
    raise RuntimeError("no idea")


class PlayerTest(unittest.TestCase):
    def test_the_choice_of_the_strategy_is_sent(self):
        self.assertEqual(choices_of(lambda turn: "odd"), {"P01": "odd", "P02": "odd"})

    def test_a_strategy_may_be_a_coroutine(self):
        async def waits(turn):
            await asyncio.sleep(0)
            return "odd"

        self.assertEqual(choices_of(waits)["P01"], "odd")

    def test_a_strategy_that_fails_gives_the_fallback(self):
        for strategy in (lambda turn: time.sleep(40), throws, lambda turn: "ODD", lambda turn: {}):
            self.assertEqual(choices_of(strategy)["P01"], "even")

    def test_a_player_remembers_the_choices_of_its_opponent(self):
        with redirect_stderr(io.StringIO()):
            players = [player_of(lambda turn: "even")("Tested"), player_of(lambda turn: "odd")("Other")]
            play_league(players)
        self.assertEqual(players[0].opponent("P02").last_choice, "odd")
        self.assertEqual(players[0].statistics()["played"], 1)

    def test_a_reply_copies_the_conversation_and_the_match(self):
        request = {"message_type": "CHOOSE_PARITY_CALL", "conversation_id": "c", "match_id": "R1M1", "player_id": "P01"}
        made = reply(request, Identity("player:P01", auth_token="t"), parity_choice="even")
        self.assertEqual((made["conversation_id"], made["match_id"]), ("c", "R1M1"))
        check("ChooseParityResponse", made)
        with self.assertRaisesRegex(TypeError, "has no field choise"):
            reply(request, Identity("player:P01", auth_token="t"), choise="even")

    def test_a_builder_needs_the_token_of_a_registered_sender(self):
        fields = {"match_id": "R1M1", "player_id": "P01", "arrival_timestamp": "x", "accept": True}
        with self.assertRaisesRegex(TypeError, "needs an identity with auth_token"):
            build_game_join_ack(Identity("player:P01", "c"), **fields)
        made = build_game_join_ack(Identity("player:P01", "c", "t"), **fields)
        with self.assertRaises(InvalidMessage) as raised:
            check("GameJoinAck", {**made, "accept": "true"})
        self.assertEqual(raised.exception.violations[0]["hint"], "Write true or false without quotes.")

    def test_a_machine_takes_only_the_transitions_of_its_table(self):
        machine = Machine("player")
        self.assertFalse(machine.fire("accepted"))
        self.assertTrue(machine.fire("register") and machine.fire("accepted"))
        self.assertEqual(machine.state, "REGISTERED")


if __name__ == "__main__":
    unittest.main()
