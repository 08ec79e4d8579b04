/** A referee that reads answers in requests of the players, and ignores their responses. */
import type { MemoryNetwork } from "../../../src/memory/index.js";
import { type Clock, sleep } from "../../../src/platform/clock.js";
import { type Body, bodyOf, handlerOf, post, rpcError, rpcResult } from "./json-rpc.js";
import { now, rpc } from "./player.js";

export interface WaitingHabits {
  readonly name: string;
  readonly port: number;
  /** Whether an announcement contains its address. */
  readonly isAnnounced: boolean;
  readonly takes: "requests" | "responses";
  /** Its method for a type; by default the type. */
  readonly methods: Readonly<Record<string, string>>;
  /** Where it reads the type of a player's request. */
  readonly readsTypeIn: "method" | "message_type";
  /** Its refusal of another type, and the status of that. */
  readonly refusal: readonly [text: string, status: number];
  /** Its reply to an answer for a match that it does not play. */
  readonly unknownMatch: Body;
  /** Whether it reads times in whole seconds only. */
  readonly readsSeconds?: true;
  /** Whether it reports the joins as missing, and waits for them once more. */
  readonly complains?: true;
}

const namedByTypes: WaitingHabits = {
  name: "names its methods by types, and is where the documents put it",
  port: 8001,
  isAnnounced: false,
  takes: "requests",
  methods: {},
  readsTypeIn: "method",
  refusal: ["Unknown", 200],
  unknownMatch: { status: "ERROR", message: "Unknown match" },
};

/** Its invitation is as in the documents, and does not show where the answer is read. */
const inWordsOfDocuments: WaitingHabits = {
  name: "invites in the words of the documents, and says what it has missed",
  port: 8055,
  isAnnounced: true,
  takes: "requests",
  complains: true,
  methods: {
    GAME_INVITATION: "handle_game_invitation",
    CHOOSE_PARITY_CALL: "handle_choose_parity_call",
    GAME_OVER: "handle_game_over",
    GAME_ERROR: "handle_game_error",
    ROUND_ANNOUNCEMENT: "notify_round",
  },
  readsTypeIn: "message_type",
  refusal: ["unknown message_type", 200],
  unknownMatch: { status: "unknown", match_id: "none" },
};

export const waitingReferees: readonly WaitingHabits[] = [
  inWordsOfDocuments,
  namedByTypes,
  { ...namedByTypes, name: "reads whole seconds only", readsSeconds: true },
  {
    name: "looks at types only, and is announced",
    port: 8055,
    isAnnounced: true,
    takes: "requests",
    methods: {
      GAME_INVITATION: "receive_game_invitation",
      CHOOSE_PARITY_CALL: "receive_parity_call",
      GAME_OVER: "receive_game_over",
      ROUND_ANNOUNCEMENT: "receive_round_announcement",
    },
    readsTypeIn: "message_type",
    refusal: ["Unknown message type:", 400],
    unknownMatch: { status: "acknowledged" },
  },
];

export class WaitingReferee {
  readonly url: string;
  /** Players that have joined or chosen, one entry for each message. */
  readonly joins: string[] = [];
  readonly choices: string[] = [];
  /** The tokens of the requests; "none" is no token. */
  readonly tokens: string[] = [];
  requests = 0;
  readonly #habits: WaitingHabits;
  readonly #network: MemoryNetwork;
  readonly #clock: Clock;

  constructor(habits: WaitingHabits, url: string, network: MemoryNetwork, clock: Clock) {
    this.#habits = habits;
    this.url = url;
    this.#network = network;
    this.#clock = clock;
  }

  readonly handle = handlerOf(({ id, method, params }) => {
    const { refusal, readsSeconds, readsTypeIn, takes, unknownMatch } = this.#habits;
    this.requests += 1;
    const message = bodyOf(params);
    const { sender, match_id, auth_token, parity_choice } = message;
    if (typeof auth_token === "string" && auth_token !== "none") this.tokens.push(auth_token);
    if (readsSeconds && !/:\d\dZ$/.test(String(message.timestamp)))
      return rpcError(id, -32602, "Invalid envelope");
    const type = readsTypeIn === "method" ? method : message.message_type;
    const isAnswer = type === "GAME_JOIN_ACK" || type === "CHOOSE_PARITY_RESPONSE";
    if (takes === "responses" || !isAnswer)
      return rpcError(id, -32601, `${refusal[0]} ${String(type)}`, refusal[1]);
    if (match_id !== "R1M1") return rpcResult(id, unknownMatch);
    const player = String(sender).split(":")[1] ?? "";
    if (type === "GAME_JOIN_ACK") this.joins.push(player);
    else this.choices.push(`${player} ${String(parity_choice)}`);
    return rpcResult(id, { status: "RECEIVED" });
  });

  async announce(players: readonly string[]): Promise<void> {
    if (!this.#habits.isAnnounced) return;
    const match = { match_id: "R1M1", game_type: "even_odd", player_A_id: "P01", player_B_id: "P02" };
    const matches = [{ ...match, referee_endpoint: this.url }];
    for (const url of players)
      await this.#tell(url, "ROUND_ANNOUNCEMENT", { sender: "league_manager", round_id: 1, matches });
  }

  /** Waits for five seconds for the joins, and as long for the choices; without the joins it asks for no choice. */
  async play(players: readonly string[]): Promise<void> {
    const isWaiting = this.#habits.takes === "requests";
    for (const [index, url] of players.entries()) {
      const role_in_match = index === 0 ? "PLAYER_A" : "PLAYER_B";
      const opponent_id = index === 0 ? "P02" : "P01";
      await this.#tell(url, "GAME_INVITATION", { round_id: 1, role_in_match, opponent_id });
    }
    await sleep(this.#clock, 5_000);
    if (this.#habits.complains && this.joins.length < players.length) {
      for (const url of players) await this.#tell(url, "GAME_ERROR", { error_code: "TIMEOUT_ERROR" });
      await sleep(this.#clock, 5_000);
    }
    if (isWaiting && this.joins.length < players.length) return;
    for (const [index, url] of players.entries()) {
      const context = { opponent_id: index === 0 ? "P02" : "P01", round_id: 1, your_standings: {} };
      const fields = { player_id: `P0${index + 1}`, context, deadline: now };
      await this.#tell(url, "CHOOSE_PARITY_CALL", fields);
    }
    await sleep(this.#clock, 5_000);
    if (isWaiting && this.choices.length < players.length) return;
    const choices = { P01: "even", P02: "odd" };
    const game_result = { status: "WIN", winner_player_id: "P01", drawn_number: 4, number_parity: "even" };
    for (const url of players)
      await this.#tell(url, "GAME_OVER", { game_result: { ...game_result, choices, reason: "" } });
  }

  async #tell(url: string, message_type: string, fields: Body): Promise<void> {
    const message = {
      protocol: "league.v2",
      message_type,
      sender: "referee:REF01",
      timestamp: now,
      conversation_id: "R1M1",
      auth_token: "own",
      league_id: "wild",
      game_type: "even_odd",
      match_id: "R1M1",
      ...fields,
    };
    await post(this.#network, url, rpc(this.#habits.methods[message_type] ?? message_type, message));
  }
}
