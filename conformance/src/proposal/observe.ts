/** Speaks to a running agent in every form that is known, and under every name that may be meant, and keeps what it answered. */
import type { RequestShape } from "@league-v2/sdk/wire";
import { deadlineOf, protocol, replyTypeOf } from "../contract.js";
import { type JsonObject, scanJson } from "../json/scan.js";
import { utf8 } from "../json/text.js";
import { McpSessions, withoutEvents } from "../peers/mcp-session.js";
import { Codec } from "../profiles/codec.js";
import { asProfile } from "../profiles/load.js";
import type { Stage } from "../stage/stage.js";
import { utc } from "../time/utc.js";
import type { Role } from "../types.js";
import { findMessage } from "./find-message.js";
import { namesFor, namesIn } from "./names.js";
import type { Observation } from "./propose.js";

/** What each role is told, in the order of a match. */
const STEPS: Readonly<Record<Role, readonly string[]>> = {
  player: ["GAME_INVITATION", "CHOOSE_PARITY_CALL", "GAME_OVER"],
  referee: ["ROUND_ANNOUNCEMENT"],
  manager: ["LEAGUE_REGISTER_REQUEST"],
};
const SHAPES: readonly RequestShape[] = ["params", "message", "tools_call", "bare"];
/** Whoever is silent so often has hung up on us. */
const MOST_SILENCES = 3;

export interface Look {
  observations: Observation[];
  /** How many requests were sent. */
  asked: number;
  /** The messages that were understood in no form. */
  open: string[];
  /** What it said that knows a message, and will not have it. */
  refusal: string | undefined;
}

export class Observer {
  private readonly stage: Stage;
  private readonly url: string;
  private readonly forms: readonly Codec[];
  private readonly sessions = new McpSessions();
  private readonly sent = new Set<string>();
  private asked = 0;
  private silences = 0;
  private refusal: string | undefined;

  constructor(stage: Stage, url: string, forms: readonly Codec[]) {
    this.stage = stage;
    this.url = url;
    this.forms = forms;
  }

  async look(role: Role): Promise<Look> {
    const told = await this.toldNames();
    const look: Look = { observations: [], asked: 0, open: [], refusal: undefined };
    for (const type of STEPS[role]) {
      const seen = await this.understand(type, told, look.observations[0]);
      if (seen === undefined) look.open.push(type);
      else look.observations.push(seen);
      if (look.observations.length === 0) break;
    }
    return { ...look, asked: this.asked, refusal: this.refusal };
  }

  /** What the agent says of itself: its tools, its document, and what it tells whoever calls something that is not there. */
  private async toldNames(): Promise<string[]> {
    const names: string[] = [];
    for (const method of ["tools/list", "rpc.discover", "no_such_method"]) {
      const answer = await this.ask({ jsonrpc: "2.0", id: 1, method, params: {} }, true);
      names.push(...namesIn(answer));
    }
    return names.filter((name) => name !== "no_such_method");
  }

  private async understand(
    type: string,
    told: readonly string[],
    first: Observation | undefined,
  ): Promise<Observation | undefined> {
    for (const codec of this.candidates(type, told, first)) {
      if (this.silences >= MOST_SILENCES) return undefined;
      const sent = messageOf(type, utc(this.stage.clock.now()));
      const body = codec.request(type, sent, 1, ABOUT);
      const look = JSON.stringify({ ...(body as JsonObject), now: undefined });
      if (this.sent.has(look)) continue;
      this.sent.add(look);
      const answer = await this.ask(body, codec.profile.request === "tools_call");
      this.refusal ??= refusalIn(answer, codec, type);
      const found = findMessage(answer, { members: EXPECTED[type] ?? [], values: VALUES[type] ?? [] });
      if (found === undefined || found.message.message_type === type) continue;
      const shape = codec.profile.request;
      const method = shape === "bare" ? undefined : codec.methodName(type);
      return { type, replyType: replyTypeOf(type) ?? "", method, shape, sent, found };
    }
    return undefined;
  }

  /** The known forms, then every name at every place; once one message was understood, at its place first. */
  private *candidates(type: string, told: readonly string[], first?: Observation): Generator<Codec> {
    const here = (codec: Codec) => first === undefined || codec.profile.request === first.shape;
    yield* this.forms.filter(here);
    const shapes = first === undefined ? SHAPES : [first.shape];
    for (const method of namesFor(type, this.forms, told)) {
      for (const request of shapes) {
        yield new Codec(
          asProfile({
            ...{ name: "tried", title: "Tried", description: "Tried.", extends: "loose" },
            request,
            reply: request === "bare" ? "bare" : "result",
            messages: { [type]: { method } },
          }),
        );
      }
    }
  }

