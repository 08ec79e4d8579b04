/** Wraps a league manager and tracks who is registered: for faults that depend on it. */

import { createLeagueManager, MemoryStore, type Store } from "@league-v2/sdk";
import { isObject } from "../../json/pointer.js";
import type { JsonObject } from "../../json/scan.js";
import type { Agent, HttpHandler, Transport } from "../../sdk.js";
import type { FaultInjection, FaultTools } from "../../subject/in-process-subject.js";
import type { LaunchOptions } from "../../subject/subject.js";
import { all } from "../fault-injection.js";

export interface Member {
  role: "player" | "referee";
  id: string;
  token: string;
  url: string;
}

export interface Knowledge {
  readonly members: Member[];
  /** To whom each match was given last. */
  readonly referees: Map<string, Member>;
  /** The announced rounds, by their ids. */
  readonly announced: Map<unknown, JsonObject>;
  readonly tools: FaultTools;
  at(url: string): Member | undefined;
  /** Sends a message besides those of the manager, and does not wait for the answer. */
  tell(to: Member, method: string, message: JsonObject): void;
  /** Hands the manager a message as if this member had sent it. */
  hand(from: Member, method: string, message: JsonObject): Promise<unknown>;
  /** Ends the process, as an uncaught exception does. */
  die(): void;
  /** From now on nothing is sent any more, though the process goes on. */
  stop(): void;
}

const METHODS = { LEAGUE_REGISTER_REQUEST: "player", REFEREE_REGISTER_REQUEST: "referee" } as const;

/** A fault injection that knows the agents of the league. A new one for each instance. */
export function knowing(make: (knowledge: Knowledge) => FaultInjection): () => FaultInjection {
  return () => {
    const knowledge = new Observer();
    const { handler, transport } = knowledge;
    return all({ handler, transport }, make(knowledge), { transport: knowledge.silencer });
  };
}

class Observer implements Knowledge {
  readonly members: Member[] = [];
  readonly referees = new Map<string, Member>();
  readonly announced = new Map<unknown, JsonObject>();
  private state: FaultTools | undefined;
  private handle: HttpHandler | undefined;
  private send: Transport["send"] | undefined;
  private stopped = false;
  private count = 0;

  get tools(): FaultTools {
    if (this.state === undefined) throw new Error("nothing has happened yet");
    return this.state;
  }

  readonly at = (url: string): Member | undefined => this.members.findLast((member) => member.url === url);

  readonly tell = (to: Member, method: string, message: JsonObject): void => {
    const body = JSON.stringify(this.request(method, message));
    void this.send?.({ url: to.url, body, signal: new AbortController().signal }).catch(() => undefined);
  };

  readonly hand = async (from: Member, method: string, message: JsonObject): Promise<unknown> => {
    const spoken = { ...message, sender: `${from.role}:${from.id}`, auth_token: from.token };
    const body = JSON.stringify(this.request(method, spoken));
    const headers = { "content-type": "application/json" };
    return this.handle?.({ method: "POST", path: "/mcp", contentType: "application/json", headers, body });
  };

  readonly die = (): void => {
    this.stop();
    this.tools.crash(new Error("Uncaught TypeError: cannot read properties of undefined"));
  };

  readonly stop = (): void => {
    this.stopped = true;
  };

  readonly handler = (inner: HttpHandler, tools: FaultTools): HttpHandler => {
    this.state = tools;
    this.handle = inner;
    return async (http) => {
      const reply = await inner(http);
      const [request, answer] = [read(http.body), read(reply.body)];
      if (isObject(request.params) && isObject(answer.result)) this.registered(request.params, answer.result);
      return reply;
    };
  };

  readonly transport = (inner: Transport): Transport => {
    this.send = (request) => inner.send(request);
    return {
      send: (request) => {
        const { params } = read(request.body);
        if (isObject(params)) this.sent(request.url, params);
        return inner.send(request);
      },
    };
  };

  /** The outermost layer, so that no other message goes out either. */
  readonly silencer = (inner: Transport): Transport => ({
    send: (request) => (this.stopped ? new Promise(() => undefined) : inner.send(request)),
  });

  private registered({ message_type, ...request }: JsonObject, result: JsonObject): void {
    const role = METHODS[message_type as keyof typeof METHODS] as Member["role"] | undefined;
    const meta = role === undefined ? undefined : request[`${role}_meta`];
    if (role === undefined || !isObject(meta) || typeof result.auth_token !== "string") return;
    const id = String(result[`${role}_id`]);
    this.members.push({ role, id, token: result.auth_token, url: String(meta.contact_endpoint) });
  }

  private sent(url: string, message: JsonObject): void {
    const member = this.at(url);
    if (message.message_type === "RUN_MATCH" && member !== undefined)
      this.referees.set(String(message.match_id), member);
    if (message.message_type === "ROUND_ANNOUNCEMENT") this.announced.set(message.round_id, message);
  }

  private request(method: string, params: JsonObject): JsonObject {
    this.count += 1;
    return { jsonrpc: "2.0", id: `besides-${this.count}`, method, params };
  }
}

function read(body: Uint8Array | string): JsonObject {
  try {
    const value: unknown = JSON.parse(typeof body === "string" ? body : new TextDecoder().decode(body));
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

// Reference league managers with another store, and such as can die.

const AGENTS_METHODS = [
  "state",
  "moveTo",
  "admit",
  "addToken",
  "learnWire",
  "member",
  "members",
  "holdsToken",
  "begin",
  "schedule",
  "completedRound",
  "completeRound",
  "leaseMatch",
  "giveBack",
  "isAssigned",
  "record",
  "result",
  "tallies",
  "acknowledged",
  "acknowledge",
  "lease",
  "release",
  "onRecorded",
  "close",
] as const satisfies readonly (keyof Store)[];

/** The reference manager whose store does some things in its own way. */
export function withStore(
  change: (inner: Store, launch: LaunchOptions) => Partial<Store>,
): (launch: LaunchOptions) => Agent {
  return (launch) => {
    const memory = new MemoryStore();
    const inner = Object.fromEntries(
      AGENTS_METHODS.map((name) => [name, memory[name].bind(memory)]),
    ) as unknown as Store;
    const { players = 2, referees = 1 } = launch;
    const store = { ...inner, ...change(inner, launch) };
    return createLeagueManager({ leagueId: "league_reference", players, referees, store });
  };
}
