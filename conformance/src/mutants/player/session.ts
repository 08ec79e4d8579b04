import type { HttpReply } from "../../doors.js";
import type { JsonObject } from "../../json/scan.js";
import { mutant } from "../mutant.js";
import { all, answerInstead, changeReplyBody, changeRequest, jsonReply, resultReply } from "../surgery.js";

/** A choice, made up without the agent. */
function choice(message: JsonObject, body: JsonObject): HttpReply {
  const { protocol, timestamp, conversation_id, match_id, player_id } = message;
  const envelope = {
    protocol,
    message_type: "CHOOSE_PARITY_RESPONSE",
    sender: `player:${String(player_id)}`,
    timestamp,
    conversation_id,
  };
  return resultReply(body, { ...envelope, match_id, player_id, parity_choice: "even" });
}

export default [
  mutant({
    id: "player:sulks-after-a-refusal",
    fault: "Answers the message that follows one which it refused with an internal error.",
    surgery: () => {
      let sulking = false;
      return all(
        changeReplyBody("*", (body) => {
          sulking = "error" in body;
          return undefined;
        }),
        answerInstead("*", (_, body) => {
          if (!sulking) return undefined;
          sulking = false;
          return jsonReply({
            jsonrpc: "2.0",
            id: body.id ?? null,
            error: { code: -32_603, message: "Internal error" },
          });
        }),
      );
    },
  }),
  mutant({
    id: "player:chooses-after-the-end",
    fault: "Goes on to choose in matches that are over.",
    surgery: () => {
      const over = new Set<unknown>();
      return all(
        changeRequest("GAME_OVER", ({ match_id }) => {
          over.add(match_id);
          return undefined;
        }),
        answerInstead("CHOOSE_PARITY_CALL", (message, body) =>
          over.has(message.match_id) ? choice(message, body) : undefined,
        ),
      );
    },
  }),
];
