/** A player as a plain script with one form: it always chooses "even". */
import type { HttpReply, HttpRequest } from "../../../src/http/types.js";
import type { MemoryNetwork } from "../../../src/memory/index.js";
import type { HttpHandler } from "../agents.js";
import type { Message, Script } from "./scripts.js";

const bareId = (sender: unknown) => String(sender).replace(/^\w+:/, "");

export class ScriptedPlayer {
  id = "";
  /** The types of the messages that it understood. */
  readonly received: string[] = [];
  readonly #script: Script;
  readonly #name: string;
  readonly #url: string;
  #token: unknown = null;

  constructor(script: Script, name: string, url: string) {
    this.#script = script;
    this.#name = name;
    this.#url = url;
  }

  async register(network: MemoryNetwork, league: string): Promise<void> {
    const flat = this.#script.dialect === "flat";
    const meta = {
      display_name: this.#name,
      version: "1.0.0",
      game_types: ["even_odd"],
      contact_endpoint: this.#url,
    };
    const fields = flat ? { player_id: this.#name, endpoint: this.#url } : { player_meta: meta };
    const sender = flat ? this.#name : `player:${this.#name}`;
    const message = this.#says(
      "LEAGUE_REGISTER_REQUEST",
      sender,
      `conv-register-${this.#name}`,
      fields,
      "request",
    );
    const body = JSON.stringify(this.#script.ask("LEAGUE_REGISTER_REQUEST", message, 1));
    const reply = await network.send({ url: league, body, signal: new AbortController().signal });
    const answer = this.#script.read(JSON.parse(reply.body));
    if (answer?.player_id === undefined)
      throw new Error(`${this.#script.name} is not admitted: ${reply.body}`);
    this.id = String(answer.player_id);
    this.#token = answer.auth_token;
  }

  readonly handle: HttpHandler = async ({ body }: HttpRequest): Promise<HttpReply> => {
    const json: unknown = JSON.parse(String(body));
    const id = (json as { id?: unknown }).id;
    const received = this.#script.receive(json);
    if (received === undefined) {
      const error = { code: -32601, message: "Method not found" };
      return {
        status: 200,
        headers: jsonType,
        body: JSON.stringify({ jsonrpc: "2.0", id: this.#script.alwaysId ?? id ?? null, error }),
      };
    }
    this.received.push(received.type);
    return {
      status: 200,
      headers: jsonType,
      body: JSON.stringify(this.#script.answer(this.#answer(received), id)),
    };
  };

  #answer({ type, message }: { type: string; message: Message }): Message {
    const nest = message.game_invitation ?? message.parity_context ?? message;
    const { match_id, round_id, league_id } = nest as Message;
    const flat = this.#script.dialect === "flat";
    const frame = flat ? { league_id, round_id, match_id } : { match_id, player_id: this.id };
    const [name, fields] = ((): [string, Message] => {
      switch (type) {
        case "GAME_INVITATION":
          return [
            "GAME_JOIN_ACK",
            flat ? frame : { ...frame, arrival_timestamp: "2025-12-20T10:00:00Z", accept: true },
          ];
        case "CHOOSE_PARITY_CALL":
          return flat
            ? ["PARITY_CHOICE", { ...frame, choice: "EVEN" }]
            : ["CHOOSE_PARITY_RESPONSE", { ...frame, parity_choice: "even" }];
        case "GAME_OVER":
          return ["GAME_OVER_ACK", { ...frame, status: "ACKNOWLEDGED" }];
        case "LEAGUE_STANDINGS_UPDATE":
          return ["STANDINGS_UPDATE_ACK", { player_id: this.id, status: "ACKNOWLEDGED" }];
        default:
          return [
            `${type.replace(/_COMMAND$/, "")}_ACK`,
            { player_id: this.id, round_id, status: "ACKNOWLEDGED" },
          ];
      }
    })();
    const sender = flat ? this.id : `player:${this.id}`;
    return this.#says(name, sender, String(message.conversation_id), fields, "reply");
  }

  #says(
    message_type: string,
    sender: string,
    conversation_id: string,
    fields: Message,
    of: "request" | "reply",
  ): Message {
    const message = {
      protocol: "league.v2",
      message_type,
      sender: this.#script.dialect === "flat" ? bareId(sender) : sender,
      timestamp: "2025-12-20T10:00:00Z",
      conversation_id,
      ...(this.#token === null ? {} : { auth_token: this.#token }),
      ...fields,
    };
    return this.#script.said?.(message, of) ?? message;
  }
}

const jsonType = { "content-type": "application/json" };
