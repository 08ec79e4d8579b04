/** A player as a plain script with its own conventions, without the SDK; it records messages with an effect. */
import type { HttpReply, HttpRequest } from "../../../src/http/types.js";
import type { MemoryNetwork } from "../../../src/memory/index.js";

export type Body = Record<string, unknown>;

export interface Reply {
  readonly status?: number;
  readonly body: unknown;
}

/** The state of a script. */
export interface Me {
  readonly name: string;
  readonly url: string;
  id: string;
  token: string;
  readonly choice: "even" | "odd";
}

/** Called for each message that the script can read. */
export type Understood = (type: string, message: Body) => void;

export interface PlayerHabits {
  readonly name: string;
  /** Whether its messages have no JSON-RPC envelope. */
  readonly isBare?: true;
  readonly registration: (me: Me) => Body;
  /** Reads the answer to its registration; undefined for an unreadable answer. */
  readonly joined: (answer: Body, me: Me) => { readonly id: string; readonly token: string } | undefined;
  readonly answer: (request: Body, me: Me, understood: Understood) => Reply;
}

export class WildPlayer {
  /** `GAME_OVER R1M1`: one entry for each delivery of a readable message. */
  readonly understood: string[] = [];
  readonly me: Me;
  readonly #contentVariants: PlayerHabits;
  #ids = 100;

  constructor(habits: PlayerHabits, me: Omit<Me, "id" | "token">, id: string) {
    this.#contentVariants = habits;
    this.me = { ...me, id, token: "" };
  }

  async register(network: Pick<MemoryNetwork, "send">, league: string): Promise<void> {
    const body = JSON.stringify(this.#contentVariants.registration(this.me));
    const reply = await network.send({ url: league, body, signal: new AbortController().signal });
    const joined = this.#contentVariants.joined(JSON.parse(reply.body), this.me);
    if (joined === undefined) throw new Error(`${this.#contentVariants.name} is not admitted: ${reply.body}`);
    this.me.id = joined.id;
    this.me.token = joined.token;
  }

  readonly handle = async ({ body }: HttpRequest): Promise<HttpReply> => {
    const request: unknown = JSON.parse(String(body));
    const isBody = typeof request === "object" && request !== null && !Array.isArray(request);
    const reply = isBody
      ? this.#contentVariants.answer(request as Body, this.me, (type, message) => this.#note(type, message))
      : { status: 400, body: { detail: "no object" } };
    this.#ids += 1;
    return {
      status: reply.status ?? 200,
      headers: { "content-type": "application/json" },
      body: reply.body === undefined ? "" : JSON.stringify(reply.body),
    };
  };

  /** Identifies a message in every form: by its match, its round, or else its content. */
  #note(type: string, { match_id, round_id, timestamp: _, ...rest }: Body): void {
    this.understood.push(`${type} ${String(match_id ?? round_id ?? JSON.stringify(rest))}`);
  }
}

export const isBody = (value: unknown): value is Body =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export const bodyOf = (value: unknown): Body => (isBody(value) ? value : {});

export const rpcResult = (id: unknown, result: unknown): Reply => ({ body: { jsonrpc: "2.0", id, result } });

export const rpcError = (
  id: unknown,
  code: number,
  message: string,
  status = 200,
  data?: unknown,
): Reply => ({
  status,
  body: { jsonrpc: "2.0", id, error: { code, message, ...(data === undefined ? {} : { data }) } },
});
