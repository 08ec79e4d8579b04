"""What every league.v2 agent does: it signs its messages, and checks and answers the ones that it gets."""
import re
import secrets
import time
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone
from threading import Event, Lock
from typing import Callable

from .json_rpc import RpcError
from .shapes import ENVELOPE, one_of

# Patterns of the senders that a method accepts.
LEAGUE_MANAGER, REFEREE, OPERATOR = r"league_manager", r"referee:.+", r"operator(:.+)?"
MEMBER, UNREGISTERED = r"(player|referee):.+", r".+"
# A message that comes before the answer to the registration waits this long. An invitation has 5 s.
REGISTRATION_SECONDS = 4
ERROR_NAMES = {
    "E001": "TIMEOUT_ERROR",
    "E002": "INVALID_MESSAGE_FORMAT",
    "E003": "MISSING_REQUIRED_FIELD",
    "E004": "INVALID_PARITY_CHOICE",
    "E005": "PLAYER_NOT_REGISTERED",
    "E006": "MATCH_NOT_FOUND",
    "E007": "DUPLICATE_REPORT",
    "E008": "INVALID_STATE",
    "E009": "CONNECTION_ERROR",
    "E011": "AUTH_TOKEN_MISSING",
    "E012": "AUTH_TOKEN_INVALID",
    "E013": "REFEREE_NOT_REGISTERED",
    "E018": "PROTOCOL_VERSION_MISMATCH",
    "E021": "INVALID_TIMESTAMP",
}


@dataclass(frozen=True)
class Method:
    """A method that an agent serves. `answer(agent, params)` returns the type and the fields of the reply."""

    takes: str
    sender: str
    shape: Callable
    answer: Callable


def now(seconds_ahead=0):
    moment = datetime.now(timezone.utc) + timedelta(seconds=seconds_ahead)
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def new_conversation(about):
    return f"conv-{about}-{secrets.token_hex(8)}"


def faults_of(message, message_type, shape):
    """All faults of a message, and the code of the error for them; None when there is no fault."""
    faults = [
        *ENVELOPE(message, ""),
        *one_of(message_type)(message.get("message_type"), "/message_type"),
        *shape(message, ""),
    ]
    codes = {fault_code(pointer, keyword) for pointer, keyword, _ in faults}
    return faults, next((code for code in ("E018", "E021", "E004", "E003", "E002") if code in codes), None)


def fault_code(pointer, keyword):
    if keyword == "required":
        return "E003"
    return {"/protocol": "E018", "/timestamp": "E021", "/parity_choice": "E004"}.get(pointer, "E002")


class Agent:
    role = ""
    methods: dict[str, Method] = {}

    def __init__(self, name, port):
        self.name, self.port, self.endpoint = name, port, f"http://127.0.0.1:{port}/mcp"
        self.sender = f"{self.role}:{re.sub(r'[^a-z0-9]+', '-', name.lower())}"
        self.id = self.token = None
        self.lock = Lock()
        self.registered, self.stop = Event(), Event()
        self.started = time.monotonic()

    # ---- messages that it sends

    def envelope(self, message_type, conversation_id):
        message = {
            "protocol": "league.v2",
            "message_type": message_type,
            "sender": self.sender,
            "timestamp": now(),
            "conversation_id": conversation_id,
        }
        return {**message, "auth_token": self.token} if self.token else message

    def error(self, code, description, params, violations=()):
        """The JSON-RPC error for one of the league's error codes. It carries no token."""
        message = self.envelope("LEAGUE_ERROR", params.get("conversation_id") or "unknown")
        message.pop("auth_token", None)
        message.update(error_code=code, error_description=description, violations=list(violations))
        return RpcError(
            -32602 if code in ("E002", "E003") else -32000 - int(code[1:]), ERROR_NAMES[code], message
        )

    @staticmethod
    def acknowledge(reply_type):
        """An answer that says no more than that the message has arrived."""
        return lambda self, params: (reply_type, {f"{self.role}_id": self.id, "status": "ACKNOWLEDGED"})

    # ---- messages that it gets

    def handle(self, method, params):
        """The result of one request."""
        if method == "ping":
            return {"ok": True, "message": "pong"}
        if method == "rpc.discover":
            return self.discovery()
        if method not in self.methods:
            raise RpcError(-32601, "Method not found")
        if not isinstance(params, dict):
            raise RpcError(-32602, "Invalid params")
        served = self.methods[method]
        self.check(params, served)
        if not self.registered.wait(REGISTRATION_SECONDS):
            raise self.error("E008", "this agent is not registered yet", params)
        if not re.fullmatch(served.sender, params["sender"]):
            raise self.error("E012", f"{params['sender']} may not send {served.takes}", params)
        reply_type, own_fields = served.answer(self, params)
        return {**self.envelope(reply_type, params["conversation_id"]), **own_fields}

    def check(self, params, served):
        faults, code = faults_of(params, served.takes, served.shape)
        if faults:
            violations = [
                {"pointer": pointer, "keyword": keyword, "message": f"{pointer} {why}"}
                for pointer, keyword, why in faults
            ]
            raise self.error(code, violations[0]["message"], params, violations)

    # ---- what it says of itself

    def state(self):
        return "REGISTERED" if self.registered.is_set() else "REGISTERING"

    def health(self):
        return {
            "role": self.role,
            "id": self.id,
            "state": self.state(),
            "uptime_ms": int((time.monotonic() - self.started) * 1000),
            "dialects": ["canonical"],
            "spec_version": "2.0.0",
        }

    def discovery(self):
        """A small OpenRPC document: the envelope of each message; the other fields are in the contract."""
        envelope = [
            {"name": name, "required": True, "schema": {"type": "string"}}
            for name in ("protocol", "message_type", "sender", "timestamp", "conversation_id")
        ]
        methods = [
            {
                "name": name,
                "summary": f"Takes {served.takes}.",
                "paramStructure": "by-name",
                "params": envelope,
                "result": {"name": "reply", "schema": {"type": "object"}},
            }
            for name, served in self.methods.items()
        ]
        return {
            "openrpc": "1.3.2",
            "info": {"title": f"A league.v2 {self.role} in plain Python", "version": "1.0.0"},
            "methods": methods,
        }
