"""Faults of a league manager with what comes in: registrations, reports, queries; and what it keeps."""
import itertools
import os
import threading

import manager
from independent import agent, league, queries, registration, results
from independent.agent import UNREGISTERED, Agent

from .hooks import Fault, answered, before, both, drop, forgotten, instead, refuse, refuse_if, reply, served, wrapped

PLAYER_REGISTRATION, REFEREE_REGISTRATION = "LEAGUE_REGISTER_REQUEST", "REFEREE_REGISTER_REQUEST"
REPORT, QUERY = "MATCH_RESULT_REPORT", "LEAGUE_QUERY"


def admitted(change):
    """`change(league, member)` alters a new member before its answer is written."""

    def around(original, self, role, meta, conversation):
        member = original(self, role, meta, conversation)
        old = member["id"]
        change(self, member)
        if member["id"] != old:
            del self.members[old]
            self.members[member["id"]] = member
        return member

    return wrapped(league.League, "admit", around)


def rejections(change):
    """`change(reason, meta, namesake, **state)` gives another reason, or None to admit the agent."""

    def around(original, meta, namesake, **state):
        return change(original(meta, namesake, **state), meta, namesake, state)

    return wrapped(manager, "rejection", around)


def never(*reasons):
    return rejections(lambda reason, *rest: None if reason in reasons else reason)


def renamed(old, new):
    return rejections(lambda reason, *rest: new if reason == old else reason)


def any_scheme(original, endpoint):
    return True if endpoint.startswith(("ftp:", "file:", "ws:")) else original(endpoint)


def any_machine(original, endpoint):
    return endpoint.startswith(("http://", "https://"))


def id_like(pattern):
    return admitted(lambda self, member: member.update(id=pattern.format(number=len(self.of_role(member["role"])), role=member["role"])))


def answer_ids(make):
    """Another id in the answer to a registration."""
    return both(*(reply(kind, lambda self, params, answer: make(answer)) for kind in (PLAYER_REGISTRATION, REFEREE_REGISTRATION)))


def one_player_id(answer):
    if answer.get("player_id"):
        answer["player_id"] = "P01"


def lax_meta():
    """Accepts a registration whose meta data lack something."""

    def act(self, params):
        for name, more in (("player_meta", {}), ("referee_meta", {"max_concurrent_matches": 1})):
            if isinstance(params.get(name), dict):
                filled = {"display_name": "Unnamed", "version": "1", "game_types": ["even_odd"], "contact_endpoint": "http://127.0.0.1:9/mcp"}
                params[name] = {**filled, **more, **{key: value for key, value in params[name].items() if value is not None}}

    return both(before(PLAYER_REGISTRATION, act), before(REFEREE_REGISTRATION, act))


def begins_alone(original, self):
    """Begins with one player, which plays against itself."""
    players, referees = (self.league.of_role(role) for role in ("player", "referee"))
    if self.league.rounds or len(players) != 1 or not referees:
        return original(self)
    sides = {f"player_{side}_id": players[0]["id"] for side in "AB"}
    match = {"match_id": "R1M1", "round_id": 1, **sides, "referee_id": referees[0]["id"]}
    self.league.rounds = [{"round_id": 1, "matches": [match]}]
    self.league.save()
    self.go_on()
    return None


# ---- reports


def any_speaker(when):
    """Believes what a message says about its sender where `when(params, member)` holds."""

    def around(original, self, params):
        role, _, member_id = params["sender"].partition(":")
        member = self.league.members.get(member_id)
        return member if member and when(params, member) else original(self, params)

    return wrapped(manager.Manager, "sender_of", around)


def any_referee_reports(original, self, params):
    assigned = self.league.assigned
    match_id = params.get("match_id")
    if self.league.match(match_id) is None:
        return original(self, params)
    saved = assigned.get(match_id)
    assigned[match_id] = self.sender_of(params)["id"]
    try:
        return original(self, params)
    finally:
        if saved is not None:
            assigned[match_id] = saved


def unknown_match_acknowledged(original, self, params):
    if self.league.match(params["match_id"]) is None:
        return "MATCH_RESULT_ACK", {"match_id": params["match_id"], "status": "recorded"}
    return original(self, params)


def latest_counts(original, self, match_id, result):
    """A later report takes the place of the first."""
    with self.changed:
        self.results[match_id] = result
        self.save()
        self.changed.notify_all()
        return result


def counts_each(original, self, match_id, result):
    """Counts a match as often as it is reported."""
    with self.changed:
        if match_id in self.results:
            self.results[f"{match_id}-{len(self.results)}"] = result
        self.results.setdefault(match_id, result)
        self.save()
        self.changed.notify_all()
        return result


