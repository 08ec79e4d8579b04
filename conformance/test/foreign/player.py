"""A league.v2 player in plain Python: standard library only, no SDK."""
import random
from threading import Lock

from independent import member
from independent.agent import LEAGUE_MANAGER, REFEREE, Agent, Method, now
from independent.player_messages import (
    CHOOSE_PARITY_CALL,
    GAME_ERROR,
    GAME_INVITATION,
    GAME_OVER,
    ROUND_COMPLETED,
    STANDINGS_UPDATE,
)


class Invitation:
    def __init__(self):
        self.lock, self.choice = Lock(), None


class Player(member.Member):
    role = "player"
    register_method, register_message = "register_player", "LEAGUE_REGISTER_REQUEST"

    def __init__(self, *where):
        super().__init__(*where)
        # Match id -> referee -> Invitation. A referee that has not sent an invitation is not answered.
        self.invitations = {}
        self.over = set()

    def strategy(self, context):
        """Replace this by your own."""
        return random.choice(["even", "odd"])

    def invited(self, params):
        with self.lock:
            self.invitations.setdefault(params["match_id"], {}).setdefault(
                self.referee_of(params), Invitation()
            )
        return "GAME_JOIN_ACK", {
            "match_id": params["match_id"],
            "player_id": self.id,
            "accept": True,
            "arrival_timestamp": now(),
        }

    def choose(self, params):
        invitation = self.invitation(params)
        if params["player_id"] != self.id:
            raise self.error("E005", f"this player is {self.id}", params)
        if params["match_id"] in self.over:
            raise self.error("E008", "this match is over", params)
        with invitation.lock:  # a repeated call gets the same choice again
            invitation.choice = invitation.choice or self.strategy(params["context"])
        return "CHOOSE_PARITY_RESPONSE", {
            "match_id": params["match_id"],
            "player_id": self.id,
            "parity_choice": invitation.choice,
        }

    def game_over(self, params):
        self.invitation(params)
        self.over.add(params["match_id"])
        return self.match_acknowledged("GAME_OVER_ACK", params)

    def game_error(self, params):
        self.referee_of(params)
        return self.match_acknowledged("GAME_ERROR_ACK", params)

    def match_acknowledged(self, reply_type, params):
        return reply_type, {"match_id": params["match_id"], "player_id": self.id, "status": "ACKNOWLEDGED"}

    def invitation(self, params):
        """What this player knows of a match, if it was invited to it by the referee that asks."""
        invitations = self.invitations.get(params["match_id"], {})
        invitation = invitations.get(self.referee_of(params))
        if invitation is None:
            raise self.error(
                "E012" if invitations else "E006",
                "this referee did not invite this player to the match",
                params,
            )
        return invitation

    def referee_of(self, params):
        if not params.get("auth_token"):
            raise self.error("E011", "a referee signs its messages with its auth_token", params)
        return params["sender"], params["auth_token"]

    methods = {
        **member.Member.methods,
        "handle_game_invitation": Method("GAME_INVITATION", REFEREE, GAME_INVITATION, invited),
        "choose_parity": Method("CHOOSE_PARITY_CALL", REFEREE, CHOOSE_PARITY_CALL, choose),
        "notify_match_result": Method("GAME_OVER", REFEREE, GAME_OVER, game_over),
        "notify_game_error": Method("GAME_ERROR", REFEREE, GAME_ERROR, game_error),
        "update_standings": Method(
            "LEAGUE_STANDINGS_UPDATE",
            LEAGUE_MANAGER,
            STANDINGS_UPDATE,
            Agent.acknowledge("STANDINGS_UPDATE_ACK"),
        ),
        "notify_round_completed": Method(
            "ROUND_COMPLETED", LEAGUE_MANAGER, ROUND_COMPLETED, Agent.acknowledge("ROUND_COMPLETED_ACK")
        ),
    }
