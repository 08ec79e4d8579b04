"""The contract as data: methods with their deadlines, errors, state machines, and the builders of messages."""
from __future__ import annotations

import json
import secrets
import sys
from dataclasses import dataclass, field
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any, Mapping

Message = dict[str, Any]
_DATA: dict[str, Any] = json.loads(Path(__file__).with_name("contract.json").read_text("utf-8"))

#: The numbers and names of the protocol. Times are in milliseconds unless a name has another unit.
protocol: dict[str, Any] = _DATA["protocol"]
#: Every protocol error by its code, with `name`, `rpc_code`, `retryable` and `description`.
errors: dict[str, dict[str, Any]] = _DATA["errors"]
#: The reasons why an agent could not start, by name.
startup_errors: dict[str, dict[str, str]] = _DATA["startup_errors"]
#: The reasons why a registration is refused. A refusal is an ordinary reply, not an error.
rejections: list[dict[str, str]] = _DATA["rejections"]
#: Every state machine: its initial and final states, and state -> event -> next state.
machines: dict[str, dict[str, Any]] = _DATA["machines"]
patterns: dict[str, dict[str, str]] = _DATA["patterns"]


def now(seconds_ahead: float = 0) -> str:
    """The time in UTC, as messages carry it."""
    moment = datetime.now(timezone.utc) + timedelta(seconds=seconds_ahead)
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def new_conversation(about: str) -> str:
    return f"conv-{about}-{secrets.token_hex(8)}"


def log(message: str, level: str = "info") -> None:
    """One JSON object a line. No token is in it."""
    print(json.dumps({"level": level, "timestamp": now(), "message": message}), file=sys.stderr, flush=True)


@dataclass(frozen=True)
class Identity:
    """The envelope of a message: its sender, its conversation, the token of a registered sender, and its time."""

    sender: str
    conversation_id: str = "unknown"
    auth_token: str | None = None
    timestamp: str = field(default_factory=now)


@dataclass(frozen=True)
class Exchange:
    """A request with its reply, by the names of their schemas, and its limits. Times are in milliseconds."""

    request: str
    reply: str | None
    deadline_ms: int | None
    retries: int
    retry_pause_ms: int | None  # None: exponential backoff
    best_effort: bool


@dataclass(frozen=True)
class Method(Exchange):
    name: str
    ack: str | None
    from_: tuple[str, ...]
    to: tuple[str, ...]
    envelope: bool
    summary: str
    positional: tuple[str, ...] | None
    forms: tuple[Exchange, ...]


class Dialect:
    """The methods, schemas and builders of one OpenRPC document."""

    def __init__(self, name: str, data: Mapping[str, Any]):
        self.name = name
        self.methods = {method: _method(method, row) for method, row in data["methods"].items()}
        self.schemas: dict[str, dict[str, Any]] = data["schemas"]
        self.message_types: dict[str, str] = data["messages"]
        self._builders, self._replies = data["builders"], data["replies"]

    def required_fields(self, name: str) -> list[str]:
        """The fields that received data must have."""
        schema = self.schemas[name]
        bases = [field for base in schema.get("allOf", ()) for field in self.required_fields(base["$ref"])]
        return list(dict.fromkeys([*bases, *schema.get("required", ())]))

    def build(self, name: str, identity: Identity | None, values: Mapping[str, Any]) -> Message:
        """A message from its constants, the identity and the caller's fields. Raises TypeError for a missing field."""
        plan = self._builders[name]
        message: Message = {}
        for field_name in plan["fields"]:
            is_required = field_name in plan["required"]
            if field_name in plan["constants"]:
                value = plan["constants"][field_name]
            elif field_name in plan["identity"]:
                value = getattr(identity, field_name)
                if is_required and value is None:
                    raise TypeError(f"{name} needs an identity with {field_name}")
            else:
                parameter = plan["parameters"].get(field_name, field_name)
                if is_required and parameter not in values:
                    raise TypeError(f"{name} needs the field {field_name}")
                value = values.get(parameter)
            if is_required or value is not None:
                message[field_name] = value
        return message

    def reply(self, request: Mapping[str, Any], sender: Identity, fields: Mapping[str, Any]) -> Message:
        """The reply to a request: the conversation and the ids that both have are copied. Raises TypeError for a
        field that the reply does not have, or that is missing."""
        pair = self._replies.get(request.get("message_type"))
        if pair is None:
            raise TypeError(f"no message answers {request.get('message_type')}")
        conversation = request.get("conversation_id") or sender.conversation_id
        identity = Identity(sender.sender, conversation, sender.auth_token)
        unknown = set(fields) - set(self._builders[pair["reply"]]["fields"])
        if unknown:
            raise TypeError(f"{pair['reply']} has no field {', '.join(sorted(unknown))}")
        copied = {name: request[name] for name in pair["copied"] if name in request}
        return self.build(pair["reply"], identity, {**copied, **fields})


def _method(name: str, row: Mapping[str, Any]) -> Method:
    values: dict[str, Any] = {("from_" if key == "from" else key): value for key, value in row.items()}
    for key in ("from_", "to", "positional"):
        values[key] = None if values[key] is None else tuple(values[key])
    values["forms"] = tuple(Exchange(**form) for form in values["forms"])
    return Method(name=name, **values)


#: Every dialect by name. The first one is that of the functions of this package.
dialects: dict[str, Dialect] = {name: Dialect(name, data) for name, data in _DATA["dialects"].items()}
dialect: Dialect = next(iter(dialects.values()))
methods = dialect.methods


def reply(request: Mapping[str, Any], sender: Identity, **fields: Any) -> Message:
    """The reply to a request, with its conversation and its match; the caller gives the other fields."""
    return dialect.reply(request, sender, fields)


def schema_fault_code(places: list[tuple[str, str]]) -> str | None:
    """The protocol error for a message with faults of these pointers and keywords: the first rule that matches."""
    for rule in _DATA["schema_faults"]:
        for pointer, keyword in places:
            if rule.get("pointer", pointer) == pointer and rule.get("keyword", keyword) == keyword:
                return str(rule["code"])
    return None


class Machine:
    """The state of one machine of the contract."""

    def __init__(self, name: str):
        self._table = machines[name]
        self.state: str = self._table["initial"]

    def allows(self, event: str) -> bool:
        return event in self._table["transitions"][self.state]

    def fire(self, event: str) -> bool:
        """Takes the transition. Returns False, in the same state, when the state has none for this event."""
        if not self.allows(event):
            return False
        self.state = self._table["transitions"][self.state][event]
        return True
