import unittest

from league_v2.testing import play_league
from player import MyPlayer


class PlayerTest(unittest.TestCase):
    def test_plays_every_match_of_a_league(self):
        results = play_league([MyPlayer(f"Player {number}") for number in range(1, 5)], seed=7)
        self.assertEqual(len(results), 6)
        for result in results:
            self.assertIn(result["status"], ("WIN", "DRAW"))


if __name__ == "__main__":
    unittest.main()
