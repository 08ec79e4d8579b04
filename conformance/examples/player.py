#!/usr/bin/env python3
"""A league.v2 player in plain Python: standard library only, no SDK.

    python3 player.py --port 8101 --league http://127.0.0.1:8000/mcp --name "Python Player"
"""
import argparse
import json
import random
import re
import sys
import threading
import time
import urllib.error
import urllib.request
from datetime import datetime, timezone
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

MAX_BODY = 262_144
MAX_DEPTH = 64
NAMES = {"E002": "INVALID_MESSAGE_FORMAT", "E003": "MISSING_REQUIRED_FIELD", "E005": "PLAYER_NOT_REGISTERED",
         "E006": "MATCH_NOT_FOUND", "E008": "INVALID_STATE", "E011": "AUTH_TOKEN_MISSING", "E012": "AUTH_TOKEN_INVALID",
         "E018": "PROTOCOL_VERSION_MISMATCH", "E021": "INVALID_TIMESTAMP"}


# ---- what a message may look like: a shape is a function from (value, pointer) to its faults -------------------------

def text(pattern=r".+", most=float("inf")):
    def look(value, at):
        if not isinstance(value, str):
            yield at, "type", "must be a text"
        elif len(value) > most or not re.fullmatch(pattern, value, re.DOTALL):
            yield at, "pattern", f"must match {pattern}"
    return look


def integer(least=0, most=float("inf")):
    def look(value, at):
        if isinstance(value, bool) or not isinstance(value, (int, float)) or value % 1 != 0:
            yield at, "type", "must be an integer"
        elif not least <= value <= most:
            yield at, "minimum", f"must be from {least} to {most}"
    return look


def one_of(*values):
    def look(value, at):
        if value not in values or isinstance(value, bool):
            yield at, "enum", f"must be one of {', '.join(map(str, values))}"
    return look


def maybe(shape):
    return lambda value, at: () if value is None else shape(value, at)


def many(shape):
    def look(value, at):
        if not isinstance(value, list):
            yield at, "type", "must be a list"
            return
        for index, item in enumerate(value):
            yield from shape(item, f"{at}/{index}")
    return look


def mapping(shape):
    def look(value, at):
        if not isinstance(value, dict):
            yield at, "type", "must be an object"
            return
        for key, item in value.items():
            yield from shape(item, f"{at}/{key}")
    return look


def fields(optional=None, **required):
    """An object; members that it does not name are nobody's business."""
    def look(value, at):
        if not isinstance(value, dict):
            yield at, "type", "must be an object"
            return
        for name, shape in {**required, **(optional or {})}.items():
            if name in value:
                yield from shape(value[name], f"{at}/{name}")
            elif name in required:
                yield f"{at}/{name}", "required", "is missing"
    return look


ID, ROUND, COUNT = text(r"[A-Za-z0-9][A-Za-z0-9._:-]*", 128), integer(1), integer()
TEXT, ANY_TEXT, PARITY = text(), text(r".*"), one_of("even", "odd", None)
UTC = r"\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T(([01]\d|2[0-3]):[0-5]\d:[0-5]\d|23:59:60)(\.\d+)?(Z|\+00:00)"
ENVELOPE = fields(protocol=one_of("league.v2"), message_type=TEXT, timestamp=text(UTC), conversation_id=TEXT,
                  sender=text(r"league_manager|operator|(referee|player|operator):\S+"), optional={"auth_token": maybe(TEXT)})
MATCH = fields(match_id=ID, game_type=ANY_TEXT, player_A_id=ID, player_B_id=ID, referee_endpoint=text(r"https?://.*", 2048))
STANDING = fields(rank=integer(1), player_id=ID, played=COUNT, wins=COUNT, draws=COUNT, losses=COUNT, points=COUNT,
                  optional={"display_name": ANY_TEXT})