def second_refused(original, self, match_id, result):
    if match_id in self.results:
        refuse()
    return original(self, match_id, result)


def as_it_stands(result, match):
    """Records the points that a report names, unchecked."""
    players = [match["player_A_id"], match["player_B_id"]]
    return {
        "status": result.get("status") or "WIN",
        "winner": result["winner"],
        "score": {player: result["score"].get(player, 0) for player in players},
        "drawn_number": result["details"]["drawn_number"],
        "choices": {player: result["details"]["choices"].get(player) for player in players},
    }


def any_points():
    shape = results.fields(winner=results.nullable(results.ID), score=results.map_of(results.integer()), details=results.DETAILS, optional={"status": results.OUTCOME})
    lax = results.fields(league_id=results.ID, round_id=results.ROUND, match_id=results.ID, game_type=results.ANY_TEXT, result=shape)

    return both(
        served(manager.Manager, "report_match_result", shape=lax),
        instead(manager, "recorded_result", as_it_stands),
    )


def always(code, error):
    """One code for every refusal of a league rule."""

    def around(original, self, _, description, params, violations=()):
        return original(self, code, description, params, violations)

    return wrapped(Agent, "error", around)


# ---- queries


def asked(kind, change):
    """`change(league, data)` for the answer to such a query."""

    def around(original, one, query_type, about):
        answer = original(one, query_type, about)
        return change(one, answer) if query_type == kind and answer["success"] else answer

    return wrapped(manager, "answer_query", around)


def stale():
    first = {}

    def change(one, answer):
        return first.setdefault("answer", answer)

    return asked("GET_STANDINGS", change)


def unserved(kind):
    return before(QUERY, refuse_if(lambda self, params: params.get("query_type") == kind))


def stop_method():
    """SHUTDOWN_COMMAND ends the manager."""

    def stop(self, params):
        threading.Timer(0.2, os._exit, [0]).start()
        return "SHUTDOWN_ACK", {"status": "ACKNOWLEDGED"}

    def install():
        manager.Manager.methods["shutdown"] = agent.Method("SHUTDOWN_COMMAND", UNREGISTERED, manager.fields(), stop)

    return install


