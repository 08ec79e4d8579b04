"""One match as its referee plays it: invitations, choices, the number, and GAME_OVER for both players."""
from __future__ import annotations

import queue
import secrets
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from threading import Event, Thread
from typing import TYPE_CHECKING, Any, Callable, Mapping, Sequence

from .client import CallError, InvalidReply, TooLate, Unreachable, call, notify, pause_seconds, seconds_of
from .contract import Message, dialect, methods, now, protocol, schema_fault_code

if TYPE_CHECKING:
    from .referee import Referee

GAME_TYPE = protocol["game_types"][0]
DECLINE_GRACE_SECONDS = 0.2  # after one player has declined, the other's answer may be on its way
FAILURES = {
    "declined": "declined the invitation",
    "late": "gave no valid answer in time",
    "unreachable": "could not be reached",
}


class ForeignReply(CallError):
    """A valid reply that belongs to another match, player or conversation."""

    def __init__(self, code: str, why: str):
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
    failure: str | None = None  # a key of FAILURES
    choice: str | None = None


class Match:
    def __init__(self, referee: Referee, order: Message, conversation: str):
        self.referee, self.order, self.conversation = referee, order, conversation
        a, b = order["player_A_id"], order["player_B_id"]
        self.players = (
            Contestant(a, order["player_A_endpoint"], "PLAYER_A", b),
            Contestant(b, order["player_B_endpoint"], "PLAYER_B", a),
        )
        self.declined = Event()

    def play(self, standings: Mapping[str, Message], draw: Callable[[], int]) -> Message:
        """The result, as MATCH_RESULT_REPORT carries it."""
        self._invite_both()
        if not any(player.failure for player in self.players):
            with ThreadPoolExecutor(2) as pool:  # both are asked at the same time
                list(pool.map(lambda player: self._ask_choice(player, standings), self.players))
        if any(player.failure for player in self.players):
            return forfeited(self.players)
        return decided(self.players, draw())

    def announce_result(self, result: Message) -> None:
        """GAME_OVER to both players. Only the answers of players that took part are waited for."""
        details = result["details"]
        game_result = {"status": result["status"], "winner_player_id": result["winner"], **details}

        def announce(player: Contestant) -> None:
            message = self._message("GameOver", game_type=GAME_TYPE, game_result=game_result)
            try:
                call(player.endpoint, "notify_match_result", message, seconds_of(methods["notify_match_result"]))
            except CallError:
                pass  # best effort

        threads = [(player, Thread(target=announce, args=[player], daemon=True)) for player in self.players]
        for _, thread in threads:
            thread.start()
        for player, thread in threads:
            if player.answered:
                thread.join()

    # ---- what the players are asked

    def _invite_both(self) -> None:
        """Ends as soon as one player has declined: the answer of the other one changes nothing then."""
        done: queue.Queue[Contestant] = queue.Queue()

        def invite(player: Contestant) -> None:
            try:
                self._ask_to_join(player)
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

    def _ask_to_join(self, player: Contestant) -> None:
        answer = self._ask(
            player,
            "handle_game_invitation",
            lambda: self._message(
                "GameInvitation",
                league_id=self.order["league_id"],
                round_id=self.order["round_id"],
                game_type=GAME_TYPE,
                role_in_match=player.role,
                opponent_id=player.opponent_id,
            ),
        )
        if answer and not answer["accept"]:
            player.failure = "declined"
            self.declined.set()

    def _ask_choice(self, player: Contestant, standings: Mapping[str, Message]) -> None:
        unknown = {"wins": 0, "losses": 0, "draws": 0, "points": 0}
        answer = self._ask(
            player,
            "choose_parity",
            lambda: self._message(
                "ChooseParityCall",
                player_id=player.id,
                game_type=GAME_TYPE,
                deadline=now(seconds_of(methods["choose_parity"])),
                context={
                    "opponent_id": player.opponent_id,
                    "round_id": self.order["round_id"],
                    "your_standings": standings.get(player.id, unknown),
                },
            ),
        )
        player.choice = answer["parity_choice"] if answer else None

    def _ask(self, player: Contestant, method: str, message: Callable[[], Message]) -> Message | None:
        """The first valid answer; None when all attempts fail, and then `player.failure` says why."""
        row = methods[method]
        for retry in range(1, row.retries + 2):
            try:
                answer = self._exchange(player, method, message())
                player.answered = True
                return answer
            except CallError as error:
                if self.declined.is_set():
                    return None
                if retry > row.retries:
                    break
                failed = [player, method, error, retry]
                Thread(target=self._tell_failure, args=failed, daemon=True).start()
            if self.declined.wait(pause_seconds(row, retry)):
                return None
        player.failure = "late" if player.reached else "unreachable"
        return None

    def _exchange(self, player: Contestant, method: str, message: Message) -> Message:
        """An answer counts only for the match, the player and the conversation that were asked."""
        try:
            answer: Message = self.referee.client(player.endpoint).exchange(method, message)
        except Unreachable:
            player.reached = player.reached or False
            raise
        except CallError:
            player.reached = True
            raise
        player.reached = True
        expected = {
            "match_id": (self.order["match_id"], "E006"),
            "player_id": (player.id, "E005"),
            "conversation_id": (self.conversation, "E002"),
        }
        for name, (value, code) in expected.items():
            if answer[name] != value:
                raise ForeignReply(code, f"{name} is {answer[name]} instead of {value}")
        return answer

    def _tell_failure(self, player: Contestant, method: str, error: CallError, retry: int) -> None:
        row = methods[method]
        pause = pause_seconds(row, retry)
        message = self._message(
            "GameError",
            error_code=error_code(error),
            error_description=f"{player.id}: {error}",
            affected_player=player.id,
            action_required=dialect.message_types[row.reply or ""],
            retry_info={"retry_count": retry, "max_retries": row.retries, "next_retry_at": now(pause)},
            consequence=f"The match is a technical loss after {row.retries} retries.",
        )
        try:
            notify(player.endpoint, "notify_game_error", message, pause)
        except CallError:
            pass  # best effort: the retry follows anyway

    def _message(self, name: str, **fields: Any) -> Message:
        fields["match_id"] = self.order["match_id"]
        return dialect.build(name, self.referee.identity(self.conversation), fields)


