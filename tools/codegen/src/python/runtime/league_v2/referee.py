"""A referee: it plays the matches that the league manager gives it, several at once, and reports their results."""
from __future__ import annotations

import queue
import time
from threading import Thread
from typing import Any

from .agent import Agent
from .client import CallError
from .contract import Message, dialect, log, new_conversation, protocol
from .match import GAME_TYPE, Match, draw_number

MATCHES_AT_ONCE = 8
END_SECONDS = 5  # of the 10 that an agent has after SHUTDOWN_ACK
_ORDER = "league_id round_id match_id player_A_id player_B_id player_A_endpoint player_B_endpoint".split()


class Referee(Agent):
    """Override `draw` for another source of numbers. A decided match survives a restart, and is then reported."""

    role = "referee"
    default_port = protocol["ports"]["referee"]["first"]
    register_method = "register_referee"

    def draw(self) -> int:
        return draw_number()

    def restore(self) -> None:
        self.records: dict[str, Message] = self.store.get("matches", {})  # match id -> a match that is decided
        self.under_way: set[str] = set()
        self.waiting: queue.Queue[Message] = queue.Queue()  # further matches wait for a place
        for _ in range(MATCHES_AT_ONCE):
            Thread(target=self._work, daemon=True).start()

    def about_itself(self) -> Message:
        return {**super().about_itself(), "max_concurrent_matches": MATCHES_AT_ONCE}

    def state(self) -> str:
        return "REGISTERED" if self.registered.is_set() else "REGISTERING"

    # ---- assignments

    def run_match(self, request: Message) -> Message:
        self._take({name: request.get(name) for name in _ORDER})
        return {"status": "acknowledged"}

    def _take(self, order: Message) -> None:
        """Plays a match once. A decided match is reported again: the report may have been lost."""
        match_id = order["match_id"]
        with self.lock:
            if match_id in self.under_way:
                return
            self.under_way.add(match_id)
            record: Message = self.records.get(match_id) or {
                "order": {**order, "league_id": order["league_id"] or self.league_id},
                "conversation": new_conversation(match_id),
                "result": None,
                "announced": False,
            }
        self.waiting.put(record)

    def after_registration(self) -> None:
        """Finishes the matches that were decided before a restart. The others wait to be ordered again."""
        for record in list(self.records.values()):
            if not record["reported"]:
                self._take(record["order"])

    def before_end(self) -> None:
        """Matches that have begun are played and reported if the time allows it. A decided match that is
        not reported by then is reported after the next start; the others are for another referee."""
        until = time.monotonic() + END_SECONDS
        while self.waiting.unfinished_tasks and time.monotonic() < until:
            time.sleep(0.05)

    def _work(self) -> None:
        while True:
            record = self.waiting.get()
            if not self.stopped.is_set():
                self._play(record)
            self.waiting.task_done()

    def _play(self, record: Message) -> None:
        match_id = record["order"]["match_id"]
        try:
            match = Match(self, record["order"], record["conversation"])
            result: Message = record["result"] or match.play(self._standings(), self.draw)
            if record["result"] is None:
                self._keep(record, result=result, reported=False)
            if not record["announced"]:
                match.announce_result(result)
                self._keep(record, announced=True)
            self._keep(record, reported=self._report(record))
        except Exception as error:  # one match that fails must not end the others
            log(f"{match_id}: {error!r}", "error")
        finally:
            self.under_way.discard(match_id)

    def _keep(self, record: Message, **news: Any) -> None:
        with self.lock:
            record.update(news)
            self.records[record["order"]["match_id"]] = record
            self.store.put("matches", self.records)

    # ---- calls to the league manager

    def _standings(self) -> dict[str, Message]:
        """Each player's standing, filled in when the league manager answers. No message waits for it."""
        known: dict[str, Message] = {}

        def ask() -> None:
            fields = {"league_id": self.league_id, "query_type": "GET_STANDINGS"}
            query = dialect.build("LeagueQuery", self.identity(new_conversation("standings")), fields)
            try:
                answer = self.client(self.league).call("league_query", query, attempts=1)
                for row in answer["data"]["standings"]:
                    known[row["player_id"]] = {name: row[name] for name in ("wins", "losses", "draws", "points")}
            except (CallError, KeyError, TypeError) as error:
                log(f"the standings are not known: {error}", "warn")

        Thread(target=ask, daemon=True).start()
        return known

    def _report(self, record: Message) -> bool:
        """Whether the league manager has recorded the result."""
        order = record["order"]
        fields = {**order, "game_type": GAME_TYPE, "result": record["result"]}

        def must_name_the_match(answer: Message) -> None:
            if answer.get("match_id") != order["match_id"]:
                raise CallError("the acknowledgement names another match")

        message = dialect.build("MatchResultReport", self.identity(record["conversation"]), fields)
        try:
            self.client(self.league).call("report_match_result", message, accept=must_name_the_match)
            return True
        except CallError as error:
            log(f"report of {order['match_id']}: {error}", "warn")
            return False
