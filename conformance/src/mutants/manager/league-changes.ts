/** For mutants of the league manager: the observed state of the league, the store, and changes of messages. */

import { createLeagueManager } from "@league-v2/sdk";
import { MemoryStore, type Pairing, type Store } from "@league-v2/sdk/store";
import { isObject } from "../../json/pointer.js";
import type { JsonObject } from "../../json/scan.js";
import type { Agent, HttpHandler, IncomingReply, Transport } from "../../sdk.js";
import type { FaultInjection, FaultTools } from "../../subject/in-process-subject.js";
import { remembered } from "../../subject/reference-agent.js";
import type { LaunchOptions } from "../../subject/subject.js";
import { all, answerOf, changeCall, onCall, parse, rewrite } from "../fault-injection.js";
import type { Mutant } from "../mutant.js";

export interface Member {
  role: "player" | "referee";
  id: string;
  token: string;
  url: string;
}

export interface ObservedLeague {
  readonly members: Member[];
  /** The latest referee of each match. */
  readonly referees: Map<string, Member>;
  /** The announced rounds, by their ids. */
  readonly announced: Map<unknown, JsonObject>;
  readonly tools: FaultTools;
  at(url: string): Member | undefined;
  /** Sends a message in addition to those of the manager, and does not wait for the answer. */
  tell(to: Member, method: string, message: JsonObject): void;
  /** Gives the manager a message as if this member had sent it. */
  hand(from: Member, method: string, message: JsonObject): Promise<unknown>;
  /** Ends the process, as an uncaught exception does. */
  crash(): void;
  /** From now on nothing is sent, but the process runs on. */
  stop(): void;
}

const METHODS = { LEAGUE_REGISTER_REQUEST: "player", REFEREE_REGISTER_REQUEST: "referee" } as const;

/** A fault injection with access to the agents of the league. A new one for each instance. */
export function withLeague(make: (observed: ObservedLeague) => FaultInjection): () => FaultInjection {
  return () => {
    const observed = new Observer();
    const { handler, transport } = observed;
    return all({ handler, transport }, make(observed), { transport: observed.silencer });
  };
}

class Observer implements ObservedLeague {
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
    const sent = { ...message, sender: `${from.role}:${from.id}`, auth_token: from.token };
    const body = JSON.stringify(this.request(method, sent));
    const headers = { "content-type": "application/json" };
    return this.handle?.({ method: "POST", path: "/mcp", contentType: "application/json", headers, body });
  };

  readonly crash = (): void => {
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
      const [request, answer] = [parse(http.body), parse(reply.body)];
      if (isObject(request?.params) && isObject(answer?.result))
        this.registered(request.params, answer.result);
      return reply;
    };
  };

  readonly transport = (inner: Transport): Transport => {
    this.send = (request) => inner.send(request);
    return {
      send: (request) => {
        const { params } = parse(request.body) ?? {};
        if (isObject(params)) this.sent(request.url, params);
        return inner.send(request);
      },
    };
  };

  /** The outermost layer, so that it also stops all other messages. */
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
    return { jsonrpc: "2.0", id: `extra-${this.count}`, method, params };
  }
}

// Reference league managers with another store.

