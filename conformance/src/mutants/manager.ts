/** Faults of league managers that take a program: another store, another schedule, messages of its own. */
import { createLeagueManager } from "@league-v2/sdk";
import {
  countMatch,
  MemoryStore,
  type Pairing,
  type RecordedResult,
  roundRobin,
  type Store,
  type Tally,
} from "@league-v2/sdk/store";
import { deadlineOf, protocol } from "../contract.js";
import { isObject, valueAt } from "../json/pointer.js";
import type { JsonObject } from "../json/scan.js";
import { violations } from "../oracle/received-form.js";
import { reportedResult } from "../peers/actors/result.js";
import type { Agent, Clock, HttpHandler, IncomingReply, Transport } from "../sdk.js";
import type { FaultInjection, FaultTools } from "../subject/in-process-subject.js";
import { referenceAgent, remembered } from "../subject/reference-agent.js";
import type { LaunchOptions } from "../subject/subject.js";
import { pause } from "../time/pause.js";
import { type Acquaintance, Acquaintances } from "./acquaintances.js";
import {
  all,
  answerInstead,
  answerOf,
  changeCall,
  changeReply,
  changeRequest,
  errorReply,
  jsonOf,
  observe,
  onCall,
  parse,
  rewrite,
} from "./fault-injection.js";
import type { Mutant } from "./mutant.js";

const TYPES = { player: "LEAGUE_REGISTER_REQUEST", referee: "REFEREE_REGISTER_REQUEST" } as const;

type Role = keyof typeof TYPES;

const ROLES = ["player", "referee"] as const;

function ofEachRole(change: (role: Role) => FaultInjection): FaultInjection {
  return all(...ROLES.map(change));
}

/** The answer, changed to an acceptance. */
function acceptance(reply: JsonObject, role: Role, { random }: FaultTools): JsonObject {
  return {
    ...reply,
    status: "ACCEPTED",
    [`${role}_id`]: `${role === "player" ? "P" : "REF"}${50 + random.below(50)}`,
    auth_token: Buffer.from(random.bytes(16)).toString("hex"),
    league_id: "league_reference",
    reason: null,
  };
}

/** Accepts a registration that it would reject for this reason, if another agent registers at the same moment. */
function acceptsAtOnce(reason: string) {
  return () => {
    let last_ms = -1;
    return ofEachRole((role) =>
      changeReply(TYPES[role], (reply, { tools }) => {
        const raced = tools.clock.now() === last_ms;
        last_ms = tools.clock.now();
        return raced && reply.reason === reason ? acceptance(reply, role, tools) : undefined;
      }),
    );
  };
}

/** Defaults of members that a registration lacks. */
const DEFAULTS = {
  version: "0",
  game_types: ["even_odd"],
  contact_endpoint: "http://127.0.0.1:9/mcp",
  max_concurrent_matches: 1,
};

const REPORT = "MATCH_RESULT_REPORT";

const FAILURES_DEADLINE_MS = deadlineOf("RUN_MATCH");

/** Timers that are at least this long are waits for reports. */
const LEASE_MS = 100_000;

const NEVER_MS = 10 ** 9;

/** Waits this long for a report instead of the maximum duration of a match. */
function waitsForReports(ms: number) {
  return {
    clock: (inner: Clock): Clock => ({
      now: () => inner.now(),
      after: (wait, run) => inner.after(wait >= LEASE_MS ? ms : wait, run),
    }),
  };
}

/** Changes the recorded result of a match that could not be played. */
function countsUnplayed(change: (a: string, b: string) => Partial<RecordedResult>) {
  return withStore((inner) => ({
    record: (result) => {
      const [a = "", b = ""] = Object.keys(result.score);
      return inner.record(result.referee_id === null ? { ...result, ...change(a, b) } : result);
    },
  }));
}

/** Repeats RUN_MATCH beyond its deadline. */
async function repeatsOrder(
  { at, tell, tools }: ObservedLeague,
  url: string,
  order: JsonObject,
): Promise<void> {
  const attempts = 6;
  const referee = at(url);
  for (let i = 0; i < attempts && referee !== undefined; i += 1) {
    await pause(tools.clock, FAILURES_DEADLINE_MS);
    tell(referee, "run_match", order);
  }
}

interface ObservedLeague {
  readonly members: Acquaintance[];
  /** The announced rounds, by their ids. */
  readonly announced: Map<unknown, JsonObject>;
  readonly tools: FaultTools;
  at(url: string): Acquaintance | undefined;
  /** Sends a message in addition to those of the manager, and does not wait for the answer. */
  tell(to: Acquaintance, method: string, message: JsonObject): void;
  /** Gives the manager a message as if this member had sent it. */
  hand(from: Acquaintance, method: string, message: JsonObject): Promise<unknown>;
  /** From now on nothing is sent, but the process runs on. */
  stop(): void;
}

/** A fault injection with access to the agents of the league. A new one for each instance. */
function withLeague(make: (observed: ObservedLeague) => FaultInjection): () => FaultInjection {
  return () => {
    const observed = new Observer();
    const { handler, transport, known } = observed;
    return all(known.listening, { handler, transport }, make(observed), { transport: observed.silencer });
  };
}

class Observer implements ObservedLeague {
  readonly known = new Acquaintances();
  readonly members = this.known.members;
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

  readonly at = (url: string): Acquaintance | undefined => this.known.at(url);

  readonly tell = (to: Acquaintance, method: string, message: JsonObject): void => {
    const body = JSON.stringify(this.request(method, message));
    void this.send?.({ url: to.url, body, signal: new AbortController().signal }).catch(() => undefined);
  };

  readonly hand = async (from: Acquaintance, method: string, message: JsonObject): Promise<unknown> => {
    const sent = { ...message, sender: `${from.role}:${from.id}`, auth_token: from.token };
    const body = JSON.stringify(this.request(method, sent));
    const headers = { "content-type": "application/json" };
    return this.handle?.({ method: "POST", path: "/mcp", contentType: "application/json", headers, body });
  };

  readonly stop = (): void => {
    this.stopped = true;
  };

