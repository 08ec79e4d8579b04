/** Agents with other paths, bodies and status codes, as plain scripts without the SDK. */
import type { HttpHandler, HttpReply } from "../../../src/http/types.js";
import type { MemoryNetwork } from "../../../src/memory/index.js";
import { type Body, bodyOf } from "./wild-player.js";

export interface Call {
  readonly verb: string;
  readonly path: string;
  readonly body: Body;
}

export interface Answer {
  readonly status: number;
  /** An object is written as JSON, a text as HTML, undefined as no body. */
  readonly body: unknown;
}

/** Sends a body to another agent; the answer's body is empty if it is no JSON object. */
export type Post = (url: string, body: unknown) => Promise<{ readonly status: number; readonly body: Body }>;

export interface Self {
  readonly name: string;
  /** `http://127.0.0.1:8101`, without a path. */
  readonly base: string;
  /** The id that the league assigned. */
  id: unknown;
  readonly choice: "even" | "odd";
}

/** Called for each message that has an effect: `invitation R1M1`. */
export type Noted = (what: "invitation" | "choice" | "result" | "start", match: unknown) => void;

export interface ServicePlayer {
  readonly name: string;
  /** Resolves with its id; rejects if it cannot read the answer. */
  readonly register: (self: Self, league: string, post: Post) => Promise<unknown>;
  readonly answer: (call: Call, self: Self, noted: Noted) => Answer;
}

export interface Side {
  readonly id: unknown;
  readonly url: string;
}

export interface Game {
  readonly match: unknown;
  readonly round: unknown;
  readonly sides: readonly [Side, Side];
}

export interface Ended extends Game {
  readonly winner: unknown;
  readonly number: number;
  readonly choices: readonly [unknown, unknown];
}

export interface ServiceReferee {
  readonly name: string;
  readonly register: (self: Self, league: string, post: Post) => Promise<unknown>;
  readonly answer: (
    call: Call,
    self: Self,
    noted: Noted,
    play: (game: Game) => Promise<Ended>,
  ) => Answer | Promise<Answer>;
  readonly invite: (to: Side, other: Side, game: Game, post: Post) => Promise<boolean>;
  readonly choose: (to: Side, game: Game, post: Post) => Promise<unknown>;
  readonly tell: (to: Side, ended: Ended, post: Post) => Promise<unknown>;
  /** Undefined if the answer to the order is the report. */
  readonly report?: (ended: Ended, self: Self, league: string, post: Post) => Promise<{ status: number }>;
}

export const postOver =
  (network: Pick<MemoryNetwork, "send">): Post =>
  async (url, body) => {
    const signal = new AbortController().signal;
    const reply = await network.send({ url, body: JSON.stringify(body), signal });
    return { status: reply.status, body: parsed(reply.body) };
  };

export function parsed(text: string | Uint8Array): Body {
  try {
    return bodyOf(JSON.parse(String(text)));
  } catch {
    return {};
  }
}

export function httpReply({ status, body }: Answer): HttpReply {
  const isText = typeof body === "string";
  const written = isText ? body : JSON.stringify(body);
  const type = isText ? "text/html; charset=utf-8" : "application/json";
  return { status, headers: { "content-type": type }, body: body === undefined ? "" : written };
}

/** A call with the answer of the service. */
export interface Served extends Call {
  readonly answer: Answer;
}

export const handlerOf =
  (answer: (call: Call) => Answer | Promise<Answer>, onServed?: (served: Served) => void): HttpHandler =>
  async ({ method, path, body }) => {
    const call = { verb: method, path: new URL(path, "http://x").pathname, body: parsed(body) };
    const answered = await answer(call);
    onServed?.({ ...call, answer: answered });
    return httpReply(answered);
  };

const drawn = 4;

/** Plays and reports a match like the referee of a service; its number is always 4. */
export async function playAs(
  habits: ServiceReferee,
  game: Game,
  self: Self,
  league: string,
  post: Post,
): Promise<Ended> {
  const [a, b] = game.sides;
  for (const [to, other] of [[a, b] as const, [b, a] as const])
    if (!(await habits.invite(to, other, game, post))) throw new Error(`${String(to.id)} does not join`);
  const choices = [await habits.choose(a, game, post), await habits.choose(b, game, post)] as const;
  const right = game.sides.filter((_, index) => choices[index] === "even");
  const winner = right.length === 1 ? right[0]?.id : null;
  const ended = { ...game, winner, number: drawn, choices };
  for (const choice of choices)
    if (choice !== "even" && choice !== "odd") throw new Error(`${String(choice)} is no choice`);
  for (const side of game.sides) await habits.tell(side, ended, post);
  const reported = await habits.report?.(ended, self, league, post);
  if (reported !== undefined && reported.status >= 300)
    throw new Error(`report: ${JSON.stringify(reported)}`);
  return ended;
}
