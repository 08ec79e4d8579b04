/**
 * A referee that uses one random form with its league and another one with players, and begins its matches as the
 * form says. Its number is always 4.
 */
import type { Transport } from "../../src/index.js";
import { callingForm } from "./calling-form.js";
import { canonicalForm } from "./canonical-form.js";
import { FormCodec, isObject, type Message } from "./form-codec.js";
import { now } from "./form-player.js";
import { FormServer } from "./form-server.js";
import type { Habits } from "./habits.js";
import type { RandomForm } from "./random-form.js";

const drawn = 4;

interface Ended {
  readonly winner: string | null;
  readonly score: Readonly<Record<string, number>>;
  readonly result: Message;
}

/** The letter of a player for its points. */
const letters: Readonly<Record<number, string>> = { 3: "W", 1: "D", 0: "L" };

/** The result in a report, in each shape. */
const resultOf: Readonly<Record<Habits["result"], (ended: Ended) => Message>> = {
  documents: ({ result }) => ({ result }),
  winner: ({ winner }) => ({ winner: winner ?? "draw" }),
  points: ({ score }) => ({ points: score }),
  outcomes: ({ score }) => ({
    outcome: Object.fromEntries(Object.entries(score).map(([id, points]) => [id, letters[points]])),
  }),
  list: ({ score }) => ({
    results: Object.entries(score).map(([player_id, points]) => ({ player_id, result: letters[points] })),
  }),
};

export class FormReferee {
  readonly server: FormServer;
  readonly url: string;
  /** The matches that it has started, once for each start. */
  readonly begun: string[] = [];
  /** The reason why it stopped, for a failure of the test. */
  readonly troubles: string[] = [];
  readonly #form: RandomForm;
  readonly #toPlayers: FormCodec;
  readonly #network: Transport;
  readonly #league: string;
  #id = "";
  #token: unknown;
  #ids = 1;