  readonly handler = (inner: HttpHandler, tools: FaultTools): HttpHandler => {
    this.state = tools;
    this.handle = inner;
    return inner;
  };

  readonly transport = (inner: Transport): Transport => {
    this.send = (request) => inner.send(request);
    return {
      send: (request) => {
        const { params } = parse(request.body) ?? {};
        if (isObject(params)) this.sent(params);
        return inner.send(request);
      },
    };
  };

  /** The outermost layer, so that it also stops all other messages. */
  readonly silencer = (inner: Transport): Transport => ({
    send: (request) => (this.stopped ? new Promise(() => undefined) : inner.send(request)),
  });

  private sent(message: JsonObject): void {
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
function withStore(
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
function withStoreLater(change: (inner: Store) => Partial<Store>): NonNullable<Mutant["agent"]> {
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
function acknowledged(body: JsonObject): IncomingReply {
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

function replied({ id }: JsonObject, members: JsonObject): IncomingReply {
  return answerOf({ jsonrpc: "2.0", id, ...members });
}

/** Does not send messages of this type where `fits` is true, and treats them as sent. */
function keepsFrom(type: string, fits: (url: string, message: JsonObject) => boolean): FaultInjection {
  return onCall(type, (send, body, _, url) =>
    fits(url, body.params as JsonObject) ? Promise.resolve(acknowledged(body)) : send(body),
  );
}

/** Changes every table that the manager sends, and makes its first row the champion. */
function changesTables(change: (rows: JsonObject[]) => JsonObject[]): FaultInjection {
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
function sorted(compare: (a: JsonObject, b: JsonObject) => number): (rows: JsonObject[]) => JsonObject[] {
  return (rows) => rows.toSorted(compare).map((row, index) => ({ ...row, rank: index + 1 }));
}

function byText(member: string): (a: JsonObject, b: JsonObject) => number {
  return (a, b) => (String(a[member]) < String(b[member]) ? -1 : 1);
}

// League managers that assign matches to other rounds, use other match ids, or leave matches out.

interface Dealt {
  /** The number of the round. */
  round: number;
  /** The match under its new id. */
  match: Pairing;
}

/** @param matches those of the reference, in order */
type Deal = (matches: readonly Pairing[], players: number) => Dealt[];

/** The fault injection of a mutant with this schedule. */
function redealt(deal: Deal): () => FaultInjection {
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

const ENVELOPE = {
  protocol: "league.v2",
  sender: "league_manager",
  timestamp: "2025-01-01T00:00:00.000Z",
  conversation_id: "conv-early",
  league_id: "league_reference",
  round_id: 1,
};

const MATCH = { match_id: "R1M1", game_type: "even_odd", player_A_id: "P01", player_B_id: "P02" };

/** Changes LEAGUE_COMPLETED. */
function ends(change: (message: JsonObject, rows: JsonObject[]) => JsonObject) {
  return changeCall("LEAGUE_COMPLETED", (message) => ({
    ...message,
    ...change(message, message.final_standings as JsonObject[]),
  }));
}

function champion(row: JsonObject | undefined): JsonObject {
  return { champion: { player_id: row?.player_id, display_name: row?.display_name, points: row?.points } };
}

/** Changes the answer to an agent that was admitted. */
function changesAcceptance(role: Role, change: (reply: JsonObject, tools: FaultTools) => JsonObject) {
  return changeReply(TYPES[role], (reply, { tools }) =>
    reply.status === "ACCEPTED" ? change(reply, tools) : undefined,
  );
}

type Row = Awaited<ReturnType<Store["tallies"]>>[number];

/** The tallies, plus this many times those at the start of the process. */
function withWeightedStart(store: Store, times: number): Partial<Store> {
  const before = store.tallies();
  const sum = (now: Row, then: Row | undefined): Row => ({
    ...now,
    ...Object.fromEntries(
      Object.entries(now).map(([name, value]) => {
        const earlier: unknown = then === undefined ? 0 : Reflect.get(then, name);
        return [name, typeof value === "number" ? value + times * Number(earlier) : value];
      }),
    ),
  });
  return {
    tallies: async () => {
      const then = await before;
      return (await store.tallies()).map((row, index) => sum(row, then[index]));
    },
  };
}

type Outcome = Awaited<ReturnType<Store["record"]>>;

/** Counts these results in addition to those of the store. */
function counting(inner: Store, extra: readonly RecordedResult[]): Pick<Store, "tallies"> {
  const withExtra = (tally: Tally) =>
    extra
      .filter(({ score }) => tally.player_id in score)
      .reduce(
        (sum, { winner, score }) => countMatch(sum, { winner, points: new Map(Object.entries(score)) }),
        tally,
      );
  return { tallies: async () => (await inner.tallies()).map(withExtra) };
}

/** Counts results again that the store has refused, and sends another answer. */
function countsAgain(which: Outcome) {
  return withStore((inner) => {
    const extra: RecordedResult[] = [];
    return {
      ...counting(inner, extra),
      record: async (result) => {
        const outcome = await inner.record(result);
        if (outcome !== which) return outcome;
        extra.push(result);
        return "repeated";
      },
    };
  });
}

/** Answers reports differently from the reference. */
function records(answer: (outcome: Outcome) => Outcome) {
  return withStore((inner) => ({ record: async (result) => answer(await inner.record(result)) }));
}

function recount({ player_id, display_name }: Tally, results: readonly RecordedResult[]): Tally {
  const nothing = { player_id, display_name, played: 0, wins: 0, draws: 0, losses: 0, points: 0 };
  return results
    .filter(({ score }) => player_id in score)
    .reduce<Tally>(
      (sum, { winner, score }) => countMatch(sum, { winner, points: new Map(Object.entries(score)) }),
      nothing,
    );
}

/** The announcement of the round after this one. */
function nextRound(message: JsonObject, { members }: ObservedLeague): JsonObject | undefined {
  const idsOf = (role: string) => members.filter((member) => member.role === role).map(({ id }) => id);
  const next = roundRobin(idsOf("player"), [{ type: "even_odd", referees: idsOf("referee") }])[
    Number(message.round_id)
  ];
  const endpointOf = (id: string) => members.find((member) => member.id === id)?.url;
  return next === undefined
    ? undefined
    : {
        ...message,
        ...next,
        matches: next.matches.map((match) => ({ ...match, referee_endpoint: endpointOf(match.referee_id) })),
      };
}

/** Assigns the matches to rounds of this size, in this order, and numbers them again. */
function inRoundsOf(size: number, matches: readonly Pairing[]): Dealt[] {
  return matches.map((match, index) => {
    const round = Math.floor(index / size) + 1;
    return { round, match: { ...match, match_id: `R${round}M${(index % size) + 1}` } };
  });
}

const pair = ({ player_A_id, player_B_id }: Pairing) => [player_A_id, player_B_id].toSorted().join();

const byPair = (a: Pairing, b: Pairing) => (pair(a) < pair(b) ? -1 : 1);

/** Gives the rounds other numbers. */
function numbered(numberOf: (round: number) => number) {
  return redealt((matches) =>
    matches.map((match) => {
      const round = numberOf(match.round_id);
      return { round, match: { ...match, match_id: match.match_id.replace(/^R\d+/, `R${round}`) } };
    }),
  );
}

/** The last round first, the order within each round as it was. */
function inverted(matches: readonly Pairing[]): Pairing[] {
  return matches.toSorted((a, b) => b.round_id - a.round_id);
}

/** The expected report of the referee of this match. */
function reportOf({ params }: JsonObject): JsonObject {
  const message = params as JsonObject;
  const [playerA, playerB] = [String(message.player_A_id), String(message.player_B_id)];
  const result = reportedResult({ playerA, playerB, choiceA: "even", choiceB: "odd", number: 8 });
  return { ...message, message_type: "MATCH_RESULT_REPORT", result };
}

function sendToBoth(
  { members, tell }: ObservedLeague,
  { params }: JsonObject,
  method: string,
  message_type: string,
): void {
  const message = params as JsonObject;
  for (const { id, ...member } of members) {
    if (id === message.player_A_id || id === message.player_B_id)
      tell({ id, ...member }, method, { ...message, message_type });
  }
}

const WHICH = "R2M1";

/** The players that replace those of the schedule. */
const AGAIN = { player_A_id: "P01", player_B_id: "P02" };

/** Assigns a scheduled match to other players, and hides that from the manager. */
function skipsTurn(): FaultInjection {
  let turn: typeof AGAIN | undefined;
  const agent = withStore((inner) => ({
    record: (result) =>
      inner.record(turn === undefined || result.match_id !== WHICH ? result : exchanged(result, turn, AGAIN)),
  }));
  return all(
    { agent },
    changeCall("RUN_MATCH", (message) => {
      if (message.match_id !== WHICH) return undefined;
      turn = message as unknown as typeof AGAIN;
      return { ...message, ...AGAIN };
    }),
    changeRequest("MATCH_RESULT_REPORT", (report: JsonObject) =>
      turn === undefined || report.match_id !== WHICH ? undefined : exchanged(report, AGAIN, turn),
    ),
  );
}

/** The text with the ids of `from` replaced by those of `to`. */
function exchanged<T>(value: T, from: typeof AGAIN, to: typeof AGAIN): T {
  const other = new Map([
    [from.player_A_id, to.player_A_id],
    [from.player_B_id, to.player_B_id],
  ]);
  const text = JSON.stringify(value).replaceAll(/"(P\d\d)"/g, (_, id: string) => `"${other.get(id) ?? id}"`);
  return JSON.parse(text) as T;
}

const ROUND = /"(round_id|next_round_id)":(\d+)/g;

const MATCH_ID = /"R(\d+)M(\d+)"/g;

/** The same text with other round numbers in it. */
function shifted(text: string, by: number): string {
  return text
    .replaceAll(ROUND, (_, member: string, round: string) => `"${member}":${Number(round) + by}`)
    .replaceAll(MATCH_ID, (_, round: string, match: string) => `"R${Number(round) + by}M${match}"`);
}

const byPoints = (a: JsonObject, b: JsonObject) => Number(b.points) - Number(a.points);

const byWins = (a: JsonObject, b: JsonObject) => Number(b.wins) - Number(a.wins);

const QUERY = "LEAGUE_QUERY";

/** Changes what it answers to queries of this type. */
function answers(type: string, change: (data: JsonObject, query: JsonObject) => JsonObject) {
  return changeReply(QUERY, ({ query_type, data, ...reply }, { request }) =>
    query_type === type && isObject(data) ? { ...reply, query_type, data: change(data, request) } : undefined,
  );
}

const NUMBERS = ["played", "wins", "draws", "losses", "points"] as const;

type Numbers = Pick<Tally, (typeof NUMBERS)[number]>;

const NOTHING: Numbers = { played: 0, wins: 0, draws: 0, losses: 0, points: 0 };

/** The tally of a player from one result, with the reported points. */
function pointsFrom(player_id: string, winner: string | null, score: JsonObject): Numbers {
  if (!(player_id in score)) return NOTHING;
  const points = new Map(Object.entries(score).map(([id, value]) => [id, Number(value)]));
  return countMatch({ player_id, display_name: "", ...NOTHING }, { winner, points });
}

/** The reference receives a possible score, and the tables show the reported one. */
/** The report, with the player that has the points as its winner. */
function winnerByPoints(report: JsonObject, status: string): JsonObject | undefined {
  const { result } = report;
  if (!isObject(result) || result.status !== status || !isObject(result.score)) return undefined;
  const [[best, most] = []] = Object.entries(result.score).toSorted(([, a], [, b]) => Number(b) - Number(a));
  return most === protocol.points.win ? { ...report, result: { ...result, winner: best } } : undefined;
}

function acceptScores() {
  const differences = new Map<string, Numbers[]>();
  const accepting = changeRequest("MATCH_RESULT_REPORT", (report) => {
    const { result } = report;
    if (
      !isObject(result) ||
      !isObject(result.score) ||
      !isObject(result.details) ||
      !isObject(result.details.choices)
    )
      return undefined;
    const players = Object.keys(result.details.choices);
    const winner = typeof result.winner === "string" ? result.winner : null;
    const score = Object.fromEntries(players.map((id) => [id, winner === null ? 1 : id === winner ? 3 : 0]));
    for (const id of players) {
      const [faulty, fair] = [pointsFrom(id, winner, result.score), pointsFrom(id, winner, score)];
      const difference = Object.fromEntries(
        NUMBERS.map((name) => [name, faulty[name] - fair[name]]),
      ) as Numbers;
      differences.set(id, [...(differences.get(id) ?? []), difference]);
    }
    return { ...report, result: { ...result, score } };
  });
  const show = changesTables((rows) =>
    rows.map((row) => {
      const own = differences.get(String(row.player_id)) ?? [];
      const sum = (name: (typeof NUMBERS)[number]) =>
        own.reduce((total, one) => total + one[name], Number(row[name]));
      return { ...row, ...Object.fromEntries(NUMBERS.map((name) => [name, sum(name)])) };
    }),
  );
  return all(accepting, show);
}

export const managerMutants: readonly Mutant[] = [
  {
    id: "manager:takes-incomplete-meta",
    fault: "Fills in the missing members of a registration itself.",
    breaks: ["LM-REG-09"],
    inject: ofEachRole((role) =>
      changeRequest(TYPES[role], (message, { tools }) => {
        const meta = message[`${role}_meta`];
        const display_name = `unnamed ${tools.random.below(1_000_000)}`;
        return isObject(meta)
          ? { ...message, [`${role}_meta`]: { display_name, ...DEFAULTS, ...meta } }
          : undefined;
      }),
    ),
  },
  {
    id: "manager:takes-a-name-twice-at-once",
    fault: "Checks before a wait whether a name is taken, and not again when it stores the agent.",
    breaks: ["LM-REG-06"],
    inject: acceptsAtOnce("Duplicate name"),
  },
  {
    id: "manager:takes-too-many-at-once",
    fault: "Counts its agents before a wait, and not again when it stores one.",
    breaks: ["LM-REG-06"],
    inject: acceptsAtOnce("League full"),
  },
  {
    id: "manager:takes-results-early",
    fault: "Accepts a report of a match that is not assigned yet.",
    breaks: ["LM-RES-06"],
    agent: withStore((inner) => {
      const given = new Set<string>();
      return {
        leaseMatch: (match_id, ...rest) => {
          given.add(match_id);
          return inner.leaseMatch(match_id, ...rest);
        },
        isAssigned: async (match_id, referee) => !given.has(match_id) || inner.isAssigned(match_id, referee),
      };
    }),
  },
  {
    id: "manager:stops-at-a-malformed-acknowledgement",
    fault: "Does nothing more when a RUN_MATCH_ACK breaks its schema.",
    breaks: ["LM-LIVE-02"],
    inject: withLeague(({ stop }) =>
      onCall("RUN_MATCH", async (send, body) => {
        const reply = await send(body);
        const result = parse(reply.body)?.result;
        if (isObject(result) && violations("RUN_MATCH_ACK", result).length > 0) stop();
        return reply;
      }),
    ),
  },
  {
    id: "manager:repeats-without-limit",
    fault: "Sends RUN_MATCH again and again to a referee that does not answer.",
    breaks: ["LM-MATCH-02"],
    inject: withLeague((observed) => {
      const repeatedOrders = new Set<unknown>();
      return onCall("RUN_MATCH", (send, body, _, url) => {
        const { match_id } = body.params as JsonObject;
        const order = `${String(match_id)} ${url}`;
        if (!repeatedOrders.has(order)) void repeatsOrder(observed, url, body.params as JsonObject);
        repeatedOrders.add(order);
        return send(body);
      });
    }),
  },
  {
    id: "manager:short-timeout-for-matches",
    fault: "Assigns a match to another referee after one minute.",
    breaks: ["LM-MATCH-04"],
    inject: waitsForReports(60_000),
  },
  {
    id: "manager:waits-for-reports-without-limit",
    fault: "Waits without end for the report of a match.",
    breaks: ["LM-MATCH-04"],
    inject: waitsForReports(NEVER_MS),
  },
  {
    id: "manager:failed-match-has-a-winner",
    fault: "Gives the first player three points for a match that no referee could play.",
    breaks: ["LM-MATCH-04"],
    agent: countsUnplayed((a, b) => ({ winner: a, score: { [a]: 3, [b]: 0 } })),
  },
  {
    id: "manager:waits-for-start-league",
    fault: "Does not begin before start_league, even when all agents have registered.",
    breaks: ["LM-START-01"],
    agent: () => createLeagueManager({ leagueId: "league_reference" }),
  },
  {
    id: "manager:never-begins-with-three",
    fault: "Does not begin without start_league with three players, or with seven.",
    breaks: ["LM-START-01"],
    agent: ({ players = 2, referees = 1 }) => {
      const waitsForEver = players % 2 === 1 && players !== 5;
      return createLeagueManager({
        leagueId: "league_reference",
        ...(waitsForEver ? {} : { players, referees }),
      });
    },
  },
  {
    id: "manager:one-referee-is-enough",
    fault: "Begins with one referee, although it is configured for two of them and two players.",
    breaks: ["LM-START-01"],
    agent: ({ players = 2, referees = 1 }) =>
      createLeagueManager({
        leagueId: "league_reference",
        players,
        referees: players === 2 ? 1 : referees,
      }),
  },
  {
    id: "manager:begins-with-one-player",
    fault: "Assigns a match at start_league although one player is missing.",
    breaks: ["LM-START-02"],
    inject: withLeague(({ members, tell }) =>
      answerInstead("START_LEAGUE", () => {
        const [referee] = members.filter(({ role }) => role === "referee");
        const players = members.filter(({ role }) => role === "player");
        if (referee !== undefined && players.length === 1)
          tell(referee, "run_match", { ...ENVELOPE, message_type: "RUN_MATCH", ...MATCH });
        return undefined;
      }),
    ),
  },
  {
    id: "manager:begins-without-a-referee",
    fault: "Announces a match at start_league although there is no referee.",
    breaks: ["LM-START-02"],
    inject: withLeague(({ members, tell }) =>
      answerInstead("START_LEAGUE", () => {
        const players = members.filter(({ role }) => role === "player");
        const matches = [{ ...MATCH, referee_endpoint: "http://127.0.0.1:8001/mcp" }];
        if (players.length === members.length && players.length > 1) {
          for (const player of players)
            tell(player, "notify_round", { ...ENVELOPE, message_type: "ROUND_ANNOUNCEMENT", matches });
        }
        return undefined;
      }),
    ),
  },
  {
    id: "manager:starts-again-at-the-end",
    fault: "Begins its league again when start_league is called after the end.",
    breaks: ["LM-ROUND-05"],
    inject: withLeague(({ announced, members, tell }) => {
      let ended = false;
      return all(
        onCall("LEAGUE_COMPLETED", (send, body) => {
          ended = true;
          return send(body);
        }),
        answerInstead("START_LEAGUE", async () => {
          const [first] = announced.values();
          if (ended && first !== undefined)
            for (const member of members) if (member.role === "player") tell(member, "notify_round", first);
          return undefined;
        }),
      );
    }),
  },
  {
    id: "manager:overloads-the-second-referee",
    fault: "Looks at the capacity of a referee only when it assigns a match for the first time.",
    breaks: ["LM-MATCH-03"],
    inject: () => {
      const open = new Map<string, unknown>();
      const assigned = new Set<unknown>();
      const close = (match: unknown) => {
        for (const [url, one] of open) if (one === match) open.delete(url);
      };
      return all(
        changeRequest("REFEREE_REGISTER_REQUEST", (message) => ({
          ...message,
          referee_meta: { ...(message.referee_meta as JsonObject), max_concurrent_matches: 99 },
        })),
        observe("MATCH_RESULT_REPORT", ({ match_id }) => close(match_id)),
        onCall("RUN_MATCH", async (send, body, { clock }, url) => {
          const match = (body.params as JsonObject).match_id;
          while (!assigned.has(match) && open.has(url)) await pause(clock, 10);
          assigned.add(match);
          open.set(url, match);
          const reply = await send(body);
          if (isObject(jsonOf(reply.body)) && "error" in (jsonOf(reply.body) as JsonObject)) close(match);
          return reply;
        }),
      );
    },
  },
  {
    id: "manager:starts-again-in-a-round",
    fault: "Begins a round again, 0.2 s after a start_league that comes before the round is over.",
    breaks: ["LM-ROUND-05"],
    inject: withLeague(({ announced, members, tell }) => {
      let ended = false;
      return all(
        onCall("LEAGUE_COMPLETED", (send, body) => {
          ended = true;
          return send(body);
        }),
        answerInstead("START_LEAGUE", (_, __, { clock }) => {
          const open = announced.size;
          clock.after(200, () => {
            const round = [...announced.values()].at(-1);
            if (ended || round === undefined || announced.size > open) return;
            for (const member of members) if (member.role === "player") tell(member, "notify_round", round);
          });
          return undefined;
        }),
      );
    }),
  },
  {
    id: "manager:champion-by-points-only",
    fault: "Ignores the wins when two players could be champion.",
    breaks: ["LM-END-01"],
    inject: ends((_, rows) =>
      champion(rows.filter(({ points }) => points === rows[0]?.points).toSorted(byText("player_id"))[0]),
    ),
  },
  {
    id: "manager:same-id-in-a-race",
    fault: "Gives the same id to agents that register at the same moment.",
    breaks: ["LM-REG-03"],
    inject: () => {
      const last = { at_ms: -1, id: "" };
      return changesAcceptance("player", (reply, { clock }) => {
        if (clock.now() !== last.at_ms) last.id = String(reply.player_id);
        last.at_ms = clock.now();
        return { ...reply, player_id: last.id };
      });
    },
  },
  {
    id: "manager:ids-of-its-own-making",
    fault: "Calls the players X51, X52 … and the referees Y51, Y52 ….",
    breaks: ["LM-REG-04"],
    agent: withStore((inner) => ({
      admit: (decide) =>
        inner.admit((members, state) => {
          const decision = decide(members, state);
          if ("refusal" in decision) return decision;
          const { member } = decision;
          // A repeated registration.
          if (members.some(({ id }) => id === member.id)) return decision;
          const letter = member.role === "referee" ? "Y" : "X";
          return { ...decision, member: { ...member, id: `${letter}${51 + members.length}` } };
        }),
    })),
  },
  {
    id: "manager:rejected-agents-take-places",
    fault: "Counts rejected players towards the capacity of the league.",
    breaks: ["LM-REG-01"],
    inject: () => {
      let [accepted, rejected] = [0, 0];
      return {
        handler: (inner, tools) => {
          const { players = 2 } = tools.launch;
          const counting = all(
            changeReply(TYPES.player, ({ status }) => {
              if (status === "ACCEPTED") accepted += 1;
              else rejected += 1;
              return undefined;
            }),
            changeReply(TYPES.player, (reply) =>
              reply.status === "ACCEPTED" && accepted <= players && accepted + rejected > players
                ? { ...reply, status: "REJECTED", player_id: null, auth_token: null, reason: "League full" }
                : undefined,
            ),
          );
          return counting.handler?.(inner, tools) ?? inner;
        },
      };
    },
  },
  {
    id: "manager:rejected-agents-take-ids",
    fault: "Leaves out an id for each player that it has rejected.",
    breaks: ["LM-REG-01"],
    agent: withStore((inner) => {
      let rejected = 0;
      return {
        admit: (decide) =>
          inner.admit((members, state) => {
            const verdict = decide(members, state);
            if ("refusal" in verdict) rejected += 1;
            if ("refusal" in verdict || verdict.member.role !== "player") return verdict;
            const number = Number(verdict.member.id.slice(1)) + rejected;
            return { ...verdict, member: { ...verdict.member, id: `P${String(number).padStart(2, "0")}` } };
          }),
      };
    }),
  },
  {
    id: "manager:compares-no-choices",
    fault: "Acknowledges a second report with the same winner and number, even with other choices.",
    breaks: ["LM-RES-03"],
    agent: withStore((inner) => ({
      record: async (result) => {
        const outcome = await inner.record(result);
        const known = await inner.result(result.match_id);
        const isAlike = known?.winner === result.winner && known.drawn_number === result.drawn_number;
        return outcome === "conflicting" && isAlike ? "repeated" : outcome;
      },
    })),
  },
  {
    id: "manager:assigns-a-player-of-another-match",
    fault: "Sends the referee player B of another match of the round, from the second round on.",
    breaks: ["LM-MATCH-01"],
    inject: withLeague(({ announced }) =>
      changeCall("RUN_MATCH", (order) => {
        const matches = valueAt(announced.get(order.round_id), "/matches");
        const other = (Array.isArray(matches) ? matches : []).find(
          (one) => isObject(one) && one.match_id !== order.match_id,
        );
        const player_B_id = valueAt(other, "/player_B_id");
        return Number(order.round_id) < 2 || player_B_id === undefined
          ? undefined
          : { ...order, player_B_id };
      }),
    ),
  },
  {
    id: "manager:wins-by-points",
    fault: "Counts the player with the points as the winner, even if the report names the other one.",
    breaks: ["LM-RES-07"],
    inject: changeRequest("MATCH_RESULT_REPORT", (report) => winnerByPoints(report, "WIN")),
  },
  {
    id: "manager:technical-losses-by-points",
    fault:
      "Counts the player with the points of a technical loss as the winner, even if the report names the other one.",
    breaks: ["LM-RES-07"],
    inject: changeRequest("MATCH_RESULT_REPORT", (report) => winnerByPoints(report, "TECHNICAL_LOSS")),
  },
  {
    id: "manager:counts-repetitions-of-closed-rounds",
    fault: "Counts a win twice when its report is repeated after its round has closed.",
    breaks: ["LM-RES-02"],
    agent: withStore((inner) => {
      const again: string[] = [];
      return {
        record: async (result) => {
          const outcome = await inner.record(result);
          const isClosed = ((await inner.completedRound()) ?? 0) >= result.round_id;
          if (outcome === "repeated" && isClosed && result.winner !== null) again.push(result.winner);
          return outcome;
        },
        tallies: async () =>
          (await inner.tallies()).map((tally) => {
            const extra = again.filter((winner) => winner === tally.player_id).length;
            const { played, wins, points } = tally;
            const { win } = protocol.points;
            return {
              ...tally,
              played: played + extra,
              wins: wins + extra,
              points: points + extra * win,
            };
          }),
      };
    }),
  },
  {
    id: "manager:loses-everything",
    fault: "Begins with an empty registry when it is started again.",
    breaks: ["LM-KEEP-01"],
    lasting: true,
    agent: (launch) => referenceAgent("manager")(launch),
  },
  {
    id: "manager:loses-results",
    fault: "Counts only what was reported since it was started again.",
    breaks: ["LM-KEEP-02"],
    lasting: true,
    agent: withStoreLater((store) => withWeightedStart(store, -1)),
  },
  {
    id: "manager:loses-draws",
    fault: "Has lost all draws when it is started again.",
    breaks: ["LM-KEEP-02"],
    lasting: true,
    agent: withStoreLater((store) => ({
      tallies: async () =>
        (await store.tallies()).map((tally) => ({
          ...tally,
          draws: 0,
          played: tally.played - tally.draws,
          points: tally.points - tally.draws * protocol.points.draw,
        })),
    })),
  },
  {
    id: "manager:counts-twice-after-a-restart",
    fault: "Counts its stored results once more when it is started again.",
    breaks: ["LM-KEEP-02"],
    lasting: true,
    agent: withStoreLater((store) => withWeightedStart(store, 1)),
  },
  {
    id: "manager:announces-rounds-again",
    fault: "Announces the rounds from the first on when it is started again.",
    breaks: ["LM-KEEP-03"],
    lasting: true,
    agent: withStoreLater(() => ({ completedRound: async () => null, acknowledged: async () => new Set() })),
  },
  {
    id: "manager:begins-one-player-early",
    fault: "Begins when all players but one have registered.",
    breaks: ["LM-START-01"],
    agent: ({ players = 2, referees = 1 }) =>
      createLeagueManager({ leagueId: "league_reference", players: Math.max(2, players - 1), referees }),
  },
  {
    id: "manager:counts-repetitions",
    fault: "Counts a match again when its report is repeated.",
    breaks: ["LM-RES-02"],
    agent: countsAgain("repeated"),
  },
  {
    id: "manager:counts-contradictions",
    fault: "Counts a second report that contradicts the first.",
    breaks: ["LM-RES-02"],
    agent: countsAgain("conflicting"),
  },
  {
    id: "manager:counts-races",
    fault: "Counts a match for each of its reports that arrive at the same moment.",
    breaks: ["LM-RES-02"],
    agent: countsAgain("repeated"),
    inject: () => {
      const last = { at_ms: -1, match: "" };
      return answerInstead(REPORT, ({ match_id }, body, { clock }) => {
        const isRacing = clock.now() === last.at_ms && String(match_id) === last.match;
        const isLate = String(match_id) === last.match && !isRacing;
        last.at_ms = isLate ? -1 : clock.now();
        last.match = String(match_id);
        return isLate ? errorReply(body, -32_007, "DUPLICATE_REPORT") : undefined;
      });
    },
  },
  {
    id: "manager:last-report-wins",
    fault: "Replaces an earlier report of a match by a later one.",
    breaks: ["LM-RES-02", "LM-RES-03"],
    agent: withStore((inner) => {
      const counted = new Map<string, RecordedResult>();
      return {
        tallies: async () => (await inner.tallies()).map((tally) => recount(tally, [...counted.values()])),
        record: async (result) => {
          counted.set(result.match_id, result);
          const outcome = await inner.record(result);
          return outcome === "conflicting" ? "repeated" : outcome;
        },
      };
    }),
  },
  {
    id: "manager:acknowledges-contradictions",
    fault: "Acknowledges a second report that contradicts the first.",
    breaks: ["LM-RES-03"],
    agent: records((outcome) => (outcome === "conflicting" ? "repeated" : outcome)),
  },
  {
    id: "manager:shows-any-points",
    fault: "Acknowledges a report of 300 points, and shows them in the standings.",
    breaks: ["LM-RES-07"],
    inject: () => {
      const surplus = new Map<string, number>();
      const accepting = changeRequest("MATCH_RESULT_REPORT", (report) => {
        const { result } = report;
        if (!isObject(result) || !isObject(result.score)) return undefined;
        const { score, winner } = result;
        for (const [player, points] of Object.entries(score))
          if (Number(points) > protocol.points.win) surplus.set(player, Number(points) - protocol.points.win);
        const fair = Object.keys(score).map((id) => [id, id === winner ? protocol.points.win : score[id]]);
        return { ...report, result: { ...result, score: Object.fromEntries(fair) } };
      });
      const show = changeReply("LEAGUE_QUERY", (reply) => {
        const { data } = reply;
        if (!isObject(data) || !Array.isArray(data.standings)) return undefined;
        const standings = data.standings
          .filter(isObject)
          .map((row) => ({ ...row, points: Number(row.points) + (surplus.get(String(row.player_id)) ?? 0) }));
        return { ...reply, data: { ...data, standings } };
      });
      return all(accepting, show);
    },
  },
  {
    id: "manager:announces-only-your-own-match",
    fault: "Announces to a player only its own match of a round.",
    breaks: ["LM-ROUND-01"],
    inject: withLeague(({ at }) =>
      onCall("ROUND_ANNOUNCEMENT", (send, body, _, url) => {
        const message = body.params as JsonObject;
        const member = at(url);
        const own = (message.matches as JsonObject[]).filter(({ player_A_id, player_B_id }) =>
          [player_A_id, player_B_id].includes(member?.id),
        );
        return send(member?.role === "player" ? { ...body, params: { ...message, matches: own } } : body);
      }),
    ),
  },
  {
    id: "manager:announces-byes",
    fault: 'Announces a match against "BYE" for the player without a match in the round.',
    breaks: ["LM-ROUND-02"],
    inject: withLeague(({ members }) =>
      changeCall("ROUND_ANNOUNCEMENT", (message) => {
        const matches = message.matches as JsonObject[];
        const playing = matches.flatMap(({ player_A_id, player_B_id }) => [player_A_id, player_B_id]);
        const idle = members.find(({ role, id }) => role === "player" && !playing.includes(id));
        if (idle === undefined) return undefined;
        const match_id = `R${String(message.round_id)}M${matches.length + 1}`;
        const bye = { ...matches[0], match_id, player_A_id: idle.id, player_B_id: "BYE" };
        return { ...message, matches: [...matches, bye] };
      }),
    ),
  },
  {
    id: "manager:starts-next-round-early",
    fault: "Announces the next round as soon as one match of a round is reported.",
    breaks: ["LM-ROUND-03"],
    inject: withLeague((observed) => {
      const announcedEarly = new Set<unknown>();
      return all(
        answerInstead("MATCH_RESULT_REPORT", ({ round_id }) => {
          const message = observed.announced.get(round_id);
          const early =
            message === undefined || announcedEarly.has(round_id) ? undefined : nextRound(message, observed);
          announcedEarly.add(round_id);
          if (early !== undefined) {
            for (const member of observed.members)
              if (member.role === "player") observed.tell(member, "notify_round", early);
          }
          return undefined;
        }),
        keepsFrom(
          "ROUND_ANNOUNCEMENT",
          (url, { round_id }) => Number(round_id) > 1 && observed.at(url)?.role === "player",
        ),
      );
    }),
  },
  {
    id: "manager:last-round-without-standings",
    fault: "Sends no standings after the last round.",
    breaks: ["LM-ROUND-04"],
    inject: withLeague(({ announced, members }) =>
      keepsFrom("LEAGUE_STANDINGS_UPDATE", () => {
        const players = members.filter(({ role }) => role === "player").length;
        return announced.size === players - 1 + (players % 2);
      }),
    ),
  },
  {
    id: "manager:closes-a-round-twice",
    fault: "Closes a round twice when two reports arrive at the same time.",
    breaks: ["LM-ROUND-05"],
    inject: () => {
      let last_ms = 0;
      let raced = false;
      return all(
        answerInstead("MATCH_RESULT_REPORT", (_, __, { clock }) => {
          raced = clock.now() === last_ms;
          last_ms = clock.now();
          return undefined;
        }),
        onCall("ROUND_COMPLETED", async (send, body) => {
          if (raced) await send(body);
          return send(body);
        }),
      );
    },
  },
  {
    id: "manager:ends-when-no-player-is-reachable",
    fault: "Does nothing more when no player can be reached.",
    breaks: ["LM-ROUND-06"],
    inject: withLeague(({ stop, at }) => {
      let reached = false;
      return all(
        onCall("ROUND_ANNOUNCEMENT", async (send, body, _, url) => {
          const reply = await send(body);
          reached ||= at(url)?.role === "player" && isObject(JSON.parse(reply.body));
          return reply;
        }),
        onCall("RUN_MATCH", (send, body) => {
          if (!reached) stop();
          return reached ? send(body) : new Promise(() => undefined);
        }),
      );
    }),
  },
  {
    id: "manager:odd-one-never-plays",
    fault: "Loses the matches of the last player when the number of players is odd.",
    breaks: ["LM-SCHED-01"],
    inject: redealt((matches, players) => {
      const last = `P0${players}`;
      const kept = matches.filter((match) => players % 2 === 0 || !pair(match).includes(last));
      return kept.map((match) => ({ round: match.round_id, match }));
    }),
  },
  {
    id: "manager:player-twice-in-a-round",
    fault: "Schedules the same player twice in one round.",
    breaks: ["LM-SCHED-02"],
    inject: redealt((matches, players) => inRoundsOf(Math.floor(players / 2), matches.toSorted(byPair))),
  },
  {
    id: "manager:a-match-a-round",
    fault: "Makes a round of every match.",
    breaks: ["LM-SCHED-02"],
    inject: redealt((matches) => inRoundsOf(1, matches)),
  },
  {
    id: "manager:match-ids-of-its-own",
    fault: "Calls the matches match-1, match-2 ….",
    breaks: ["LM-SCHED-03"],
    inject: redealt((matches) =>
      matches.map((match, index) => ({
        round: match.round_id,
        match: { ...match, match_id: `match-${index + 1}` },
      })),
    ),
  },
  {
    id: "manager:round-counter-skips",
    fault: "Counts its rounds 1, 3, 4 ….",
    breaks: ["LM-SCHED-03", "LM-ROUND-05"],
    inject: numbered((round) => (round === 1 ? 1 : round + 1)),
  },
  {
    id: "manager:rounds-in-another-order",
    fault: "Begins with the round that should come last.",
    breaks: ["LM-SCHED-05"],
    inject: redealt((matches, players) => inRoundsOf(Math.floor(players / 2), inverted(matches))),
  },
  {
    id: "manager:first-is-always-the-elder",
    fault: "Makes the player that registered first PLAYER_A, in every round.",
    breaks: ["LM-SCHED-05"],
    inject: redealt((matches) =>
      matches.map((match) => {
        const [player_A_id = "", player_B_id = ""] = [match.player_A_id, match.player_B_id].toSorted();
        return { round: match.round_id, match: { ...match, player_A_id, player_B_id } };
      }),
    ),
  },
  {
    id: "manager:favours-a-referee",
    fault: "Gives all matches to one referee.",
    breaks: ["LM-SCHED-04"],
    agent: withStore((inner) => ({
      schedule: async () =>
        (await inner.schedule()).map((round) => ({
          ...round,
          matches: round.matches.map((match) => ({ ...match, referee_id: "REF01" })),
        })),
    })),
  },
  {
    id: "manager:two-referees-for-a-match",
    fault: "Gives every match to two referees.",
    breaks: ["LM-MATCH-01"],
    inject: withLeague(({ members, tell }) =>
      onCall("RUN_MATCH", (send, body, _, url) => {
        const other = members.find((member) => member.role === "referee" && member.url !== url);
        if (other !== undefined) tell(other, "run_match", body.params as JsonObject);
        return send(body);
      }),
    ),
  },
  {
    id: "manager:loses-a-match",
    fault: "Records an invented result of the second match of each round, which is not played.",
    breaks: ["LM-MATCH-01"],
    inject: withLeague(({ at, hand }) =>
      onCall("RUN_MATCH", (send, body, { clock }, url) => {
        const referee = at(url);
        const { match_id } = body.params as JsonObject;
        if (referee === undefined || !String(match_id).endsWith("M2")) return send(body);
        clock.after(1, () => void hand(referee, "report_match_result", reportOf(body)));
        return Promise.resolve(acknowledged(body));
      }),
    ),
  },
  {
    id: "manager:invites-players",
    fault: "Invites the players to their match itself.",
    breaks: ["LM-MATCH-05"],
    inject: withLeague((observed) =>
      onCall("RUN_MATCH", (send, body) => {
        sendToBoth(observed, body, "handle_game_invitation", "GAME_INVITATION");
        return send(body);
      }),
    ),
  },
  {
    id: "manager:skips-a-pair",
    fault: "Schedules one match twice and another never.",
    breaks: ["LM-SCHED-01", "LM-MATCH-01"],
    inject: skipsTurn,
  },
  {
    id: "manager:refuses-its-round-zero",
    fault: "Counts its rounds from 0, and refuses the reports of round 0, as no round has that number.",
    breaks: ["LM-SCHED-03"],
    inject: all(
      rewrite(
        (text) => shifted(text, 1),
        (text) => shifted(text, -1),
      ),
      answerInstead("MATCH_RESULT_REPORT", ({ round_id }, body) =>
        round_id === 0 ? errorReply(body, -32_602, "INVALID_MESSAGE_FORMAT") : undefined,
      ),
    ),
  },
  {
    id: "manager:table-not-sorted",
    fault: "Lists the players in the order of their registration.",
    breaks: ["LM-TAB-02"],
    inject: changesTables(sorted(byText("player_id"))),
  },
  {
    id: "manager:sorts-by-points-only",
    fault: "Ignores the wins of players that are equal in points.",
    breaks: ["LM-TAB-02"],
    inject: changesTables(sorted((a, b) => byPoints(a, b) || byText("player_id")(a, b))),
  },
  {
    id: "manager:sorts-points-as-text",
    fault: "Puts 9 points above 12, as text stands.",
    breaks: ["LM-TAB-02"],
    inject: changesTables(sorted((a, b) => byText("points")(b, a) || byWins(a, b))),
  },
  {
    id: "manager:leaves-out-the-last",
    fault: "Leaves the last player out of its tables.",
    breaks: ["LM-TAB-02"],
    inject: changesTables((rows) => rows.slice(0, -1)),
  },
  {
    id: "manager:ties-share-a-rank",
    fault: "Gives players that are equal in points the same rank.",
    breaks: ["LM-TAB-03"],
    inject: changesTables((rows) =>
      rows.map((row) => ({ ...row, rank: 1 + rows.filter((other) => byPoints(other, row) < 0).length })),
    ),
  },
  {
    id: "manager:breaks-ties-by-name",
    fault: "Breaks ties by the names of the players.",
    breaks: ["LM-TAB-03"],
    inject: changesTables(sorted((a, b) => byPoints(a, b) || byWins(a, b) || byText("display_name")(a, b))),
  },
  {
    id: "manager:answers-unsorted",
    fault: "Answers the question for the standings with the players in the order of their ids.",
    breaks: ["LM-TAB-02"],
    inject: answers("GET_STANDINGS", ({ standings }) => ({
      standings: (standings as JsonObject[]).toSorted(byText("player_id")),
    })),
  },
  {
    id: "manager:accepts-any-score",
    fault: "Accepts any score: 300 points, points for both, points for another player.",
    breaks: ["LM-RES-07"],
    inject: acceptScores,
  },
];