/** The store with these methods replaced. */
function changed(store: Store, changes: Partial<Store>): Store {
  return new Proxy(store, {
    get(target, key) {
      const own: unknown = Reflect.get(changes, key);
      if (own !== undefined) return own;
      const value: unknown = Reflect.get(target, key);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}

/** The reference manager with a changed store. */
export function withStore(
  change: (inner: Store, launch: LaunchOptions) => Partial<Store>,
): (launch: LaunchOptions) => Agent {
  return (launch) => {
    const { players = 2, referees = 1 } = launch;
    const inner = new MemoryStore();
    const store = changed(inner, change(inner, launch));
    return createLeagueManager({ leagueId: "league_reference", players, referees, store });
  };
}

/** The reference manager with a store that is changed after the first start. */
export function withStoreLater(change: (inner: Store) => Partial<Store>): NonNullable<Mutant["agent"]> {
  return ({ name, players = 2, referees = 1, after }, _, memory) => {
    const inner = remembered(memory, "store", () => new MemoryStore());
    const store = changed(inner, after === undefined ? {} : change(inner));
    return createLeagueManager({ leagueId: "league_reference", players, referees, store, instance: name });
  };
}

// Changes of messages that a league manager sends.

const ACKNOWLEDGEMENTS: Readonly<Record<string, string>> = {
  ROUND_ANNOUNCEMENT: "ROUND_ANNOUNCEMENT_ACK",
  LEAGUE_STANDINGS_UPDATE: "STANDINGS_UPDATE_ACK",
  ROUND_COMPLETED: "ROUND_COMPLETED_ACK",
  LEAGUE_COMPLETED: "LEAGUE_COMPLETED_ACK",
  RUN_MATCH: "RUN_MATCH_ACK",
};

/** The acknowledgement that the manager expects. */
export function acknowledged(body: JsonObject): IncomingReply {
  const message = body.params as JsonObject;
  const { protocol, timestamp, conversation_id, match_id, round_id, message_type } = message;
  return replied(body, {
    result: {
      protocol,
      message_type: ACKNOWLEDGEMENTS[String(message_type)],
      sender: message_type === "RUN_MATCH" ? "referee:REF01" : "player:P01",
      timestamp,
      conversation_id,
      status: message_type === "RUN_MATCH" ? "acknowledged" : "ACKNOWLEDGED",
      match_id,
      round_id,
      player_id: "P01",
    },
  });
}

/** An error after which the manager does not try again. */
export function refused(body: JsonObject): IncomingReply {
  return replied(body, { error: { code: -32_008, message: "INVALID_STATE" } });
}

function replied({ id }: JsonObject, members: JsonObject): IncomingReply {
  return answerOf({ jsonrpc: "2.0", id, ...members });
}

/** Does not send messages of this type where `fits` is true, and treats them as sent. */
export function keepsFrom(type: string, fits: (url: string, message: JsonObject) => boolean): FaultInjection {
  return onCall(type, (send, body, _, url) =>
    fits(url, body.params as JsonObject) ? Promise.resolve(acknowledged(body)) : send(body),
  );
}

/** Changes every table that the manager sends, and makes its first row the champion. */
export function changesTables(change: (rows: JsonObject[]) => JsonObject[]): FaultInjection {
  return all(
    changeCall("LEAGUE_STANDINGS_UPDATE", (message) => ({
      ...message,
      standings: change(message.standings as JsonObject[]),
    })),
    changeCall("LEAGUE_COMPLETED", (message) => {
      const final_standings = change(message.final_standings as JsonObject[]);
      const { player_id, display_name, points } = final_standings[0] ?? {};
      return { ...message, final_standings, champion: { player_id, display_name, points } };
    }),
  );
}

/** The same rows in another order, with ranks to match. */
export function sorted(
  compare: (a: JsonObject, b: JsonObject) => number,
): (rows: JsonObject[]) => JsonObject[] {
  return (rows) => rows.toSorted(compare).map((row, index) => ({ ...row, rank: index + 1 }));
}

export function byText(member: string): (a: JsonObject, b: JsonObject) => number {
  return (a, b) => (String(a[member]) < String(b[member]) ? -1 : 1);
}

// League managers that assign matches to other rounds, use other match ids, or leave matches out.

export interface Dealt {
  /** The number of the round. */
  round: number;
  /** The match under its new id. */
  match: Pairing;
}

/** @param matches those of the reference, in order */
export type Deal = (matches: readonly Pairing[], players: number) => Dealt[];

/** The fault injection of a mutant with this schedule. */
export function redealt(deal: Deal): () => FaultInjection {
  return () => {
    /** The id that the manager sends, by its internal id; set when the schedule is made. */
    let sent: ReadonlyMap<string, string> = new Map();
    const agent = withStore((inner, launch) => ({
      schedule: async () => {
        const before = (await inner.schedule()).flatMap(({ matches }) => matches);
        const dealt = deal(before, launch.players ?? 2);
        const known = ({ match }: Dealt) => originalOf(match, before).match_id;
        sent = new Map(dealt.map((one) => [known(one), one.match.match_id]));
        return [...new Set(dealt.map(({ round }) => round))].map((round_id) => ({
          round_id,
          matches: dealt
            .filter(({ round }) => round === round_id)
            .map((one) => ({ ...one.match, round_id, match_id: known(one) })),
        }));
      },
    }));
    const back = () => new Map([...sent].map(([own, other]) => [other, own]));
    const ids = rewrite(
      (text) => renamed(text, back()),
      (text) => renamed(text, sent),
    );
    return { agent, ...ids };
  };
}

/** The match of the same two players. */
function originalOf(match: Pairing, before: readonly Pairing[]): Pairing {
  const isSame = (one: Pairing) =>
    [one.player_A_id, one.player_B_id].every((id) => id === match.player_A_id || id === match.player_B_id);
  return before.find(isSame) ?? match;
}

function renamed(text: string, ids: ReadonlyMap<string, string>): string {
  return text.replaceAll(/"([A-Z]\d+M\d+|match-\d+)"/g, (whole, id: string) => {
    const other = ids.get(id);
    return other === undefined ? whole : `"${other}"`;
  });
}
