/**
 * A referee that uses one random form with its league and another one with players, and begins its matches as the
 * form says. Its number is always 4.
 */
import type { Transport } from "../../src/index.js";
import { type Body, bodyOf, isBody } from "../gateway/peers/json-rpc.js";
import {
  documentKeys,
  orderIn,
  type RefereeForm,
  RefereeInForm,
  refereeSays,
  registersReferee,
  scored,
  usualReferee,
} from "../gateway/peers/referee.js";
import { league } from "../gateway/simulated-league.js";
import { admission, FormCodec } from "./form-codec.js";
import { now } from "./form-player.js";
import { FormServer } from "./form-server.js";
import { callingForm, canonicalForm, type Habits, type RandomForm } from "./random-form.js";

interface Ended {
  readonly winner: string | null;
  readonly score: Readonly<Record<string, number>>;
  readonly result: Body;
}

/** The letter of a player for its points. */
const letters: Readonly<Record<number, string>> = { 3: "W", 1: "D", 0: "L" };

/** The result in a report, in each shape. */
const resultOf: Readonly<Record<Habits["result"], (ended: Ended) => Body>> = {
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

const answerTo: Readonly<Record<string, string>> = {
  GAME_INVITATION: "GAME_JOIN_ACK",
  CHOOSE_PARITY_CALL: "CHOOSE_PARITY_RESPONSE",
  GAME_OVER: "GAME_OVER_ACK",
};

export class FormReferee {
  readonly server: FormServer;
  readonly place: string;
  readonly #form: RandomForm;
  readonly #referee: RefereeInForm;

  constructor(form: RandomForm, url: string, network: Transport, toPlayers: RandomForm = canonicalForm) {
    const start = form.start === "announcement" ? [] : ["RUN_MATCH"];
    const served = ["ROUND_ANNOUNCEMENT", ...start, "LEAGUE_COMPLETED"];
    this.#form = form;
    this.place = url;
    this.server = new FormServer(form, served, (type, message) => this.#answer(type, message));
    const self = { name: "form-referee", url, id: "form-referee", directory: new Map<string, string>() };
    this.#referee = new RefereeInForm(this.#inForm(new FormCodec(toPlayers)), self, network, league);
  }

  get handle() {
    return this.server.handler;
  }

  /** The matches that it has started, once for each start. */
  get begun(): readonly string[] {
    return this.#referee.started;
  }

  /** The reason why it stopped, for a failure of the test. */
  get troubles(): readonly string[] {
    return this.#referee.failures;
  }

  /** How it calls players and its league. */
  #inForm(toPlayers: FormCodec): RefereeForm {
    let id = 1;
    const says = (...[self, type, fields]: Parameters<typeof refereeSays>) =>
      refereeSays(self, type, { timestamp: now, ...fields });
    return {
      ...usualReferee,
      name: "form-referee",
      take: () => undefined,
      ask: (type, fields, self) => bodyOf(toPlayers.ask(says(self, type, fields), ++id)),
      answerIn: (answer, type) => bodyOf(toPlayers.read(answer, answerTo[type] ?? "")),
      report: (ending, self) => {
        const { league_id, round_id, match_id, winner, choices, number: drawn_number } = ending;
        const status = winner === null ? "DRAW" : "WIN";
        const score = scored(ending, 3, 1);
        const details = { drawn_number, number_parity: "even", choices, reason: status };
        const result = { status, winner, score, details };
        const own = resultOf[this.#form.habits?.result ?? "documents"]({ winner, score, result });
        const about = { league_id, round_id, match_id, game_type: "even_odd" };
        return bodyOf(this.server.codec.ask(says(self, "MATCH_RESULT_REPORT", { ...about, ...own }), ++id));
      },
    };
  }

  /** @throws Error when the league does not accept it */
  async register(network: Transport, league: string): Promise<void> {
    const { self } = this.#referee;
    const whole = new FormCodec({ ...callingForm(this.#form), missing: [], types: "plain" });
    const request = whole.ask({ ...registersReferee(self), timestamp: now }, 1);
    Object.assign(self, await admission(network, league, request));
  }

  async #answer(type: string, message: Body): Promise<Body> {
    const { matches, match_id, round_id } = message;
    const fields = { conversation_id: String(message.conversation_id ?? "conv"), timestamp: now };
    const says = (answer: string, more: Body) =>
      refereeSays(this.#referee.self, answer, { ...fields, ...more });
    if (type === "RUN_MATCH") {
      const over = this.#play(message);
      if (this.#form.start === "blocking") await over;
      return says("RUN_MATCH_ACK", { match_id, status: "acknowledged" });
    }
    if (type === "ROUND_ANNOUNCEMENT" && this.#form.start === "announcement") {
      const announced = Array.isArray(matches) ? matches.filter(isBody) : [];
      // A plain announcement has no addresses of players.
      for (const match of announced) if (match.player_A_endpoint !== undefined) void this.#play(match);
    }
    return says(`${type}_ACK`, { referee_id: this.#referee.self.id, round_id, status: "ACKNOWLEDGED" });
  }

  /** @param order has the players' ids and endpoints under the contract's names */
  #play({ league_id = "league", round_id = 1, ...order }: Body): Promise<void> {
    return this.#referee.play({ ...orderIn(order, round_id, documentKeys, this.#referee.self), league_id });
  }
}
