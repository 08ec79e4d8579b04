"""The places at which a fault enters an agent. Each maker returns an installer, which changes the program before it runs."""
import time
from dataclasses import dataclass, field, replace
from typing import Callable

from independent import client, server
from independent.agent import Agent
from independent.json_rpc import RpcError
from independent.store import Store

MEMBERS = ("player", "referee")
EVERY_ROLE = (*MEMBERS, "manager")


@dataclass(frozen=True)
class Fault:
    id: str
    clauses: str  # the clause that it breaks; several where one act breaks several at once
    does: str
    install: Callable
    because: str = ""  # why one act breaks several clauses
    roles: tuple = EVERY_ROLE


@dataclass(frozen=True)
class Habit:
    """What an agent does beside the contract. It breaks no clause."""

    id: str
    does: str
    install: Callable
    roles: tuple = EVERY_ROLE
    differs: dict = field(default_factory=dict)  # the verdicts that the habit itself changes: check id -> why


def wrap(owner, name, around):
    """`around(original, *arguments)` takes the place of a function or method."""
    original = getattr(owner, name)
    setattr(owner, name, lambda *given, **named: around(original, *given, **named))


def instead(owner, name, function):
    return lambda: setattr(owner, name, function)


def wrapped(owner, name, around):
    return lambda: wrap(owner, name, around)


def both(*installers):
    return lambda: [install() for install in installers]


def served(agent, *methods, **changes):
    """These methods have another `sender`, `shape` or `answer`."""

    def install():
        for method in methods:
            agent.methods[method] = replace(agent.methods[method], **changes)

    return install


def answered(agent, method, around):
    """`around(original, agent, params)` answers the messages of this method."""
    original = agent.methods[method].answer
    return served(agent, method, answer=lambda self, params: around(original, self, params))


def is_about(params, message_type):
    return isinstance(params, dict) and message_type in (None, params.get("message_type"))


def reply(message_type, change):
    """`change(agent, params, reply)` alters the reply to such a message (None: to every message), or gives another one."""

    def around(handle, agent, method, params):
        answer = handle(agent, method, params)
        if not is_about(params, message_type) or "message_type" not in answer:
            return answer
        other = change(agent, params, answer)
        return answer if other is None else other

    return wrapped(Agent, "handle", around)


def before(message_type, act):
    """`act(agent, params)` happens before such a message is looked at."""

    def around(handle, agent, method, params):
        if is_about(params, message_type):
            act(agent, params)
        return handle(agent, method, params)

    return wrapped(Agent, "handle", around)


def sent(message_type, change):
    """`change(params)` alters the messages of this type that the agent sends (None: all of them)."""

    def around(post, url, message, seconds):
        params = message.get("params")
        if is_about(params, message_type):
            message = {**message, "params": params if (other := change(params)) is None else other}
        return post(url, message, seconds)

    return wrapped(client, "post", around)


def lost(message_type, when=lambda params: True):
    """Such messages are never sent; the agent believes that they were answered with an empty result."""

    def around(post, url, message, seconds):
        params = message.get("params")
        if is_about(params, message_type) and when(params):
            return 200, b'{"jsonrpc": "2.0", "id": %d, "result": {}}' % message.get("id", 0)
        return post(url, message, seconds)

    return wrapped(client, "post", around)


def forgotten(*names):
    """Reads these records as if they had not been stored."""
    return wrapped(Store, "get", lambda original, self, name, default=None: default if name in names else original(self, name, default))


def rpc(change):
    """`change(body, answer)` gives the JSON-RPC answer to the bytes of a request."""

    def around(answer_body, handle, body):
        return change(body, answer_body(handle, body))

    return wrapped(server, "answer_body", around)


def request(change):
    """`change(body)` gives other bytes in place of a request."""
    return wrapped(server, "answer_body", lambda answer_body, handle, body: answer_body(handle, change(body)))


def http(change):
    """`change(status, value, headers)` gives the three of an HTTP answer."""

    def around(original, handler, status, value, headers={}):
        return original(handler, *change(status, value, headers))

    return wrapped(server.Handler, "reply", around)


# ---- changes


def put(**fields):
    return lambda *given: given[-1].update(fields)


def drop(*names):
    def change(*given):
        for name in names:
            given[-1].pop(name, None)

    return change


def wait(seconds):
    return lambda *given: time.sleep(seconds)


def refuse(*given):
    raise RpcError(-32603, "Internal error")


def refuse_if(condition):
    return lambda agent, params: refuse() if condition(agent, params) else None
