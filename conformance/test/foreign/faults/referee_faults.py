"""Faults of a referee around its matches: registration, assignments, GAME_OVER, reports, several matches, and its end."""
import itertools
import threading
import time

import referee
from independent import agent, client, match
from independent.json_rpc import RpcError

from .hooks import Fault, before, both, drop, forgotten, instead, put, refuse, reply, sent, served, wrapped
from .member_faults import meta

REPORT, OVER = "MATCH_RESULT_REPORT", "GAME_OVER"


def result(change):
    """`change(result)` of each report."""
    return sent(REPORT, lambda params: change(params["result"]))


def over(change):
    """`change(game_result)` of each GAME_OVER, a copy of its own."""

    def altered(params):
        own = {**params, "game_result": {**params["game_result"]}}
        change(own["game_result"])
        return own

    return sent(OVER, altered)


def every_second(message_type):
    count = itertools.count(1)
    return before(message_type, lambda self, params: refuse() if next(count) % 2 == 0 else None)


def answered_after_the_match(self, params):
    until = time.monotonic() + 50
    while params["match_id"] in self.under_way and time.monotonic() < until:
        time.sleep(0.05)


def plays_again(self, order):
    """Plays a match whenever it is ordered."""
    record = {
        "order": {**order, "league_id": order["league_id"] or self.league_id},
        "conversation": agent.new_conversation(order["match_id"]),
        "result": None,
        "announced": False,
    }
    self.places.submit(self.play, record)


def full(self, params):
    if len(self.under_way) >= referee.MATCHES_AT_ONCE:
        raise RpcError(-32008, "INVALID_STATE")


def announced_to(players_of, times=1):
    """GAME_OVER this often, and to these players only."""

    def around(original, self, outcome):
        everyone = self.players
        self.players = players_of(self, outcome)
        for _ in range(times):
            original(self, outcome)
        self.players = everyone

    return wrapped(match.Match, "announce_result", around)


def winner_only(self, outcome):
    return [one for one in self.players if outcome["winner"] in (None, one.id)]


def reports_first(self, record):
    """The report, then GAME_OVER."""
    played = match.Match(self, record["order"], record["conversation"])
    self.keep(record, result=played.play({}), reported=False)
    self.keep(record, reported=self.report(record))
    played.announce_result(record["result"])
    self.under_way.discard(record["order"]["match_id"])


def repeats_over(call, url, method, params, seconds):
    """Tries again for half a minute where GAME_OVER is not acknowledged."""
    until = time.monotonic() + 30
    while method == "notify_match_result" and time.monotonic() < until:
        try:
            return call(url, method, params, seconds)
        except client.CallError:
            time.sleep(1)
    return call(url, method, params, seconds)


def reports(times, without_limit=False):
    def around(original, self, record):
        if without_limit:
            while not original(self, record):
                pass
            return True
        for _ in range(times):
            is_reported = original(self, record)
        return times == 0 or is_reported

    return wrapped(referee.Referee, "report", around)


def with_other_winner(params):
    own = params["result"]
    players = list(own["score"])
    if own["winner"]:
        loser = next(one for one in players if one != own["winner"])
        score = {loser: 3, own["winner"]: 0}
        return {**params, "result": {**own, "winner": loser, "score": score}}
    return None


def scored(change):
    def altered(params):
        own = params["result"]
        return {**params, "result": {**own, "score": {one: change(points) for one, points in own["score"].items()}}}

    return sent(REPORT, altered)


def other_number(drawn):
    """Another number of the same parity, so that only its being another one is wrong."""
    return drawn if drawn is None else drawn + 2 if drawn < 9 else drawn - 2


def zero_for_none(own):
    if own["drawn_number"] is None:
        own["drawn_number"] = 0


def shared_choices():
    """One table of choices for all matches, by side."""
    latest = {}

    def around(original, self, player, standings):
        original(self, player, standings)
        latest[player.role] = player.choice
        time.sleep(0.2)
        player.choice = latest[player.role]

    return wrapped(match.Match, "ask_choice", around)


def sends_standings(original, self, outcome):
    original(self, outcome)
    about = {name: self.order[name] for name in ("league_id", "round_id")}
    for one in self.players:
        try:
            client.call(one.endpoint, "update_standings", {**self.message("LEAGUE_STANDINGS_UPDATE"), **about, "standings": []}, 2)
        except client.CallError:
            pass


def of_match_only(change):
    """Changes invitations, choice calls and results."""
    return both(*(sent(kind, change) for kind in ("GAME_INVITATION", "CHOOSE_PARITY_CALL", OVER)))


def one_place():
    one = threading.Lock()

    def around(original, self, record):
        with one:
            original(self, record)

    return wrapped(referee.Referee, "play", around)


