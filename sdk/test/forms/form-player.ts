/** A player of one random form: it reads no other. It always chooses "even". */
import type { Transport } from "../../src/index.js";
import { callingForm } from "./calling-form.js";
import { FormCodec, type Message } from "./form-codec.js";
import { FormServer } from "./form-server.js";
import type { RandomForm } from "./random-form.js";

const served = [
  ...["GAME_INVITATION", "CHOOSE_PARITY_CALL", "GAME_OVER", "ROUND_ANNOUNCEMENT"],
  ...["LEAGUE_STANDINGS_UPDATE", "ROUND_COMPLETED", "LEAGUE_COMPLETED"],
];

export class FormPlayer {
  readonly server: FormServer;
  readonly url: string;
  readonly #name: string;
  id = "";
  #token: unknown;
  /** The results that it received, by match. */
  readonly results: unknown[] = [];

  constructor(form: RandomForm, name: string, url: string) {
    this.server = new FormServer(form, served, (type, message) => this.#answer(type, message));
    this.url = url;
    this.#name = name;
  }

  /**
   * The requests that it sends to the league, in its own form. Its envelope is whole: a registration in the words of the documents
   * that lacks a part of it is refused, as in the contract.
   */
  registration(): unknown {
    const whole = { ...callingForm(this.server.codec.form), missing: [], types: "plain" as const };
    return new FormCodec(whole).ask(this.#registration(), 1);
  }

  /** @throws Error when the league does not accept it */
  async register(network: Transport, league: string, isCanonical: boolean): Promise<void> {
    const canonical = { jsonrpc: "2.0", id: 1, method: "register_player", params: this.#registration() };
    const body = JSON.stringify(isCanonical ? canonical : this.registration());
    const { body: text } = await network.send({ url: league, body, signal: new AbortController().signal });
    const said = text.replaceAll('\\"', '"');
    const id = /"(?:player[_-]?id|player|agent_id|participant_id)":\s*"([^"]+)"/i.exec(said)?.[1];
    if (id === undefined) throw new Error(`the league answers the registration with ${text.slice(0, 300)}`);
    this.id = id;
    this.#token = /"auth[_-]?token":\s*"([^"]+)"/i.exec(said)?.[1];
  }

  #registration(): Message {
    const player_meta = {
      display_name: this.#name,
      version: "1.0.0",
      game_types: ["even_odd"],
      contact_endpoint: this.url,
    };
    return this.#says("LEAGUE_REGISTER_REQUEST", "conv-registration", { player_meta });
  }

  #answer(type: string, message: Message): Message {
    const conversation = String(message.conversation_id ?? "conv");
    const { match_id } = message;
    const about = { match_id, player_id: this.id };
    switch (type) {
      case "GAME_INVITATION":
        return this.#says("GAME_JOIN_ACK", conversation, { ...about, arrival_timestamp: now, accept: true });
      case "CHOOSE_PARITY_CALL":
        return this.#says("CHOOSE_PARITY_RESPONSE", conversation, { ...about, parity_choice: "even" });
      case "GAME_OVER":
        this.results.push(message.game_result);
        return this.#says("GAME_OVER_ACK", conversation, { ...about, status: "ACKNOWLEDGED" });
      default:
        return this.#says(`${type.replace("LEAGUE_STANDINGS", "STANDINGS")}_ACK`, conversation, {
          player_id: this.id,
          status: "ACKNOWLEDGED",
          ...(message.round_id === undefined ? {} : { round_id: message.round_id }),
        });
    }
  }

  #says(message_type: string, conversation_id: string, fields: Message): Message {
    return {
      protocol: "league.v2",
      message_type,
      sender: `player:${this.id || this.#name}`,
      timestamp: now,
      conversation_id,
      ...(this.#token === undefined ? {} : { auth_token: this.#token }),
      ...fields,
    };
  }
}

export const now = "2026-01-02T03:04:05.678Z";