OWN_STANDINGS = fields(wins=COUNT, losses=COUNT, draws=COUNT, optional={"points": maybe(COUNT)})
CONTEXT = fields(opponent_id=ID, round_id=ROUND, optional={"your_standings": OWN_STANDINGS})
RESULT = fields(status=one_of("WIN", "DRAW", "TECHNICAL_LOSS"), winner_player_id=maybe(ID), drawn_number=maybe(integer(1, 10)),
                number_parity=PARITY, choices=mapping(PARITY), reason=ANY_TEXT)
RETRY = fields(retry_count=COUNT, max_retries=COUNT, optional={"next_retry_at": maybe(TEXT)})
ERROR = {"error_description": ANY_TEXT, "action_required": maybe(ANY_TEXT), "consequence": maybe(ANY_TEXT),
         "affected_player": maybe(ID), "retry_info": maybe(RETRY)}
CHAMPION = fields(player_id=ID, display_name=ANY_TEXT, points=COUNT)
ANYTHING = maybe(mapping(lambda value, at: ()))


def fault_code(pointer, keyword):
    """Which of the league's errors a fault is."""
    return {"/protocol": "E018", "/timestamp": "E021"}.get(pointer if keyword != "required" else "") or ("E003" if keyword == "required" else "E002")


class Refusal(Exception):
    """A JSON-RPC error."""

    def __init__(self, code, message, data=None):
        super().__init__(message)
        self.error = {"code": code, "message": message, **({} if data is None else {"data": data})}


