"""Faults in HTTP, JSON text, the envelope of messages, health, and the calls that an agent makes."""
import json
import sys

from independent import agent, client, member, server, shapes

from .hooks import MEMBERS, Fault, http, instead, wrapped



def on_error(change):
    """`change(status, value, headers)` where the value is a JSON-RPC error."""
    return http(
        lambda status, value, headers: change(status, value, headers)
        if isinstance(value, dict) and "jsonrpc" in value and "error" in value
        else (status, value, headers)
    )


def body(change):
    """`change(bytes)` gives the bytes of an HTTP answer that has any."""

    def reply(handler, status, value, headers={}):
        data = b"" if value is None else change(json.dumps(value).encode())
        handler.send_response(status)
        for name, text in {**headers, "Content-Type": "application/json", "Content-Length": str(len(data))}.items():
            handler.send_header(name, text)
        handler.end_headers()
        handler.wfile.write(data)

    def around(original, handler, status, value, headers={}):
        if value is None or handler.command == "HEAD":
            return original(handler, status, value, headers)
        return reply(handler, status, value, headers)

    return wrapped(server.Handler, "reply", around)


def content_type(is_right):
    """Another rule for the content type of a request."""

    def around(original, handler):
        header = handler.headers.get("Content-Type", "")
        if is_right(header):
            handler.headers.replace_header("Content-Type", "application/json") if header else None
            return original(handler)
        return handler.refuse(415, "the content type must be application/json")

    return wrapped(server.Handler, "do_POST", around)


def any_path(original, handler):
    handler.path = "/mcp"
    return original(handler)


def no_allow(status, value, headers):
    return status, value, {name: text for name, text in headers.items() if name != "Allow"}


def depth_is_fatal(original, handle, request_body):
    """A parser that breaks off the connection at deep nesting."""
    if request_body.count(b"[") > 500 or request_body.count(b"{") > 500:
        raise OSError("too deep")
    return original(handle, request_body)


def envelope(change):
    """`change(message)` alters every message that the agent sends, replies included."""

    def around(original, self, message_type, conversation_id):
        message = original(self, message_type, conversation_id)
        other = change(self, message)
        return message if other is None else other

    return wrapped(agent.Agent, "envelope", around)


def stamped(moment_of):
    return envelope(lambda self, message: message.update(timestamp=moment_of()))


def strict_members(original, message, message_type, shape):
    faults, code = original(message, message_type, shape)
    odd = [name for name in message if name.startswith(("x", "_", "unknown", "extra", "constructor", "toString"))]
    return ([*faults, *((f"/{name}", "additionalProperties", "is unknown") for name in odd)], code or "E002") if odd else (faults, code)


def stamps(pattern):
    """Another pattern for the timestamps of messages that come in."""
    shape = dict(
        protocol=shapes.one_of("league.v2"), message_type=shapes.TEXT, timestamp=shapes.text(pattern),
        conversation_id=shapes.TEXT, sender=shapes.text(r"league_manager|operator|(referee|player|operator):\S+"),
        optional={"auth_token": shapes.nullable(shapes.TEXT)},
    )
    return instead(agent, "ENVELOPE", shapes.fields(**shape))


def health(change):
    def around(original, self):
        value = original(self)
        change(self, value)
        return value

    return wrapped(agent.Agent, "health", around)


def unserved_method(original, self):
    document = original(self)
    document["methods"].append({**document["methods"][0], "name": "get_weather"})
    return document


def token_on_output(original, self):
    original(self)
    print(f"token {self.token}", flush=True)


def quiet_listen(original, one):
    """Goes on without a server when the port is in use."""
    try:
        return original(one)
    except SystemExit:
        print("no server", file=sys.stderr)
        return type("NoServer", (), {"shutdown": lambda self: None})()


def posted(headers=(), message_of=lambda message: message, verb="POST"):
    """Other headers, another message or another verb in the calls that it makes."""

    def around(connect, url, seconds):
        connection = connect(url, seconds)
        request = connection.request

        def altered(_, path, data, old):
            request(verb, path, json.dumps(message_of(json.loads(data))).encode(), {**old, **dict(headers)})

        connection.request = altered
        return connection

    return wrapped(client, "connect", around)


def without(name):
    return lambda message: {key: value for key, value in message.items() if key != name}


def ends_at_failure(original, status, text, request_id):
    try:
        return original(status, text, request_id)
    except client.CallError:
        import os

        os._exit(3)


def any_id(original, status, text, request_id):
    try:
        answer = json.loads(text)
        return original(status, json.dumps({**answer, "id": request_id}).encode(), request_id)
    except (ValueError, TypeError):
        return original(status, text, request_id)


def local_time():
    return agent.now(2 * 3600).replace("Z", "+02:00")


def compact():
    return agent.now()[:19].replace("-", "").replace(":", "") + "Z"


