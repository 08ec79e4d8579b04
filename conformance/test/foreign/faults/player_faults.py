"""Faults of a player: registration, joining, choosing, acknowledgements, senders, and its end."""
import os
import threading
import time

from independent import member
from independent.agent import Agent
from independent.json_rpc import RpcError
from player import Invitation, Player

from .hooks import Fault, before, both, drop, instead, put, refuse, refuse_if, reply, served, wait, wrapped
from .member_faults import acknowledged_only, meta, registration, rejected


def registers_first(original, self, *given):
    self.register()
    self.register = lambda: None
    return original(self, *given)


def refuses_second(message_type):
    """What it has refused, such as another sender's message, does not count."""
    served = set()
    is_second = refuse_if(lambda self, params: params.get("match_id") in served)
    return both(before(message_type, is_second), reply(message_type, lambda self, params, answer: served.add(params.get("match_id"))))


def needs_announcement():
    announced = set()

    def act(self, params):
        if params.get("message_type") == "ROUND_ANNOUNCEMENT":
            announced.update(one.get("match_id") for one in params.get("matches") or [] if isinstance(one, dict))
        elif params.get("match_id") not in announced:
            raise RpcError(-32006, "MATCH_NOT_FOUND")

    return both(before("ROUND_ANNOUNCEMENT", act), before("GAME_INVITATION", act))


def one_match_at_a_time(self, params):
    if any(match not in self.over for match in self.invitations if match != params.get("match_id")):
        refuse()


def choice_of(strategy):
    return reply("CHOOSE_PARITY_CALL", lambda self, params, answer: answer.update(parity_choice=strategy(params)))


def latest_match():
    latest = {}
    return both(
        before("GAME_INVITATION", lambda self, params: latest.update(match_id=params.get("match_id"))),
        reply("CHOOSE_PARITY_CALL", lambda self, params, answer: answer.update(latest)),
    )


def turn_by_turn():
    """The call of one match waits until every match that was asked before it is over."""
    asked = []

    def act(self, params):
        match_id = params.get("match_id")
        if match_id not in self.invitations:  # it refuses the call
            return
        if match_id not in asked:
            asked.append(match_id)
        until = time.monotonic() + 35
        while any(one not in self.over for one in asked[: asked.index(match_id)]) and time.monotonic() < until:
            time.sleep(0.05)

    return before("CHOOSE_PARITY_CALL", act)


def needs_conversation():
    invited = {}

    def act(self, params):
        if params.get("message_type") == "GAME_INVITATION":
            invited[params.get("match_id")] = params.get("conversation_id")
        elif invited.get(params.get("match_id")) not in (None, params.get("conversation_id")):
            raise self.error("E006", "another conversation", params)

    return both(before("GAME_INVITATION", act), before("CHOOSE_PARITY_CALL", act))


def result_of(params):
    result = params.get("game_result")
    return result if isinstance(result, dict) else {}


def null_result(message_type):
    """`result: null` in place of the acknowledgement."""

    def around(handle, self, method, params):
        answer = handle(self, method, params)
        return None if isinstance(params, dict) and params.get("message_type") == message_type else answer

    return wrapped(Agent, "handle", around)


def ends_at(message_type, status=1):
    return before(message_type, lambda self, params: os._exit(status))


def deaf_after(message_type):
    """Refuses choice calls after such a message."""
    broken = threading.Event()
    return both(
        before(message_type, lambda self, params: broken.set()),
        before("CHOOSE_PARITY_CALL", refuse_if(lambda self, params: broken.is_set())),
    )


def breaks_at_fault(original, self, params, served):
    try:
        original(self, params, served)
    except RpcError:
        os._exit(1)


def any_referee(self, params):
    return "any referee"


def ends_without_answer(self, params):
    os._exit(0)


def ends_with_3(self, params):
    threading.Timer(0.2, os._exit, [3]).start()
    return acknowledged_only(self, params)


OWN_METHODS = {
    "invite_player": "handle_game_invitation",
    "make_choice": "choose_parity",
    "game_result": "notify_match_result",
}


def own_form(handle, self, method, params):
    """Other names of methods and of the choice, and answers in `data`, as in no form that is known."""
    if method not in OWN_METHODS:
        raise RpcError(-32601, "Method not found")
    answer = handle(self, OWN_METHODS[method], params)
    if "parity_choice" in answer:
        answer["my_choice"] = answer.pop("parity_choice")
    return {"ok": True, "data": answer}


def registered_in_own_form(ask, self, conversation):
    answer = ask(self, conversation)
    return {**answer, **answer.get("data", {})}


