/** The join that a referee reports as missing although its invitation was answered: for referees that wait for requests. */
import { protocol, type RoundAnnouncementIn } from "@league-v2/contract";
import { type JsonObject, type Located, typeOfPeer } from "../../wire/index.js";
import type { SenderIdentity } from "../core/sender-identity.js";

const timeout = /^E001$|timeout/i;

/** Undefined for any other message, and for a match that was not announced with this player. */
export function missingJoin(
  found: Located,
  round: RoundAnnouncementIn | undefined,
  me: string | null,
  senderIdentity: SenderIdentity,
): (JsonObject & { readonly message_type: string }) | undefined {
  const { match_id, error_code, conversation_id } = found.message;
  if (typeOfPeer(found) !== "GAME_ERROR" || typeof error_code !== "string" || !timeout.test(error_code))
    return undefined;
  const match = round?.matches.find((one) => one.match_id === match_id);
  if (match === undefined || me === null || (match.player_A_id !== me && match.player_B_id !== me))
    return undefined;
  const { sender } = senderIdentity;
  const now = senderIdentity.now();
  return {
    ...{ protocol: protocol.version, message_type: "GAME_JOIN_ACK", sender, timestamp: now, conversation_id },
    ...{ match_id: match.match_id, player_id: me, arrival_timestamp: now, accept: true },
  };
}
