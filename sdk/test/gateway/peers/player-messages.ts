/** Messages that several scripted players send with the same members. */
import { type Body, bodyOf, type Me } from "./wild-player.js";

export const now = "2025-12-20T10:00:00Z";

export const meta = ({ name, url }: Me) => ({
  display_name: name,
  version: "1.0.0",
  game_types: ["even_odd"],
  contact_endpoint: url,
});

export const says = (me: Me, message_type: string, fields: Body): Body => ({
  protocol: "league.v2",
  message_type,
  sender: `player:${me.id}`,
  timestamp: now,
  conversation_id: `conv-${me.name}`,
  ...fields,
});

export const registers = (me: Me, fields: Body = {}): Body =>
  says(me, "LEAGUE_REGISTER_REQUEST", { player_meta: meta(me), ...fields });

export const rpc = (method: string, params: unknown): Body => ({ jsonrpc: "2.0", id: 1, method, params });

/** An acceptance by a player that keeps its earlier id. */
export const keepsItsId = (answer: Body, me: Me) => {
  const { status, auth_token } = bodyOf(answer.result);
  return status === "ACCEPTED" ? { id: me.id, token: String(auth_token) } : undefined;
};

export const takesItsId = (answer: Body) => {
  const { status, player_id, auth_token } = bodyOf(answer.result);
  return status === "ACCEPTED" ? { id: String(player_id), token: String(auth_token) } : undefined;
};

export const INFORMING = [
  "ROUND_ANNOUNCEMENT",
  "LEAGUE_STANDINGS_UPDATE",
  "ROUND_COMPLETED",
  "LEAGUE_COMPLETED",
  "GAME_OVER",
];
