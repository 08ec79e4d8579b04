"""The emitted package against the vectors that every language is tested by."""
import json
import unittest
from pathlib import Path

from league_v2 import Player, answer_body, dialects, validate

VECTORS = Path(__file__).parents[4] / "generated" / "vectors"


def read(name):
    vectors = json.loads((VECTORS / f"{name}.json").read_text("utf-8"))
    del vectors["$comment"]
    return vectors


def changed(example, miss):
    """The example with one place set or removed."""
    if miss["pointer"] == "":
        return miss["set"]
    copy = json.loads(json.dumps(example))
    *path, last = [key.replace("~1", "/").replace("~0", "~") for key in miss["pointer"].split("/")[1:]]
    parent = copy
    for key in path:
        parent = parent[int(key)] if isinstance(parent, list) else parent[key]
    place = int(last) if isinstance(parent, list) else last
    if "set" in miss:
        parent[place] = miss["set"]
    else:
        del parent[place]
    return copy


class VectorsTest(unittest.TestCase):
    def test_messages(self):
        for dialect, messages in read("messages").items():
            for name, vector in messages.items():
                for example in vector["valid"]:
                    self.assertEqual(validate(name, example, dialects[dialect]), [], name)
                for miss in vector["near_misses"]:
                    found = validate(name, changed(vector["valid"][0], miss), dialects[dialect])
                    places = [{"pointer": one["pointer"], "keyword": one["keyword"]} for one in found]
                    self.assertEqual(places, miss["violations"], f"{name}: {miss['label']}")

    def test_exchanges(self):
        player = Player("Vectors")
        for exchange in read("exchanges")["exchanges"]:
            with self.subTest(exchange["name"]):
                answer = answer_body(player.handle, exchange["body"].encode())
                for one in answer if isinstance(answer, list) else [answer or {}]:
                    one.get("error", {}).pop("data", None)
                self.assertEqual(answer, exchange["answer"])


if __name__ == "__main__":
    unittest.main()
