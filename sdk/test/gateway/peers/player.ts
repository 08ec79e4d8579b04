/**
 * A player as data: where it reads a message, what it refuses, and what it answers. It has no part of the SDK, and records the
 * messages that it has read.
 */
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

export interface Me {
  readonly name: string;
  readonly url: string;
  id: string;
  token: string;
  readonly choice: "even" | "odd";
}

export interface Read {
  readonly type: string;
  readonly message: Body;
}

export interface PlayerForm {
  readonly name: string;
  /** Whether its messages have no JSON-RPC envelope. */
  readonly isBare?: true;
  readonly registration: (me: Me) => Body;
  /** Whether it keeps its id from before the registration. */
  readonly keepsId?: true;
  /** The only path at which it takes messages, with what it says about it at `/openapi.json`; it registers without a path. */
  readonly path?: string;
  /** What it says about itself; undefined for any other request. */
  readonly describe?: (request: Body) => Reply | undefined;
  /** The message in a request; undefined for one that it does not know. */
  readonly read: (request: Body) => Read | undefined;
  /** Its refusal of a message that it knows; undefined if it takes it. */
  readonly refuse?: (read: Read, id: unknown) => Reply | undefined;
  readonly answer: (read: Read, me: Me) => Body | Promise<Body>;
  readonly reply: (id: unknown, answer: Body, read: Read) => Reply;
  readonly unknown: (request: Body) => Reply;
}

export class PlayerInForm {
  /** `GAME_OVER R1M1`: one entry for each delivery of a message that it took. */
  readonly understood: string[];
  readonly messages: Body[] = [];
  /** The requests that it did not know. */
  readonly refused: Body[] = [];
  requests = 0;
  readonly me: Me;
  readonly #form: PlayerForm;

  constructor(form: PlayerForm, me: Omit<Me, "id" | "token">, id: string, understood: string[] = []) {
    this.#form = form;
    this.understood = understood;
    this.me = { ...me, id, token: "" };
  }

  async register(network: Pick<MemoryNetwork, "send">, league: string): Promise<void> {
    const answer = await post(network, league, this.#form.registration(this.me));
    const { status, player_id, auth_token } = acceptanceIn(answer);
    if (status !== "ACCEPTED")
      throw new Error(`${this.#form.name} is not admitted: ${JSON.stringify(answer)}`);
    if (this.#form.keepsId !== true) this.me.id = String(player_id);
    this.me.token = String(auth_token);
  }

  /** Where it is attached to the network. */
  get place(): string {
    return this.#form.path === undefined ? this.me.url : new URL(this.me.url).origin;
  }

  readonly handle = handlerOf((request, path, verb) => {
    this.requests += 1;
    const own = this.#form.path;
    if (own !== undefined && path === "/openapi.json")
      return { body: { openapi: "3.1.0", paths: { [own]: { post: {} } } } };
    const isElsewhere = verb === "GET" || (own !== undefined && path !== own);
    return isElsewhere ? { status: 404, body: { detail: "Not Found" } } : this.#answer(request);
  });

  async #answer(request: Body): Promise<Reply> {
    const form = this.#form;
    const described = form.describe?.(request);
    if (described !== undefined) return described;
    const read = form.read(request);
    if (read === undefined) {
      this.refused.push(request);
      return form.unknown(request);
    }
    const refusal = form.refuse?.(read, request.id);
    if (refusal !== undefined) return refusal;
    const { match_id, round_id, timestamp: _, ...rest } = read.message;
    this.messages.push(read.message);
    // A message is the same in every form by its match, its round, or else its content.
    this.understood.push(`${read.type} ${String(match_id ?? round_id ?? JSON.stringify(rest))}`);
    return form.reply(request.id, await form.answer(read, this.me), read);
  }
}

export const now = "2025-12-20T10:00:00Z";

export const meta = ({ name, url }: Me) => ({
  display_name: name,
  version: "1.0.0",
  game_types: ["even_odd"],
  contact_endpoint: url,
});

export const says = (me: Me, message_type: string, fields: Body): Body => ({
  protocol: "league.v2",
  message_type,
  sender: `player:${me.id}`,
  timestamp: now,
  conversation_id: `conv-${me.name}`,
  ...fields,
});

export const registers = (me: Me, fields: Body = {}): Body =>
  says(me, "LEAGUE_REGISTER_REQUEST", { player_meta: meta(me), ...fields });

export const rpc = (method: string, params: unknown): Body => ({ jsonrpc: "2.0", id: 1, method, params });

const notices = ["ROUND_ANNOUNCEMENT", "LEAGUE_STANDINGS_UPDATE", "ROUND_COMPLETED", "LEAGUE_COMPLETED"];
/** The messages of a match and all notices. */
export const allTypes = ["GAME_INVITATION", "CHOOSE_PARITY_CALL", "GAME_OVER", ...notices];

/** A type that it knows, with the message. */
export const readAs = (types: readonly string[], type: unknown, message: unknown): Read | undefined =>
  types.some((one) => one === type) ? { type: String(type), message: bodyOf(message) } : undefined;

/** Whole answers with the contract's names. */
export const answersWhole = ({ type, message }: Read, me: Me): Body => {
  const { match_id, conversation_id } = message;
  const own = { match_id, conversation_id, player_id: me.id };
  if (type === "GAME_INVITATION")
    return says(me, "GAME_JOIN_ACK", { ...own, arrival_timestamp: now, accept: true });
  if (type === "CHOOSE_PARITY_CALL")
    return says(me, "CHOOSE_PARITY_RESPONSE", { ...own, parity_choice: me.choice });
  return says(me, "ACK", { conversation_id });
};

/** Whole calls and answers; each method is the type of its message. */
export const usual = {
  registration: (me: Me) => rpc("LEAGUE_REGISTER_REQUEST", registers(me)),
  read: ({ method, params }: Body) => readAs(allTypes, method, params),
  answer: answersWhole,
  reply: rpcResult,
  unknown: ({ id, method }: Body) => rpcError(id, -32601, `Method not found: ${String(method)}`),
} satisfies Partial<PlayerForm>;