def error_code(error: CallError) -> str:
    if isinstance(error, TooLate):
        return "E001"
    if isinstance(error, Unreachable):
        return "E009"
    if isinstance(error, InvalidReply):
        return schema_fault_code([(one["pointer"], one["keyword"]) for one in error.violations]) or "E002"
    return error.code if isinstance(error, ForeignReply) else "E002"


# ---- who wins: pure functions of what became of the two players


def draw_number() -> int:
    least, most = int(protocol["draw"]["minimum"]), int(protocol["draw"]["maximum"])
    return least + secrets.randbelow(most - least + 1)


def decided(players: Sequence[Contestant], number: int) -> Message:
    """Both players chose: the one that chose the parity of the number wins, unless both did."""
    parity = "even" if number % 2 == 0 else "odd"
    right = [player.id for player in players if player.choice == parity]
    fact = f"Number {number} is {parity}."
    if len(right) == 1:
        return _result(players, "WIN", right[0], f"{fact} {right[0]} chose it and wins.", number, parity)
    both = "right" if right else "wrong"
    return _result(players, "DRAW", None, f"{fact} Both players were {both}. Draw.", number, parity)


def forfeited(players: Sequence[Contestant]) -> Message:
    """At least one player failed before the number was drawn."""
    failed = [player for player in players if player.failure]
    late = [player for player in failed if player.failure == "late"]
    facts = " ".join(f"{player.id} {FAILURES[player.failure or '']}." for player in failed)
    winner = None
    if len(failed) == 1:
        winner = failed[0].opponent_id
    elif late and any(player.failure == "declined" for player in failed):
        winner = late[0].id
    if winner is None and late:
        return _result(players, "DRAW", None, f"{facts} Draw.")
    return _result(players, "TECHNICAL_LOSS", winner, f"{facts} {winner or 'Neither player'} wins.")


def _result(
    players: Sequence[Contestant],
    status: str,
    winner: str | None,
    reason: str,
    number: int | None = None,
    parity: str | None = None,
) -> Message:
    points = protocol["points"]
    own = {True: points["win"], False: points["loss"]}
    score = {player.id: points["draw"] if status == "DRAW" else own[player.id == winner] for player in players}
    return {
        "status": status,
        "winner": winner,
        "score": score,
        "details": {
            "drawn_number": number,
            "number_parity": parity,
            "choices": {player.id: player.choice for player in players},
            "reason": reason,
        },
    }
