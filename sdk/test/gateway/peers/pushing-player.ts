/** A player that acknowledges requests, and sends its answers as requests. It always chooses "even". */
import type { HttpReply, HttpRequest } from "../../../src/http/types.js";
import type { MemoryNetwork } from "../../../src/memory/index.js";
import { type Clock, sleep } from "../../../src/platform/clock.js";
import { type Body, bodyOf, rpcError, rpcResult } from "./json-rpc.js";
import { now, rpc } from "./player.js";

export interface PushHabits {
  /** `both`: it sends two different choices. */
  readonly choice: "pushed" | "answered" | "both";
  /** The delay of the pushed answer after the acknowledgement; 0: before it. */
  readonly delayMs: number;
  /** Its own id, in place of that of its league. */
  readonly signsAs?: string;
}

export class PushingPlayer {
  readonly url: string;
  /** Types of the received requests. */
  readonly asked: string[] = [];
  /** Error answers of the referee to its requests. */
  readonly refusals: unknown[] = [];
  readonly #habits: PushHabits;
  readonly #referee: string;
  readonly #network: MemoryNetwork;
  readonly #clock: Clock;
  #id = "";

  constructor(habits: PushHabits, url: string, referee: string, network: MemoryNetwork, clock: Clock) {
    this.#habits = habits;
    this.url = url;
    this.#referee = referee;
    this.#network = network;
    this.#clock = clock;
  }

  async register(league: string): Promise<void> {
    const player_meta = {
      ...{ display_name: "pushes", version: "1.0.0", game_types: ["even_odd"] },
      contact_endpoint: this.url,
    };
    const answer = await this.#send(league, "register_player", {
      ...{ message_type: "LEAGUE_REGISTER_REQUEST", sender: "player:pushes", player_meta },
    });
    this.#id = this.#habits.signsAs ?? String(bodyOf(answer.result).player_id);
  }

  readonly handle = async ({ body }: HttpRequest): Promise<HttpReply> => {
    const { id, params } = bodyOf(JSON.parse(String(body)));
    const { message_type: type, match_id } = bodyOf(params);
    this.asked.push(String(type));
    const reply = rpcResult(id, await this.#answer(String(type), String(match_id)));
    const known = /^(GAME_|CHOOSE_|ROUND_|LEAGUE_|SHUTDOWN)/.test(String(type));
    const said = known ? reply : rpcError(id, -32601, `Unknown message type: ${String(type)}`, 400);
    return { status: said.status ?? 200, headers: {}, body: JSON.stringify(said.body) };
  };

  async #answer(type: string, match_id: string): Promise<Body> {
    const { choice } = this.#habits;
    const says = { match_id, conversation_id: match_id, auth_token: "" };
    if (type === "GAME_INVITATION") {
      const join = { message_type: "GAME_JOIN_ACK", accept: true, arrival_timestamp: now };
      await this.#push("receive_game_join_ack", [{ ...says, ...join }], 0);
      return { status: "joined" };
    }
    if (type !== "CHOOSE_PARITY_CALL") return { status: "acknowledged" };
    if (choice === "answered") return { status: "ok", parity_choice: "even" };
    const own = { ...says, message_type: "CHOOSE_PARITY_RESPONSE", parity_choice: "even" };
    const all = choice === "both" ? [own, { ...own, parity_choice: "odd" }] : [own];
    await this.#push("receive_parity_response", all, this.#habits.delayMs);
    return { status: "choice_sent" };
  }

  async #push(method: string, messages: readonly Body[], delayMs: number): Promise<void> {
    const pushing = async () => {
      if (delayMs > 0) await sleep(this.#clock, delayMs);
      for (const message of messages) {
        const answer = await this.#send(this.#referee, method, { sender: `player:${this.#id}`, ...message });
        if (answer.error !== undefined) this.refusals.push(answer.error);
      }
    };
    const pushed = pushing();
    if (delayMs === 0) await pushed;
  }

  async #send(url: string, method: string, fields: Body): Promise<Body> {
    const message = { protocol: "league.v2", timestamp: now, conversation_id: "conv-pushes", ...fields };
    const body = JSON.stringify(rpc(method, message));
    const reply = await this.#network.send({ url, body, signal: new AbortController().signal });
    return bodyOf(JSON.parse(reply.body));
  }
}
