"""Faults of a referee within a match: invitations, choices, replies that do not count, losses and the number."""
import secrets
import threading
import time

import referee
from independent import agent, client, match
from independent.client import CallError, TooLate

from .hooks import Fault, both, drop, instead, put, sent, wrapped
from .result_changes import (
    a_wins_draws,
    against_a,
    as_win,
    b_never_wins,
    choices_swapped,
    first_wins,
    loser_wins,
    lost_by,
    nothing_for_both,
    number,
    parity_inverted,
    result,
    unreported,
    wrong_one_wins,
)

INVITATION, CALL, ERROR = "GAME_INVITATION", "CHOOSE_PARITY_CALL", "GAME_ERROR"


def one_by_one(self):
    for player in self.players:
        self.ask_to_join(player)


def asks_early(original, self, player):
    original(self, player)
    if player.failure is None and not hasattr(player, "asked"):
        player.asked = True
        self.ask_choice(player, {})


def once_asked(original, self, player, standings):
    return None if player.choice else original(self, player, standings)


def in_turn(original, self, standings):
    """Asks the second player after the first has answered."""
    one = threading.Lock()
    ask = match.Match.ask_choice

    def locked(this, player, known):
        with one:
            ask(this, player, known)

    self.ask_choice = locked.__get__(self)
    return original(self, standings)


def goes_on_with_one(original, self, standings):
    """Waits for the first choice only; the other player has chosen nothing then."""
    first = threading.Event()
    ask = match.Match.ask_choice

    def asked(this, player, known):
        ask(this, player, known)
        first.set()

    def until_first(this, player, known):
        threading.Thread(target=asked, args=[this, player, known], daemon=True).start()
        first.wait()
        time.sleep(0.5)  # a choice that comes as quickly as the first one counts

    self.ask_choice = until_first.__get__(self)
    return original(self, standings)


def tells_choice(original, self, player, standings):
    """Writes into the second call what the first player chose."""
    if player is self.players[1]:
        until = time.monotonic() + 29
        while self.players[0].choice is None and time.monotonic() < until:
            time.sleep(0.02)
    return original(self, player, standings)


def with_choice(original, self, message_type, **own):
    message = original(self, message_type, **own)
    if message_type == CALL and own["player_id"] == self.players[1].id:
        message["context"] = {**message["context"], "opponent_choice": self.players[0].choice}
    return message


def context(change):
    def altered(params):
        own = {**params["context"]}
        change(own)
        return {**params, "context": own}

    return sent(CALL, altered)


def answers(change):
    """`change(answer, player)` before an answer of a player is judged."""

    def around(original, self, answer, player, reply_type, shape):
        change(self, answer, player, reply_type)
        return original(self, answer, player, reply_type, shape)

    return wrapped(match.Match, "must_belong", around)


def word_as_even(self, answer, player, reply_type):
    if answer.get("parity_choice") not in ("even", "odd"):
        answer["parity_choice"] = "even"


def only(kind, word):
    def change(self, answer, player, reply_type):
        value = answer.get("parity_choice")
        if isinstance(value, kind) and value == word:
            answer["parity_choice"] = "even"

    return change


def null_as_even(self, answer, player, reply_type):
    if reply_type == "CHOOSE_PARITY_RESPONSE" and answer.get("parity_choice") is None:
        answer["parity_choice"] = "even"


def capitals(original, self, answer, player, reply_type, shape):
    """Counts a choice in capitals, and publishes it so."""
    value = answer.get("parity_choice")
    if isinstance(value, str) and value.lower() in ("even", "odd"):
        original(self, {**answer, "parity_choice": value.lower()}, player, reply_type, shape)
        return None
    return original(self, answer, player, reply_type, shape)


def decided_by_any_case(original, players, number):
    for player in players:
        player.shown = player.choice
        player.choice = player.choice.lower()
    decided = original(players, number)
    decided["details"]["choices"] = {player.id: player.shown for player in players}
    return decided


def error_as_even(original, url, method, params, seconds):
    """Takes any answer at all to a choice call for a choice."""
    try:
        return original(url, method, params, seconds)
    except (client.TooLate, client.Unreachable):
        raise
    except CallError:
        if method != "choose_parity":
            raise
        own = {"match_id": params["match_id"], "player_id": params["player_id"], "parity_choice": "even"}
        return {**params, "message_type": "CHOOSE_PARITY_RESPONSE", "sender": f"player:{params['player_id']}", **own}