FAULTS = [
    Fault("answer-without-id", "LM-REG-01", "accepts players without an id", reply(PLAYER_REGISTRATION, drop("player_id"))),
    Fault("answer-as-ok", "LM-REG-01", "says OK in place of ACCEPTED", reply(PLAYER_REGISTRATION, lambda self, params, answer: answer.update(status="OK") if answer["status"] == "ACCEPTED" else None)),
    Fault("referee-without-token", "LM-REG-02", "accepts referees without a token", reply(REFEREE_REGISTRATION, drop("auth_token"))),
    Fault("no-referees", "LM-REG-02", "rejects every referee", before(REFEREE_REGISTRATION, refuse)),
    Fault("one-player-id", "LM-REG-03", "gives every player the id P01", answer_ids(one_player_id)),
    Fault("ids-like-player-1", "LM-REG-04", "gives ids like player-1", id_like("{role}-{number}")),
    Fault("token-is-id", "LM-REG-05", "gives the id, reversed, as the token", admitted(lambda self, member: member.update(token=member["id"][::-1] * 8))),
    Fault("counted-tokens", "LM-REG-05", "counts its tokens upwards", admitted(lambda self, member, count=itertools.count(1): member.update(token=f"{next(count):032}"))),
    Fault("one-token", "LM-REG-05", "gives all agents one token", admitted(lambda self, member: member.update(token="a9f2c4d17b3e5a9f2c4d17b3e5a9f2c4"))),
    Fault("same-names", "LM-REG-06", "lets two agents have one name", never("Duplicate name")),
    Fault("never-full", "LM-REG-06", "lets in more players than it has places", never("League full")),
    Fault("full-as-no", "LM-REG-06", "says \"no\" when the league is full", renamed("League full", "no")),
    Fault("name-taken", "LM-REG-06", "says \"Name taken\" for a name that is taken", renamed("Duplicate name", "Name taken")),
    Fault("any-game", "LM-REG-07", "admits agents that do not play its game", never("Unsupported game type")),
    Fault("any-scheme", "LM-REG-07", "admits agents at ftp: and ws: addresses", wrapped(registration, "is_loopback", any_scheme)),
    Fault("any-machine", "LM-REG-08", "admits agents at the address of any machine", wrapped(registration, "is_loopback", any_machine)),
    Fault("lax-meta", "LM-REG-09", "admits agents whose meta data lack something", lax_meta()),
    Fault("late-guests", "LM-REG-09 LM-REG-06", "admits agents after the start", never("Registration closed", "League full"), "a league that has begun is full, so that those who come late are also too many"),
    Fault("no-repetition", "LM-REG-10", "rejects a registration that is repeated", instead(manager, "is_repeated", lambda *given: False)),
    Fault("short-tokens", "LM-REG-12", "gives tokens of eight digits", admitted(lambda self, member: member.update(token=f"{int(member['token'], 16) % 10**8:08}"))),
    Fault("waits-for-operator", "LM-START-01", "begins only when the operator says so", instead(manager.Manager, "start_if_complete", lambda self: None)),
    Fault("begins-alone", "LM-START-02", "begins with one player", wrapped(manager.Manager, "start", begins_alone)),
    Fault("start-refused-silently", "LM-START-03", "does not say why it cannot begin", wrapped(Agent, "error", lambda original, self, code, description, params, violations=(): original(self, code, "no" if "INSUFFICIENT" in description or "NO_REF" in description else description, params, violations))),
    Fault("start-ignored", "LM-START-03", "refuses start_league", before("START_LEAGUE", refuse)),
    Fault("refuses-reports", "LM-RES-01", "answers every report with an error", answered(manager.Manager, "report_match_result", lambda original, self, params: (original(self, params), refuse()))),
    Fault("report-late", "LM-RES-01", "acknowledges reports after 11 s", answered(manager.Manager, "report_match_result", lambda original, self, params: (original(self, params), threading.Event().wait(11))[0])),
    Fault("counts-each-report", "LM-RES-02", "counts a match as often as it is reported", wrapped(league.League, "record", counts_each)),
    Fault("latest-report-counts", "LM-RES-03 LM-RES-02", "records a second report that differs", wrapped(league.League, "record", latest_counts)),
    Fault("repeated-report-refused", "LM-RES-03", "refuses a report that is repeated", wrapped(league.League, "record", second_refused)),
    Fault("unknown-match-acknowledged", "LM-RES-04", "acknowledges reports of unknown matches", answered(manager.Manager, "report_match_result", unknown_match_acknowledged)),
    Fault("no-token-needed", "LM-RES-05", "believes a report without a token", any_speaker(lambda params, member: not params.get("auth_token") and params["message_type"] == REPORT)),
    Fault("any-token-reports", "LM-RES-05", "believes a report with any token", any_speaker(lambda params, member: params.get("auth_token") and params["message_type"] == REPORT)),
    Fault("any-referee-reports", "LM-RES-06", "takes a report from any referee", answered(manager.Manager, "report_match_result", any_referee_reports)),
    Fault("any-points", "LM-RES-07", "counts the points that a report names, unchecked", any_points()),
    Fault("one-code", "LM-RES-08", "refuses everything with E008", always("E008", None)),
    Fault("loss-refused", "LM-RES-09", "refuses the report of a technical loss", answered(manager.Manager, "report_match_result", lambda original, self, params: refuse() if params["result"].get("status") == "TECHNICAL_LOSS" else original(self, params))),
    Fault("standings-stale", "LM-QRY-01", "answers GET_STANDINGS with those of the first query", stale()),
    Fault("standings-unserved", "LM-QRY-01", "refuses GET_STANDINGS", unserved("GET_STANDINGS")),
    Fault("schedule-unserved", "LM-QRY-02", "refuses GET_SCHEDULE", unserved("GET_SCHEDULE")),
    Fault("next-match-is-first", "LM-QRY-02", "answers GET_NEXT_MATCH with a match that is over", wrapped(queries, "next_match", lambda original, one, player_id: original(type("Past", (), {"matches": one.matches, "results": {}})(), player_id))),
    Fault("any-token-asks", "LM-QRY-03", "answers a query with any token", any_speaker(lambda params, member: params["message_type"] == QUERY)),
    Fault("referees-may-not-ask", "LM-QRY-04", "refuses the queries of referees", before(QUERY, refuse_if(lambda self, params: str(params.get("sender", "")).startswith("referee:")))),
    Fault("shutdown-stops-it", "LM-LIVE-04", "ends at SHUTDOWN_COMMAND", stop_method()),
    Fault("forgets-agents", "LM-KEEP-01", "forgets its agents at a restart", forgotten("members")),
    Fault("forgets-results", "LM-KEEP-02", "forgets the results at a restart", forgotten("results")),
]