class Player:
    def __init__(self, name, endpoint, league):
        self.name, self.endpoint, self.league = name, endpoint, league
        self.sender, self.player_id, self.token = "player:" + re.sub(r"\W+", "-", name.lower()), None, None
        self.lock = threading.Lock()
        self.calls = 0
        self.registered = threading.Event()
        self.referees = {}  # match id -> the referees that invited us to it, each with its choice once it is made
        self.over = set()
        self.stop = threading.Event()
        self.started = time.monotonic()

    # ---- registration -------------------------------------------------------------------------------------------

    def register(self):
        meta = {"display_name": self.name, "version": "1.0.0", "game_types": ["even_odd"],
                "contact_endpoint": self.endpoint, "protocol_version": "2.0.0"}
        params = {**self.envelope("LEAGUE_REGISTER_REQUEST", "conv-register-%08x" % random.getrandbits(32)), "player_meta": meta}
        for attempt in range(4):
            try:
                reply = self.call("register_player", params, timeout=10)
                break
            except (OSError, ValueError) as error:
                print(f"registration attempt {attempt + 1}: {error}", file=sys.stderr)
                if self.stop.wait(2 ** attempt):
                    return
        else:
            sys.exit("REGISTRATION_FAILED: the league manager does not answer; start it first")
        result = reply.get("result") or {}
        if result.get("status") != "ACCEPTED":
            sys.exit(f"REGISTRATION_REJECTED: {result.get('reason') or reply.get('error')}")
        self.player_id, self.token = result["player_id"], result["auth_token"]
        self.sender = f"player:{self.player_id}"
        self.registered.set()
        print(f"registered as {self.player_id}", file=sys.stderr)

    def call(self, method, params, timeout):
        """One call; anything but the JSON-RPC response to it is an error, like no answer at all."""
        self.calls += 1
        body = json.dumps({"jsonrpc": "2.0", "id": self.calls, "method": method, "params": params}).encode()
        request = urllib.request.Request(self.league, body, {"Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=timeout) as answer:
            reply = parse(answer.read())
        if not isinstance(reply, dict) or reply.get("jsonrpc") != "2.0" or reply.get("id") != self.calls:
            raise ValueError("that is no response to this call")
        if ("result" in reply) == ("error" in reply):
            raise ValueError("a response has either a result or an error")
        return reply

    # ---- messages -----------------------------------------------------------------------------------------------

    def envelope(self, message_type, conversation_id):
        now = datetime.now(timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")
        message = {"protocol": "league.v2", "message_type": message_type, "sender": self.sender,
                   "timestamp": now, "conversation_id": conversation_id}
        return {**message, "auth_token": self.token} if self.token else message

    def refuse(self, code, description, params, **more):
        number = -32602 if code in ("E002", "E003") else -32000 - int(code[1:])
        message = self.envelope("LEAGUE_ERROR", params.get("conversation_id") or "unknown")
        message.pop("auth_token", None)
        message.update(error_code=code, error_description=description, **more)
        return Refusal(number, NAMES[code], message)

    def check(self, params, message_type, shape):
        """The envelope and the fields of a message, as the contract wants them."""
        found = [*ENVELOPE(params, ""), *one_of(message_type)(params.get("message_type"), "/message_type"), *shape(params, "")]
        if not found:
            return
        codes = [fault_code(pointer, keyword) for pointer, keyword, _ in found]
        code = next(code for code in ("E018", "E021", "E003", "E002") if code in codes)
        violations = [{"pointer": pointer, "keyword": keyword, "message": f"{pointer} {why}"} for pointer, keyword, why in found]
        raise self.refuse(code, violations[0]["message"], params, violations=violations)

    def handle(self, method, params):
        if method == "ping":
            return {"ok": True, "message": "pong"}
        if method == "rpc.discover":
            return discovery()
        if method not in METHODS:
            raise Refusal(-32601, "Method not found")
        if not isinstance(params, dict):
            raise Refusal(-32602, "Invalid params")
        message_type, sender, shape, answer = METHODS[method]
        self.check(params, message_type, shape)
        if not self.registered.wait(4):
            raise self.refuse("E008", "not registered", params)
        if not (params["sender"] == sender or (sender == "referee:" and params["sender"].startswith(sender))):
            raise self.refuse("E012", f"{params['sender']} may not send this", params)
        if sender == "referee:" and not params.get("auth_token"):
            raise self.refuse("E011", "a referee signs what it says with its auth_token", params)
        reply_type, rest = answer(self, params)
        return {**self.envelope(reply_type, params["conversation_id"]), **rest}

    def seat(self, params):
        """What we know of a match, if this referee invited us to it."""
        known = self.referees.get(params["match_id"], {})
        seat = known.get((params["sender"], params.get("auth_token")))
        if seat is None:
            raise self.refuse("E012" if known else "E006", "this player was not invited by this referee", params)
        return seat

    def invited(self, params):
        with self.lock:
            self.referees.setdefault(params["match_id"], {}).setdefault((params["sender"], params.get("auth_token")), {})
        return "GAME_JOIN_ACK", {"match_id": params["match_id"], "player_id": self.player_id, "accept": True,
                                 "arrival_timestamp": self.envelope("", "")["timestamp"]}

    def choose(self, params):
        with self.lock:
            seat = self.seat(params)
            if params["player_id"] != self.player_id:
                raise self.refuse("E005", f"this player is {self.player_id}", params)
            if params["match_id"] in self.over:
                raise self.refuse("E008", "this match is over", params)
            choice = seat.setdefault("choice", random.choice(["even", "odd"]))
        return "CHOOSE_PARITY_RESPONSE", {"match_id": params["match_id"], "player_id": self.player_id, "parity_choice": choice}

    def game_over(self, params):
        with self.lock:
            self.seat(params)
            self.over.add(params["match_id"])
        return "GAME_OVER_ACK", {"match_id": params["match_id"], "player_id": self.player_id, "status": "ACKNOWLEDGED"}

    def game_error(self, params):
        return "GAME_ERROR_ACK", {"match_id": params["match_id"], "player_id": self.player_id, "status": "ACKNOWLEDGED"}

    def announced(self, params):
        return "ROUND_ANNOUNCEMENT_ACK", {"player_id": self.player_id, "round_id": params["round_id"], "status": "ACKNOWLEDGED"}

    def acknowledge(reply_type):
        return lambda self, params: (reply_type, {"player_id": self.player_id, "status": "ACKNOWLEDGED"})

    def shut_down(self, params):
        threading.Timer(0.2, self.stop.set).start()
        return "SHUTDOWN_ACK", {"player_id": self.player_id, "status": "ACKNOWLEDGED"}


LM, REF = "league_manager", "referee:"
METHODS = {  # method: message type, who may send it, what it must look like, what answers it
    "handle_game_invitation": ("GAME_INVITATION", REF, fields(
        league_id=ID, round_id=ROUND, match_id=ID, game_type=ANY_TEXT, role_in_match=one_of("PLAYER_A", "PLAYER_B"), opponent_id=ID), Player.invited),
    "choose_parity": ("CHOOSE_PARITY_CALL", REF, fields(
        match_id=ID, player_id=ID, game_type=ANY_TEXT, context=CONTEXT, deadline=TEXT), Player.choose),
    "notify_match_result": ("GAME_OVER", REF, fields(match_id=ID, game_type=ANY_TEXT, game_result=RESULT), Player.game_over),
    "notify_game_error": ("GAME_ERROR", REF, fields(match_id=ID, error_code=ANY_TEXT, optional=ERROR), Player.game_error),
    "notify_round": ("ROUND_ANNOUNCEMENT", LM, fields(league_id=ID, round_id=ROUND, matches=many(MATCH)), Player.announced),
    "update_standings": ("LEAGUE_STANDINGS_UPDATE", LM, fields(
        league_id=ID, round_id=ROUND, standings=many(STANDING)), Player.acknowledge("STANDINGS_UPDATE_ACK")),
    "notify_round_completed": ("ROUND_COMPLETED", LM, fields(
        league_id=ID, round_id=ROUND, matches_played=COUNT, next_round_id=maybe(ROUND), optional={"summary": ANYTHING}),
        Player.acknowledge("ROUND_COMPLETED_ACK")),
    "notify_league_completed": ("LEAGUE_COMPLETED", LM, fields(
        league_id=ID, total_rounds=COUNT, total_matches=COUNT, champion=CHAMPION, final_standings=many(STANDING)),
        Player.acknowledge("LEAGUE_COMPLETED_ACK")),
    "notify_league_error": ("LEAGUE_ERROR", LM, fields(error_code=ANY_TEXT, optional={"error_description": ANY_TEXT, "context": ANYTHING}),
                            Player.acknowledge("LEAGUE_ERROR_ACK")),
    "shutdown": ("SHUTDOWN_COMMAND", LM, fields(optional={"reason": maybe(ANY_TEXT)}), Player.shut_down),
}


def discovery():
    """What we serve, as a small OpenRPC document: the fields of every message's envelope, the rest stands in the contract."""
    envelope = [{"name": field, "required": True, "schema": {"type": "string"}}
                for field in ("protocol", "message_type", "sender", "timestamp", "conversation_id")]
    methods = [{"name": method, "summary": f"Takes {message_type}.", "paramStructure": "by-name", "params": envelope,
                "result": {"name": "reply", "schema": {"type": "object"}}} for method, (message_type, *_) in METHODS.items()]
    return {"openrpc": "1.3.2", "info": {"title": "A league.v2 player in plain Python", "version": "1.0.0"}, "methods": methods}


# ---- JSON-RPC over HTTP ---------------------------------------------------------------------------------------------

def depth_of(text):
    deepest = depth = 0
    for character in re.sub(r'"(\\.|[^"\\])*"', "", text):
        depth += (character in "[{") - (character in "]}")
        deepest = max(deepest, depth)
    return deepest


def no_repeated_keys(pairs):
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a key is repeated")
    return found


def no_such_number(text):
    raise ValueError(f"{text} is not JSON")


def parse(body):
    text = body.decode("utf-8")
    if depth_of(text) > MAX_DEPTH:
        raise ValueError("nested too deeply")
    return json.loads(text, object_pairs_hook=no_repeated_keys, parse_constant=no_such_number)


def answer_one(player, request):
    """The answer to one request, None for a notification."""
    wrong = {"jsonrpc": "2.0", "error": {"code": -32600, "message": "Invalid Request"}, "id": None}
    if not isinstance(request, dict):
        return wrong
    request_id = request.get("id")
    if isinstance(request_id, (bool, dict, list)):
        return wrong
    method, params = request.get("method"), request.get("params", {})
    if request.get("jsonrpc") != "2.0" or not isinstance(method, str) or not isinstance(params, (dict, list)):
        return {**wrong, "id": request_id}
    try:
        outcome = {"result": player.handle(method, params)}
    except Refusal as refusal:
        outcome = {"error": refusal.error}
    except Exception as error:  # a bug of ours is nobody else's business
        print(f"{method}: {error!r}", file=sys.stderr)
        outcome = {"error": {"code": -32603, "message": "Internal error"}}
    return {"jsonrpc": "2.0", **outcome, "id": request_id} if "id" in request else None


def answer_body(player, body):
    try:
        request = parse(body)
    except (ValueError, RecursionError):
        return {"jsonrpc": "2.0", "error": {"code": -32700, "message": "Parse error"}, "id": None}
    if not isinstance(request, list):
        return answer_one(player, request)
    if not request:
        return answer_one(player, None)
    return [answer for answer in (answer_one(player, one) for one in request) if answer is not None] or None


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    timeout = 10  # a body that stalls longer is given up
    player = None

    def do_POST(self):
        path = self.path.split("?")[0]
        if path != "/mcp":
            return self.reply(405 if path == "/health" else 404, {"error": "post to /mcp"}, allow="GET" if path == "/health" else None)
        if self.headers.get_content_type() != "application/json":
            return self.reply(415, {"error": "application/json only"})
        length = self.headers.get("Content-Length", "")
        if not length.isdigit():
            return self.reply(411, {"error": "Content-Length, please"})
        if int(length) > MAX_BODY:
            return self.reply(413, {"error": f"at most {MAX_BODY} bytes"})
        try:
            body = self.rfile.read(int(length))
        except TimeoutError:
            return self.reply(408, {"error": "the body did not arrive"})
        answer = answer_body(self.player, body)
        self.reply(204 if answer is None else 200, answer)

    def do_GET(self):
        if self.path.split("?")[0] == "/health":
            uptime = int((time.monotonic() - self.player.started) * 1000)
            state = "REGISTERED" if self.player.registered.is_set() else "REGISTERING"
            return self.reply(200, {"role": "player", "id": self.player.player_id, "state": state, "uptime_ms": uptime,
                                    "dialects": ["canonical"], "spec_version": "2.0.0"})
        self.other()

    def other(self):
        known = {"/mcp": "POST", "/health": "GET"}.get(self.path.split("?")[0])
        self.reply(405 if known else 404, {"error": "not here"}, allow=known)

    do_PUT = do_DELETE = do_PATCH = do_HEAD = do_OPTIONS = other

    def reply(self, status, value, allow=None):
        body = b"" if value is None else json.dumps(value).encode()
        self.send_response(status)
        if allow:
            self.send_header("Allow", allow)
        if status in (404, 405, 408, 411, 413, 415):
            self.send_header("Connection", "close")
            self.close_connection = True
        if status != 204:
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def log_message(self, *_):
        pass


class Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128

    def handle_error(self, *_):  # a peer that hangs up in the middle is no news
        pass


def main():
    parser = argparse.ArgumentParser(description="A league.v2 player in plain Python")
    parser.add_argument("--port", type=int, default=8101)
    parser.add_argument("--league", default="http://127.0.0.1:8000/mcp")
    parser.add_argument("--name", default="Python Player")
    options = parser.parse_args()
    player = Player(options.name, f"http://127.0.0.1:{options.port}/mcp", options.league)
    Handler.player = player
    server = Server(("127.0.0.1", options.port), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        player.register()
        player.stop.wait()
    except KeyboardInterrupt:
        pass
    server.shutdown()


if __name__ == "__main__":
    main()
