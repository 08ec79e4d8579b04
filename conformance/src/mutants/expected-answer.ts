/** The answer that the sender of a message waits for, made without the agent that was asked. */
import { methodOf, replyTypeOf } from "../contract.js";
import type { JsonObject } from "../json/scan.js";
import type { Look, Passing } from "./passing.js";

const ACCEPTED = { status: "ACCEPTED", auth_token: "0".repeat(32), league_id: "league_1", reason: null };

const MEMBERS: Readonly<Record<string, (message: JsonObject) => JsonObject>> = {
  LEAGUE_REGISTER_REQUEST: () => ({ ...ACCEPTED, player_id: "P01" }),
  REFEREE_REGISTER_REQUEST: () => ({ ...ACCEPTED, referee_id: "REF01" }),
  GAME_INVITATION: ({ timestamp }) => ({ arrival_timestamp: timestamp, accept: true }),
  CHOOSE_PARITY_CALL: () => ({ parity_choice: "even" }),
  RUN_MATCH: () => ({ status: "acknowledged" }),
  MATCH_RESULT_REPORT: () => ({ status: "recorded" }),
};

export function expectedAnswer({ slot, url, message, request }: Passing, { known }: Look): JsonObject {
  const asked = request?.message ?? message;
  const { protocol, timestamp, conversation_id, match_id, round_id, message_type } = asked;
  const type = String(message_type);
  const isOwn = slot === "requests" || slot === "answers";
  const id = isOwn ? known.me.id : known.receiver(url, asked)?.id;
  const toManager = methodOf(type)?.to.includes("league_manager") === true;
  const role = type === "RUN_MATCH" ? "referee" : "player";
  const own = id ?? (role === "referee" ? "REF01" : "P01");
  const sender = toManager ? "league_manager" : `${role}:${String(own)}`;
  const player = toManager || role === "referee" ? {} : { player_id: own };
  const auth_token = isOwn ? known.me.token : "0".repeat(32);
  const envelope = { protocol, message_type: replyTypeOf(type) ?? "ACK", sender, timestamp, conversation_id };
  const about = { auth_token, match_id, round_id, ...player };
  return { ...envelope, ...about, ...(MEMBERS[type]?.(asked) ?? { status: "ACKNOWLEDGED" }) };
}
