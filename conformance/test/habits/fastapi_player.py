#!/usr/bin/env python3
"""The example player behind FastAPI and uvicorn instead of the standard library's server.

    /usr/bin/python3 fastapi_player.py --port 8101 --league http://127.0.0.1:8000/mcp --name Fast
"""
import asyncio
import sys
from pathlib import Path
from threading import Thread

import uvicorn
from fastapi import FastAPI, Request
from fastapi.responses import JSONResponse, Response
from starlette.concurrency import run_in_threadpool

sys.path.insert(0, str(Path(__file__).parents[2] / "examples"))
from league_v2.json_rpc import answer_body
from league_v2.server import MAX_BODY
from player import from_arguments

BODY_SECONDS = 10

player = from_arguments()
app = FastAPI(docs_url=None, redoc_url=None, openapi_url=None)
server = uvicorn.Server(uvicorn.Config(app, port=player.port, log_level="warning"))


@app.on_event("startup")
def register():
    """In a thread: the port listens only when all start-up functions have returned."""
    Thread(target=take_part, daemon=True).start()


def take_part():
    try:
        player.register()
        player.stop.wait()
    except SystemExit as refused:
        print(refused, file=sys.stderr)
        player.exit_code = 1
    server.should_exit = True


@app.post("/mcp")
async def mcp(request: Request):
    if request.headers.get("content-type", "").split(";")[0].strip().lower() != "application/json":
        return JSONResponse({"error": "the content type must be application/json"}, 415)
    if int(request.headers.get("content-length", 0)) > MAX_BODY:
        return JSONResponse({"error": f"a body has at most {MAX_BODY} bytes"}, 413, {"Connection": "close"})
    try:
        body = await asyncio.wait_for(request.body(), BODY_SECONDS)
    except asyncio.TimeoutError:
        return JSONResponse({"error": "the body did not arrive in time"}, 408, {"Connection": "close"})
    answer = await run_in_threadpool(answer_body, player.handle, body)
    return Response(status_code=204) if answer is None else JSONResponse(answer)


@app.get("/health")
def health():
    return player.health()


if __name__ == "__main__":
    player.exit_code = 0
    server.run()
    sys.exit(player.exit_code)
