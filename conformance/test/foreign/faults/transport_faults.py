"""Faults in JSON-RPC: ids, responses, errors, notifications and batches."""
import json
import os
import re
import traceback

from independent import agent, json_rpc, server
from independent.json_rpc import RpcError, failure

from .hooks import MEMBERS, Fault, before, instead, request, reply, rpc, wrapped


def parsed(body):
    try:
        return json.loads(body)
    except (ValueError, RecursionError):
        return None


def each(change):
    """`change(response)` alters every response, alone or in a batch."""

    def all_of(body, answer):
        for one in answer if isinstance(answer, list) else [answer]:
            if isinstance(one, dict):
                change(one)
        return answer

    return rpc(all_of)


def each_error(change):
    return each(lambda one: change(one) if "error" in one else None)


def other_id(change):
    return each(lambda one: one.update(id=change(one["id"])))


def single(change):
    """`change(request, answer)` for a request that is an object; anything else is answered as it should be."""
    return rpc(
        lambda body, answer: change(sent, answer) if isinstance(sent := parsed(body), dict) else answer
    )


def answered_notification(sent, answer):
    if "id" in sent or answer is not None:
        return answer
    return {"jsonrpc": "2.0", "result": {}, "id": None}


def answers_unknown_notification(answer_body, handle, body):
    unknown = []

    def noting(method, params):
        try:
            return handle(method, params)
        except RpcError as refused:
            if refused.error["code"] == -32601:
                unknown.append(method)
            raise

    answer = answer_body(noting, body)
    is_alone = isinstance(parsed(body), dict)
    return failure(None, -32601, "Method not found") if answer is None and unknown and is_alone else answer


def silent_null(sent, answer):
    return None if sent.get("id", 0) is None else answer


def boolean_id(sent, answer):
    if isinstance(sent.get("id"), bool):
        return {"jsonrpc": "2.0", "result": {"ok": True, "message": "pong"}, "id": sent["id"]}
    return answer


def parse_error(**changes):
    def change(one):
        if one["error"]["code"] == -32700:
            one.update(id=changes.get("id"))
            one["error"]["code"] = changes.get("code", -32700)

    return each_error(change)


def unknown_method(result_of):
    def around(handle, self, method, params):
        try:
            return handle(self, method, params)
        except RpcError as refused:
            if refused.error["code"] != -32601:
                raise
            return result_of()

    return wrapped(agent.Agent, "handle", around)


def invalid_params():
    raise RpcError(-32602, "Invalid params")


def scalar_is_internal_error(body, answer):
    return (
        failure(None, -32603, "Internal error") if isinstance(parsed(body), (str, int, float, bool)) else answer
    )


def any_jsonrpc(body):
    sent = parsed(body)
    return json.dumps({**sent, "jsonrpc": "2.0"}).encode() if isinstance(sent, dict) and "method" in sent else body


def string_params(body):
    sent = parsed(body)
    is_text = isinstance(sent, dict) and isinstance(sent.get("params"), str)
    return json.dumps({**sent, "params": {}}).encode() if is_text else body


def params_needed(sent, answer):
    return answer if "params" in sent or "id" not in sent else failure(sent["id"], -32600, "Invalid Request")


def first_of_batch(body, answer):
    return answer[0] if isinstance(answer, list) else answer


def empty_batch(body, answer):
    return [] if parsed(body) == [] else answer


def quiet_batch(body, answer):
    is_batch = isinstance(sent := parsed(body), list) and len(sent) > 0
    return [] if is_batch and answer is None else answer


def schema_faults_internal(one):
    if one["error"]["code"] == -32602:
        one["error"] = {"code": -32603, "message": "Internal error"}


def trace(one):
    stack = "".join(traceback.format_stack())
    data = one["error"].get("data")
    one["error"]["data"] = {**data, "trace": stack} if isinstance(data, dict) else stack


def crash_after(limit):
    """An agent that holds on to something for each broken body."""
    count = iter(range(limit))

    def change(body):
        if parsed(body) is None and next(count, None) is None:
            os._exit(1)
        return body

    return request(change)


def any_bytes(parse, body):
    return parse(body.decode("utf-8", errors="replace").encode())


