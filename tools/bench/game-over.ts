/** The one exchange that servers and validators are compared by: a GAME_OVER comes in, a GAME_OVER_ACK goes out. */
import { createRequire } from "node:module";
import { type GameOverIn, gameOver } from "@league-v2/contract";
import { dereferenced } from "../codegen/test/dereferenced.ts";

interface Method {
  readonly name: string;
  readonly params: readonly { readonly name: string }[];
  readonly result: { readonly schema: object };
  /** The schema of all params together. */
  readonly "x-message": object;
}

export const method = "notify_match_result";
export const playerId = "P01";
export const token = "8a53f8b0c1d24e6f9a7b3c5d1e0f2a4b";

/** The contract without `$ref`s, for libraries that do not follow them. */
export const document: { readonly methods: readonly Method[] } = dereferenced(
  createRequire(import.meta.url)("@league-v2/contract/openrpc/canonical.json"),
);

const described = document.methods.find(({ name }) => name === method);
if (described === undefined) throw new Error(`the contract has no method ${method}`);
export const requestSchema = described["x-message"];
export const replySchema = described.result.schema;
export const paramNames = described.params.map(({ name }) => name);

export const message: GameOverIn = gameOver(
  {
    sender: "referee:REF01",
    timestamp: "2025-12-20T10:00:13.000Z",
    conversation_id: "conv-R1M1-5d2c",
    auth_token: "1f8a4c6e0b7d42d39e51a0c47be2f613",
  },
  {
    match_id: "R1M1",
    game_type: "even_odd",
    game_result: {
      status: "WIN",
      winner_player_id: playerId,
      drawn_number: 8,
      number_parity: "even",
      choices: { P01: "even", P02: "odd" },
      reason: "Number 8 is even. P01 chose 'even' correctly. P01 wins.",
    },
  },
);

export const requestText = JSON.stringify({ jsonrpc: "2.0", method, params: message, id: 7 });

/** The acknowledgement written by hand; ours is written by the contract's builder. */
export function acknowledge({ conversation_id, match_id }: GameOverIn): object {
  return {
    protocol: "league.v2",
    message_type: "GAME_OVER_ACK",
    sender: `player:${playerId}`,
    timestamp: new Date().toISOString(),
    conversation_id,
    auth_token: token,
    match_id,
    player_id: playerId,
    status: "ACKNOWLEDGED",
  };
}

/** Throws unless the text is the reply to `requestText`: a server that answers something else does other work. */
export function assertAcknowledgement(text: string): void {
  const { jsonrpc, id, result } = JSON.parse(text);
  const expected = { ...acknowledge(message), timestamp: result?.timestamp };
  const isSame = Object.entries(expected).every(([name, value]) => result?.[name] === value);
  if (jsonrpc !== "2.0" || id !== 7 || !isSame || Number.isNaN(Date.parse(expected.timestamp))) {
    throw new Error(`this does not acknowledge request 7: ${text}`);
  }
}

interface Change {
  readonly [member: string]: unknown;
  readonly game_result?: object;
}

/** A draw, a technical loss, no token, an unknown member: all of it valid. */
const variations: readonly Change[] = [
  {},
  { game_result: { status: "DRAW", winner_player_id: null, choices: { P01: "even", P02: "even" } } },
  {
    game_result: {
      status: "TECHNICAL_LOSS",
      drawn_number: null,
      number_parity: null,
      choices: { P01: "even", P02: null },
    },
  },
  { auth_token: undefined, timestamp: "2025-12-20T10:00:13+00:00" },
  { trace_id: "af7651916cd43dd8448eb211c80319c" },
];

/** One fault each, somewhere else in the message. */
const faults: readonly Change[] = [
  { match_id: undefined },
  { game_result: { winner_player_id: undefined } },
  { protocol: "league.v1" },
  { sender: "unknown" },
  { timestamp: "2025-12-20T10:00:13+02:00" },
  { game_result: { drawn_number: 11 } },
  { game_result: { status: "win" } },
  { game_result: { choices: { P01: "even", P02: "banana" } } },
];

/** As they come off the wire; this many of each, so that no validator meets the same object at every call. */
const COPIES = 16;

function received(changes: readonly Change[]): readonly unknown[] {
  const one = (change: Change) =>
    JSON.stringify({ ...message, ...change, game_result: { ...message.game_result, ...change.game_result } });
  return Array.from({ length: COPIES }, () => changes.map((change) => JSON.parse(one(change)))).flat();
}

export const valid = received(variations);
export const invalid = received(faults);
