"""JSON-RPC over `POST /mcp`, and `GET /health`: with the standard library's HTTP server, or as an ASGI application."""
from __future__ import annotations

import json
import threading
from concurrent.futures import ThreadPoolExecutor
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Awaitable, Callable, Mapping, Protocol

from .contract import protocol
from .json_rpc import answer_body

_LIMITS: dict[str, int] = {"body_bytes": 262_144, "stalled_body_ms": 10_000, **protocol.get("limits", {})}
_PATHS: dict[str, str] = {"mcp": "/mcp", "health": "/health", **protocol.get("paths", {})}
VERBS = {_PATHS["mcp"]: "POST", _PATHS["health"]: "GET"}


class Served(Protocol):
    """What can be served: a Service of handlers, or an agent."""

    def handle(self, method: str, params: Any) -> Any: ...

    def health(self) -> dict[str, Any]: ...


class Answer:
    """An HTTP answer: its status, its JSON (None: no body), and headers."""

    def __init__(self, status: int, value: Any = None, headers: Mapping[str, str] = {}):
        self.status, self.headers = status, dict(headers)
        self.body = b"" if value is None else json.dumps(value).encode()
        if status != 204:
            self.headers.update({"Content-Type": "application/json", "Content-Length": str(len(self.body))})


def refusal(verb: str, path: str, content_type: str, length: str) -> Answer | None:
    """Why a request is refused before its body is read. The connection ends, as the body may be on its way."""
    allowed = VERBS.get(path)
    if allowed != verb:
        allow = {"Allow": allowed} if allowed else {}
        return _refused(405 if allowed else 404, "nothing is served here", allow)
    if verb != "POST":
        return None
    if content_type.split(";")[0].strip().lower() != "application/json":
        return _refused(415, "the content type must be application/json")
    if not length.isdecimal():
        return _refused(411, "Content-Length is missing")
    if int(length) > _LIMITS["body_bytes"]:
        return _refused(413, f"a body has at most {_LIMITS['body_bytes']} bytes")
    return None


def _refused(status: int, why: str, headers: Mapping[str, str] = {}) -> Answer:
    return Answer(status, {"error": why}, {**headers, "Connection": "close"})


def answer(served: Served, path: str, body: bytes) -> Answer:
    if path == _PATHS["health"]:
        return Answer(200, served.health())
    value = answer_body(served.handle, body)
    return Answer(204 if value is None else 200, value)


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    timeout = _LIMITS["stalled_body_ms"] / 1000  # a body that stalls for longer is given up
    server: Server

    def serve(self) -> None:
        path = self.path.split("?")[0]
        length = self.headers.get("Content-Length", "")
        refused = refusal(self.command, path, self.headers.get("Content-Type", ""), length)
        body = b""
        if refused is None and self.command == "POST":
            try:
                body = self.rfile.read(int(length))
            except TimeoutError:
                refused = _refused(408, "the body did not arrive in time")
        self.close_connection = self.close_connection or refused is not None
        self.reply(refused or answer(self.server.served, path, body))

    do_GET = do_POST = do_PUT = do_DELETE = do_PATCH = do_HEAD = do_OPTIONS = serve

    def reply(self, made: Answer) -> None:
        self.send_response(made.status)
        for name, text in made.headers.items():
            self.send_header(name, text)
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(made.body)

    def log_message(self, *_: Any) -> None:
        pass


class Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128

    def __init__(self, served: Served, port: int, host: str = "127.0.0.1"):
        self.served = served
        super().__init__((host, port), _Handler)

    def handle_error(self, *_: Any) -> None:
        pass  # a peer has closed its connection early

    def start(self) -> None:
        """Serves in a thread of its own."""
        threading.Thread(target=self.serve_forever, daemon=True).start()


#: For handlers that wait: a slow strategy must not keep other messages from their answers.
_THREADS = ThreadPoolExecutor(64)
Scope = Mapping[str, Any]
Receive = Callable[[], Awaitable[Mapping[str, Any]]]
Send = Callable[[Mapping[str, Any]], Awaitable[None]]


def asgi(served: Served, started: Callable[[], Any] = lambda: None) -> Callable[[Scope, Receive, Send], Awaitable[None]]:
    """An ASGI application, alone or mounted in FastAPI or Starlette. `started` is called when it begins to serve; a
    mounted application is not told of it."""

    async def application(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await _lifespan(receive, send, started)
        elif scope["type"] == "http":
            made = await _respond(served, scope, receive)
            headers = [(name.lower().encode(), text.encode()) for name, text in made.headers.items()]
            await send({"type": "http.response.start", "status": made.status, "headers": headers})
            await send({"type": "http.response.body", "body": b"" if scope["method"] == "HEAD" else made.body})

    return application


async def _lifespan(receive: Receive, send: Send, started: Callable[[], Any]) -> None:
    while True:
        event = (await receive())["type"]
        if event == "lifespan.startup":
            started()
        await send({"type": f"{event}.complete"})
        if event == "lifespan.shutdown":
            return


async def _respond(served: Served, scope: Scope, receive: Receive) -> Answer:
    headers = {name.decode("latin-1").lower(): text.decode("latin-1") for name, text in scope["headers"]}
    root, path = scope.get("root_path", ""), scope["path"]
    path = path[len(root) :] if root and path.startswith(root) else path
    # A body in chunks has no length before its end; it is counted as it comes.
    length = "0" if "transfer-encoding" in headers else headers.get("content-length", "")
    refused = refusal(scope["method"], path, headers.get("content-type", ""), length)
    if refused is not None:
        return refused
    import asyncio  # not needed by the other server

    body, is_whole = b"", False
    while not is_whole:
        try:
            event = await asyncio.wait_for(receive(), _LIMITS["stalled_body_ms"] / 1000)
        except asyncio.TimeoutError:
            return _refused(408, "the body did not arrive in time")
        body += event.get("body", b"")
        is_whole = not event.get("more_body", False)
        if len(body) > _LIMITS["body_bytes"]:
            return _refused(413, f"a body has at most {_LIMITS['body_bytes']} bytes")
    return await asyncio.get_running_loop().run_in_executor(_THREADS, answer, served, path, body)
