"""Calls over HTTP. Each has one deadline for the whole exchange, and the retries of the method table."""
from __future__ import annotations

import http.client
import itertools
import json
import random
import socket
import threading
import time
from typing import Any, Callable
from urllib.parse import urlsplit

from .contract import Dialect, Exchange, dialect as default_dialect, protocol
from .json_rpc import parse
from .violations import InvalidMessage, check

LONGEST_ANSWER = 1_048_576
_call_ids = itertools.count(1)


class CallError(Exception):
    """The call has no usable answer."""


class Unreachable(CallError):
    """No connection."""


class TooLate(CallError):
    """No complete answer before the deadline."""


class Refused(CallError):
    """The answer is a JSON-RPC error."""

    def __init__(self, error: Any):
        super().__init__(f"the call was refused: {error}")
        self.error = error


class InvalidReply(CallError):
    """The reply is not what the method table promises."""

    def __init__(self, invalid: InvalidMessage):
        super().__init__(str(invalid))
        self.violations = invalid.violations


class Client:
    """The methods of one peer. `wait` pauses between attempts, in seconds; it may return True to end them."""

    def __init__(
        self, url: str, dialect: Dialect = default_dialect, wait: Callable[[float], Any] = time.sleep
    ):
        self.url, self.dialect, self.wait = url, dialect, wait

    def call(
        self,
        method: str,
        params: Any = None,
        attempts: int | None = None,
        accept: Callable[[Any], Any] = lambda result: None,
    ) -> Any:
        """The valid result of a call, after the attempts that the method table allows. `accept` may refuse a result
        with CallError. Raises CallError of the last attempt; one that the peer has refused is not repeated."""
        row = self.dialect.methods[method]
        limit = row.retries + 1 if attempts is None else attempts
        for attempt in range(limit):
            try:
                result = self.exchange(method, {} if params is None else params)
                accept(result)
                return result
            except Refused:
                raise
            except CallError:
                if attempt + 1 == limit or self.wait(pause_seconds(row, attempt)):
                    raise
        raise CallError("no attempt was made")

    def exchange(self, method: str, params: Any) -> Any:
        """The valid result of one attempt."""
        row = self.dialect.methods[method]
        result = call(self.url, method, params, seconds_of(row))
        try:
            if row.reply is not None:
                check(row.reply, result, self.dialect)
        except InvalidMessage as invalid:
            raise InvalidReply(invalid) from None
        return result


def seconds_of(row: Exchange) -> float:
    deadline: int = protocol.get("default_deadline_ms", 10_000) if row.deadline_ms is None else row.deadline_ms
    return deadline / 1000


def pause_seconds(row: Exchange, attempt: int) -> float:
    """The pause after an attempt: the fixed one of the method, or exponential backoff with jitter."""
    if row.retry_pause_ms is not None:
        return row.retry_pause_ms / 1000
    backoff = protocol.get("backoff", {"first_ms": 200, "factor": 2, "maximum_ms": 5000, "jitter": 0.5})
    longest = min(backoff["maximum_ms"], backoff["first_ms"] * backoff["factor"] ** attempt)
    return float(longest * (1 - backoff["jitter"] * random.random())) / 1000


def call(url: str, method: str, params: Any, seconds: float) -> Any:
    """The result of one call. Raises CallError when there is none within `seconds`."""
    request_id = next(_call_ids)
    request = {"jsonrpc": "2.0", "id": request_id, "method": method, "params": params}
    status, body = _post(url, request, seconds)
    try:
        answer = parse(body)
    except (ValueError, RecursionError) as error:
        raise CallError(f"HTTP {status}, and the answer is not JSON: {error}") from None
    if not isinstance(answer, dict) or answer.get("jsonrpc") != "2.0":
        raise CallError("the answer is not a JSON-RPC 2.0 response")
    if "error" in answer:
        raise Refused(answer["error"])
    if answer.get("id") != request_id or isinstance(answer.get("id"), bool):
        raise CallError("the answer belongs to another call")
    if not 200 <= status < 300 or "result" not in answer:
        raise CallError(f"HTTP {status} without a result")
    return answer["result"]


def notify(url: str, method: str, params: Any, seconds: float) -> None:
    """Sends a notification; the answer does not matter."""
    _post(url, {"jsonrpc": "2.0", "method": method, "params": params}, seconds)


def _post(url: str, message: Any, seconds: float) -> tuple[int, bytes]:
    """The HTTP status and the body of the answer."""
    due = time.monotonic() + seconds
    connection = _connect(url, seconds)
    # The timeout of a socket starts again with each byte; this timer ends an answer that drips.
    timer = threading.Timer(max(0, due - time.monotonic()), _shut_down, [connection.sock])
    timer.daemon = True
    timer.start()
    headers = {"Content-Type": "application/json", "Connection": "close"}
    try:
        connection.request("POST", urlsplit(url).path or "/", json.dumps(message).encode(), headers)
        response = connection.getresponse()
        status, body = response.status, response.read(LONGEST_ANSWER + 1)
    except (OSError, ValueError, http.client.HTTPException) as error:
        if time.monotonic() >= due:
            raise TooLate(f"no answer within {seconds:g} s") from None
        raise CallError(f"the connection broke: {error}") from None
    finally:
        timer.cancel()
        connection.close()
    if time.monotonic() >= due:
        raise TooLate(f"no complete answer within {seconds:g} s")
    if len(body) > LONGEST_ANSWER:
        raise CallError("the answer is too long")
    return status, body


def _connect(url: str, seconds: float) -> http.client.HTTPConnection:
    try:
        address = urlsplit(url)
        is_secure = address.scheme == "https"
        kind: Any = http.client.HTTPSConnection if is_secure else http.client.HTTPConnection
        connection: http.client.HTTPConnection = kind(address.hostname, address.port, timeout=seconds)
        connection.connect()
        return connection
    except (OSError, ValueError) as error:
        raise Unreachable(f"{url} cannot be reached: {error}") from None


def _shut_down(open_socket: socket.socket) -> None:
    try:
        open_socket.shutdown(socket.SHUT_RDWR)
    except OSError:
        pass  # the exchange has ended in the meantime
