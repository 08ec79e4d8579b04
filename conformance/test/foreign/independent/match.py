"""One match as its referee plays it: invitations, choices, the number, and GAME_OVER for both players."""
import queue
import secrets
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from threading import Event, Thread

from .agent import faults_of, now
from .client import CallError, TooLate, Unreachable, call, notify
from .outcome import decided, forfeited
from .shapes import ID, TEXT, boolean, fields, one_of

RETRIES = 3
PAUSE_SECONDS = 2
JOIN_SECONDS = 5
CHOICE_SECONDS = 30
GAME_OVER_SECONDS = 10
DECLINE_GRACE_SECONDS = 0.2  # after one player has declined, the other's answer may be on its way
GAME_JOIN_ACK = fields(match_id=ID, player_id=ID, arrival_timestamp=TEXT, accept=boolean)
CHOOSE_PARITY_RESPONSE = fields(match_id=ID, player_id=ID, parity_choice=one_of("even", "odd"))


class InvalidAnswer(Exception):
    def __init__(self, code, why):
        super().__init__(why)
        self.code = code


@dataclass
class Contestant:
    id: str
    endpoint: str
    role: str
    opponent_id: str
    reached: bool | None = None  # whether a connection to it was possible; None while that is not known
    answered: bool = False  # whether it has given a valid answer in this match
    failure: str | None = None  # a key of FAILURES in outcome.py
    choice: str | None = None


class Match:
    def __init__(self, referee, order, conversation):
        self.referee, self.order, self.conversation = referee, order, conversation
        a, b = order["player_A_id"], order["player_B_id"]
        self.players = (
            Contestant(a, order["player_A_endpoint"], "PLAYER_A", b),
            Contestant(b, order["player_B_endpoint"], "PLAYER_B", a),
        )
        self.declined = Event()

    def play(self, standings):
        """The result, as MATCH_RESULT_REPORT carries it."""
        self.invite_both()
        if not any(player.failure for player in self.players):
            with ThreadPoolExecutor(2) as pool:  # both are asked at the same time
                list(pool.map(lambda player: self.ask_choice(player, standings), self.players))
        if any(player.failure for player in self.players):
            return forfeited(self.players)
        return decided(self.players, secrets.randbelow(10) + 1)

    def announce_result(self, result):
        """GAME_OVER to both players. Only the answers of players that took part are waited for."""
        details = result["details"]
        game_result = {"status": result["status"], "winner_player_id": result["winner"], **details}

        def announce(player):
            try:
                call(
                    player.endpoint,
                    "notify_match_result",
                    self.message("GAME_OVER", game_type="even_odd", game_result=game_result),
                    GAME_OVER_SECONDS,
                )
            except CallError:
                pass  # best effort

        threads = [(player, Thread(target=announce, args=[player], daemon=True)) for player in self.players]
        for _, thread in threads:
            thread.start()
        for player, thread in threads:
            if player.answered:
                thread.join()

    # ---- what the players are asked

    def invite_both(self):
        """Ends as soon as one player has declined: the answer of the other one changes nothing then."""
        done = queue.Queue()

        def invite(player):
            try:
                self.ask_to_join(player)
            finally:
                done.put(player)

        for player in self.players:
            Thread(target=invite, args=[player], daemon=True).start()
        try:
            done.get()
            done.get(timeout=DECLINE_GRACE_SECONDS if self.declined.is_set() else None)
        except queue.Empty:
            pass
        for player in self.players:
            if player.failure is None and player.reached is False:
                player.failure = "unreachable"

    def ask_to_join(self, player):
        answer = self.ask(
            player,
            "handle_game_invitation",
            "GAME_JOIN_ACK",
            GAME_JOIN_ACK,
            JOIN_SECONDS,
            lambda: self.message(
                "GAME_INVITATION",
                league_id=self.order["league_id"],
                round_id=self.order["round_id"],
                game_type="even_odd",
                role_in_match=player.role,
                opponent_id=player.opponent_id,
            ),
        )
        if answer and not answer["accept"]:
            player.failure = "declined"
            self.declined.set()

    def ask_choice(self, player, standings):
        unknown = {"wins": 0, "losses": 0, "draws": 0, "points": 0}
        answer = self.ask(
            player,
            "choose_parity",
            "CHOOSE_PARITY_RESPONSE",
            CHOOSE_PARITY_RESPONSE,
            CHOICE_SECONDS,
            lambda: self.message(
                "CHOOSE_PARITY_CALL",
                player_id=player.id,
                game_type="even_odd",
                deadline=now(CHOICE_SECONDS),
                context={
                    "opponent_id": player.opponent_id,
                    "round_id": self.order["round_id"],
                    "your_standings": standings.get(player.id, unknown),
                },
            ),
        )
        player.choice = answer and answer["parity_choice"]

    def ask(self, player, method, reply_type, shape, seconds, message):
        """The first valid answer; None when all attempts fail, and then `player.failure` says why."""
        for retry in range(1, RETRIES + 2):
            try:
                answer = self.exchange(player, method, message(), seconds)
                self.must_belong(answer, player, reply_type, shape)
                player.answered = True
                return answer
            except (CallError, InvalidAnswer) as error:
                if self.declined.is_set():
                    return None
                if retry > RETRIES:
                    break
                Thread(target=self.tell_failure, args=[player, reply_type, error, retry], daemon=True).start()
            if self.declined.wait(PAUSE_SECONDS):
                return None
        player.failure = "late" if player.reached else "unreachable"
        return None

    def exchange(self, player, method, message, seconds):
        try:
            answer = call(player.endpoint, method, message, seconds)
        except Unreachable:
            player.reached = player.reached or False
            raise
        except CallError:
            player.reached = True
            raise
        player.reached = True
        return answer

    def must_belong(self, answer, player, reply_type, shape):
        """An answer counts only for the match, the player and the conversation that were asked."""
        faults, code = faults_of(answer, reply_type, shape)
        if faults:
            pointer, _, why = faults[0]
            raise InvalidAnswer(code, f"{pointer} {why}")
        expected = {
            "match_id": (self.order["match_id"], "E006"),
            "player_id": (player.id, "E005"),
            "conversation_id": (self.conversation, "E002"),
        }
        for name, (value, code) in expected.items():
            if answer[name] != value:
                raise InvalidAnswer(code, f"{name} is {answer[name]} instead of {value}")

    def tell_failure(self, player, reply_type, error, retry):
        code = (
            "E001"
            if isinstance(error, TooLate)
            else "E009"
            if isinstance(error, Unreachable)
            else getattr(error, "code", "E002")
        )
        retry_info = {"retry_count": retry, "max_retries": RETRIES, "next_retry_at": now(PAUSE_SECONDS)}
        try:
            notify(
                player.endpoint,
                "notify_game_error",
                self.message(
                    "GAME_ERROR",
                    error_code=code,
                    error_description=f"{player.id}: {error}",
                    affected_player=player.id,
                    action_required=reply_type,
                    retry_info=retry_info,
                    consequence=f"The match is a technical loss after {RETRIES} retries.",
                ),
                PAUSE_SECONDS,
            )
        except CallError:
            pass  # best effort: the retry follows anyway

    def message(self, message_type, **own_fields):
        return {
            **self.referee.envelope(message_type, self.conversation),
            "match_id": self.order["match_id"],
            **own_fields,
        }