FAULTS = [
    Fault("ids-as-text", "TRN-ID-01", "answers the id 7 with \"7\"", other_id(lambda one: one if one is None else str(one))),
    Fault("numeric-text-ids-as-numbers", "TRN-ID-01", "answers the id \"7\" with 7", other_id(lambda one: int(one) if isinstance(one, str) and re.fullmatch(r"\d+", one) else one)),
    Fault("falsy-ids-as-null", "TRN-ID-01", "answers the ids 0 and \"\" with null", other_id(lambda one: one or None)),
    Fault("whole-ids-only", "TRN-ID-01", "cuts the fraction off an id", other_id(lambda one: int(one) if isinstance(one, float) else one)),
    Fault("ascii-ids-only", "TRN-ID-01", "loses the letters of an id that are not ASCII", other_id(lambda one: one.encode("ascii", "replace").decode() if isinstance(one, str) else one)),
    Fault("null-id-is-notification", "TRN-ID-02", "does not answer a request whose id is null", single(silent_null)),
    Fault("boolean-ids", "TRN-ID-04", "serves a request whose id is true or false", single(boolean_id)),
    Fault("unread-id-is-zero", "TRN-ID-03", "answers broken JSON with the id 0", parse_error(id=0)),
    Fault("no-jsonrpc", "TRN-RPC-02", "leaves `jsonrpc` out of every response", each(lambda one: one.pop("jsonrpc"))),
    Fault("no-jsonrpc-in-errors", "TRN-RPC-02", "leaves `jsonrpc` out of error responses", each_error(lambda one: one.pop("jsonrpc"))),
    Fault("jsonrpc-number", "TRN-RPC-02", "says `jsonrpc` as the number 2.0", each(lambda one: one.update(jsonrpc=2.0))),
    Fault("error-null", "TRN-RPC-03", "sends `error: null` with every result", each(lambda one: one.setdefault("error", None))),
    Fault("result-null", "TRN-RPC-03", "sends `result: null` with every error", each(lambda one: one.setdefault("result", None))),
    Fault("serves-any-method", "TRN-RPC-04", "answers an unknown method with an empty result", unknown_method(dict)),
    Fault("unknown-method-32602", "TRN-RPC-04", "answers an unknown method with -32602", unknown_method(invalid_params)),
    Fault("any-jsonrpc", "TRN-RPC-05", "serves requests without `jsonrpc` or with another one", request(any_jsonrpc)),
    Fault("scalar-is-internal-error", "TRN-RPC-05", "answers a scalar with -32603", rpc(scalar_is_internal_error)),
    Fault("text-params", "TRN-RPC-06", "takes `params` that is a text for an empty object", request(string_params)),
    Fault("params-needed", "TRN-RPC-06", "refuses a request without `params` as invalid", single(params_needed)),
    Fault("answers-notifications", "TRN-NTF-01", "answers a notification with a result", single(answered_notification)),
    Fault("answers-unknown-notifications", "TRN-NTF-01", "answers a notification of an unknown method with -32601", wrapped(server, "answer_body", answers_unknown_notification)),
    Fault("first-of-batch", "TRN-BAT-01", "answers only the first request of a batch", rpc(first_of_batch)),
    Fault("empty-batch", "TRN-BAT-02", "answers an empty array with an empty array", rpc(empty_batch)),
    Fault("quiet-batch", "TRN-BAT-03", "answers a batch of notifications with an empty array", rpc(quiet_batch)),
    Fault("parse-error-32600", "TRN-ERR-01", "answers broken JSON with -32600", parse_error(code=-32600)),
    Fault("code-as-text", "TRN-ERR-02", "sends the code of an error as a text", each_error(lambda one: one["error"].update(code=str(one["error"]["code"])))),
    Fault("no-error-message", "TRN-ERR-02", "sends errors without `message`", each_error(lambda one: one["error"].pop("message"))),
    Fault("reserved-code", "TRN-ERR-02", "sends -32602 as -32650, which is reserved", each_error(lambda one: one["error"].update(code=-32650) if one["error"]["code"] == -32602 else None)),
    Fault("schema-faults-32603", "TRN-ERR-03", "answers wrong params with -32603", each_error(schema_faults_internal)),
    Fault("errors-without-data", "TRN-ERR-04", "sends errors without the message in `data`", each_error(lambda one: one["error"].pop("data", None))),
    Fault("errors-without-violations", "TRN-ERR-04", "names no violations in `data`", each_error(lambda one: one["error"].get("data", {}).pop("violations", None))),
    Fault("stack-trace", "TRN-SAFE-02", "sends a stack trace in every error", each_error(trace)),
    Fault("crashes-after-500", "TRN-SAFE-01", "ends after 500 bodies that were no JSON", crash_after(500)),
    Fault("keys-twice", "TRN-JSON-02", "takes the last of two members of one name", instead(json_rpc, "unique_keys", dict)),
    Fault("any-bytes", "TRN-JSON-02", "replaces bytes that are no UTF-8", wrapped(json_rpc, "parse", any_bytes)),
    Fault("other-conversation", "TRN-ENV-06", "gives an acknowledgement a conversation of its own", reply(None, lambda self, params, answer: answer.update(conversation_id="conv-own") if answer["message_type"].endswith("ROUND_ANNOUNCEMENT_ACK") else None), roles=MEMBERS),
    Fault("any-protocol", "TRN-ENV-08", "takes a message of any protocol", before(None, lambda self, params: params.update(protocol="league.v2"))),
    Fault("any-offset", "TRN-ENV-09", "takes timestamps with any offset", before(None, lambda self, params: params.update(timestamp=agent.now()))),
    Fault("ping-without-ok", "TRN-DISC-01", "answers ping with {}", wrapped(agent.Agent, "handle", lambda handle, self, method, params: {} if method == "ping" else handle(self, method, params))),
]
