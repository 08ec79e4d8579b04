/** Messages that several scripted referees send with the same members. */
import { type Body, bodyOf } from "./json-rpc.js";
import type { Ending, Order, RefereeSelf } from "./wild-referee.js";

export const now = "2025-12-20T10:00:00Z";

export const meta = ({ name, url }: RefereeSelf) => ({
  display_name: name,
  version: "1.0.0",
  game_types: ["even_odd"],
  contact_endpoint: url,
  max_concurrent_matches: 1,
});

export const says = (self: RefereeSelf, message_type: string, fields: Body): Body => ({
  protocol: "league.v2",
  message_type,
  sender: `referee:${self.id}`,
  timestamp: now,
  conversation_id: `conv-${String(fields.match_id ?? self.name)}`,
  ...(self.token === "" ? {} : { auth_token: self.token }),
  ...fields,
});

export const rpc = (method: string, params: unknown): Body => ({ jsonrpc: "2.0", id: 1, method, params });
export const registers = (self: RefereeSelf): Body =>
  says(self, "REFEREE_REGISTER_REQUEST", { referee_meta: meta(self) });

export const joined = (answer: Body) => {
  const { status, referee_id, auth_token } = bodyOf(answer.result);
  return status === "ACCEPTED" ? { id: String(referee_id), token: String(auth_token) } : undefined;
};

export const documentName: Record<string, string> = {
  GAME_INVITATION: "handle_game_invitation",
  CHOOSE_PARITY_CALL: "choose_parity",
  GAME_OVER: "notify_match_result",
};

export const asksCanonically = {
  ask: (type: string, fields: Body, self: RefereeSelf) =>
    rpc(documentName[type] ?? type, says(self, type, fields)),
  read: ({ result }: Body) => bodyOf(result),
};

/** Ids and endpoints in the order, by the names of their members. */
export const orderIn = (
  from: Body,
  round_id: unknown,
  keys: readonly [string, string, string, string],
): Order => {
  const [a, b, aEndpoint, bEndpoint] = keys.map((key) => String(from[key]));
  return {
    match_id: String(from.match_id),
    round_id,
    a: { id: a ?? "", endpoint: aEndpoint ?? "" },
    b: { id: b ?? "", endpoint: bEndpoint ?? "" },
  };
};

export const documentKeys = ["player_A_id", "player_B_id", "player_A_endpoint", "player_B_endpoint"] as const;

export const report = (self: RefereeSelf, { match_id, round_id }: Ending, result: Body): Body =>
  says(self, "MATCH_RESULT_REPORT", { league_id: "wild", round_id, match_id, game_type: "even_odd", result });

export const scored = ({ a, b, winner }: Ending, win: number, draw: number) =>
  Object.fromEntries([a, b].map(({ id }) => [id, winner === null ? draw : id === winner ? win : 0]));

/** A report that names the winner, and has no status. */
export const winnerReport = (self: RefereeSelf, ending: Ending, draw = 1): Body =>
  report(self, ending, {
    winner: ending.winner,
    score: scored(ending, 3, draw),
    details: { drawn_number: ending.number, choices: ending.choices },
  });
