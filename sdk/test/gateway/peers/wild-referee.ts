/** A referee as a plain script with its own conventions; its number is always 4, so that "even" is right. */
import type { HttpReply, HttpRequest } from "../../../src/http/types.js";
import type { MemoryNetwork } from "../../../src/memory/index.js";
import { type Body, bodyOf, type Reply } from "./json-rpc.js";

export interface RefereeSelf {
  readonly name: string;
  readonly url: string;
  id: string;
  token: string;
  /** The addresses of the players in its configuration. */
  readonly directory: ReadonlyMap<string, string>;
}

export interface Order {
  readonly match_id: string;
  readonly round_id: unknown;
  readonly a: { readonly id: string; readonly endpoint: string };
  readonly b: { readonly id: string; readonly endpoint: string };
}

export interface Ending extends Order {
  readonly winner: string | null;
  readonly choices: Readonly<Record<string, string>>;
  readonly number: number;
}

/** The effect of a request on the referee, in addition to its answer. */
export interface Acts {
  /** The message was understood. */
  readonly understood: (type: string, message: Body) => void;
  /** Plays a match; resolves when it is reported. */
  readonly play: (order: Order) => Promise<void>;
}

export interface RefereeHabits {
  readonly name: string;
  readonly registration: (self: RefereeSelf) => Body;
  readonly joined: (
    answer: Body,
    self: RefereeSelf,
  ) => { readonly id: string; readonly token: string } | undefined;
  readonly answer: (request: Body, path: string, self: RefereeSelf, acts: Acts) => Reply | Promise<Reply>;
  /** A request to a player: type and members of the message. */
  readonly ask: (type: string, fields: Body, self: RefereeSelf) => Body;
  /** The message in a player's answer. */
  readonly read: (answer: Body) => Body;
  readonly report: (ending: Ending, self: RefereeSelf) => Body;
}

const drawn = 4;

export class WildReferee {
  readonly understood: string[] = [];
  readonly started: string[] = [];
  /** All requests, with the refused ones. */
  readonly requests: Body[] = [];
  /** The reasons why matches were not completed. */
  readonly failures: string[] = [];
  readonly self: RefereeSelf;
  readonly #contentVariants: RefereeHabits;
  readonly #network: Pick<MemoryNetwork, "send">;
  readonly #league: string;

  constructor(
    habits: RefereeHabits,
    self: Omit<RefereeSelf, "token">,
    network: Pick<MemoryNetwork, "send">,
    league: string,
  ) {
    this.#contentVariants = habits;
    this.self = { ...self, token: "" };
    this.#network = network;
    this.#league = league;
  }

  async register(): Promise<void> {
    const answer = await this.#send(this.#league, this.#contentVariants.registration(this.self));
    const joined = this.#contentVariants.joined(answer, this.self);
    if (joined === undefined)
      throw new Error(`${this.#contentVariants.name} is not admitted: ${JSON.stringify(answer)}`);
    this.self.id = joined.id;
    this.self.token = joined.token;
  }

  readonly handle = async ({ body, path }: HttpRequest): Promise<HttpReply> => {
    const request = bodyOf(JSON.parse(String(body)));
    this.requests.push(request);
    const reply = await this.#contentVariants.answer(request, path, this.self, {
      understood: (type, { match_id, round_id }) =>
        this.understood.push(`${type} ${String(match_id ?? round_id)}`),
      play: (order) => this.play(order).catch((error: unknown) => void this.failures.push(String(error))),
    });
    return {
      status: reply.status ?? 200,
      headers: { "content-type": "application/json" },
      body: JSON.stringify(reply.body),
    };
  };

  async play(order: Order): Promise<void> {
    this.started.push(order.match_id);
    const { match_id, round_id, a, b } = order;
    const pairs = [
      [a, b, "PLAYER_A"],
      [b, a, "PLAYER_B"],
    ] as const;
    const choices: Record<string, string> = {};
    for (const [me, other, role_in_match] of pairs) {
      await this.#ask(me.endpoint, "GAME_INVITATION", {
        match_id,
        round_id,
        role_in_match,
        opponent_id: other.id,
      });
    }
    for (const [me, other] of pairs) {
      const context = { opponent_id: other.id, round_id, your_standings: { wins: 0, losses: 0, draws: 0 } };
      const fields = { match_id, player_id: me.id, context, deadline: "2030-01-01T00:00:00Z" };
      const answer = await this.#ask(me.endpoint, "CHOOSE_PARITY_CALL", fields);
      choices[me.id] = String(answer.parity_choice);
    }
    const right = [a, b].filter(({ id }) => choices[id] === "even");
    const winner = right.length === 1 ? (right[0]?.id ?? null) : null;
    const status = winner === null ? "DRAW" : "WIN";
    const facts = { drawn_number: drawn, number_parity: "even", choices, reason: "" };
    const game_result = { status, winner_player_id: winner, ...facts };
    for (const { endpoint } of [a, b]) await this.#ask(endpoint, "GAME_OVER", { match_id, game_result });
    await this.#send(
      this.#league,
      this.#contentVariants.report({ ...order, winner, choices, number: drawn }, this.self),
    );
  }

  async #ask(url: string, type: string, fields: Body): Promise<Body> {
    const whole = { league_id: "wild", game_type: "even_odd", ...fields };
    const answer = await this.#send(url, this.#contentVariants.ask(type, whole, this.self));
    const message = this.#contentVariants.read(answer);
    if (Object.keys(message).length === 0)
      throw new Error(`${type} is answered with ${JSON.stringify(answer)}`);
    return message;
  }

  async #send(url: string, body: Body): Promise<Body> {
    const reply = await this.#network.send({
      url,
      body: JSON.stringify(body),
      signal: new AbortController().signal,
    });
    return bodyOf(JSON.parse(reply.body));
  }
}