  constructor(
    form: RandomForm,
    url: string,
    league: string,
    network: Transport,
    toPlayers: RandomForm = canonicalForm,
  ) {
    this.#toPlayers = new FormCodec(toPlayers);
    const start = form.start === "announcement" ? [] : ["RUN_MATCH"];
    const served = ["ROUND_ANNOUNCEMENT", ...start, "LEAGUE_COMPLETED"];
    this.#form = form;
    this.url = url;
    this.#league = league;
    this.#network = network;
    this.server = new FormServer(form, served, (type, message) => this.#answer(type, message));
  }

  /**
   * @param form of the registration
   * @throws Error when the league does not accept it
   */
  async register(form = callingForm(this.#form)): Promise<void> {
    const referee_meta = {
      ...{ display_name: "form-referee", version: "1.0.0", game_types: ["even_odd"] },
      ...{ contact_endpoint: this.url, max_concurrent_matches: 1 },
    };
    const whole = new FormCodec({ ...form, missing: [], types: "plain" });
    const request = this.#says("REFEREE_REGISTER_REQUEST", "conv-registration", { referee_meta });
    const text = (await this.#send(this.#league, whole.ask(request, 1))).replaceAll('\\"', '"');
    const id = /"(?:referee[_-]?id|agent_id)":\s*"([^"]+)"/i.exec(text)?.[1];
    if (id === undefined) throw new Error(`the league answers the registration with ${text.slice(0, 300)}`);
    this.#id = id;
    this.#token = /"auth[_-]?token":\s*"([^"]+)"/i.exec(text)?.[1];
  }

  async #answer(type: string, message: Message): Promise<Message> {
    const conversation = String(message.conversation_id ?? "conv");
    if (type === "RUN_MATCH") {
      const over = this.#play(message);
      if (this.#form.start === "blocking") await over;
      const { match_id } = message;
      return this.#says("RUN_MATCH_ACK", conversation, { match_id, status: "acknowledged" });
    }
    const { matches, round_id } = message;
    if (type === "ROUND_ANNOUNCEMENT" && this.#form.start === "announcement") {
      const announced = Array.isArray(matches) ? matches.filter(isObject) : [];
      // A plain announcement has no addresses of players.
      for (const match of announced) if (match.player_A_endpoint !== undefined) void this.#play(match);
    }
    const about = { referee_id: this.#id, round_id, status: "ACKNOWLEDGED" };
    return this.#says(`${type}_ACK`, conversation, about);
  }

  /** @param order has the players' ids and endpoints under the contract's names */
  async #play(order: Message): Promise<void> {
    const { match_id, player_A_id: a, player_B_id: b } = order;
    this.begun.push(String(match_id));
    try {
      const players = [
        { id: String(a), url: String(order.player_A_endpoint), role_in_match: "PLAYER_A", opponent_id: b },
        { id: String(b), url: String(order.player_B_endpoint), role_in_match: "PLAYER_B", opponent_id: a },
      ];
      const frame = { match_id, league_id: order.league_id ?? "league", round_id: order.round_id ?? 1 };
      for (const { url, role_in_match, opponent_id } of players) {
        const invitation = { ...frame, game_type: "even_odd", role_in_match, opponent_id };
        await this.#ask(url, "GAME_INVITATION", invitation, "GAME_JOIN_ACK");
      }
      const choices: Record<string, string> = {};
      for (const { id, url, opponent_id } of players) {
        const context = { opponent_id, round_id: 1, your_standings: { wins: 0, losses: 0, draws: 0 } };
        const question = { match_id, player_id: id, game_type: "even_odd", context, deadline: now };
        const said = await this.#ask(url, "CHOOSE_PARITY_CALL", question, "CHOOSE_PARITY_RESPONSE");
        choices[id] = String(said.parity_choice).toLowerCase();
      }
      const winners = players.filter(({ id }) => choices[id] === "even");
      const winner = winners.length === 1 ? (winners[0]?.id ?? null) : null;
      await this.#endMatch(frame, players, { winner, choices });
    } catch (error) {
      this.troubles.push(error instanceof Error ? error.message : String(error));
    }
  }

  async #endMatch(
    frame: Message,
    players: readonly { readonly id: string; readonly url: string }[],
    {
      winner,
      choices,
    }: { readonly winner: string | null; readonly choices: Readonly<Record<string, string>> },
  ): Promise<void> {
    const status = winner === null ? "DRAW" : "WIN";
    const facts = { drawn_number: drawn, number_parity: "even", choices, reason: status };
    const { match_id } = frame;
    const game_result = { status, winner_player_id: winner, ...facts };
    for (const { url } of players)
      await this.#ask(url, "GAME_OVER", { match_id, game_type: "even_odd", game_result }, "GAME_OVER_ACK");
    const points = (id: string) => (winner === null ? 1 : winner === id ? 3 : 0);
    const score = Object.fromEntries(players.map(({ id }) => [id, points(id)]));
    const result = { status, winner, score, details: facts };
    const own = resultOf[this.#form.habits?.result ?? "documents"]({ winner, score, result });
    await this.#ask(this.#league, "MATCH_RESULT_REPORT", { ...frame, game_type: "even_odd", ...own }, "");
  }

  /** A player's answer, or any answer of the league. */
  async #ask(url: string, type: string, fields: Message, awaited: string): Promise<Message> {
    const request = this.#says(type, `conv-${String(fields.match_id)}`, fields);
    const codec = url === this.#league ? this.server.codec : this.#toPlayers;
    const text = await this.#send(url, codec.ask(request, ++this.#ids));
    const said = url === this.#league ? {} : codec.read(JSON.parse(text), awaited);
    if (said === undefined) throw new Error(`${type} is answered with ${text.slice(0, 300)}`);
    return said;
  }

  async #send(url: string, request: unknown): Promise<string> {
    const body = JSON.stringify(request);
    return (await this.#network.send({ url, body, signal: new AbortController().signal })).body;
  }

  #says(message_type: string, conversation_id: string, fields: Message): Message {
    return {
      ...{ protocol: "league.v2", message_type, sender: `referee:${this.#id || "form-referee"}` },
      ...{ timestamp: now, conversation_id, auth_token: this.#token },
      ...fields,
    };
  }
}