def no_errors(code=None):
    """Sends no GAME_ERROR, or none with this code."""

    def around(original, self, player, reply_type, error, retry):
        is_late = isinstance(error, TooLate)
        wanted = {"join": is_late and reply_type == "GAME_JOIN_ACK", "choice": is_late and reply_type != "GAME_JOIN_ACK", "invalid": not is_late}
        return None if wanted[code] else original(self, player, reply_type, error, retry)

    return wrapped(match.Match, "tell_failure", around)


def other_conversation():
    return wrapped(match.Match, "message", lambda original, self, kind, **own: {**original(self, kind, **own), **({"conversation_id": f"conv-{kind}-{self.conversation}"} if kind == CALL else {})})


def repeats_while_waiting(original, self, player, method, message, seconds):
    """Sends the invitation once more after 2 s, while the answer is awaited."""
    if method == "handle_game_invitation":
        again = {**message}

        def once_more():
            try:
                client.call(player.endpoint, method, again, seconds)
            except CallError:
                pass

        timer = threading.Timer(2, once_more)
        timer.start()
        try:
            return original(self, player, method, message, seconds)
        finally:
            timer.cancel()
    return original(self, player, method, message, seconds)


def accepts_always(self, answer, player, reply_type):
    if reply_type == "GAME_JOIN_ACK":
        answer["accept"] = True


def lenient(*names):
    """Takes answers that name another match, player, conversation or type."""
    return answers(lambda self, answer, player, reply_type: answer.update({name: {"match_id": self.order["match_id"], "player_id": player.id, "conversation_id": self.conversation, "message_type": reply_type}[name] for name in names}))


def any_jsonrpc(original, status, text, request_id):
    return original(status, text.replace(b'"1.0"', b'"2.0"'), request_id)