  private async ask(body: unknown, isTool: boolean): Promise<unknown> {
    this.asked += 1;
    const timeoutMs = deadlineOf("GAME_INVITATION");
    const { stage, url, sessions } = this;
    const send = () =>
      stage.wire.exchange({
        url,
        timeoutMs,
        body: utf8(JSON.stringify(body)),
        ...(isTool ? { headers: sessions.headersFor(url) } : {}),
      });
    let raw = await send();
    if (isTool && sessions.isRefusal(raw) && (await sessions.open(stage, url, timeoutMs))) raw = await send();
    this.silences = raw.kind === "failure" ? this.silences + 1 : 0;
    if (raw.kind === "failure") return undefined;
    const scan = scanJson(withoutEvents(raw).body);
    return scan.ok ? scan.value : undefined;
  }
}

/** A refusal in the words of the contract: it was understood. */
function refusalIn(answer: unknown, codec: Codec, type: string): string | undefined {
  const text = answer === undefined ? "" : JSON.stringify(answer);
  const league = /\bE0\d\d\b/.exec(text)?.[0];
  if (league === undefined || type === "LEAGUE_REGISTER_REQUEST") return undefined;
  return `${type} in the form ${codec.name}, as \`${codec.methodName(type)}\`, was refused with ${league}`;
}

const MATCH = "R9001M1";
const ABOUT = {
  recipient: "P01",
  player_a: "P01",
  player_b: "P02",
  league_id: "league_explain",
  round_id: 9001,
};

/** Members by which an answer can be told from an error or a greeting. */
const EXPECTED: Readonly<Record<string, readonly string[]>> = {
  GAME_INVITATION: ["match_id", "player_id", "accept", "arrival_timestamp", "conversation_id"],
  CHOOSE_PARITY_CALL: ["match_id", "player_id", "parity_choice", "choice", "conversation_id"],
  GAME_OVER: ["match_id", "player_id", "status", "conversation_id"],
  ROUND_ANNOUNCEMENT: ["round_id", "status", "conversation_id", "league_id"],
  LEAGUE_REGISTER_REQUEST: ["status", "player_id", "auth_token", "league_id", "reason"],
};

const VALUES: Readonly<Record<string, readonly unknown[]>> = {
  GAME_INVITATION: [MATCH, true],
  CHOOSE_PARITY_CALL: [MATCH, "even", "odd", "EVEN", "ODD", "Even", "Odd"],
  GAME_OVER: [MATCH],
  ROUND_ANNOUNCEMENT: [ABOUT.round_id],
  LEAGUE_REGISTER_REQUEST: ["ACCEPTED", "REJECTED", "REGISTERED"],
};

function messageOf(type: string, timestamp: string): JsonObject {
  const isManagers = type === "ROUND_ANNOUNCEMENT";
  const sender = isManagers ? "league_manager" : "referee:REF01";
  const envelope = {
    protocol: protocol.version,
    message_type: type,
    sender: type === "LEAGUE_REGISTER_REQUEST" ? "player:suite-guest" : sender,
    timestamp,
    conversation_id: "conv-explain-9001",
  };
  const place = { league_id: ABOUT.league_id, round_id: ABOUT.round_id };
  const match = { match_id: MATCH, game_type: "even_odd" };
  const result = {
    ...{ status: "WIN", winner_player_id: "P02", drawn_number: 7, number_parity: "odd" },
    ...{ choices: { P01: "even", P02: "odd" }, reason: "P02 chose odd, and 7 was drawn." },
  };
  switch (type) {
    case "GAME_INVITATION":
      return {
        ...envelope,
        auth_token: TOKEN,
        ...place,
        ...match,
        role_in_match: "PLAYER_A",
        opponent_id: "P02",
      };
    case "CHOOSE_PARITY_CALL":
      return {
        ...{ ...envelope, auth_token: TOKEN, ...match, player_id: "P01", deadline: timestamp },
        context: {
          opponent_id: "P02",
          round_id: place.round_id,
          your_standings: { wins: 0, losses: 0, draws: 0 },
        },
      };
    case "GAME_OVER":
      return { ...envelope, auth_token: TOKEN, ...match, game_result: result };
    case "ROUND_ANNOUNCEMENT":
      return { ...envelope, ...place, matches: [] };
    default:
      return {
        ...envelope,
        player_meta: {
          ...{ display_name: "suite-guest", version: "1.0.0", game_types: ["no_such_game"] },
          ...{ contact_endpoint: "http://127.0.0.1:9/mcp", protocol_version: "2.0.0" },
        },
      };
  }
}

/** A referee's: as long as a token is. */
const TOKEN = "explain".padEnd(32, "0");
