/** Agents whose answers travel as requests: a referee that waits for them, and a player that sends them. */

import type { Transport } from "../../../src/index.js";
import type { MemoryNetwork } from "../../../src/memory/index.js";
import { type Clock, sleep } from "../../../src/platform/clock.js";
import { type Body, bodyOf, handlerOf, post, rpcError, rpcResult } from "./json-rpc.js";
import { now, type PlayerForm, registers, rpc, says, usual } from "./player.js";

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

/** It reads answers in requests of the players, and ignores their responses. */
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

export interface PushHabits {
  /** `both`: it sends two different choices. */
  readonly choice: "pushed" | "answered" | "both";
  /** The delay of the pushed answer after the acknowledgement; 0: before it. */
  readonly delayMs: number;
  /** Its own id, in place of that of its league. */
  readonly signsAs?: string;
}

/**
 * It acknowledges requests, and sends its answers as requests.
 * @param referee where it sends its answers
 * @param refusals the errors with which they are answered
 */
export function pushingPlayer(
  { choice, delayMs, signsAs }: PushHabits,
  referee: string,
  network: Transport,
  clock: Clock,
  refusals: unknown[],
): PlayerForm {
  const push = async (method: string, messages: readonly Body[], waitMs: number): Promise<void> => {
    if (waitMs > 0) await sleep(clock, waitMs);
    for (const message of messages) {
      const { error } = await post(network, referee, rpc(method, message));
      if (error !== undefined) refusals.push(error);
    }
  };
  return {
    ...usual,
    name: "pushes",
    registration: (me) => rpc("register_player", registers(me)),
    read: ({ params }) => {
      const message = bodyOf(params);
      const type = String(message.message_type);
      return /^(GAME_|CHOOSE_|ROUND_|LEAGUE_|SHUTDOWN)/.test(type) ? { type, message } : undefined;
    },
    answer: async ({ type, message: { match_id } }, me) => {
      const own = { ...me, id: signsAs ?? me.id };
      const about = { match_id, conversation_id: match_id, auth_token: "" };
      if (type === "GAME_INVITATION") {
        const join = says(own, "GAME_JOIN_ACK", { ...about, accept: true, arrival_timestamp: now });
        await push("receive_game_join_ack", [join], 0);
        return { status: "joined" };
      }
      if (type !== "CHOOSE_PARITY_CALL") return { status: "acknowledged" };
      if (choice === "answered") return { status: "ok", parity_choice: me.choice };
      const answer = says(own, "CHOOSE_PARITY_RESPONSE", { ...about, parity_choice: me.choice });
      const all = choice === "both" ? [answer, { ...answer, parity_choice: "odd" }] : [answer];
      const pushed = push("receive_parity_response", all, delayMs);
      if (delayMs === 0) await pushed;
      return { status: "choice_sent" };
    },
    unknown: ({ id }) => rpcError(id, -32601, "Unknown message type", 400),
  };
}