FAULTS = [
    Fault("invites-in-turn", "REF-INV-01", "invites the second player when the first has joined", instead(match.Match, "invite_both", one_by_one)),
    Fault("invites-to-other-round", "REF-INV-02", "invites to the round after the right one", sent(INVITATION, lambda params: params.update(round_id=params["round_id"] + 1))),
    Fault("two-players-a", "REF-INV-02", "tells both that they are player A", sent(INVITATION, put(role_in_match="PLAYER_A"))),
    Fault("own-opponent", "REF-INV-02", "names no opponent in its invitations", sent(INVITATION, put(opponent_id="P00"))),
    Fault("conversation-changes", "REF-INV-03", "calls for choices in another conversation", other_conversation()),
    Fault("one-conversation-for-all", "REF-INV-03", "has one conversation for all matches", instead(referee, "new_conversation", lambda about: "conv-of-this-referee")),
    Fault("asks-as-each-joins", "REF-INV-04 REF-CHOICE-01", "calls for a choice before both have joined", both(wrapped(match.Match, "ask_to_join", asks_early), wrapped(match.Match, "ask_choice", once_asked))),
    Fault("joins-in-3-s", "REF-JOIN-01", "gives 3 s for the join", instead(match, "JOIN_SECONDS", 3)),
    Fault("repeats-invitation", "REF-JOIN-01", "repeats the invitation while it waits", wrapped(match.Match, "exchange", repeats_while_waiting)),
    Fault("no-error-for-join", "REF-JOIN-03", "sends no GAME_ERROR for a missed invitation", no_errors("join")),
    Fault("invites-again-at-once", "REF-JOIN-03", "repeats an invitation without the 2 s", instead(match, "PAUSE_SECONDS", 0)),
    Fault("chooses-in-turn", "REF-CHOICE-01", "asks the second player when the first has chosen", wrapped(match.Match, "play", in_turn)),
    Fault("tells-choice", "REF-CHOICE-02 REF-CHOICE-01", "tells the second player what the first has chosen", both(wrapped(match.Match, "ask_choice", tells_choice), wrapped(match.Match, "message", with_choice))),
    Fault("call-without-opponent", "REF-CHOICE-03", "calls for a choice without the opponent", context(drop("opponent_id"))),
    Fault("deadline-of-5-s", "REF-CHOICE-03", "names a deadline 5 s ahead in its call", sent(CALL, lambda params: params.update(deadline=agent.now(5)))),
    Fault("invented-standings", "REF-CHOICE-04", "tells every player that it has won 7 times", context(put(your_standings={"wins": 7, "losses": 0, "draws": 0, "points": 21}))),
    Fault("one-choice-is-enough", "REF-CHOICE-05", "goes on when one player has chosen", wrapped(match.Match, "play", goes_on_with_one)),
    Fault("chooses-in-20-s", "REF-CHOICE-05", "gives 20 s for the choice", instead(match, "CHOICE_SECONDS", 20)),
    Fault("no-error-for-choice", "REF-CHOICE-07", "sends no GAME_ERROR for a missed call", no_errors("choice")),
    Fault("no-error-for-invalid", "REF-CHOICE-10", "sends no GAME_ERROR for an invalid choice", no_errors("invalid")),
    Fault("any-word", "REF-CHOICE-08", "takes any choice that is not odd for even", answers(word_as_even)),
    Fault("word-maybe", "REF-CHOICE-08", "takes \"maybe\" for even", answers(only(str, "maybe"))),
    Fault("empty-word", "REF-CHOICE-08", "takes an empty choice for even", answers(only(str, ""))),
    Fault("number-two", "REF-CHOICE-08", "takes the number 2 for even", answers(only(int, 2))),
    Fault("null-is-even", "REF-CHOICE-08", "takes a choice that is null or missing for even", answers(null_as_even)),
    Fault("capitals", "REF-CHOICE-09", "publishes a choice in capitals", both(wrapped(match.Match, "must_belong", capitals), wrapped(match, "decided", decided_by_any_case))),
    Fault("other-match-counts", "REF-REPLY-01", "counts answers that name another match", lenient("match_id")),
    Fault("other-player-counts", "REF-REPLY-01", "counts answers that name another player", lenient("player_id")),
    Fault("other-conversation-counts", "REF-REPLY-02", "counts answers of another conversation", lenient("conversation_id")),
    Fault("other-type-counts", "REF-REPLY-04", "counts answers of another message type", lenient("message_type")),
    Fault("other-jsonrpc-counts", "REF-REPLY-04", "counts responses of JSON-RPC 1.0", wrapped(client, "result_of", any_jsonrpc)),
    Fault("loss-as-win", "REF-LOSS-01", "reports a technical loss as a win", lost_by(as_win)),
    Fault("failed-one-wins", "REF-LOSS-01", "lets the player win that has failed", lost_by(loser_wins)),
    Fault("error-is-even", "REF-LOSS-02", "takes an error for the choice even", wrapped(match, "call", error_as_even)),
    Fault("declined-is-joined", "REF-LOSS-03", "plays on when a player declines", answers(accepts_always)),
    Fault("first-wins", "REF-LOSS-05", "lets the first player win when neither answers", lost_by(first_wins)),
    Fault("nothing-for-late", "REF-LOSS-06", "gives two late players 0-0", lost_by(nothing_for_both)),
    Fault("failed-match-is-lost", "REF-LOSS-07", "reports no match that has failed", lost_by(unreported)),
    Fault("error-code-e099", "REF-LOSS-08", "sends GAME_ERROR with the code E099", sent(ERROR, put(error_code="E099"))),
    Fault("number-from-0", "REF-DRAW-01", "draws from 0 to 9", number(lambda players: secrets.randbelow(10))),
    Fault("number-to-12", "REF-DRAW-01", "draws from 1 to 12", number(lambda players: secrets.randbelow(12) + 1)),
    Fault("number-as-text", "REF-DRAW-01", "says the number as a text", result(lambda players, own: {**own, "details": {**own["details"], "drawn_number": str(own["details"]["drawn_number"])}})),
    Fault("parity-inverted", "REF-DRAW-01", "calls an even number odd", result(parity_inverted)),
    Fault("number-always-7", "REF-DRAW-02", "draws 7 each time", number(lambda players: 7)),
    Fault("number-even-only", "REF-DRAW-02", "draws even numbers only", number(lambda players: 2 * (secrets.randbelow(5) + 1))),
    Fault("number-against-a", "REF-DRAW-02", "draws against the choice of player A", number(against_a)),
    Fault("wrong-one-wins", "REF-DRAW-04", "lets the player win that was wrong", result(wrong_one_wins)),
    Fault("b-never-wins", "REF-DRAW-04", "calls it a draw where player B has won", result(b_never_wins)),
    Fault("a-wins-draws", "REF-DRAW-05", "lets player A win where both chose alike", result(a_wins_draws)),
    Fault("choices-swapped", "REF-DRAW-06", "publishes each choice under the other player's id", result(choices_swapped)),
]
