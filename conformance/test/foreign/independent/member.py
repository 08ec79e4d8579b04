"""A member of a league: it registers, acknowledges announcements and ends on SHUTDOWN_COMMAND."""
import sys
from threading import Timer

from .agent import LEAGUE_MANAGER, Agent, Method, new_conversation
from .client import CallError, call
from .server import listen
from .shapes import LEAGUE_COMPLETED, LEAGUE_ERROR, ROUND_ANNOUNCEMENT, SHUTDOWN_COMMAND
from .store import Store

REGISTRATION_ATTEMPTS = 4
DEADLINE_SECONDS = 10


class Member(Agent):
    register_method = register_message = ""

    def __init__(self, name, port, league, data=None):
        super().__init__(name, port)
        self.league, self.league_id = league, None
        self.store = Store(data, f"{self.role}.json")

    # ---- registration

    def about_itself(self):
        """The fields of its registration."""
        return {
            "display_name": self.name,
            "version": "1.0.0",
            "game_types": ["even_odd"],
            "contact_endpoint": self.endpoint,
            "protocol_version": "2.0.0",
        }

    def register(self):
        """Registers, or ends the program. After a restart the same conversation gives the same id."""
        conversation = self.store.get("conversation_id") or new_conversation("register")
        self.store.put("conversation_id", conversation)
        answer = self.ask_to_register(conversation)
        if answer.get("status") != "ACCEPTED":
            sys.exit(f"REGISTRATION_REJECTED: {answer.get('reason')}")
        self.id, self.token, self.league_id = (
            answer[f"{self.role}_id"],
            answer["auth_token"],
            answer.get("league_id"),
        )
        self.sender = f"{self.role}:{self.id}"
        self.registered.set()
        print(f"registered as {self.id}", file=sys.stderr)

    def ask_to_register(self, conversation):
        for attempt in range(REGISTRATION_ATTEMPTS):
            try:
                message = {
                    **self.envelope(self.register_message, conversation),
                    f"{self.role}_meta": self.about_itself(),
                }
                return call(self.league, self.register_method, message, DEADLINE_SECONDS)
            except CallError as error:
                print(f"registration attempt {attempt + 1}: {error}", file=sys.stderr)
            if attempt + 1 < REGISTRATION_ATTEMPTS:
                self.stop.wait(2**attempt)
        sys.exit("REGISTRATION_FAILED: the league manager does not answer; start it first")

    # ---- what the league manager says

    def announced(self, params):
        return "ROUND_ANNOUNCEMENT_ACK", {
            f"{self.role}_id": self.id,
            "round_id": params["round_id"],
            "status": "ACKNOWLEDGED",
        }

    def shut_down(self, params):
        Timer(0.2, self.stop.set).start()  # after the acknowledgement
        return "SHUTDOWN_ACK", {f"{self.role}_id": self.id, "status": "ACKNOWLEDGED"}

    methods = {
        "notify_round": Method("ROUND_ANNOUNCEMENT", LEAGUE_MANAGER, ROUND_ANNOUNCEMENT, announced),
        "notify_league_completed": Method(
            "LEAGUE_COMPLETED", LEAGUE_MANAGER, LEAGUE_COMPLETED, Agent.acknowledge("LEAGUE_COMPLETED_ACK")
        ),
        "notify_league_error": Method(
            "LEAGUE_ERROR", LEAGUE_MANAGER, LEAGUE_ERROR, Agent.acknowledge("LEAGUE_ERROR_ACK")
        ),
        "shutdown": Method("SHUTDOWN_COMMAND", LEAGUE_MANAGER, SHUTDOWN_COMMAND, shut_down),
    }

    # ---- start and end

    def after_registration(self):
        """What is left to do from before a restart."""

    def before_end(self):
        """What must be brought to its end first."""

    def run(self):
        """Serves, registers, and returns when it receives a shutdown request."""
        running = listen(self)
        try:
            self.register()
            self.after_registration()
            self.stop.wait()
        except KeyboardInterrupt:
            pass
        running.shutdown()
        self.before_end()
