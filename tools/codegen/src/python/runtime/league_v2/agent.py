"""A member of a league: it registers, checks and answers messages, and ends on SHUTDOWN_COMMAND."""
from __future__ import annotations

import argparse
import json
import os
import re
import sys
import time
from threading import Event, Lock, Thread, Timer
from typing import Any, Callable, Mapping, Sequence

from .client import CallError, Client, Refused
from .contract import Identity, Machine, Message, dialect, errors, log, methods, new_conversation, protocol
from .contract import schema_fault_code, startup_errors
from .json_rpc import RpcError
from .serving import Server
from .violations import Violation, validate

# A message that comes before the answer to the registration waits this long. An invitation has 5 s.
REGISTRATION_SECONDS = 4
SHUTDOWN_SECONDS = 0.2  # for the acknowledgement to be on its way


class StartupError(Exception):
    """Why an agent could not start: one line for its user."""

    def __init__(self, name: str, detail: str):
        super().__init__(f"{name}: {detail}. {startup_errors[name]['hint']}")


class Store:
    """A small JSON file for what a restart must not lose. Without a folder everything stays in memory."""

    def __init__(self, folder: str | None, name: str):
        self.path = os.path.join(folder, name) if folder else None
        self.values: dict[str, Any] = {}
        try:
            if folder:
                os.makedirs(folder, exist_ok=True)
            if self.path and os.path.exists(self.path):
                with open(self.path, encoding="utf-8") as file:
                    self.values = json.load(file)
        except (OSError, ValueError) as error:
            raise StartupError("DATA_INIT_FAILED", str(error)) from None

    def get(self, name: str, default: Any = None) -> Any:
        return self.values.get(name, default)

    def put(self, name: str, value: Any) -> None:
        """Returns when the value is in the file. A crash in the middle leaves the old file."""
        self.values[name] = value
        if self.path is None:
            return
        with open(self.path + ".new", "w", encoding="utf-8", opener=_private) as file:
            json.dump(self.values, file)
        os.replace(self.path + ".new", self.path)


def _private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)  # it holds tokens


class Agent:
    """Answers each method of the protocol for which it has a Python method of the same name, or a handler. It gets the
    valid request, and returns the fields of the reply that are not copied from the request."""

    role = ""
    default_port = 8101
    register_method = register_message = ""

    def __init__(self, name: str | None = None, handlers: Mapping[str, Callable[[Message], Message]] | None = None):
        self.name = name or f"Python {type(self).__name__}"
        self.handlers = dict(handlers or {})
        self.endpoint, self.league = "", ""
        self.id: str | None = None
        self.token: str | None = None
        self.league_id: str | None = None
        slug = re.sub("[^a-z0-9]+", "-", self.name.lower()).strip("-")
        self.sender = f"{self.role}:{slug or 'agent'}"
        self.store = Store(None, "")
        self.lock = Lock()
        self.registered, self.stopped = Event(), Event()
        self.failure: StartupError | None = None
        self.started = time.monotonic()
        self.machine = Machine(self.role)

    # ---- messages that it sends

    def identity(self, conversation: str) -> Identity:
        return Identity(self.sender, conversation, self.token)

    def client(self, url: str) -> Client:
        return Client(url, wait=self.stopped.wait)

    def error(
        self, code: str, description: str, request: Message, violations: Sequence[Violation] = ()
    ) -> RpcError:
        """The JSON-RPC error for one of the league's error codes. It carries no token."""
        fields = {"error_code": code, "error_description": description, "violations": list(violations)}
        conversation = request.get("conversation_id")
        conversation = conversation if isinstance(conversation, str) and conversation else "unknown"
        data = dialect.build("LeagueError", Identity(self.sender, conversation), fields)
        return RpcError(errors[code]["rpc_code"], errors[code]["name"], data)

    # ---- messages that it gets

    def handle(self, method: str, params: Any) -> Any:
        """The result of one request."""
        handler = self.handlers.get(method) or getattr(self, method.replace(".", "_"), None)
        row = methods.get(method)
        if row is None or self.role not in row.to or handler is None:
            raise RpcError(-32601, "Method not found")
        if not row.envelope:
            return handler(params)
        if not isinstance(params, dict):
            raise RpcError(-32602, "Invalid params")
        violations = validate(row.request, params)
        if violations:
            places = [(one["pointer"], one["keyword"]) for one in violations]
            code = schema_fault_code(places) or "E002"
            raise self.error(code, violations[0]["message"], params, violations)
        if not self.registered.wait(REGISTRATION_SECONDS):
            raise self.error("E008", "this agent is not registered yet", params)
        if params["sender"].partition(":")[0] not in row.from_:
            raise self.error("E012", f"{params['sender']} may not send {params['message_type']}", params)
        return dialect.reply(params, self.identity("unknown"), handler(params))

    def ping(self, _: Message) -> Message:
        return {"ok": True, "message": "pong"}

    def rpc_discover(self, _: Message) -> Message:
        """A small OpenRPC document: the required fields of each message; the whole schemas are in the contract."""
        served = {name: row for name, row in methods.items() if self.role in row.to and row.envelope}
        return {
            "openrpc": "1.3.2",
            "info": {"title": f"{self.name}, a league.v2 {self.role} in Python", "version": "1.0.0"},
            "methods": [
                {
                    "name": name,
                    "summary": row.summary,
                    "paramStructure": "by-name",
                    "params": [
                        {"name": field, "required": True, "schema": {}}
                        for field in dialect.required_fields(row.request)
                    ],
                    "result": {"name": row.reply or row.ack, "schema": {"type": "object"}},
                }
                for name, row in served.items()
                if name in self.handlers or hasattr(self, name)
            ],
        }

    def acknowledged(self, status: str = "ACKNOWLEDGED") -> Message:
        return {f"{self.role}_id": self.id, "status": status}

    def notify_round(self, _: Message) -> Message:
        return self.acknowledged()

    def notify_league_completed(self, _: Message) -> Message:
        return self.acknowledged()

    def notify_league_error(self, _: Message) -> Message:
        return self.acknowledged()

    def shutdown(self, _: Message) -> Message:
        self.machine.fire("shutdown")
        timer = Timer(SHUTDOWN_SECONDS, self.stopped.set)
        timer.daemon = True
        timer.start()
        return self.acknowledged()

    # ---- what it says of itself

    def state(self) -> str:
        return self.machine.state

    def health(self) -> dict[str, Any]:
        return {
            "role": self.role,
            "id": self.id,
            "state": self.state(),
            "uptime_ms": int((time.monotonic() - self.started) * 1000),
            "dialects": [dialect.name],
            "spec_version": protocol["spec_version"],
        }

    def about_itself(self) -> Message:
        """The fields of its registration."""
        return {
            "display_name": self.name,
            "version": "1.0.0",
            "game_types": protocol["game_types"],
            "contact_endpoint": self.endpoint,
            "protocol_version": protocol["spec_version"],
        }

    # ---- registration

    def join(self, league: str, endpoint: str, data: str | None = None) -> None:
        """Where it is in the network, and its folder for what a restart must not lose."""
        self.league, self.endpoint = league, endpoint
        self.store = Store(data, f"{self.role}.json")
        self.restore()

    def register(self) -> None:
        """Registers. After a restart the same conversation gives the same id. Raises StartupError."""
        conversation = self.store.get("conversation_id") or new_conversation("register")
        self.store.put("conversation_id", conversation)
        self.machine.fire("register")
        fields = {f"{self.role}_meta": self.about_itself()}
        request = dialect.build(methods[self.register_method].request, self.identity(conversation), fields)
        try:
            answer = self.client(self.league).call(self.register_method, request)
        except CallError as error:
            self.machine.fire("failed")
            raise StartupError("REGISTRATION_FAILED", str(error)) from None
        if answer["status"] != "ACCEPTED":
            self.machine.fire("rejected")
            raise StartupError("REGISTRATION_REJECTED", str(answer.get("reason")))
        self.accepted(answer)

    def accepted(self, answer: Message) -> None:
        self.id, self.token = answer[f"{self.role}_id"], answer["auth_token"]
        self.league_id = answer.get("league_id")
        self.sender = f"{self.role}:{self.id}"
        self.machine.fire("accepted")
        self.registered.set()
        log(f"registered as {self.id}")

    def take_part(self) -> None:
        """Registers and returns when the agent is to end. Why it could not register is then in `failure`."""
        try:
            self.register()
            self.after_registration()
            self.stopped.wait()
        except StartupError as error:
            self.failure = error
            log(str(error), "error")
        self.stopped.set()
        self.before_end()

    def start(
        self, port: int, league: str, data: str | None = None, then: Callable[[], Any] = lambda: None
    ) -> None:
        """The same in a thread, for an agent that something else serves at this port of 127.0.0.1. Calls `then` when
        the agent is to end."""
        self.join(league, endpoint_at(port), data)

        def run() -> None:
            self.take_part()
            then()

        Thread(target=run, daemon=True).start()

    def restore(self) -> None:
        """Reads what it stored before a restart."""

    def after_registration(self) -> None:
        """What is left to do from before a restart."""

    def before_end(self) -> None:
        """What must be brought to its end first."""


