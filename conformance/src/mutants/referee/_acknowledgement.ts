import type { JsonObject } from "../../json/scan.js";

/** RUN_MATCH_ACK as the reference referee would send it. */
export function acknowledgement({ protocol, timestamp, conversation_id, match_id }: JsonObject): JsonObject {
  const auth_token = "made-up-by-a-mutant";
  return {
    protocol,
    message_type: "RUN_MATCH_ACK",
    sender: "referee:REF01",
    timestamp,
    conversation_id,
    auth_token,
    match_id,
    status: "acknowledged",
  };
}
