"""A league.v2 league manager in plain Python: standard library only, no SDK."""
import hmac
from threading import Timer

from independent.agent import MEMBER, OPERATOR, UNREGISTERED, Agent, Method
from independent.league import League
from independent.queries import LEAGUE_QUERY, answer_query
from independent.registration import (
    PLAYER_REGISTRATION,
    REFEREE_REGISTRATION,
    is_repeated,
    is_too_old,
    rejection,
)
from independent.results import MATCH_RESULT_REPORT, recorded_result
from independent.season import Season
from independent.server import listen
from independent.shapes import fields

# The last agent that registers reads its answer before the first round is announced.
START_PAUSE_SECONDS = 0.2


class Manager(Agent):
    role = "league_manager"

    def __init__(self, port, numbers, data=None):
        super().__init__("manager", port)
        self.sender = "league_manager"
        self.league, self.numbers = League(data), numbers
        self.registered.set()  # it registers with no other agent
        self.registry = self.league.changed  # one lock for everything that the league's records decide

    def state(self):
        return self.league.state()

    # ---- registration

    def register_player(self, params):
        return "LEAGUE_REGISTER_RESPONSE", self.register("player", params)

    def register_referee(self, params):
        return "REFEREE_REGISTER_RESPONSE", self.register("referee", params)

    def register(self, role, params):
        meta, conversation = params[f"{role}_meta"], params["conversation_id"]
        if is_too_old(meta.get("protocol_version")):
            raise self.error("E018", f"protocol_version {meta['protocol_version']} is below 2.0.0", params)
        with self.registry:
            peers = self.league.of_role(role)
            member = next((one for one in peers if one["name"] == meta["display_name"]), None)
            reason = None
            if not (member and is_repeated(meta, conversation, member)):
                is_full, is_closed = len(peers) >= self.numbers[role], bool(self.league.rounds)
                reason = rejection(meta, member, is_full=is_full, is_closed=is_closed)
                if reason is None:
                    member = self.league.admit(role, meta, conversation)
                    self.start_if_complete()
        return {
            "status": "REJECTED" if reason else "ACCEPTED",
            f"{role}_id": None if reason else member["id"],
            "auth_token": None if reason else member["token"],
            "league_id": None if reason else self.league.id,
            "reason": reason,
        }

    # ---- start

    def start_if_complete(self):
        if all(len(self.league.of_role(role)) == number for role, number in self.numbers.items()):
            self.start()

    def start(self):
        """Draws the schedule and plays the league, once. Returns why it cannot start, or None."""
        if self.league.rounds:
            return None
        if len(self.league.of_role("player")) < 2:
            return "INSUFFICIENT_PLAYERS"
        if not self.league.of_role("referee"):
            return "NO_REFEREES"
        self.league.draw_schedule()
        self.go_on()
        return None

    def go_on(self):
        timer = Timer(START_PAUSE_SECONDS, Season(self, self.league).play)
        timer.daemon = True
        timer.start()

    def start_league(self, params):
        with self.registry:
            refusal = self.start()
        if refusal:
            raise self.error("E008", refusal, params)
        league = self.league
        running = bool(league.rounds) and not league.is_over
        return "LEAGUE_STATUS", {
            "league_id": league.id,
            "state": league.state(),
            "players": len(league.of_role("player")),
            "referees": len(league.of_role("referee")),
            "current_round": league.completed_rounds + 1 if running else None,
            "total_rounds": len(league.rounds),
            "matches_played": len(league.results),
            "total_matches": len(league.matches()),
        }

    # ---- results

    def report(self, params):
        if params.get("auth_token") and not params["sender"].startswith("referee:"):
            raise self.error("E013", f"{params['sender']} is not a referee", params)
        referee = self.sender_of(params)
        match = self.league.match(params["match_id"])
        if match is None or self.league.assigned.get(params["match_id"]) != referee["id"]:
            raise self.error("E006", f"{referee['id']} has no match {params['match_id']}", params)
        try:
            result = recorded_result(params["result"], match)
        except ValueError as error:
            raise self.error("E002", str(error), params) from None
        if self.league.record(params["match_id"], result) != result:
            raise self.error("E007", f"{params['match_id']} has another result already", params)
        return "MATCH_RESULT_ACK", {"match_id": params["match_id"], "status": "recorded"}

    def sender_of(self, params):
        """The member that a message comes from, by its sender and its token."""
        role, _, member_id = params["sender"].partition(":")
        member, token = self.league.members.get(member_id), params.get("auth_token")
        if not token:
            raise self.error("E011", f"a message of {params['sender']} needs its auth_token", params)
        if member is None or member["role"] != role:
            raise self.error(
                "E013" if role == "referee" else "E005", f"{params['sender']} is not registered", params
            )
        if not hmac.compare_digest(member["token"].encode(), token.encode(errors="replace")):
            raise self.error("E012", f"that is not the token of {params['sender']}", params)
        return member

    # ---- queries

    def query(self, params):
        asking = self.sender_of(params)
        about = (params.get("query_params") or {}).get("player_id") or asking["id"]
        with self.registry:
            answer = answer_query(self.league, params["query_type"], about)
        return "LEAGUE_QUERY_RESPONSE", {"query_type": params["query_type"], **answer}

    methods = {
        "register_player": Method(
            "LEAGUE_REGISTER_REQUEST", UNREGISTERED, PLAYER_REGISTRATION, register_player
        ),
        "register_referee": Method(
            "REFEREE_REGISTER_REQUEST", UNREGISTERED, REFEREE_REGISTRATION, register_referee
        ),
        "report_match_result": Method("MATCH_RESULT_REPORT", UNREGISTERED, MATCH_RESULT_REPORT, report),
        "league_query": Method("LEAGUE_QUERY", MEMBER, LEAGUE_QUERY, query),
        "start_league": Method("START_LEAGUE", OPERATOR, fields(), start_league),
    }

    def run(self):
        listen(self)
        with self.registry:  # after a restart
            if self.league.state() == "RUNNING_LEAGUE":
                self.go_on()
            else:
                self.start_if_complete()
        try:
            self.stop.wait()
        except KeyboardInterrupt:
            pass