def endpoint_at(port: int) -> str:
    return f"http://127.0.0.1:{port}{protocol['paths']['mcp']}"


LEAGUE = endpoint_at(protocol["ports"]["league_manager"])


def serve(
    agent: Agent,
    port: int | None = None,
    league: str = LEAGUE,
    data: str | None = None,
    server: type[Server] = Server,
) -> None:
    """Serves, registers, and returns when the agent is asked to end. Ends the program if it cannot start."""
    chosen = agent.default_port if port is None else port
    try:
        agent.join(league, endpoint_at(chosen), data)
        try:
            running = server(agent, chosen)
        except OSError as error:
            raise StartupError("PORT_IN_USE", f"port {chosen}: {error.strerror}") from None
    except StartupError as error:
        sys.exit(str(error))
    running.start()
    try:
        agent.take_part()
    except KeyboardInterrupt:
        agent.stopped.set()
    running.shutdown()
    if agent.failure is not None:
        sys.exit(1)


def main(
    kind: type[Agent], words: Sequence[str] | None = None, name: str | None = None, league: str = LEAGUE
) -> None:
    """Serves the agent that a command line describes: --port, --league, --name and --data."""
    agent, settings = from_arguments(kind, words, name, league)
    serve(agent, **settings)


def from_arguments(
    kind: type[Agent], words: Sequence[str] | None = None, name: str | None = None, league: str = LEAGUE
) -> tuple[Agent, dict[str, Any]]:
    """The agent that a command line describes, and the arguments of `serve` and `start`."""
    parser = argparse.ArgumentParser(description=f"A league.v2 {kind.role} in Python")
    parser.add_argument("--port", type=int, default=kind.default_port)
    parser.add_argument("--league", default=league, help="the endpoint of the league manager")
    parser.add_argument("--name", default=name)
    data = os.environ.get("DATA_DIR")
    parser.add_argument("--data", default=data, help="a folder for what a restart must not lose")
    chosen = parser.parse_args(words)
    if not re.match("https?://.", chosen.league):
        parser.error(f"--league is {chosen.league!r}; it must be a URL such as {LEAGUE}")
    return kind(chosen.name), {"port": chosen.port, "league": chosen.league, "data": chosen.data}
