/** A league manager and referee in one, as a plain script with one form. */

import { answerOf } from "../../../src/http/replies.js";
import type { HttpReply, HttpRequest } from "../../../src/http/types.js";
import type { HttpHandler } from "../agents.js";
import type { Message, Script } from "./scripts.js";

interface Registered {
  readonly id: string;
  readonly name: string;
  readonly post: (body: unknown) => Promise<unknown>;
}

export interface Played {
  readonly match_id: string;
  readonly a: string;
  readonly b: string;
  readonly choices: Readonly<Record<string, unknown>>;
  readonly drawn: number;
  readonly winner: string | null;
}

const bareId = (sender: unknown) => String(sender).replace(/^\w+:/, "");

export class ScriptedLeague {
  readonly players: Registered[] = [];
  readonly results: Played[] = [];
  /** The script's answer to a request that it cannot read. */
  readonly misunderstood: unknown[] = [];
  readonly #script: Script;
  readonly #find: (endpoint: string) => HttpHandler;
  readonly #wanted: number;
  #full: () => void = () => {};
  readonly full = new Promise<void>((resolve) => {
    this.#full = resolve;
  });
  #ids = 0;

  constructor(script: Script, wanted: number, find: (endpoint: string) => HttpHandler) {
    this.#script = script;
    this.#wanted = wanted;
    this.#find = find;
  }

  readonly handle: HttpHandler = async ({ body }: HttpRequest): Promise<HttpReply> => {
    const json: unknown = JSON.parse(String(body));
    const received = this.#script.receive(json);
    const id = (json as { id?: unknown }).id;
    if (received?.type !== "LEAGUE_REGISTER_REQUEST") {
      this.misunderstood.push(json);
      return { status: 200, headers: jsonType, body: JSON.stringify(notFound(id)) };
    }
    const answer = this.#script.answer(this.#register(received.message), id);
    return { status: 200, headers: jsonType, body: JSON.stringify(answer) };
  };

