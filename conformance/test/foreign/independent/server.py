"""JSON-RPC over `POST /mcp`, and `GET /health`, with the standard library's HTTP server."""
import json
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from .json_rpc import answer_body

MAX_BODY = 262_144
VERBS = {"/mcp": "POST", "/health": "GET"}


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    timeout = 10  # a body that stalls for longer is given up

    def do_POST(self):
        if self.route() != "/mcp":
            return self.refuse_path()
        if self.headers.get_content_type() != "application/json":
            return self.refuse(415, "the content type must be application/json")
        length = self.headers.get("Content-Length", "")
        if not length.isdigit():
            return self.refuse(411, "Content-Length is missing")
        if int(length) > MAX_BODY:
            return self.refuse(413, f"a body has at most {MAX_BODY} bytes")
        try:
            body = self.rfile.read(int(length))
        except TimeoutError:
            return self.refuse(408, "the body did not arrive in time")
        answer = answer_body(self.server.agent.handle, body)
        self.reply(204 if answer is None else 200, answer)

    def do_GET(self):
        if self.route() != "/health":
            return self.refuse_path()
        self.reply(200, self.server.agent.health())

    def refuse_path(self):
        verb = VERBS.get(self.route())
        self.refuse(405 if verb else 404, "nothing is served here", {"Allow": verb} if verb else {})

    do_PUT = do_DELETE = do_PATCH = do_HEAD = do_OPTIONS = refuse_path

    def route(self):
        return self.path.split("?")[0]

    def refuse(self, status, why, headers={}):
        # The rest of the body is not read, so the connection cannot carry another request.
        self.close_connection = True
        self.reply(status, {"error": why}, {**headers, "Connection": "close"})

    def reply(self, status, value, headers={}):
        body = b"" if value is None else json.dumps(value).encode()
        self.send_response(status)
        for name, text in headers.items():
            self.send_header(name, text)
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

    def __init__(self, agent):
        self.agent = agent
        super().__init__(("127.0.0.1", agent.port), Handler)

    def handle_error(self, *_):
        pass  # a peer has closed its connection early


def listen(agent, server=Server):
    """Serves the agent in a thread of its own. Ends the program when the port is in use."""
    try:
        running = server(agent)
    except OSError as error:
        sys.exit(f"PORT_IN_USE: port {agent.port}: {error.strerror}")
    threading.Thread(target=running.serve_forever, daemon=True).start()
    return running
