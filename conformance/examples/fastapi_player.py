#!/usr/bin/env python3
"""A player in an application of FastAPI, served by uvicorn.

    python3 fastapi_player.py --port 8101 --league http://127.0.0.1:8000/mcp --name Fast
"""
import sys

import uvicorn
from fastapi import FastAPI

from league_v2 import Player, asgi, from_arguments

player, settings = from_arguments(Player, name="Fast")
app = FastAPI(docs_url=None, redoc_url=None, openapi_url=None)
app.mount("/", asgi(player))
server = uvicorn.Server(uvicorn.Config(app, port=settings["port"], log_level="warning"))


@app.on_event("startup")
def take_part():
    player.start(**settings, then=lambda: setattr(server, "should_exit", True))


if __name__ == "__main__":
    server.run()
    sys.exit(player.failure is not None)
