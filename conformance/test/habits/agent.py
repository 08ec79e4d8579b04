#!/usr/bin/env python3
"""One of the independent agents (player, referee or manager) with the habits that real agents have.

    python3 agent.py player --start-cpu 3 --port 8101 --league http://127.0.0.1:8000/mcp --name Slow

Everything that is no habit goes to the agent as it is. Without a habit this is the agent itself.
"""
import argparse
import json
import os
import signal
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "foreign"))


def arguments():
    parser = argparse.ArgumentParser(allow_abbrev=False)
    add = parser.add_argument
    add("role", choices=["player", "referee", "manager"])
    add("--start-cpu", type=float, default=0, help="burns so many seconds of CPU before anything else")
    add("--single-threaded", action="store_true", help="reads and answers one connection at a time")
    add("--one-at-a-time", action="store_true", help="has threads, and one lock around every message")
    add("--think", type=float, default=0, help="the seconds that a player takes for a choice")
    add("--flood-output", type=int, default=0, help="bytes that it writes to each output, for each message")
    add("--register", choices=["before", "after"], help="registers before its port listens, or 2 s after")
    add("--fixed-id", help="its acknowledgements and /health carry this id instead of the assigned one")
    add("--fixed-port", help="listens here, and ignores --port")
    add("--fork", choices=["supervised", "detached"], help="a child serves; its parent waits, or has ended")
    add("--ignore-sigterm", action="store_true")
    add("--config", help="reads the arguments of the agent from this JSON file")
    return parser.parse_known_args()


def main():
    habits, rest = arguments()
    while time.process_time() < habits.start_cpu:  # the cost of large imports
        sum(range(10_000))
    if habits.ignore_sigterm:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
    if habits.config:
        settings = json.loads(Path(habits.config).read_text(encoding="utf-8"))
        rest = [word for name, value in settings.items() for word in (f"--{name}", str(value))]
    if habits.fixed_port:
        rest = [*rest, "--port", habits.fixed_port]
    if habits.fork:
        serve_in_a_child(detached=habits.fork == "detached")
    from habits import start

    start(habits, rest)


def serve_in_a_child(detached):
    """Returns in the child. The parent ends at once, or stays and ends as the child does."""
    child = os.fork()
    if child == 0:
        return
    if detached:
        os._exit(0)
    try:
        _, status = os.waitpid(child, 0)
    except KeyboardInterrupt:
        sys.exit(130)
    sys.exit(os.waitstatus_to_exitcode(status))


if __name__ == "__main__":
    main()
