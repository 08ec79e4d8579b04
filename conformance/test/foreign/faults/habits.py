"""Habits of real agents that break no clause: an agent with one gets the verdicts of the agent without it."""
import os
import signal
import sys
import time
from http.server import HTTPServer
from threading import Lock

import manager
from independent import member
from independent.agent import Agent
from independent.member import Member
from independent.server import Server

from .hooks import MEMBERS, Habit, before, both, wait, wrapped
from .player_faults import registers_first

ONE_PORT = 18101


def slow_start(seconds):
    """The cost of large imports."""

    def burn():
        while time.process_time() < seconds:
            sum(range(10_000))

    return burn


class SingleThreaded(Server):
    """No thread for a connection: what waits for one message makes all others wait."""

    process_request = HTTPServer.process_request

    def finish_request(self, request, address):
        # A connection that is kept open would keep the server for itself.
        handler = type("OneRequest", (self.RequestHandlerClass,), {"protocol_version": "HTTP/1.0"})
        handler(request, address, self)


def single_threaded(original, agent):
    return original(agent, SingleThreaded)


def under_one_lock():
    lock = Lock()

    def around(handle, *given):
        with lock:
            return handle(*given)

    return wrapped(Agent, "handle", around)


def writes_much(handle, *given):
    for output in (sys.stdout, sys.stderr):
        output.write(("x" * 99 + "\n") * 2_000)
        output.flush()
    return handle(*given)


def shows_own_id(handle, self, method, params):
    """Only where nothing depends on it: messages of a match and senders carry the assigned id."""
    answer = handle(self, method, params)
    if isinstance(answer, dict) and "player_id" in answer and "match_id" not in answer:
        answer["player_id"] = "my-own-id"
    return answer


def fork(is_detached):
    """Goes on in a child. The parent ends at once, or stays and ends as the child does."""

    def install():
        child = os.fork()
        if child == 0:
            return
        if is_detached:
            os._exit(0)
        try:
            _, status = os.waitpid(child, 0)
        except KeyboardInterrupt:
            sys.exit(130)
        sys.exit(os.waitstatus_to_exitcode(status))

    return install


HABITS = [
    *(Habit(f"slow-start-{seconds}", f"uses {seconds} s of CPU before it does anything", slow_start(seconds)) for seconds in (1, 3, 6)),
    Habit("single-threaded", "reads and answers one connection at a time", both(wrapped(member, "listen", single_threaded), wrapped(manager, "listen", single_threaded)), differs={
        "player/choice/chooses-beside-a-stalled-match": "the connection that stalls is the only one that it reads",
        "transport/limit/many-connections": "it reads one connection at a time, and 100 are stalled",
    }),
    Habit("one-at-a-time", "has one lock around every message, and thinks for 1 s about a choice", both(before("CHOOSE_PARITY_CALL", wait(1)), under_one_lock()), roles=("player",)),
    Habit("flood-output", "writes 200 kB to each output for each message", wrapped(Agent, "handle", writes_much)),
    Habit("registers-before", "registers before its port listens", wrapped(Member, "run", registers_first), roles=MEMBERS, differs={
        "player/registration/listens-first": "this is the habit",
    }),
    Habit("registers-after", "registers 2 s after its port listens", wrapped(Member, "register", lambda register, self: (time.sleep(2), register(self))), roles=MEMBERS),
    Habit("fixed-id", "sends its configured id where no rule needs the assigned one", both(
        wrapped(Agent, "handle", shows_own_id),
        wrapped(Agent, "health", lambda health, self: {**health(self), "id": "my-own-id"}),
    ), roles=("player",), differs={
        "transport/discovery/health": "this is the habit: /health shows another id than the league manager gave",
    }),
    Habit("fixed-port", "listens on one port and ignores {port}", wrapped(Agent, "__init__", lambda original, self, name, port: original(self, name, ONE_PORT))),
    Habit("fork-supervised", "a child process serves; its parent waits for it", fork(is_detached=False)),
    Habit("fork-detached", "a child process serves; its parent has ended", fork(is_detached=True), differs={
        "player/end/acknowledges-shutdown": "the exit status of a process whose parent has ended is not known",
    }),
    Habit("ignores-sigterm", "goes on after SIGTERM", lambda: signal.signal(signal.SIGTERM, signal.SIG_IGN)),
]
