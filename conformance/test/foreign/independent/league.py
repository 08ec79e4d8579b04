"""The records of one league: its members, schedule, results and standings."""
import secrets
from threading import Condition

from .outcome import POINTS
from .store import Store

PREFIXES = {"player": "P", "referee": "REF"}


class League:
    """Every change is stored before its method returns. `changed` guards all records and signals results."""

    def __init__(self, data):
        self.store = Store(data, "league_manager.json")
        self.changed = Condition()
        self.id = self.store.get("league_id") or f"league_{secrets.token_hex(4)}"
        self.members = self.store.get("members", {})  # id -> member, in the order of registration
        self.rounds = self.store.get("rounds", [])
        self.assigned = self.store.get("assigned", {})  # match id -> the referee that has it
        self.results = self.store.get("results", {})  # match id -> result
        self.completed_rounds = self.store.get("completed_rounds", 0)
        self.is_over = self.store.get("is_over", False)

    def save(self):
        self.store.values = {
            "league_id": self.id,
            "members": self.members,
            "rounds": self.rounds,
            "assigned": self.assigned,
            "results": self.results,
            "completed_rounds": self.completed_rounds,
        }
        self.store.put("is_over", self.is_over)

    def state(self):
        if not self.rounds:
            return "WAITING_FOR_REGISTRATIONS"
        return "LEAGUE_COMPLETE" if self.is_over else "RUNNING_LEAGUE"

    # ---- members

    def of_role(self, role):
        return [member for member in self.members.values() if member["role"] == role]

    def admit(self, role, meta, conversation):
        """A new member, with an id and a token of its own."""
        number = len(self.of_role(role)) + 1
        member = {
            "id": f"{PREFIXES[role]}{number:02}",
            "role": role,
            "token": secrets.token_hex(16),
            "name": meta["display_name"],
            "endpoint": meta["contact_endpoint"],
            "conversation": conversation,
            "places": meta.get("max_concurrent_matches", 1),
        }
        self.members[member["id"]] = member
        self.save()
        return member

    # ---- schedule

    def draw_schedule(self):
        players, referees = (
            [member["id"] for member in self.of_role(role)] for role in ("player", "referee")
        )
        self.rounds = round_robin(players, referees)
        self.save()

    def matches(self):
        return [match for round_ in self.rounds for match in round_["matches"]]

    def match(self, match_id):
        return next((match for match in self.matches() if match["match_id"] == match_id), None)

    # ---- results

    def assign(self, match, referee_id):
        with self.changed:
            self.assigned[match["match_id"]] = referee_id
            self.save()

    def record(self, match_id, result):
        """The first result of a match counts. Returns the one that counts."""
        with self.changed:
            if match_id not in self.results:
                self.results[match_id] = result
                self.save()
                self.changed.notify_all()
            return self.results[match_id]

    def wait_for_result(self, match_id, seconds):
        with self.changed:
            return self.changed.wait_for(lambda: match_id in self.results, seconds)

    def complete_round(self, round_id):
        with self.changed:
            self.completed_rounds = round_id
            self.save()

    def complete(self):
        with self.changed:
            self.is_over = True
            self.save()

    def standings(self):
        rows = {
            player["id"]: {
                "player_id": player["id"],
                "display_name": player["name"],
                "played": 0,
                "wins": 0,
                "draws": 0,
                "losses": 0,
                "points": 0,
            }
            for player in self.of_role("player")
        }
        for result in list(self.results.values()):
            for player_id, points in result["score"].items():
                row = rows[player_id]
                row["played"] += 1
                row["points"] += points
                row[
                    "wins" if points == POINTS["win"] else "draws" if points == POINTS["draw"] else "losses"
                ] += 1
        order = sorted(rows.values(), key=lambda row: (-row["points"], -row["wins"], row["player_id"]))
        return [{"rank": rank, **row} for rank, row in enumerate(order, start=1)]


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
