/** The one exchange that every server under test answers: a GAME_OVER comes in, a GAME_OVER_ACK goes out. */
import { type GameOverIn, gameOver } from "@league-v2/contract";

export const path = "/mcp";
export const method = "notify_match_result";

export const playerId = "P01";
export const token = "8a53f8b0c1d24e6f9a7b3c5d1e0f2a4b";

const identity = {
  sender: "referee:REF01",
  timestamp: "2025-12-20T10:00:13.000Z",
  conversation_id: "conv-R1M1-5d2c",
  auth_token: "1f8a4c6e0b7d42d39e51a0c47be2f613",
};

export const message: GameOverIn = gameOver(identity, {
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
});

/** The JSON-RPC request with that id. */
export function requestText(id: number): string {
  return JSON.stringify({ jsonrpc: "2.0", method, params: message, id });
}

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

/** Throws unless a reply's text is the acknowledgement of the request with that id. */
export function assertAcknowledgement(text: string, id: number): void {
  const { result, ...rest } = JSON.parse(text);
  const { timestamp, ...received } = result ?? {};
  const { timestamp: _, ...expected } = acknowledge(message) as Record<string, unknown>;
  const differs = Object.keys(expected).some((name) => received[name] !== expected[name]);
  if (rest.id !== id || rest.jsonrpc !== "2.0" || differs || Number.isNaN(Date.parse(timestamp))) {
    throw new Error(`this does not acknowledge request ${id}: ${text}`);
  }
}