FAULTS = [
    Fault("errors-with-400", "TRN-HTTP-01", "sends JSON-RPC errors with HTTP 400", on_error(lambda status, value, headers: (400, value, headers))),
    Fault("notifications-with-200", "TRN-HTTP-01", "answers a notification with HTTP 200", http(lambda status, value, headers: (200 if status == 204 else status, value, headers))),
    Fault("any-path", "TRN-HTTP-02", "serves every path like /mcp", wrapped(server.Handler, "do_POST", any_path)),
    Fault("no-allow", "TRN-HTTP-02", "answers another verb without `Allow`", http(no_allow)),
    Fault("any-content-type", "TRN-HTTP-03", "takes a body of any content type", content_type(lambda header: True)),
    Fault("no-charset", "TRN-HTTP-03", "refuses a content type with a charset", content_type(lambda header: header == "application/json")),
    Fault("no-limit", "TRN-LIM-01", "takes bodies of any size", instead(server, "MAX_BODY", 1 << 40)),
    Fault("small-limit", "TRN-LIM-01", "refuses bodies over 32 KiB", instead(server, "MAX_BODY", 32_768)),
    Fault("stalls-for-ever", "TRN-LIM-02", "waits without limit for the rest of a body", instead(server.Handler, "timeout", None)),
    Fault("deep-json-breaks", "TRN-LIM-03", "breaks the connection off at deep nesting", wrapped(server, "answer_body", depth_is_fatal)),
    Fault("trailing-text", "TRN-JSON-01", "writes a remark behind the JSON of an answer", body(lambda data: data + b"\n-- end of answer --")),
    Fault("byte-order-mark", "TRN-JSON-03", "begins its answers with a byte order mark", body(lambda data: b"\xef\xbb\xbf" + data)),
    Fault("member-twice", "TRN-JSON-03", "says `jsonrpc` twice in an answer", body(lambda data: data.replace(b'{"jsonrpc"', b'{"jsonrpc": "2.0", "jsonrpc"', 1))),
    Fault("no-protocol", "TRN-ENV-01", "sends messages without `protocol`", envelope(lambda self, message: message.pop("protocol") and None)),
    Fault("empty-conversation", "TRN-ENV-01", "sends messages with an empty conversation_id", envelope(lambda self, message: message.update(conversation_id=""))),
    Fault("lower-case-type", "TRN-ENV-01", "says its message types in lower case", envelope(lambda self, message: message.update(message_type=message["message_type"].lower()))),
    Fault("foreign-sender", "TRN-ENV-02", "names another agent as the sender of its messages", envelope(lambda self, message: message.update(sender=f"{self.role}:P77" if self.token else message["sender"])), roles=MEMBERS),
    Fault("bare-sender", "TRN-ENV-03", "sends its bare id as the sender", envelope(lambda self, message: message.update(sender=self.id or message["sender"])), roles=MEMBERS),
    Fault("local-time", "TRN-ENV-04", "gives its local time, two hours ahead of UTC", stamped(local_time)),
    Fault("slow-clock", "TRN-ENV-04", "gives a time an hour ago", stamped(lambda: agent.now(-3600))),
    Fault("compact-time", "TRN-ENV-05", "gives its time in the compact form of ISO 8601", stamped(compact)),
    Fault("strict-members", "TRN-ENV-07", "refuses messages with unknown fields", wrapped(agent, "faults_of", strict_members)),
    Fault("only-z", "TRN-ENV-10", "refuses timestamps that end in +00:00", stamps(shapes.UTC.replace(r"(Z|\+00:00)", "Z"))),
    Fault("no-fractions", "TRN-ENV-10", "refuses timestamps with a fraction of the second", stamps(shapes.UTC.replace(r"(\.\d+)?", ""))),
    Fault("discovers-too-much", "TRN-DISC-02", "names a method in its document that it does not serve", wrapped(agent.Agent, "discovery", unserved_method)),
    Fault("health-without-state", "TRN-DISC-03", "leaves its state out of /health", health(lambda self, value: value.pop("state"))),
    Fault("health-503", "TRN-DISC-03", "answers /health with 503", wrapped(server.Handler, "do_GET", lambda original, handler: handler.reply(503, {}))),
    Fault("token-in-health", "TRN-SAFE-04", "shows its token at /health", health(lambda self, value: value.update(token=self.token)), roles=MEMBERS),
    Fault("token-on-output", "TRN-SAFE-04", "prints its token", wrapped(member.Member, "register", token_on_output), roles=MEMBERS),
    Fault("runs-without-server", "TRN-LIFE-01", "goes on without a server when its port is in use", wrapped(member, "listen", quiet_listen), roles=MEMBERS),
    Fault("calls-as-text", "TRN-OUT-01", "makes its calls with the content type text/plain", posted({"Content-Type": "text/plain"}), roles=MEMBERS),
    Fault("calls-without-jsonrpc", "TRN-OUT-01", "leaves `jsonrpc` out of its calls", posted(message_of=without("jsonrpc")), roles=MEMBERS),
    Fault("calls-by-put", "TRN-OUT-01", "makes its calls by PUT", posted(verb="PUT"), roles=MEMBERS),
    Fault("failed-call-ends-it", "TRN-OUT-03", "ends when a call has no usable answer", wrapped(client, "result_of", ends_at_failure), roles=("referee", "manager")),
    Fault("takes-any-id", "TRN-OUT-04", "takes a response with another id for its answer", wrapped(client, "result_of", any_id), roles=MEMBERS),
    Fault("one-id-for-all", "TRN-OUT-02", "gives all its calls the same id", instead(client, "call_ids", __import__("itertools").repeat(7)), roles=("referee", "manager")),
]
