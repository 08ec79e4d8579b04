"""The habits of a running agent, each as a small change of the agent."""
import sys
import time
from http.server import HTTPServer
from threading import Lock

import manager
import player
import referee
from independent.server import Server

AGENTS = {"player": player, "referee": referee, "manager": manager}
LATE_SECONDS = 2


def start(habits, rest):
    """Runs the agent of this role with these habits, until it ends."""
    server = SingleThreaded if habits.single_threaded else Server
    agent = AGENTS[habits.role].from_arguments(rest)
    if habits.think:
        slow_down(agent, habits.think)
    if habits.one_at_a_time:
        agent.handle = under_one_lock(agent.handle)
    if habits.flood_output:
        agent.handle = flooding(agent.handle, habits.flood_output)
    if habits.fixed_id:
        keep_id(agent, habits.fixed_id)
    if habits.register == "before":
        agent.register()
        agent.register = lambda: None
    if habits.register == "after":
        agent.register = delayed(agent.register, LATE_SECONDS)
    agent.run(server)


class SingleThreaded(Server):
    """No thread for a connection: what waits for one message makes all others wait."""

    process_request = HTTPServer.process_request

    def finish_request(self, request, address):
        # A connection that is kept open would keep the server for itself.
        handler = type("OneRequest", (self.RequestHandlerClass,), {"protocol_version": "HTTP/1.0"})
        handler(request, address, self)


def slow_down(agent, seconds):
    strategy = agent.strategy

    def slow(context):
        time.sleep(seconds)
        return strategy(context)

    agent.strategy = slow


def under_one_lock(handle):
    lock = Lock()

    def locked(method, params):
        with lock:
            return handle(method, params)

    return locked


def flooding(handle, size):
    line = "x" * 99 + "\n"

    def loud(method, params):
        for output in (sys.stdout, sys.stderr):
            output.write(line * (size // len(line)))
            output.flush()
        return handle(method, params)

    return loud


def keep_id(agent, own_id):
    """Only where nothing depends on it: messages of a match and senders carry the assigned id."""
    handle, health = agent.handle, agent.health

    def with_own_id(method, params):
        answer = handle(method, params)
        if isinstance(answer, dict) and "player_id" in answer and "match_id" not in answer:
            answer["player_id"] = own_id
        return answer

    agent.handle = with_own_id
    agent.health = lambda: {**health(), "id": own_id}


def delayed(register, seconds):
    def late():
        time.sleep(seconds)
        register()

    return late
