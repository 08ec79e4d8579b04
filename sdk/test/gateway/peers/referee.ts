/** A referee as data, without any part of the SDK. Its number is always 4, so that "even" is right. */
import type { MemoryNetwork } from "../../../src/memory/index.js";
import {
  acceptanceIn,
  type Body,
  bodyOf,
  handlerOf,
  post,
  type Reply,
  rpcError,
  rpcResult,
} from "./json-rpc.js";
import { now, rpc } from "./player.js";

export interface RefereeSelf {
  readonly name: string;
  readonly url: string;
  id: string;
  token: string;
  /** The addresses of the players in its configuration. */
  readonly directory: ReadonlyMap<string, string>;
}

export interface Player {
  readonly id: string;
  readonly endpoint: string;
}

export interface Order {
  readonly match_id: string;
  readonly round_id: unknown;
  readonly league_id?: unknown;
  readonly a: Player;
  readonly b: Player;
}

export interface Ending extends Order {
  readonly winner: string | null;
  readonly choices: Readonly<Record<string, string>>;
  readonly number: number;
}

/** A request with its path, and the members in the query of the path. */
export interface Asked extends Body {
  readonly path: string;
  readonly query: Body;
}

/** A message that it understands, and the matches that it begins with it. */
export interface Taken {
  readonly message: Body;
  readonly orders: readonly Order[];
}

export interface RefereeForm {
  readonly name: string;
  readonly registration: (self: RefereeSelf) => Body;
  /** Whether it reads no id and no token in the answer. */
  readonly ignoresAcceptance?: true;
  /** What it says about itself at `/openapi.json`. */
  readonly openapi?: Body;
  /** Undefined for a request that it does not know, or a refusal of one that it knows. */
  readonly take: (asked: Asked, self: RefereeSelf) => Taken | Reply | undefined;
  readonly accept: (id: unknown, message: Body, self: RefereeSelf) => Reply;
  /** Whether it answers after its matches. */
  readonly isBlocking?: boolean;
  readonly unknown: (asked: Asked) => Reply;
  /** A request to a player. */
  readonly ask: (type: string, fields: Body, self: RefereeSelf) => Body;
  /** The message in a player's answer. */
  readonly answerIn: (answer: Body, type: string) => Body;
  readonly report: (ending: Ending, self: RefereeSelf) => Body;
}

export class RefereeInForm {
  /** One entry for each message that it understood. */
  readonly understood: string[] = [];
  readonly started: string[] = [];
  /** All requests, with the refused ones. */
  readonly requests: Body[] = [];
  /** The reasons why matches were not completed. */
  readonly failures: string[] = [];
  readonly self: RefereeSelf;
  readonly #form: RefereeForm;
  readonly #network: Pick<MemoryNetwork, "send">;
  readonly #league: string;

  constructor(
    form: RefereeForm,
    self: Omit<RefereeSelf, "token">,
    network: Pick<MemoryNetwork, "send">,
    league: string,
  ) {
    this.#form = form;
    this.self = { ...self, token: "" };
    this.#network = network;
    this.#league = league;
  }

