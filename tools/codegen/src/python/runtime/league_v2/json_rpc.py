"""JSON-RPC 2.0 without HTTP: strict parsing, and the answer to one request body."""
from __future__ import annotations

import json
import re
from typing import Any, Callable, Mapping

from .contract import Dialect, dialect as default_dialect, log, protocol
from .violations import validate

Handle = Callable[[str, Any], Any]
Handler = Callable[[Any], Any]

_LIMITS: dict[str, int] = {"json_depth": 64, "batch_requests": 100, "body_bytes": 262_144, **protocol.get("limits", {})}


class RpcError(Exception):
    """A JSON-RPC error: raised by a handler it is the answer to the request."""

    def __init__(self, code: int, message: str, data: Any = None):
        super().__init__(message)
        self.code, self.message, self.data = code, message, data

    @property
    def error(self) -> dict[str, Any]:
        return {"code": self.code, "message": self.message, **({} if self.data is None else {"data": self.data})}


def parse(body: bytes) -> Any:
    """The JSON value of these bytes. Raises ValueError where two parsers could differ."""
    text = body.decode("utf-8")
    if _depth_of(text) > _LIMITS["json_depth"]:
        raise ValueError("the JSON is nested too deeply")
    return json.loads(text, object_pairs_hook=_unique_keys, parse_constant=_reject_constant)


def _depth_of(text: str) -> int:
    deepest = depth = 0
    for character in re.findall(r"[\[{\]}]", re.sub(r'"(\\.|[^"\\])*"', "", text)):
        depth += 1 if character in "[{" else -1
        deepest = max(deepest, depth)
    return deepest


def _unique_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) != len(pairs):
        raise ValueError("a key is repeated")
    return members


def _reject_constant(text: str) -> Any:
    raise ValueError(f"{text} is not JSON")


def answer_body(handle: Handle, body: bytes) -> Any:
    """The answer to a request body, by `handle(method, params)`; None when all of it is notifications."""
    try:
        request = parse(body)
    except (ValueError, RecursionError):
        return _failure(None, -32700, "Parse error")
    if not isinstance(request, list):
        return _answer_one(handle, request)
    if not 0 < len(request) <= _LIMITS["batch_requests"]:
        return _failure(None, -32600, "Invalid Request")
    return [answer for answer in (_answer_one(handle, one) for one in request) if answer is not None] or None


def _answer_one(handle: Handle, request: Any) -> dict[str, Any] | None:
    """The answer to one request, or None for a notification."""
    if not isinstance(request, dict) or isinstance(request.get("id"), (bool, dict, list)):
        return _failure(None, -32600, "Invalid Request")
    request_id, method, params = request.get("id"), request.get("method"), request.get("params", {})
    if request.get("jsonrpc") != "2.0" or not isinstance(method, str) or not isinstance(params, (dict, list)):
        return _failure(request_id, -32600, "Invalid Request")
    try:
        outcome = {"result": handle(method, params)}
    except RpcError as refused:
        outcome = {"error": refused.error}
    except Exception as error:  # the text of an exception goes to the log, not to the peer
        log(f"{method}: {error!r}", "error")
        outcome = {"error": {"code": -32603, "message": "Internal error"}}
    return {"jsonrpc": "2.0", **outcome, "id": request_id} if "id" in request else None


def _failure(request_id: Any, code: int, message: str) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "error": {"code": code, "message": message}, "id": request_id}


class Service:
    """Handlers by the names of their methods. Each gets valid params, and returns the result."""

    def __init__(self, handlers: Mapping[str, Handler], dialect: Dialect = default_dialect):
        self.handlers, self.dialect = dict(handlers), dialect

    def handle(self, method: str, params: Any) -> Any:
        if method not in self.handlers:
            raise RpcError(-32601, "Method not found")
        row = self.dialect.methods[method]
        if isinstance(params, list):
            if row.positional is None or len(params) > len(row.positional):
                raise RpcError(-32602, "Invalid params")
            params = dict(zip(row.positional, params))
        violations = validate(row.request, params, self.dialect)
        if violations:
            raise RpcError(-32602, violations[0]["message"], {"violations": violations})
        return self.handlers[method](params)

    def health(self) -> dict[str, Any]:
        return {"state": "READY"}
