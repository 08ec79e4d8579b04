/** What a row of `faults/*.yaml` says. `interpret.ts` puts it between the reference agent and its transport. */
import type { JsonObject } from "../json.js";
import type { Role } from "../types.js";
import type { ServerBehaviour } from "../wire/types.js";

export interface FaultRow extends FaultPart {
  /** `player:joins-late`; a fault `transport:…` is tried in every role. */
  id: `${Role | "transport"}:${string}`;
  /** The fault, in one sentence. */
  text: string;
  /** The clauses that it breaks. */
  breaks: OneOrMore<string>;
  /** Of a fault of the transport: the roles in which it can show. Default: all. */
  roles?: readonly Role[];
  /** The one form that the agent uses; default: the form in which the fault is tried. */
  wire?: string;
  /** It is in the text that the agent sends, in any form; default: in the canonical messages behind it. */
  outermost?: true;
  /** Options of the SDK with which the agent is made; null: without that option. */
  options?: Readonly<Record<string, unknown>>;
  /** What it does not find again when it is started again. */
  forgets?: OneOrMore<"registration" | "journal" | "store">;
  /** How its process ends after an order to shut down, when its registration is rejected, and when that is not answered. */
  ends?: Ends;
  /** How its HTTP server treats connections. */
  server?: ServerBehaviour;
  /** Its exit code when its port is taken; or it goes on without a server. */
  busyPort?: number | "goes on";
  /** The encoding of what it answers. */
  encoding?: "latin1";
  /** What it does wrong besides; a later part gets a request, and a call, before the earlier ones. */
  also?: readonly FaultPart[];
}

/** `well`: with the exit code 0; `badly`: with 1. */
export type Ends = Readonly<
  Partial<Record<"shutdown" | "rejection" | "silence", "never" | "well" | "badly">>
>;

/** Which messages, and what is done to them. */
export interface FaultPart {
  /**
   * A message type of the contract: the contract says whether an agent of the role sends or receives it. Or all that
   * it receives (`requests`, `replies`) or sends (`answers`, `calls`), or its `failed calls`, which got no answer; `any request` and `any answer` are those that
   * need not be JSON-RPC; `result of a match` stands for GAME_OVER and the report alike (`match-result.ts`), and `draw` for the
   * `/number` that a referee draws.
   */
  on?: OneOrMore<string>;
  /** Only where all of this holds. */
  when?: When;
  /** Places and their new values. */
  set?: Readonly<Record<string, Value>>;
  /** Members that are left out; `*` stands for every element. */
  remove?: OneOrMore<string>;
  /** What is answered: by the agent to a request; to the agent in place of the answer to a call, which is not sent. */
  answer?: Answer;
  /** The call is not sent; the agent gets an acknowledgement. */
  drop?: true;
  /** The call is sent twice; the second answer counts. A duration: after that long without an answer; the first one counts. */
  repeat?: true | Duration;
  /** The agent sends another message, too. */
  send?: Sending;
  /** The agent writes this to its output. */
  print?: Value;
  /** How long it takes: a request before it is handled, an answer or a call before it is sent. */
  delay?: Duration;
  /** How long after its acknowledgement to the agent a call is sent. */
  postpone?: Duration;
  /** How long the agent waits for the answer to its call; then it takes `answer` for it. */
  giveUp?: Duration;
  /** Calls are made one after the other. */
  inTurn?: true;
  /** The process ends with an error after the message. */
  crash?: true;
  /** The agent's timers of one duration run for another one; `up to 1000` and `from 1000` name all of these. */
  timers?: Readonly<Record<string, Duration>>;
}

/** Another message of an agent: a copy of the one that passes, or of that which is answered, with changes. */
export interface Sending {
  /** In place of the copy. */
  message?: Value;
  /** Its type, where that is another one. */
  type?: string;
  set?: Readonly<Record<string, Value>>;
  remove?: OneOrMore<string>;
  /** Places with one or more addresses, but not that of a call which passes; default: only that. */
  to?: OneOrMore<string>;
  /** How long after the message. */
  after?: Duration;
  /** It is sent again and again, with pauses of this length. */
  every?: Duration;
}

/** Tests of places, by place; the other members are about earlier messages. */
export interface When {
  readonly [place: string]: Test | Event | undefined;
}

/** Members of `when` that are no places. */
export interface History {
  /** Among the messages for which the rest holds: `3`, `3+`, `every 3`. */
  nth?: number | string;
  /** Places: messages with other values there are counted apart. */
  per?: OneOrMore<string>;
  /** Such a message has passed before. */
  after?: Event | string;
  /** No such message has passed before. */
  before?: Event | string;
}

/** A message that has passed. */
export interface Event {
  on: OneOrMore<string>;
  when?: When;
  /** Places with the same value in both messages. */
  same?: OneOrMore<string>;
  /** It counts no more after a message like this one. */
  until?: Event | string;
  /** It counts for so many milliseconds; 0: at the same moment only. */
  within?: number;
}

/**
 * A value, or an object with some of these members, which all must hold: `absent`, `not`, `oneOf`, `matches` (a regular
 * expression on a text, or on the JSON of another value), `violates` (the schema of a message type), `above`, `below` (of
 * numbers or texts), `startsWith`, `is`, `isNot`, and for lists `has`, `lacks`. The last seven compare with another place, or
 * with a value, as `oneOf` does.
 */
export type Test = unknown;

/**
 * A value, or an object with one of these members: `from` a place; `first` or `last`, from a message that has passed, `at` a
 * place of it (without `on`, of the messages with the fault); `text`, in which `{place}` is replaced by what is there and
 * `{random}` by a number; `json`, `upper`, `lower`, `replace: [place, pattern, by]` and `plus: [place, by]` of a place; `case:
 * [place, {value: other}]`, what stands for a value; `key: [place, value]`, the name of the first member with this value; `ranked:
 * [place, member, -member]`, a table by its members, `-` downwards, in which equals share a rank; `any` one of a list, `turn` one
 * after the other; `now`, the time in so many milliseconds. Where there is no such value, the message is not changed.
 */
export type Value = unknown;

export type Answer =
  | "never"
  | "unreachable"
  /** What the contract requires, also with other members in it. */
  | "expected"
  | { expected: JsonObject }
  | { error: number; message?: string }
  | { result: Value }
  | { json: Value }
  | { status: number; type?: string; body?: string };

/** Milliseconds, also as `deadline`, `deadline + 500`, `deadline * 0.3`, `deadline of GAME_OVER - 1`, `pause of …`. */
export type Duration = number | string;

export type OneOrMore<T> = T | readonly T[];