def for_player_b(change):
    """`change(game_result)` for every second GAME_OVER, as long as it is about the same match."""
    seen = set()

    def altered(params):
        if params["match_id"] in seen:
            own = {**params["game_result"]}
            change(own)
            return {**params, "game_result": own}
        seen.add(params["match_id"])
        return None

    return sent(OVER, altered)


FAULTS = [
    Fault("registers-without-capacity", "REF-REG-02", "registers without max_concurrent_matches", meta(drop("max_concurrent_matches"))),
    Fault("invites-without-token", "REF-REG-04", "sends invitations, calls and results without its token", of_match_only(drop("auth_token"))),
    Fault("reports-without-token", "REF-REG-04", "reports without its token", sent(REPORT, drop("auth_token"))),
    Fault("every-second-match", "REF-RUN-01", "refuses every second assignment", every_second("RUN_MATCH")),
    Fault("plays-nothing", "REF-RUN-01", "acknowledges assignments and plays none", instead(referee.Referee, "take", lambda self, order: None)),
    Fault("ack-without-match", "REF-RUN-02", "acknowledges RUN_MATCH without the match_id", reply("RUN_MATCH", drop("match_id"))),
    Fault("ack-as-ok", "REF-RUN-02", "acknowledges RUN_MATCH with the status ok", reply("RUN_MATCH", put(status="ok"))),
    Fault("ack-after-match", "REF-RUN-03", "acknowledges RUN_MATCH when the match is over", reply("RUN_MATCH", lambda self, params, answer: answered_after_the_match(self, params))),
    Fault("plays-again", "REF-RUN-04", "plays a match again that is ordered again", instead(referee.Referee, "take", plays_again)),
    Fault("obeys-anyone", "REF-RUN-05", "plays what anyone orders", served(referee.Referee, "run_match", sender=".+")),
    Fault("refuses-when-full", "REF-RUN-06", "refuses matches above its capacity", before("RUN_MATCH", full)),
    Fault("one-at-a-time", "REF-PAR-02", "plays one match at a time, though it announces eight", one_place()),
    Fault("over-to-winner", "REF-OVER-01", "announces the result only to the winner", announced_to(winner_only)),
    Fault("over-twice", "REF-OVER-01 REF-OVER-04", "sends GAME_OVER twice", announced_to(lambda self, outcome: self.players, times=2), "the second GAME_OVER is waited for, too, before the report"),
    Fault("over-differs", "REF-OVER-01", "tells the second player another number", for_player_b(lambda own: own.update(drawn_number=other_number(own["drawn_number"])))),
    Fault("over-without-reason", "REF-OVER-02", "sends GAME_OVER without a reason", over(drop("reason"))),
    Fault("over-number-zero", "REF-OVER-03", "says the number 0 where none was drawn", both(over(zero_for_none), result(lambda own: zero_for_none(own["details"])))),
    Fault("over-waits", "REF-OVER-04", "repeats GAME_OVER for half a minute before it reports", wrapped(match, "call", repeats_over)),
    Fault("report-first", "REF-OVER-05", "reports before it tells the players", instead(referee.Referee, "play", reports_first)),
    Fault("reports-nothing", "REF-REP-01", "reports no match", reports(0)),
    Fault("reports-twice", "REF-REP-01", "reports each match twice", reports(2)),
    Fault("report-of-other-round", "REF-REP-02", "reports the round after the right one", sent(REPORT, lambda params: params.update(round_id=params["round_id"] + 1))),
    Fault("report-of-other-winner", "REF-REP-02", "reports the loser as the winner", sent(REPORT, with_other_winner)),
    Fault("report-of-other-number", "REF-REP-02", "reports another number than it announced to the players", sent(REPORT, lambda params: {**params, "result": {**params["result"], "details": {**params["result"]["details"], "drawn_number": other_number(params["result"]["details"]["drawn_number"])}}})),
    Fault("two-points", "REF-REP-03", "gives two points for a win", scored(lambda points: 2 if points == 3 else points)),
    Fault("draw-for-nothing", "REF-REP-03", "gives no point for a draw", scored(lambda points: 0 if points == 1 else points)),
    Fault("reports-once", "REF-REP-04", "does not repeat a report that failed", instead(referee, "REPORT_ATTEMPTS", 1)),
    Fault("reports-without-limit", "REF-REP-04", "repeats a report that failed without limit", reports(1, without_limit=True)),
    Fault("report-without-status", "REF-REP-05", "reports without the status", sent(REPORT, lambda params: {**params, "result": {key: value for key, value in params["result"].items() if key != "status"}})),
    Fault("shared-choices", "REF-PAR-01 REF-DRAW-04 REF-DRAW-05 REF-DRAW-06", "keeps the choices of all its matches in one place", shared_choices(), "a choice of another match decides the winner"),
    Fault("sends-standings", "REF-END-01", "sends the players standings after a match", wrapped(match.Match, "announce_result", sends_standings)),
    Fault("forgets-results", "REF-KEEP-02", "forgets after a restart what it has decided", forgotten("matches")),
]
