"""One JSON-RPC call over HTTP, with one deadline for the whole exchange."""
import http.client
import itertools
import json
import socket
import threading
import time
from urllib.parse import urlsplit

from .json_rpc import parse

MAX_ANSWER = 1_048_576
call_ids = itertools.count(1)


class CallError(Exception):
    """The call has no usable answer."""


class Unreachable(CallError):
    """No connection."""


class TooLate(CallError):
    """No complete answer before the deadline."""


class Refused(CallError):
    """The answer is a JSON-RPC error."""


def call(url, method, params, seconds):
    """The result of one call. Raises CallError when there is none within `seconds`."""
    request_id = next(call_ids)
    status, body = post(
        url, {"jsonrpc": "2.0", "id": request_id, "method": method, "params": params}, seconds
    )
    return result_of(status, body, request_id)


def notify(url, method, params, seconds):
    """Sends a notification; the answer does not matter."""
    post(url, {"jsonrpc": "2.0", "method": method, "params": params}, seconds)


def result_of(status, body, request_id):
    try:
        answer = parse(body)
    except (ValueError, RecursionError) as error:
        raise CallError(f"HTTP {status}, and the answer is not JSON: {error}") from None
    if not isinstance(answer, dict) or answer.get("jsonrpc") != "2.0":
        raise CallError("the answer is not a JSON-RPC 2.0 response")
    if "error" in answer:
        raise Refused(f"the call was refused: {answer['error']}")
    if answer.get("id") != request_id or isinstance(answer.get("id"), bool):
        raise CallError("the answer belongs to another call")
    if not 200 <= status < 300 or not isinstance(answer.get("result"), dict):
        raise CallError(f"HTTP {status} without a result")
    return answer["result"]


def post(url, message, seconds):
    """The HTTP status and the body of the answer."""
    due = time.monotonic() + seconds
    connection = connect(url, seconds)
    # The timeout of a socket starts again with each byte; this timer ends an answer that drips.
    timer = threading.Timer(max(0, due - time.monotonic()), shut_down, [connection.sock])
    timer.daemon = True
    timer.start()
    try:
        connection.request(
            "POST",
            urlsplit(url).path or "/",
            json.dumps(message).encode(),
            {"Content-Type": "application/json", "Connection": "close"},
        )
        response = connection.getresponse()
        status, body = response.status, response.read(MAX_ANSWER + 1)
    except (OSError, ValueError, http.client.HTTPException) as error:
        if time.monotonic() >= due:
            raise TooLate(f"no answer within {seconds} s") from None
        raise CallError(f"the connection broke: {error}") from None
    finally:
        timer.cancel()
        connection.close()
    if time.monotonic() >= due:
        raise TooLate(f"no complete answer within {seconds} s")
    if len(body) > MAX_ANSWER:
        raise CallError("the answer is too long")
    return status, body


def connect(url, seconds):
    try:
        address = urlsplit(url)
        kind = http.client.HTTPSConnection if address.scheme == "https" else http.client.HTTPConnection
        connection = kind(address.hostname, address.port, timeout=seconds)
        connection.connect()
        return connection
    except (OSError, ValueError) as error:
        raise Unreachable(f"{url} cannot be reached: {error}") from None


def shut_down(open_socket):
    try:
        open_socket.shutdown(socket.SHUT_RDWR)
    except OSError:
        pass  # the exchange has ended in the meantime
