#!/usr/bin/env python3
"""One of the independent agents (player, referee or manager) with the habits that real agents have.

    python3 agent.py player --start-cpu 3 --port 8101 --league http://127.0.0.1:8000/mcp --name Slow

Everything that is no habit goes to the agent as it is. Without a habit this is the agent itself.
"""
import argparse
import os
import signal
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "foreign"))


def arguments():
    parser = argparse.ArgumentParser(allow_abbrev=False)
    parser.add_argument("role", choices=["player", "referee", "manager"])
    parser.add_argument(
        "--start-cpu", type=float, default=0, metavar="SECONDS", help="burns so much CPU before anything else"
    )
    parser.add_argument(
        "--single-threaded", action="store_true", help="its server reads and answers one connection at a time"
    )
    parser.add_argument(
        "--one-at-a-time",
        action="store_true",
        help="its server has threads, and one lock around every message",
    )
    parser.add_argument(
        "--think", type=float, default=0, metavar="SECONDS", help="the time that a player takes for a choice"
    )
    parser.add_argument(
        "--flood-output",
        type=int,
        default=0,
        metavar="BYTES",
        help="writes so much to each output, for each message",
    )
    parser.add_argument(
        "--register", choices=["before", "after"], help="registers before its port listens, or 2 s after"
    )
    parser.add_argument(
        "--fixed-id",
        metavar="ID",
        help="its acknowledgements and /health carry this id instead of the assigned one",
    )
    parser.add_argument("--fixed-port", type=int, metavar="PORT", help="listens here, and ignores --port")
    parser.add_argument(
        "--fork",
        choices=["supervised", "detached"],
        help="a child serves; its parent waits for it, or has ended",
    )
    parser.add_argument("--ignore-sigterm", action="store_true")
    parser.add_argument(
        "--config", metavar="FILE", help="reads the arguments of the agent from this JSON file"
    )
    return parser.parse_known_args()


def main():
    habits, rest = arguments()
    burn(habits.start_cpu)
    if habits.ignore_sigterm:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
    if habits.config:
        from config import arguments_of

        rest = arguments_of(habits.config)
    if habits.fixed_port:
        rest = [*rest, "--port", str(habits.fixed_port)]
    if habits.fork:
        from forking import serve_in_a_child

        serve_in_a_child(detached=habits.fork == "detached")
    from habits import start

    start(habits, rest)


def burn(seconds):
    """The cost of large imports: CPU time of this process, independent of other processes."""
    while time.process_time() < seconds:
        sum(range(10_000))


if __name__ == "__main__":
    main()
