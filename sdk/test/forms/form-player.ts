/** A player of one random form: it reads no other. It always chooses "even". */
import type { Transport } from "../../src/index.js";
import type { Body } from "../gateway/peers/json-rpc.js";
import { answersWhole, type Me, registers, rpc, says } from "../gateway/peers/player.js";
import { admission, FormCodec } from "./form-codec.js";
import { FormServer } from "./form-server.js";
import { callingForm, type RandomForm } from "./random-form.js";

const served = [
  ...["GAME_INVITATION", "CHOOSE_PARITY_CALL", "GAME_OVER", "ROUND_ANNOUNCEMENT"],
  ...["LEAGUE_STANDINGS_UPDATE", "ROUND_COMPLETED", "LEAGUE_COMPLETED"],
];

export class FormPlayer {
  readonly me: Me;
  readonly server: FormServer;
  /** The results that it received, by match. */
  readonly results: unknown[] = [];
  readonly #isCanonical: boolean;

  /** @param isCanonical whether it registers as the documents do */
  constructor(form: RandomForm, name: string, url: string, isCanonical = false) {
    this.me = { name, url, id: name, token: "", choice: "even" };
    this.server = new FormServer(form, served, (type, message) => this.#answer(type, message));
    this.#isCanonical = isCanonical;
  }

  get place(): string {
    return this.me.url;
  }

  get handle() {
    return this.server.handler;
  }

  /**
   * Its envelope is whole: a registration in the words of the documents that lacks a part of it is refused, as in the contract.
   * @throws Error when the league does not accept it
   */
  async register(network: Transport, league: string): Promise<void> {
    const message = registers(this.me, { timestamp: now });
    const whole = { ...callingForm(this.server.codec.form), missing: [], types: "plain" as const };
    const request = this.#isCanonical
      ? rpc("register_player", message)
      : new FormCodec(whole).ask(message, 1);
    Object.assign(this.me, await admission(network, league, request));
  }

  #answer(type: string, message: Body): Body {
    if (type === "GAME_OVER") this.results.push(message.game_result);
    const { conversation_id = "conv", match_id, round_id } = message;
    const signed = { timestamp: now, conversation_id: String(conversation_id), ...tokenOf(this.me) };
    const whole = answersWhole({ type, message }, this.me);
    if (type === "GAME_INVITATION") return { ...whole, ...signed, arrival_timestamp: now };
    if (type === "CHOOSE_PARITY_CALL") return { ...whole, ...signed };
    const ack = { ...signed, player_id: this.me.id, status: "ACKNOWLEDGED" };
    const about = type === "GAME_OVER" ? { match_id } : { round_id };
    return says(this.me, `${type.replace("LEAGUE_STANDINGS", "STANDINGS")}_ACK`, { ...ack, ...about });
  }
}

const tokenOf = ({ token }: Me) => (token === "" ? {} : { auth_token: token });

export const now = "2026-01-02T03:04:05.678Z";
