/** Players that choose where nobody should. */
import type { JsonObject } from "../../json/scan.js";
import { mutant } from "../mutant.js";
import { all, answerInstead, changeReplyBody, changeRequest, resultReply } from "../surgery.js";
import { INTERNAL_ERROR } from "./_codes.js";

function choiceFor(
  { match_id, player_id, conversation_id, timestamp }: JsonObject,
  sender: unknown,
): JsonObject {
  return {
    protocol: "league.v2",
    message_type: "CHOOSE_PARITY_RESPONSE",
    sender,
    timestamp,
    conversation_id,
    match_id,
    player_id,
    parity_choice: "even",
  };
}

export default [
  mutant({
    id: "player:chooses-uninvited",
    fault: "Answers the call for a match to which it was not invited.",
    surgery: () => {
      const invited = new Set<unknown>();
      return all(
        answerInstead("CHOOSE_PARITY_CALL", (call, body) =>
          invited.has(call.match_id)
            ? undefined
            : resultReply(body, choiceFor(call, `player:${String(call.player_id)}`)),
        ),
        changeRequest("GAME_INVITATION", ({ match_id }) => {
          invited.add(match_id);
          return undefined;
        }),
      );
    },
  }),
  mutant({
    id: "player:chooses-for-anybody",
    fault: "Answers a call that names another player.",
    surgery: changeReplyBody("CHOOSE_PARITY_CALL", (body, { request }) =>
      isPlayerFault(body)
        ? { jsonrpc: "2.0", id: body.id, result: choiceFor(request, "player:P00") }
        : undefined,
    ),
  }),
  mutant({
    id: "player:refuses-with-internal-error",
    fault: "Refuses whatever it refuses with an internal error.",
    surgery: changeReplyBody("*", (body) =>
      body.error === undefined
        ? undefined
        : { jsonrpc: "2.0", id: body.id, error: { code: INTERNAL_ERROR, message: "Internal error" } },
    ),
  }),
];

function isPlayerFault({ error }: JsonObject): boolean {
  return (error as { message?: unknown } | undefined)?.message === "PLAYER_NOT_REGISTERED";
}
