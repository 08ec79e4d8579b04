"""JSON-RPC 2.0 without HTTP: strict parsing, and the answer to one request body."""
import json
import re
import sys

MAX_DEPTH = 64


class RpcError(Exception):
    """A JSON-RPC error, as the answer to a request."""

    def __init__(self, code, message, data=None):
        super().__init__(message)
        self.error = {"code": code, "message": message, **({} if data is None else {"data": data})}


def parse(body):
    """The JSON value of these bytes. Raises ValueError where two parsers could differ."""
    text = body.decode("utf-8")
    if depth_of(text) > MAX_DEPTH:
        raise ValueError("the JSON is nested too deeply")
    return json.loads(text, object_pairs_hook=unique_keys, parse_constant=reject_constant)


def depth_of(text):
    deepest = depth = 0
    for character in re.sub(r'"(\\.|[^"\\])*"', "", text):
        depth += (character in "[{") - (character in "]}")
        deepest = max(deepest, depth)
    return deepest


def unique_keys(pairs):
    members = dict(pairs)
    if len(members) != len(pairs):
        raise ValueError("a key is repeated")
    return members


def reject_constant(text):
    raise ValueError(f"{text} is not JSON")


def answer_body(handle, body):
    """The answer to a request body, by `handle(method, params)`; None when all of it is notifications."""
    try:
        request = parse(body)
    except (ValueError, RecursionError):
        return failure(None, -32700, "Parse error")
    if not isinstance(request, list):
        return answer_one(handle, request)
    if not request:
        return failure(None, -32600, "Invalid Request")
    return [answer for answer in (answer_one(handle, one) for one in request) if answer is not None] or None


def answer_one(handle, request):
    """The answer to one request, or None for a notification."""
    if not isinstance(request, dict) or isinstance(request.get("id"), (bool, dict, list)):
        return failure(None, -32600, "Invalid Request")
    request_id, method, params = request.get("id"), request.get("method"), request.get("params", {})
    if request.get("jsonrpc") != "2.0" or not isinstance(method, str) or not isinstance(params, (dict, list)):
        return failure(request_id, -32600, "Invalid Request")
    try:
        outcome = {"result": handle(method, params)}
    except RpcError as refused:
        outcome = {"error": refused.error}
    except Exception as error:  # the text of an exception goes to the log, not to the peer
        print(f"{method}: {error!r}", file=sys.stderr)
        outcome = {"error": {"code": -32603, "message": "Internal error"}}
    return {"jsonrpc": "2.0", **outcome, "id": request_id} if "id" in request else None


def failure(request_id, code, message):
    return {"jsonrpc": "2.0", "error": {"code": code, "message": message}, "id": request_id}