  /** Every pair plays three matches, then the league ends. */
  async play(draw: (match: number) => number): Promise<void> {
    await this.full;
    const pairs = this.players.flatMap((a, i) => this.players.slice(i + 1).map((b) => [a, b] as const));
    for (const [index, [a, b]] of [...pairs, ...pairs, ...pairs].entries()) {
      await this.#match(`R${index + 1}M1`, index + 1, a, b, draw(index));
    }
    const standing = (player: Registered) => ({
      rank: 1,
      player_id: player.id,
      display_name: player.name,
      played: 1,
      wins: 1,
      draws: 0,
      losses: 0,
      points: 3,
    });
    const standings = this.players.map(standing);
    for (const player of this.players) {
      await this.#tell(player, "LEAGUE_STANDINGS_UPDATE", { league_id: "L", round_id: 1, standings });
      await this.#tell(player, "LEAGUE_COMPLETED", {
        league_id: "L",
        total_rounds: 1,
        total_matches: 1,
        champion: { player_id: player.id, display_name: player.name, points: 3 },
        final_standings: standings,
      });
    }
  }

  #register(message: Message): Message {
    const { player_meta } = message as { player_meta?: { display_name: string; contact_endpoint: string } };
    const name = player_meta?.display_name ?? String(message.player_id);
    const endpoint = player_meta?.contact_endpoint ?? String(message.endpoint);
    const id = `P0${this.players.length + 1}`;
    const handler = this.#find(endpoint);
    const post = async (body: unknown) => {
      const reply = await answerOf(handler, {
        method: "POST",
        path: "/mcp",
        contentType: "application/json",
        body: JSON.stringify(body),
      });
      return reply.body === "" ? undefined : (JSON.parse(reply.body) as unknown);
    };
    this.players.push({ id, name, post });
    if (this.players.length === this.#wanted) setImmediate(this.#full);
    const reply = {
      status: "ACCEPTED",
      player_id: id,
      auth_token: `token-of-${id}`,
      league_id: "L",
      reason: null,
    };
    return this.#says(
      "LEAGUE_REGISTER_RESPONSE",
      "league_manager",
      reply,
      "reply",
      String(message.conversation_id),
    );
  }

  async #match(
    match_id: string,
    round_id: number,
    a: Registered,
    b: Registered,
    drawn: number,
  ): Promise<void> {
    const flat = this.#script.dialect === "flat";
    const frame = { league_id: "L", round_id, match_id };
    const matches = [
      {
        match_id,
        game_type: "even_odd",
        player_A_id: a.id,
        player_B_id: b.id,
        referee_endpoint: "http://127.0.0.1:8001/mcp",
      },
    ];
    for (const player of [a, b])
      await this.#tell(player, "ROUND_ANNOUNCEMENT", { league_id: "L", round_id, matches });
    for (const [me, other, role_in_match] of [
      [a, b, "PLAYER_A"],
      [b, a, "PLAYER_B"],
    ] as const) {
      const join = await this.#ask(
        me,
        "GAME_INVITATION",
        {
          ...frame,
          opponent_id: other.id,
          ...(flat ? { player_id: me.id } : { game_type: "even_odd", role_in_match }),
        },
        match_id,
      );
      if (join.message_type !== "GAME_JOIN_ACK" || join.match_id !== match_id)
        throw new Error(`no join: ${JSON.stringify(join)}`);
      if (bareId(join.sender) !== me.id)
        throw new Error(`the join of ${me.id} comes from ${String(join.sender)}`);
    }
    const choices: Record<string, unknown> = {};
    for (const [me, other] of [
      [a, b],
      [b, a],
    ] as const) {
      const said = await this.#ask(
        me,
        "CHOOSE_PARITY_CALL",
        {
          ...(flat
            ? { ...frame, player_id: me.id }
            : {
                match_id,
                player_id: me.id,
                game_type: "even_odd",
                context: {
                  opponent_id: other.id,
                  round_id,
                  your_standings: { wins: 0, losses: 0, draws: 0 },
                },
                deadline: "2030-01-01T00:00:00Z",
              }),
        },
        match_id,
      );
      choices[me.id] = flat ? said.choice : said.parity_choice;
    }
    const parity = drawn % 2 === 0 ? "even" : "odd";
    const right = [a, b].filter(({ id }) => choices[id] === parity);
    const winner = right.length === 1 ? (right[0]?.id ?? null) : null;
    this.results.push({ match_id, a: a.id, b: b.id, choices, drawn, winner });
    const over = flat
      ? {
          ...frame,
          winner: winner ?? "draw",
          drawn_number: drawn,
          player_a_choice: choices[a.id],
          player_b_choice: choices[b.id],
        }
      : {
          match_id,
          game_type: "even_odd",
          game_result: {
            status: winner === null ? "DRAW" : "WIN",
            winner_player_id: winner,
            drawn_number: drawn,
            number_parity: parity,
            choices,
            reason: "",
          },
        };
    for (const player of [a, b]) {
      const ack = await this.#ask(player, "GAME_OVER", over, match_id);
      if (ack.message_type !== "GAME_OVER_ACK") throw new Error(`no acknowledgement: ${JSON.stringify(ack)}`);
    }
  }

  async #tell(player: Registered, type: string, fields: Message): Promise<void> {
    const ack = await this.#ask(player, type, fields, "L", "league_manager");
    if (!String(ack.message_type).endsWith("_ACK"))
      throw new Error(`no acknowledgement: ${JSON.stringify(ack)}`);
  }

  async #ask(
    player: Registered,
    type: string,
    fields: Message,
    conversation: string,
    sender = "referee:REF01",
  ): Promise<Message> {
    const message = this.#says(type, sender, fields, "request", `conv-${conversation}`);
    const body = await player.post(this.#script.ask(type, message, ++this.#ids));
    const reply = this.#script.read(body);
    if (reply === undefined)
      throw new Error(`${this.#script.name}: ${type} is answered with ${JSON.stringify(body)}`);
    return reply;
  }

  #says(
    message_type: string,
    sender: string,
    fields: Message,
    of: "request" | "reply",
    conversation_id: string,
  ): Message {
    const { dialect, said } = this.#script;
    const nest =
      dialect === "nested"
        ? { GAME_INVITATION: "game_invitation", CHOOSE_PARITY_CALL: "parity_context" }[message_type]
        : undefined;
    const envelope = {
      protocol: "league.v2",
      message_type,
      sender: dialect === "flat" ? bareId(sender) : sender,
      timestamp: "2025-12-20T10:00:00Z",
      conversation_id,
      ...(sender.startsWith("referee") ? { auth_token: "token-of-the-referee" } : {}),
    };
    const message = { ...envelope, ...(nest === undefined ? fields : { [nest]: fields }) };
    return said?.(message, of) ?? message;
  }
}

const jsonType = { "content-type": "application/json" };

function notFound(id: unknown) {
  return { jsonrpc: "2.0", id: id ?? null, error: { code: -32601, message: "Method not found" } };
}
