/** Players that one bad message puts out of the game. */
import { valueAt } from "../../json/pointer.js";
import type { JsonObject } from "../../json/scan.js";
import { mutant } from "../mutant.js";
import { all, answerInstead, changeReplyBody, errorReply } from "../surgery.js";
import { INVALID_PARAMS, INVALID_STATE } from "./_codes.js";
import { mortal } from "./_life.js";

const isBad = (body: JsonObject) => valueAt(body, "/error/code") === INVALID_PARAMS;

export default [
  mutant({
    id: "player:wedged-by-bad-params",
    fault: "Answers nothing any more once it has refused a malformed message.",
    surgery: () => {
      let wedged = false;
      return all(
        answerInstead("*", () => (wedged ? new Promise<never>(() => undefined) : undefined)),
        changeReplyBody("*", (body) => {
          wedged ||= isBad(body);
          return undefined;
        }),
      );
    },
  }),
  mutant({
    id: "player:abandons-the-match-on-bad-params",
    fault: "Takes a malformed call for the end of the match.",
    surgery: () => {
      const abandoned = new Set<unknown>();
      return all(
        answerInstead("CHOOSE_PARITY_CALL", ({ match_id }, body) =>
          abandoned.has(match_id) ? errorReply(body, INVALID_STATE, "INVALID_STATE") : undefined,
        ),
        changeReplyBody("CHOOSE_PARITY_CALL", (body, { request }) => {
          if (isBad(body)) abandoned.add(request.match_id);
          return undefined;
        }),
      );
    },
  }),
  mutant({
    id: "player:dies-of-bad-params",
    fault: "Its process ends with an error when it is sent a malformed message.",
    agent: mortal((_, reply) => isBad(reply)),
  }),
  mutant({
    id: "player:dies-of-a-strange-result",
    fault: "Its process ends with an error when a GAME_OVER has no game_result.",
    agent: mortal(
      (request) =>
        valueAt(request, "/params/message_type") === "GAME_OVER" &&
        valueAt(request, "/params/game_result") === undefined,
    ),
  }),
  mutant({
    id: "player:dies-of-bad-errors",
    fault: "Its process ends with an error when a LEAGUE_ERROR has no error_code.",
    agent: mortal(
      ({ params }) =>
        valueAt(params, "/message_type") === "LEAGUE_ERROR" && valueAt(params, "/error_code") === undefined,
    ),
  }),
  mutant({
    id: "player:dies-of-its-opponents-error",
    fault: "Its process ends with an error when a GAME_ERROR is about another player.",
    agent: mortal(
      ({ params }) =>
        valueAt(params, "/message_type") === "GAME_ERROR" && valueAt(params, "/affected_player") === "P02",
    ),
  }),
  mutant({
    id: "player:dies-of-a-league-error",
    fault: "Its process ends with an error when it is sent a LEAGUE_ERROR.",
    agent: mortal((request) => valueAt(request, "/params/message_type") === "LEAGUE_ERROR"),
  }),
];
