"""The code of the page and of the README runs as it is shown."""
import io
import json
import re
import subprocess
import sys
import unittest
from contextlib import redirect_stderr
from pathlib import Path
from unittest.mock import patch

import league_v2

ROOT = Path(__file__).parents[4]
ANSWER = json.loads((ROOT / "generated/vectors/messages.json").read_text("utf-8"))["canonical"]["LeagueQueryResponse"]["valid"][0]


class DocsTest(unittest.TestCase):
    def test_the_code_of_the_page(self):
        page = (ROOT / "conformance/docs/python-agents.md").read_text("utf-8")
        names = {"token": "a token"}
        with patch("league_v2.serve") as serve, patch("league_v2.client.call", return_value=ANSWER):
            with redirect_stderr(io.StringIO()):
                for block in re.findall(r"```python\n(.*?)```", page, re.DOTALL):
                    exec(block, names)
        self.assertEqual(serve.call_args.kwargs, {"port": 8101, "league": "http://127.0.0.1:8000/mcp"})
        self.assertEqual(len(names["results"]), 1)
        self.assertEqual(names["answer"], ANSWER)

    def test_the_readme_shows_the_player_of_the_page(self):
        page, readme = ((ROOT / path).read_text("utf-8") for path in ("conformance/docs/python-agents.md", "generated/python/README.md"))
        [player] = re.findall(r"```python\n(.*?)```", readme, re.DOTALL)
        self.assertIn(player, page)

    def test_the_package_starts_as_a_program(self):
        for role in ("player", "referee"):
            made = subprocess.run(
                [sys.executable, "-m", league_v2.__name__, role, "--league", "foo"], capture_output=True, text=True
            )
            self.assertEqual(made.returncode, 2)
            self.assertIn("it must be a URL such as http://127.0.0.1:8000/mcp", made.stderr)


if __name__ == "__main__":
    unittest.main()
