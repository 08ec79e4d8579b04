/** A referee as a plain script with one form; its number is always 4. */
import type { HttpReply, HttpRequest } from "../../../src/http/types.js";
import type { MemoryNetwork } from "../../../src/memory/index.js";
import type { HttpHandler } from "../agents.js";
import type { Message, Script } from "./scripts.js";

const bareId = (sender: unknown) => String(sender).replace(/^\w+:/, "");
const drawn = 4;

interface Order {
  readonly match_id: string;
  readonly round_id: number;
  readonly league_id: string;
  readonly players: readonly { readonly id: string; readonly endpoint: string }[];
}

export interface RefereeHabits {
  /** Starts matches when they are announced, and does not support run_match. */
  readonly onAnnouncement?: boolean;
  /** Answers run_match when the match is over. */
  readonly blocking?: boolean;
}

export class ScriptedReferee {
  readonly played: string[] = [];
  readonly #script: Script;
  readonly #contentVariants: RefereeHabits;
  readonly #url: string;
  readonly #league: string;
  readonly #network: MemoryNetwork;
  #id = "scripted";
  #token: unknown = null;

  constructor(
    script: Script,
    url: string,
    league: string,
    network: MemoryNetwork,
    habits: RefereeHabits = {},
  ) {
    this.#script = script;
    this.#contentVariants = habits;
    this.#url = url;
    this.#league = league;
    this.#network = network;
  }

  async register(): Promise<void> {
    const referee_meta = {
      display_name: `referee-${this.#script.name}`,
      version: "1.0.0",
      game_types: ["even_odd"],
      contact_endpoint: this.#url,
      max_concurrent_matches: 1,
    };
    const answer = await this.#ask(this.#league, "REFEREE_REGISTER_REQUEST", "conv-register", {
      referee_meta,
    });
    this.#id = String(answer.referee_id);
    this.#token = answer.auth_token;
  }

  readonly handle: HttpHandler = async ({ body }: HttpRequest): Promise<HttpReply> => {
    const json: unknown = JSON.parse(String(body));
    const id = (json as { id?: unknown }).id ?? null;
    const received = this.#script.receive(json);
    const reply = (answer: unknown) => ({ status: 200, headers: jsonType, body: JSON.stringify(answer) });
    if (received === undefined || (received.type === "RUN_MATCH" && this.#contentVariants.onAnnouncement)) {
      return reply({ jsonrpc: "2.0", id, error: { code: -32601, message: "Method not found" } });
    }
    const order = this.#orderIn(received.type, received.message);
    const over = order === undefined ? undefined : this.#play(order);
    if (this.#contentVariants.blocking) await over;
    const { match_id, round_id } = received.message;
    const fields =
      received.type === "RUN_MATCH"
        ? { match_id, status: "acknowledged" }
        : { referee_id: this.#id, round_id, status: "ACKNOWLEDGED" };
    const type =
      received.type === "ROUND_ANNOUNCEMENT"
        ? "ROUND_ANNOUNCEMENT_ACK"
        : `${received.type.replace(/_COMMAND$/, "")}_ACK`;
    return reply(
      this.#script.answer(this.#says(type, String(received.message.conversation_id), fields, "reply"), id),
    );
  };

  #orderIn(type: string, message: Message): Order | undefined {
    const read = (from: Message): Order => ({
      match_id: String(from.match_id),
      round_id: Number(message.round_id),
      league_id: String(message.league_id),
      players: [
        { id: String(from.player_A_id), endpoint: String(from.player_A_endpoint) },
        { id: String(from.player_B_id), endpoint: String(from.player_B_endpoint) },
      ],
    });
    if (type === "RUN_MATCH") return read(message);
    if (type !== "ROUND_ANNOUNCEMENT" || !this.#contentVariants.onAnnouncement) return undefined;
    const mine = (message.matches as Message[]).find((match) => match.referee_endpoint === this.#url);
    return mine === undefined ? undefined : read(mine);
  }

  async #play({ match_id, round_id, league_id, players }: Order): Promise<void> {
    const conversation = `conv-${match_id}`;
    const flat = this.#script.dialect === "flat";
    const frame = { league_id, round_id, match_id };
    const choices: Record<string, unknown> = {};
    for (const [index, { id, endpoint }] of players.entries()) {
      const opponent_id = players[1 - index]?.id;
      const rest = flat
        ? { player_id: id }
        : { game_type: "even_odd", role_in_match: index === 0 ? "PLAYER_A" : "PLAYER_B" };
      await this.#ask(endpoint, "GAME_INVITATION", conversation, { ...frame, opponent_id, ...rest });
    }
    for (const [index, { id, endpoint }] of players.entries()) {
      const context = {
        opponent_id: players[1 - index]?.id,
        round_id,
        your_standings: { wins: 0, losses: 0, draws: 0 },
      };
      const rest = flat
        ? frame
        : { match_id, game_type: "even_odd", context, deadline: "2030-01-01T00:00:00Z" };
      const reply = await this.#ask(endpoint, "CHOOSE_PARITY_CALL", conversation, { ...rest, player_id: id });
      choices[id] = flat ? reply.choice : reply.parity_choice;
    }
    const right = players.filter(({ id }) => choices[id] === "even");
    const winner = right.length === 1 ? (right[0]?.id ?? null) : null;
    const status = winner === null ? "DRAW" : "WIN";
    const [a, b] = players.map(({ id }) => id);
    const facts = { drawn_number: drawn, number_parity: "even", choices, reason: "" };
    const over = flat
      ? {
          ...frame,
          winner: winner ?? "draw",
          drawn_number: drawn,
          player_a_choice: choices[String(a)],
          player_b_choice: choices[String(b)],
        }
      : { match_id, game_type: "even_odd", game_result: { status, winner_player_id: winner, ...facts } };
    for (const { endpoint } of players) await this.#ask(endpoint, "GAME_OVER", conversation, over);
    const score = Object.fromEntries(
      players.map(({ id }) => [id, winner === null ? 1 : id === winner ? 3 : 0]),
    );
    const report = flat
      ? { ...frame, player_a: a, player_b: b, winner: winner ?? "draw" }
      : { ...frame, game_type: "even_odd", result: { status, winner, score, details: facts } };
    await this.#ask(this.#league, "MATCH_RESULT_REPORT", conversation, report);
    this.played.push(match_id);
  }

  async #ask(url: string, type: string, conversation: string, fields: Message): Promise<Message> {
    const message = this.#says(type, conversation, fields, "request");
    const body = JSON.stringify(this.#script.ask(type, message, 1));
    const reply = await this.#network.send({ url, body, signal: new AbortController().signal });
    const answer = this.#script.read(JSON.parse(reply.body));
    if (answer?.message_type === undefined)
      throw new Error(`${this.#script.name}: ${type} is answered with ${reply.body}`);
    return answer;
  }

  #says(message_type: string, conversation_id: string, fields: Message, of: "request" | "reply"): Message {
    const sender = `referee:${this.#id}`;
    const nested = { GAME_INVITATION: "game_invitation", CHOOSE_PARITY_CALL: "parity_context" }[message_type];
    const isNested = this.#script.dialect === "nested" && nested !== undefined;
    const message = {
      protocol: "league.v2",
      message_type,
      sender: this.#script.dialect === "flat" ? bareId(sender) : sender,
      timestamp: "2025-12-20T10:00:00Z",
      conversation_id,
      ...(this.#token === null ? {} : { auth_token: this.#token }),
      ...(isNested ? { [nested]: fields } : fields),
    };
    return this.#script.said?.(message, of) ?? message;
  }
}

const jsonType = { "content-type": "application/json" };