ACKS = {"ROUND_ANNOUNCEMENT", "LEAGUE_STANDINGS_UPDATE", "ROUND_COMPLETED"}
OTHER_TYPE = put(message_type="ACK")
CHOICE = "CHOOSE_PARITY_CALL"

FAULTS = [
    Fault("registers-without-version", "PLY-REG-02", "registers without its version", meta(drop("version"))),
    Fault("registers-first", "PLY-REG-03", "registers before its port listens", wrapped(member.Member, "run", registers_first)),
    Fault("tries-in-haste", "PLY-REG-05", "repeats its registration without a pause", registration(4, lambda attempt: 0)),
    Fault("waits-3-s", "PLY-REG-05", "gives the league manager 3 s for its answer", instead(member, "DEADLINE_SECONDS", 3)),
    Fault("rejected-is-fine", "PLY-REG-06", "ends with the status 0 after a rejection", rejected(lambda: os._exit(0))),
    Fault("own-id", "PLY-REG-07 PLY-JOIN-04 PLY-CHOICE-06", "names itself by an id of its own in its replies", reply(None, lambda self, params, answer: answer.update(player_id="P99"))),
    Fault("other-token", "PLY-REG-08", "sends another token than it was given", wrapped(Agent, "envelope", lambda original, self, *given: {**original(self, *given), **({"auth_token": "x" * 32} if self.token else {})})),
    Fault("joins-late", "PLY-JOIN-01", "joins 6 s after the invitation", before("GAME_INVITATION", wait(6))),
    Fault("joins-nothing", "PLY-JOIN-01", "answers every invitation with an error", before("GAME_INVITATION", refuse)),
    Fault("declines", "PLY-JOIN-02", "declines every invitation", reply("GAME_INVITATION", put(accept=False))),
    Fault("accept-as-text", "PLY-JOIN-02", "says `accept` as a text", reply("GAME_INVITATION", put(accept="true"))),
    Fault("no-arrival-time", "PLY-JOIN-02", "joins without its time", reply("GAME_INVITATION", drop("arrival_timestamp"))),
    Fault("join-in-other-conversation", "PLY-JOIN-03", "joins in a conversation of its own", reply("GAME_INVITATION", put(conversation_id="conv-own"))),
    Fault("join-for-other-match", "PLY-JOIN-04", "joins another match than it was invited to", reply("GAME_INVITATION", put(match_id="R9M9"))),
    Fault("join-without-player", "PLY-JOIN-04", "does not name itself when it joins", reply("GAME_INVITATION", drop("player_id"))),
    Fault("joins-announced-only", "PLY-JOIN-05", "joins only matches that were announced", needs_announcement()),
    Fault("one-match-only", "PLY-JOIN-06", "joins no match while another one is open", before("GAME_INVITATION", one_match_at_a_time)),
    Fault("joins-once", "PLY-JOIN-07", "refuses an invitation that is repeated", refuses_second("GAME_INVITATION")),
    Fault("chooses-late", "PLY-CHOICE-01", "chooses 31 s after the call", before(CHOICE, wait(31))),
    Fault("chooses-nothing", "PLY-CHOICE-01", "answers every call with an error", before(CHOICE, refuse)),
    Fault("ends-at-choice", "PLY-CHOICE-01", "ends when it is asked for its choice", ends_at(CHOICE, 3)),
    Fault("chooses-Even", "PLY-CHOICE-02", "chooses \"Even\"", choice_of(lambda params: "Even")),
    Fault("chooses-a-number", "PLY-CHOICE-02", "chooses the number 2", choice_of(lambda params: 2)),
    Fault("choice-elsewhere", "PLY-CHOICE-02", "says its choice as `choice`", reply(CHOICE, lambda self, params, answer: answer.update(choice=answer.pop("parity_choice")))),
    Fault("choice-for-other-match", "PLY-CHOICE-06", "chooses for another match than it was asked about", reply(CHOICE, put(match_id="R9M9"))),
    Fault("choice-in-other-conversation", "PLY-CHOICE-05", "chooses in a conversation of its own", reply(CHOICE, put(conversation_id="conv-own"))),
    Fault("choice-for-latest-match", "PLY-CHOICE-06", "names the match of its latest invitation", latest_match()),
    Fault("choice-of-opponent", "PLY-CHOICE-06", "names its opponent as the one that chooses", reply(CHOICE, lambda self, params, answer: answer.update(player_id=params["context"]["opponent_id"]))),
    Fault("chooses-once", "PLY-CHOICE-07", "refuses a call that is repeated", refuses_second(CHOICE)),
    Fault("changes-its-mind", "PLY-CHOICE-08", "chooses again when a call is repeated", choice_of(lambda params, turn=iter(range(10**9)): ("even", "odd")[next(turn) % 2])),
    Fault("needs-standings", "PLY-CHOICE-09", "refuses a call without `your_standings`", before(CHOICE, refuse_if(lambda self, params: "your_standings" not in (params.get("context") or {})))),
    Fault("turn-by-turn", "PLY-CHOICE-10", "answers no call before the matches that were asked earlier are over", turn_by_turn()),
    Fault("one-conversation", "PLY-CHOICE-11", "refuses a call in another conversation than the invitation's", needs_conversation()),
    Fault("chooses-uninvited", "PLY-CHOICE-12 PLY-AUTH-01 PLY-CHOICE-08", "chooses in a match to which it was not invited", instead(Player, "invitation", lambda self, params: Invitation()), "without the invitation it knows neither its referee nor what it has chosen"),
    Fault("chooses-for-others", "PLY-CHOICE-12", "answers a call that names another player", before(CHOICE, lambda self, params: params.update(player_id=self.id) if "player_id" in params else None)),
    Fault("standings-late", "PLY-ACK-01", "acknowledges standings after 11 s", before("LEAGUE_STANDINGS_UPDATE", wait(11))),
    Fault("standings-null", "PLY-ACK-04", "answers standings with `result: null`", null_result("LEAGUE_STANDINGS_UPDATE")),
    Fault("round-completed-refused", "PLY-ACK-01", "refuses ROUND_COMPLETED", before("ROUND_COMPLETED", refuse)),
    Fault("sore-loser", "PLY-ACK-02", "refuses a GAME_OVER that it has lost", before("GAME_OVER", refuse_if(lambda self, params: result_of(params).get("winner_player_id") not in (None, self.id)))),
    Fault("needs-a-number", "PLY-ACK-02", "refuses a GAME_OVER without a number", before("GAME_OVER", refuse_if(lambda self, params: "drawn_number" in result_of(params) and result_of(params)["drawn_number"] is None))),
    Fault("leaves-silently", "PLY-ACK-03", "ends at LEAGUE_COMPLETED without an answer", ends_at("LEAGUE_COMPLETED", 0)),
    Fault("acknowledges-as-ack", "PLY-ACK-04", "acknowledges with the type ACK", reply(None, lambda self, params, answer: OTHER_TYPE(answer) if params["message_type"] in ACKS else None)),
    Fault("over-once", "PLY-ACK-05", "refuses a GAME_OVER that is repeated", refuses_second("GAME_OVER")),
    Fault("ends-at-game-error", "PLY-ERR-01", "ends when it gets a GAME_ERROR", ends_at("GAME_ERROR")),
    Fault("deaf-after-game-error", "PLY-ERR-01", "chooses no more after a GAME_ERROR", deaf_after("GAME_ERROR")),
    Fault("deaf-after-league-error", "PLY-ERR-01", "chooses no more after a LEAGUE_ERROR", deaf_after("LEAGUE_ERROR")),
    Fault("game-error-refused", "PLY-ERR-02", "answers a GAME_ERROR with an error", before("GAME_ERROR", refuse)),
    Fault("ends-at-malformed", "PLY-ERR-03 TRN-SAFE-01", "ends when it gets a malformed message", wrapped(Agent, "check", breaks_at_fault)),
    Fault("any-referee", "PLY-AUTH-01", "obeys any referee in a match", instead(Player, "referee_of", any_referee)),
    Fault("no-token-needed", "PLY-AUTH-02", "obeys a referee without a token", instead(Player, "referee_of", lambda self, params: (params["sender"], params.get("auth_token") or "none"))),
    Fault("anyone-announces", "PLY-AUTH-03", "takes announcements and standings from anyone", served(Player, "notify_round", "update_standings", "notify_round_completed", "notify_league_completed", sender=".+")),
    Fault("own-form", "TRN-WIRE-01", "has names of its own for methods and the choice, and answers in `data`", both(wrapped(Agent, "handle", own_form), wrapped(member.Member, "ask_to_register", registered_in_own_form))),
    Fault("stops-at-once", "PLY-STOP-02", "ends at SHUTDOWN_COMMAND without an answer", served(Player, "shutdown", answer=ends_without_answer)),
    Fault("stops-with-error", "PLY-STOP-02", "ends with the status 3 after SHUTDOWN_COMMAND", served(Player, "shutdown", answer=ends_with_3)),
]
