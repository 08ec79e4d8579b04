"""A player: `choose` decides one match; the rest is the protocol."""
from __future__ import annotations

import random
import time
from dataclasses import dataclass
from queue import Empty, Queue
from threading import Lock, Thread
from typing import Any

from .agent import Agent
from .contract import Message, log, methods, now, protocol

CHOICES = ("even", "odd")


@dataclass(frozen=True)
class Opponent:
    id: str
    choices: tuple[str, ...]  # against this player, oldest first

    @property
    def last_choice(self) -> str | None:
        return self.choices[-1] if self.choices else None


@dataclass(frozen=True)
class Turn:
    """What a player knows when it is asked for its choice."""

    match_id: str
    round_id: int
    player_id: str
    opponent: Opponent
    history: tuple[Message, ...]  # its finished matches, oldest first
    standings: Message  # its wins, losses and draws as the referee knows them
    deadline: str  # the last moment at which the answer counts
    seconds: float  # the time for the choice; then the fallback is sent


class _Invitation:
    def __init__(self, message: Message):
        self.lock, self.opponent_id = Lock(), message["opponent_id"]
        self.choice: str | None = None


def _awaited(choice: Any) -> Any:
    """The result of a strategy, which may be a coroutine."""
    if not hasattr(choice, "__await__"):
        return choice
    import asyncio  # only such strategies need it

    async def wait() -> Any:
        return await choice

    return asyncio.run(wait())


