/**
 * A league manager of one random form: it registers a player and a referee, announces one round, starts its match
 * as the form says, takes the result and ends the league. It stands in for the second player itself.
 */
import type { Transport } from "../../src/index.js";
import { type Body, isBody } from "../gateway/peers/json-rpc.js";
import { FormCodec } from "./form-codec.js";
import { now } from "./form-player.js";
import { FormServer } from "./form-server.js";
import type { RandomForm } from "./random-form.js";

const served = ["LEAGUE_REGISTER_REQUEST", "REFEREE_REGISTER_REQUEST", "MATCH_RESULT_REPORT"];
const metaOf: Readonly<Record<string, string>> = {
  LEAGUE_REGISTER_REQUEST: "player_meta",
  REFEREE_REGISTER_REQUEST: "referee_meta",
};

export class FormManager {
  readonly server: FormServer;
  /** Endpoints in the order of their registration. */
  readonly players: string[] = [];
  readonly referees: string[] = [];
  /** The winner of each report: an id, or null. */
  readonly reports: unknown[] = [];
  readonly #calls: FormCodec;
  readonly #network: Transport;
  readonly #isNumeric: boolean;
  readonly #reported = new Set<unknown>();
  #ids = 0;

  /** @param calls the form of what it sends */
  constructor(form: RandomForm, calls: RandomForm, network: Transport) {
    this.#calls = new FormCodec(calls);
    this.#network = network;
    this.#isNumeric = form.habits?.numericIds === true;
    this.server = new FormServer(form, served, (type, message) => this.#answer(type, message));
  }

  /** @returns the answers of the agents, by message type */
  async play(): Promise<ReadonlyMap<string, string>> {
    const [a, b] = this.players;
    const [referee] = this.referees;
    if (a === undefined || b === undefined || referee === undefined) throw new Error("an agent is missing");
    const match = {
      match_id: this.#isNumeric ? 1001 : "R1M1",
      game_type: "even_odd",
      player_A_id: this.#id("P", 1),
      player_B_id: this.#id("P", 2),
    };
    const endpoints = { player_A_endpoint: a, player_B_endpoint: b };
    const round = { league_id: "random", round_id: 1 };
    const answers = new Map<string, string>();
    const tell = async (url: string, type: string, fields: Body) =>
      answers.set(`${type} to ${url.slice(-8)}`, await this.#tell(url, type, fields));
    const matches = [{ ...match, referee_endpoint: referee }];
    for (const url of [a, b]) await tell(url, "ROUND_ANNOUNCEMENT", { ...round, matches });
    await tell(referee, "RUN_MATCH", { ...round, ...match, ...endpoints });
    return answers;
  }

  /** @returns the answers of the players to the end of the league */
  async finish(): Promise<string[]> {
    const counts = { played: 1, wins: 0, draws: 0, losses: 0, points: 0 };
    const final_standings = [1, 2].map((rank) => {
      return { rank, player_id: this.#id("P", rank), display_name: `P0${rank}`, ...counts };
    });
    const champion = { player_id: this.#id("P", 1), display_name: "P01", points: 3 };
    const totals = { total_rounds: 1, total_matches: 1 };
    const end = { league_id: "random", ...totals, champion, final_standings };
    return Promise.all(this.players.map((url) => this.#tell(url, "LEAGUE_COMPLETED", end)));
  }

  #answer(type: string, message: Body): Body {
    const conversation = String(message.conversation_id ?? "conv");
    if (type === "MATCH_RESULT_REPORT") {
      const { result, match_id, winner } = message;
      // The contract repeats a report until it is answered, and a repetition has no second effect.
      if (!this.#reported.has(match_id)) this.reports.push(isBody(result) ? (result.winner ?? null) : winner);
      this.#reported.add(match_id);
      return this.#says("MATCH_RESULT_ACK", conversation, { match_id, status: "recorded" });
    }
    const meta = message[metaOf[type] ?? ""];
    const endpoint = String(isBody(meta) ? meta.contact_endpoint : message.contact_endpoint);
    const isPlayer = type === "LEAGUE_REGISTER_REQUEST";
    const known = isPlayer ? this.players : this.referees;
    if (!known.includes(endpoint)) known.push(endpoint);
    const id = this.#id(isPlayer ? "P" : "REF", known.indexOf(endpoint) + 1);
    const member = isPlayer ? { player_id: id } : { referee_id: id };
    const answered = type.replace("REQUEST", "RESPONSE");
    const token = `token-of-${id}`.padEnd(32, "0");
    return this.#says(answered, conversation, { status: "ACCEPTED", ...member, auth_token: token });
  }

  /** Some leagues number their members. */
  #id(prefix: string, index: number): string | number {
    return this.#isNumeric ? index : `${prefix}${String(index).padStart(2, "0")}`;
  }

  async #tell(url: string, type: string, fields: Body): Promise<string> {
    const conversation = `conv-${type.toLowerCase()}-${String(fields.match_id ?? "league")}`;
    const body = JSON.stringify(this.#calls.ask(this.#says(type, conversation, fields), ++this.#ids));
    return (await this.#network.send({ url, body, signal: new AbortController().signal })).body;
  }

  #says(message_type: string, conversation_id: string, fields: Body): Body {
    const envelope = { protocol: "league.v2", message_type, sender: "league_manager", timestamp: now };
    return { ...envelope, conversation_id, ...fields };
  }
}