  async register(): Promise<void> {
    const answer = acceptanceIn(await post(this.#network, this.#league, this.#form.registration(this.self)));
    if (this.#form.ignoresAcceptance === true) return;
    const { status, referee_id, auth_token } = answer;
    if (status !== "ACCEPTED")
      throw new Error(`${this.#form.name} is not admitted: ${JSON.stringify(answer)}`);
    this.self.id = String(referee_id);
    this.self.token = String(auth_token);
  }

  /** Where it is attached to the network: it has several paths. */
  get place(): string {
    return new URL(this.self.url).origin;
  }

  readonly handle = handlerOf(async (request, path, verb) => {
    const form = this.#form;
    const { openapi } = form;
    if (verb === "GET")
      return openapi !== undefined && path === "/openapi.json"
        ? { body: openapi }
        : { status: 404, body: { detail: "Not Found" } };
    const [place = "", query] = path.split("?");
    this.requests.push(request);
    const asked = { ...request, path: place, query: Object.fromEntries(new URLSearchParams(query)) };
    const taken = form.take(asked, this.self);
    if (taken === undefined) return form.unknown(asked);
    if ("body" in taken) return taken;
    const { message, orders } = taken;
    this.understood.push(JSON.stringify([message.message_type, message.match_id ?? message.round_id]));
    const over = Promise.all(orders.map((order) => this.play(order)));
    if (form.isBlocking === true) await over;
    return form.accept(request.id, message, this.self);
  });

  play(order: Order): Promise<void> {
    return this.#play(order).catch((error: unknown) => void this.failures.push(String(error)));
  }

  async #play(order: Order): Promise<void> {
    this.started.push(order.match_id);
    const { match_id, round_id, league_id = "wild", a, b } = order;
    const frame = { league_id, match_id };
    const pairs = [
      [a, b, "PLAYER_A"],
      [b, a, "PLAYER_B"],
    ] as const;
    const choices: Record<string, string> = {};
    for (const [{ endpoint }, { id: opponent_id }, role_in_match] of pairs)
      await this.#ask(endpoint, "GAME_INVITATION", { ...frame, round_id, role_in_match, opponent_id });
    for (const [me, other] of pairs) {
      const context = { opponent_id: other.id, round_id, your_standings: { wins: 0, losses: 0, draws: 0 } };
      const fields = { ...frame, player_id: me.id, context, deadline: "2030-01-01T00:00:00Z" };
      const answer = await this.#ask(me.endpoint, "CHOOSE_PARITY_CALL", fields);
      choices[me.id] = String(answer.parity_choice).toLowerCase();
    }
    const right = [a, b].filter(({ id }) => choices[id] === "even");
    const winner = right.length === 1 ? (right[0]?.id ?? null) : null;
    const number = 4;
    const facts = { drawn_number: number, number_parity: "even", choices, reason: "" };
    const game_result = { status: winner === null ? "DRAW" : "WIN", winner_player_id: winner, ...facts };
    for (const { endpoint } of [a, b]) await this.#ask(endpoint, "GAME_OVER", { ...frame, game_result });
    await post(
      this.#network,
      this.#league,
      this.#form.report({ ...order, winner, choices, number }, this.self),
    );
  }

  async #ask(url: string, type: string, fields: Body): Promise<Body> {
    const whole = { game_type: "even_odd", ...fields };
    const answer = await post(this.#network, url, this.#form.ask(type, whole, this.self));
    const message = this.#form.answerIn(answer, type);
    if (Object.keys(message).length === 0)
      throw new Error(`${type} is answered with ${JSON.stringify(answer)}`);
    return message;
  }
}

export const refereeMeta = ({ name, url }: RefereeSelf) => ({
  display_name: name,
  version: "1.0.0",
  game_types: ["even_odd"],
  contact_endpoint: url,
  max_concurrent_matches: 1,
});

export const refereeSays = (self: RefereeSelf, message_type: string, fields: Body): Body => ({
  protocol: "league.v2",
  message_type,
  sender: `referee:${self.id}`,
  timestamp: now,
  conversation_id: `conv-${String(fields.match_id ?? self.name)}`,
  ...(self.token === "" ? {} : { auth_token: self.token }),
  ...fields,
});

export const registersReferee = (self: RefereeSelf): Body =>
  refereeSays(self, "REFEREE_REGISTER_REQUEST", { referee_meta: refereeMeta(self) });

export type Keys = readonly [string, string, string, string];
export const documentKeys: Keys = ["player_A_id", "player_B_id", "player_A_endpoint", "player_B_endpoint"];
export const flatKeys: Keys = ["player_a", "player_b", "player_a_endpoint", "player_b_endpoint"];

/** The order in a message whose members have these names; the addresses of its own configuration come first. */
export function orderIn(from: Body, round_id: unknown, keys: Keys, { directory }: RefereeSelf): Order {
  const [a = "", b = "", urlA = "", urlB = ""] = keys.map((key) => String(from[key]));
  const match = { match_id: String(from.match_id), round_id };
  const player = (id: string, url: string) => ({ id, endpoint: directory.get(id) ?? url });
  return { ...match, a: player(a, urlA), b: player(b, urlB) };
}

/** Takes one order, by its method. */
export const ordered =
  (method: string, keys: Keys): RefereeForm["take"] =>
  (asked, self) => {
    const message = bodyOf(asked.params);
    if (asked.method !== method) return undefined;
    if (["match_id", ...keys].some((key) => message[key] === undefined))
      return rpcError(asked.id, -32602, "Missing required parameters", 400);
    return { message, orders: [orderIn(message, message.round_id, keys, self)] };
  };

export const reports = (self: RefereeSelf, { match_id, round_id }: Ending, result: Body): Body =>
  refereeSays(self, "MATCH_RESULT_REPORT", {
    league_id: "wild",
    round_id,
    match_id,
    game_type: "even_odd",
    result,
  });

export const scored = ({ a, b, winner }: Ending, win: number, draw: number) =>
  Object.fromEntries([a, b].map(({ id }) => [id, winner === null ? draw : id === winner ? win : 0]));

export const matchMethods: Readonly<Record<string, string>> = {
  GAME_INVITATION: "handle_game_invitation",
  CHOOSE_PARITY_CALL: "choose_parity",
  GAME_OVER: "notify_match_result",
};

/** The contract's names, except for what starts a match. */
export const usualReferee = {
  registration: (self: RefereeSelf) => rpc("register_referee", registersReferee(self)),
  accept: (id: unknown, { match_id }: Body) => rpcResult(id, { status: "accepted", match_id }),
  unknown: ({ id, method }: Asked) => rpcError(id, -32601, `Method not found: ${String(method)}`),
  ask: (type: string, fields: Body, self: RefereeSelf) =>
    rpc(matchMethods[type] ?? type, refereeSays(self, type, fields)),
  answerIn: ({ result }: Body) => bodyOf(result),
  report: (ending: Ending, self: RefereeSelf) => {
    const { winner, number: drawn_number, choices } = ending;
    const result = { winner, score: scored(ending, 3, 1), details: { drawn_number, choices } };
    return rpc("report_match_result", reports(self, ending, result));
  },
} satisfies Partial<RefereeForm>;