class Player(Agent):
    """Override `choose`. A choice is returned in time, even if it fails, stalls or returns something else."""

    role = "player"
    default_port = protocol["ports"]["player"]["first"]
    register_method = "register_player"

    def choose(self, turn: Turn) -> str:
        """ "even" or "odd", within `turn.seconds`."""
        return random.choice(CHOICES)

    def restore(self) -> None:
        # Match id -> referee and its token -> invitation. A referee that has not sent one is not answered.
        self.invitations: dict[str, dict[tuple[str, str], _Invitation]] = {}
        self.history: list[Message] = self.store.get("history", [])
        self.over = {match["match_id"] for match in self.history}

    def accepted(self, answer: Message) -> None:
        # A match id names a match only inside of its league.
        if answer.get("league_id") != self.store.get("league_id"):
            self.over.clear()
        self.store.put("league_id", answer.get("league_id"))
        super().accepted(answer)

    # ---- messages of a match

    def handle_game_invitation(self, invitation: Message) -> Message:
        referee = self._referee_of(invitation)
        self.machine.fire("invited")
        with self.lock:
            of_match = self.invitations.setdefault(invitation["match_id"], {})
            of_match.setdefault(referee, _Invitation(invitation))
        self.machine.fire("joined")
        return {"player_id": self.id, "accept": True, "arrival_timestamp": now()}

    def choose_parity(self, call: Message) -> Message:
        invitation = self._invitation(call)
        if call["player_id"] != self.id:
            raise self.error("E005", f"this player is {self.id}", call)
        if call["match_id"] in self.over:
            raise self.error("E008", "this match is over", call)
        self.machine.fire("choice_requested")
        with invitation.lock:  # a repeated call gets the same choice again
            invitation.choice = invitation.choice or self._guarded_choice(call, invitation)
        self.machine.fire("chosen")
        return {"parity_choice": invitation.choice}

    def notify_match_result(self, message: Message) -> Message:
        invitation = self._invitation(message)
        with self.lock:
            if message["match_id"] not in self.over:
                self.over.add(message["match_id"])
                self._remember(message, invitation)
        self.machine.fire("game_over")
        return self.acknowledged()

    def notify_game_error(self, message: Message) -> Message:
        self._referee_of(message)
        return self.acknowledged()

    def update_standings(self, _: Message) -> Message:
        self.machine.fire("standings_updated")
        return self.acknowledged()

    def notify_round(self, announcement: Message) -> Message:
        ids = [match[key] for match in announcement["matches"] for key in ("player_A_id", "player_B_id")]
        self.machine.fire("round_announced" if self.id in ids else "bye_announced")
        return self.acknowledged()

    def notify_round_completed(self, _: Message) -> Message:
        self.machine.fire("round_completed")
        return self.acknowledged()

    def notify_league_completed(self, _: Message) -> Message:
        self.machine.fire("league_completed")
        return self.acknowledged()

    def get_player_state(self, request: Message) -> Message:
        if not request.get("auth_token"):
            raise self.error("E011", "only the player's own token may ask", request)
        if request["auth_token"] != self.token:
            raise self.error("E012", "only the player's own token may ask", request)
        return {
            "player_id": self.id,
            "display_name": self.name,
            "state": self.machine.state,
            "match_id": next((match for match in self.invitations if match not in self.over), None),
            "statistics": self.statistics(),
        }

    # ---- what it remembers

    def statistics(self) -> Message:
        points = protocol["points"]
        won = [match for match in self.history if match["winner"] == self.id]
        drawn = [match for match in self.history if match["status"] == "DRAW"]
        lost = len(self.history) - len(won) - len(drawn)
        technical = [m for m in self.history if m["status"] == "TECHNICAL_LOSS" and m["winner"] != self.id]
        return {
            "played": len(self.history),
            "wins": len(won),
            "draws": len(drawn),
            "losses": lost,
            "technical_losses": len(technical),
            "points": len(won) * points["win"] + len(drawn) * points["draw"] + lost * points["loss"],
        }

    def _remember(self, message: Message, invitation: _Invitation) -> None:
        result = message["game_result"]
        self.history.append(
            {
                "league_id": self.league_id,
                "match_id": message["match_id"],
                "opponent_id": invitation.opponent_id,
                "status": result["status"],
                "winner": result["winner_player_id"],
                "number": result["drawn_number"],
                "choices": result["choices"],
            }
        )
        self.store.put("history", self.history)

    def opponent(self, opponent_id: str) -> Opponent:
        played = [match for match in self.history if match["opponent_id"] == opponent_id]
        known = [match["choices"].get(opponent_id) for match in played if match["league_id"] == self.league_id]
        return Opponent(opponent_id, tuple(choice for choice in known if choice in CHOICES))

    # ---- its strategy

    def _guarded_choice(self, call: Message, invitation: _Invitation) -> str:
        """The choice of the strategy, or the fallback of the contract if there is none in time."""
        seconds = ((methods["choose_parity"].deadline_ms or 0) - protocol["strategy_margin_ms"]) / 1000
        context = call["context"]
        opponent = self.opponent(context.get("opponent_id") or invitation.opponent_id)
        own = context.get("your_standings") or {}
        known = tuple(self.history)
        turn = Turn(
            call["match_id"], context["round_id"], str(self.id), opponent, known, own, call["deadline"], seconds
        )
        answers: Queue[Any] = Queue()

        def ask() -> None:
            try:
                answers.put(_awaited(self.choose(turn)))
            except Exception as error:
                answers.put(error)

        Thread(target=ask, daemon=True).start()
        try:
            choice = answers.get(timeout=seconds)
        except Empty:
            choice = f"nothing within {seconds:g} s"
        if choice in CHOICES:
            return str(choice)
        fallback = str(protocol["fallback_choice"])
        log(f"{turn.match_id}: the strategy gave {choice!r}; {fallback} is sent", "warn")
        return fallback

    def _invitation(self, message: Message) -> _Invitation:
        """What this player knows of a match, if it was invited to it by the referee that asks."""
        invitations = self.invitations.get(message["match_id"], {})
        invitation = invitations.get(self._referee_of(message))
        if invitation is None:
            code = "E012" if invitations else "E006"
            raise self.error(code, "this referee did not invite this player to the match", message)
        return invitation

    def _referee_of(self, message: Message) -> tuple[str, str]:
        if not message.get("auth_token"):
            raise self.error("E011", "a referee signs its messages with its auth_token", message)
        return message["sender"], message["auth_token"]
