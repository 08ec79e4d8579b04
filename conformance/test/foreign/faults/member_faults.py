"""Faults of a player or a referee as a member of its league: registration, token, announcements, its end and a restart."""
import sys
import time

from independent import client, member
from independent.agent import Agent
from independent.member import Member
from player import Player
from referee import Referee

from .hooks import MEMBERS, Fault, before, both, drop, forgotten, instead, refuse, sent, served, wrapped


def meta(change):
    """`change(meta)` of each registration."""
    return both(
        sent("LEAGUE_REGISTER_REQUEST", lambda params: change(params["player_meta"])),
        sent("REFEREE_REGISTER_REQUEST", lambda params: change(params["referee_meta"])),
    )


def registration(attempts, pause):
    """Another way to repeat the registration. `pause(attempt)` in seconds."""

    def ask(self, conversation):
        for attempt in range(attempts):
            try:
                about = {f"{self.role}_meta": self.about_itself()}
                message = {**self.envelope(self.register_message, conversation), **about}
                return client.call(self.league, self.register_method, message, member.DEADLINE_SECONDS)
            except client.CallError:
                time.sleep(pause(attempt))
        sys.exit("REGISTRATION_FAILED")

    return instead(Member, "ask_to_register", ask)


def rejected(act):
    """What it does in place of ending with an error when it is rejected."""

    def around(original, self):
        try:
            original(self)
        except SystemExit as end:
            if "REJECTED" not in str(end):
                raise
            act()

    return wrapped(Member, "register", around)


def never_gives_up(original, self):
    try:
        original(self)
    except SystemExit as ending:
        if "REJECTED" in str(ending.code):
            raise
        self.stop.wait()


def acknowledged_only(self, params):
    return "SHUTDOWN_ACK", {f"{self.role}_id": self.id, "status": "ACKNOWLEDGED"}


def stop_method(**changes):
    return both(*(served(kind, "shutdown", **changes) for kind in (Player, Referee)))


def without_token(original, self, *given):
    return {name: value for name, value in original(self, *given).items() if name != "auth_token"}


FAULTS = [
    Fault("never-registers", "PLY-REG-01 REF-REG-01", "sends no registration", instead(Member, "register", lambda self: None), roles=MEMBERS),
    Fault("registers-without-endpoint", "PLY-REG-01 REF-REG-01", "registers without an endpoint", meta(drop("contact_endpoint")), roles=MEMBERS),
    Fault("tries-once", "PLY-REG-04 REF-REG-03", "gives up when its first call has failed", registration(1, lambda attempt: 0), roles=MEMBERS),
    Fault("lives-on-rejected", "PLY-REG-06 REF-REG-03", "runs on after a rejection", rejected(lambda: None), roles=MEMBERS),
    Fault("never-gives-up", "PLY-REG-09 REF-REG-03", "runs on when no attempt to register was answered", wrapped(Member, "register", never_gives_up), roles=MEMBERS),
    Fault("no-token", "PLY-REG-08 REF-REG-04", "sends no token at all", wrapped(Agent, "envelope", without_token), roles=MEMBERS),
    Fault("no-announcements", "PLY-ACK-01 REF-END-03", "refuses announcements", before("ROUND_ANNOUNCEMENT", refuse), roles=MEMBERS),
    Fault("league-completed-refused", "PLY-ACK-03 REF-END-03", "refuses LEAGUE_COMPLETED", before("LEAGUE_COMPLETED", refuse), roles=MEMBERS),
    Fault("never-stops", "PLY-STOP-01 REF-END-04", "runs on after SHUTDOWN_COMMAND", stop_method(answer=acknowledged_only), roles=MEMBERS),
    Fault("anyone-stops-it", "PLY-STOP-03 REF-END-04", "obeys a SHUTDOWN_COMMAND from anyone", stop_method(sender=".+"), roles=MEMBERS),
    Fault("forgets-itself", "PLY-KEEP-02 REF-KEEP-01", "registers in a new conversation after a restart", forgotten("conversation_id"), roles=MEMBERS),
]
