import unittest

from league_v2.memory_league import play_league
from player import MyPlayer


class PlayerTest(unittest.TestCase):
    def test_plays_every_match_of_a_league(self):
        players = [MyPlayer(f"Player {number}", 8100 + number, "") for number in range(1, 5)]
        results = play_league(players, seed=7)
        self.assertEqual(len(results), 6)
        for result in results:
            self.assertIn(result["status"], ("WIN", "DRAW"))


if __name__ == "__main__":
    unittest.main()
