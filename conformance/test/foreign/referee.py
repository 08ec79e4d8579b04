"""A league.v2 referee in plain Python: standard library only, no SDK."""
import sys
import time
from threading import Thread

from independent import member
from independent.agent import LEAGUE_MANAGER, Method, new_conversation
from independent.client import CallError, call
from independent.match import Match
from independent.shapes import ANY_TEXT, ENDPOINT, ID, ROUND, fields
from independent.workers import Workers

MATCHES_AT_ONCE = 8
REPORT_ATTEMPTS = 4
REPORT_SECONDS = 10
END_SECONDS = 5  # of the 10 that an agent has after SHUTDOWN_ACK
RUN_MATCH = fields(
    round_id=ROUND,
    match_id=ID,
    player_A_id=ID,
    player_B_id=ID,
    player_A_endpoint=ENDPOINT,
    player_B_endpoint=ENDPOINT,
    optional={"league_id": ID, "game_type": ANY_TEXT},
)


class Referee(member.Member):
    role = "referee"
    register_method, register_message = "register_referee", "REFEREE_REGISTER_REQUEST"

    def __init__(self, *where):
        super().__init__(*where)
        self.records = self.store.get("matches", {})  # match id -> a match that is decided
        self.under_way = set()
        self.places = Workers(MATCHES_AT_ONCE)  # further matches wait for a place

    def about_itself(self):
        return {**super().about_itself(), "max_concurrent_matches": MATCHES_AT_ONCE}

    # ---- assignments

    def run_match(self, params):
        self.take(
            {
                name: params.get(name)
                for name in (
                    "league_id",
                    "round_id",
                    "match_id",
                    "player_A_id",
                    "player_B_id",
                    "player_A_endpoint",
                    "player_B_endpoint",
                )
            }
        )
        return "RUN_MATCH_ACK", {"match_id": params["match_id"], "status": "acknowledged"}

    def take(self, order):
        """Plays a match once. A decided match is reported again: the report may have been lost."""
        match_id = order["match_id"]
        with self.lock:
            if match_id in self.under_way:
                return
            self.under_way.add(match_id)
            record = self.records.get(match_id) or {
                "order": {**order, "league_id": order["league_id"] or self.league_id},
                "conversation": new_conversation(match_id),
                "result": None,
                "announced": False,
            }
        self.places.submit(self.play, record)

    def after_registration(self):
        """Finishes the matches that were decided before a restart. The others wait to be ordered again."""
        for record in list(self.records.values()):
            if not record["reported"]:
                self.take(record["order"])

    def before_end(self):
        """Matches that have begun are played and reported if the time allows it. A decided match that is
        not reported by then is reported after the next start; the others are for another referee."""
        self.places.end(END_SECONDS)

    def play(self, record):
        match_id = record["order"]["match_id"]
        try:
            match = Match(self, record["order"], record["conversation"])
            if record["result"] is None:
                self.keep(record, result=match.play(self.standings()), reported=False)
            if not record["announced"]:
                match.announce_result(record["result"])
                self.keep(record, announced=True)
            self.keep(record, reported=self.report(record))
        except Exception as error:  # one match that fails must not end the others
            print(f"{match_id}: {error!r}", file=sys.stderr)
        finally:
            self.under_way.discard(match_id)

    def keep(self, record, **news):
        with self.lock:
            record.update(news)
            self.records[record["order"]["match_id"]] = record
            self.store.put("matches", self.records)

    # ---- calls to the league manager

    def standings(self):
        """Each player's standing, filled in when the league manager answers. No message waits for it."""
        known = {}

        def ask():
            query = {
                **self.envelope("LEAGUE_QUERY", new_conversation("standings")),
                "league_id": self.league_id,
                "query_type": "GET_STANDINGS",
            }
            try:
                for row in call(self.league, "league_query", query, REPORT_SECONDS)["data"]["standings"]:
                    known[row["player_id"]] = {
                        name: row[name] for name in ("wins", "losses", "draws", "points")
                    }
            except (CallError, KeyError, TypeError) as error:
                print(f"the standings are not known: {error}", file=sys.stderr)

        Thread(target=ask, daemon=True).start()
        return known

    def report(self, record):
        """Whether the league manager has recorded the result."""
        order, result = record["order"], record["result"]
        for attempt in range(REPORT_ATTEMPTS):
            message = {
                **self.envelope("MATCH_RESULT_REPORT", record["conversation"]),
                "league_id": order["league_id"],
                "round_id": order["round_id"],
                "match_id": order["match_id"],
                "game_type": "even_odd",
                "result": result,
            }
            try:
                answer = call(self.league, "report_match_result", message, REPORT_SECONDS)
                if answer.get("match_id") == order["match_id"]:
                    return True
            except CallError as error:
                print(f"report of {order['match_id']}: {error}", file=sys.stderr)
            if attempt + 1 < REPORT_ATTEMPTS:
                time.sleep(0.2 * 2**attempt)
        return False

    methods = {
        **member.Member.methods,
        "run_match": Method("RUN_MATCH", LEAGUE_MANAGER, RUN_MATCH, run_match),
    }
