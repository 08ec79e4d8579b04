import { errors } from "@league-v2/contract";
import { isObject, valueAt } from "../../json/pointer.js";
import type { JsonObject } from "../../json/scan.js";
import {
  all,
  answerInstead,
  changeReplyBody,
  errorReply,
  observe,
  parse,
  resultReply,
} from "../fault-injection.js";
import type { Mutant } from "../mutant.js";
import { crashing } from "./lifecycle.js";

export const INVALID_STATE = errors.E008.rpcCode;

const METHOD_NOT_FOUND = -32_601;

const INVALID_PARAMS = -32_602;

export const INTERNAL_ERROR = -32_603;

/** Refuses messages of this type for which `when` is true. */
function refusing(
  id: string,
  fault: string,
  type: string,
  code: number,
  when: (message: JsonObject) => boolean = () => true,
): Mutant {
  const inject = answerInstead(type, (message, body) =>
    when(message) ? errorReply(body, code, "refused") : undefined,
  );
  return { id: `player:${id}`, fault, inject };
}

/** The same, where the fault depends on the player's id. */
function refusingAsItself(
  id: string,
  fault: string,
  type: string,
  when: (me: unknown, message: JsonObject) => boolean,
): Mutant {
  const inject = changeReplyBody(type, (body, { request }) =>
    when(valueAt(body, "/result/player_id"), request)
      ? { jsonrpc: "2.0", id: body.id, error: { code: INVALID_STATE, message: "refused" } }
      : undefined,
  );
  return { id: `player:${id}`, fault, inject };
}

const winner = (message: JsonObject) => valueAt(message, "/game_result/winner_player_id");

const number = (message: JsonObject) => valueAt(message, "/game_result/drawn_number");

const isBad = (body: JsonObject) => valueAt(body, "/error/code") === INVALID_PARAMS;

export const playerErrorsMutants: readonly Mutant[] = [
  // Valid messages that are refused.
  refusing(
    "lacks-standings",
    "Does not support LEAGUE_STANDINGS_UPDATE.",
    "LEAGUE_STANDINGS_UPDATE",
    METHOD_NOT_FOUND,
  ),
  refusing("lacks-completion", "Does not support LEAGUE_COMPLETED.", "LEAGUE_COMPLETED", METHOD_NOT_FOUND),
  refusing("lacks-shutdown", "Does not support SHUTDOWN_COMMAND.", "SHUTDOWN_COMMAND", METHOD_NOT_FOUND),
  refusing("lacks-game-error", "Does not support a GAME_ERROR with an id.", "GAME_ERROR", METHOD_NOT_FOUND),
  refusing(
    "lacks-league-error",
    "Does not support a LEAGUE_ERROR with an id.",
    "LEAGUE_ERROR",
    METHOD_NOT_FOUND,
  ),
  refusing(
    "fails-on-the-last-round",
    "Fails on a ROUND_COMPLETED without a next round.",
    "ROUND_COMPLETED",
    INTERNAL_ERROR,
    ({ next_round_id }) => next_round_id === null,
  ),
  refusing(
    "fails-on-a-draw",
    "Fails on the GAME_OVER of a draw.",
    "GAME_OVER",
    INTERNAL_ERROR,
    (over) => winner(over) === null,
  ),
  refusing(
    "fails-on-a-null-number",
    "Fails on a GAME_OVER without a drawn number.",
    "GAME_OVER",
    INTERNAL_ERROR,
    (over) => number(over) === null,
  ),
  refusing(
    "refuses-to-be-player-b",
    "Joins as player A only.",
    "GAME_INVITATION",
    INVALID_PARAMS,
    ({ role_in_match }) => role_in_match === "PLAYER_B",
  ),
  refusing(
    "demands-standings",
    "Refuses a call without your_standings.",
    "CHOOSE_PARITY_CALL",
    INVALID_PARAMS,
    ({ context }) => isObject(context) && context.your_standings === undefined,
  ),
  refusing(
    "demands-rfc-3339",
    "Refuses a call whose deadline is not in the form of RFC 3339.",
    "CHOOSE_PARITY_CALL",
    INVALID_PARAMS,
    ({ deadline }) => !String(deadline).includes("-"),
  ),
  refusing(
    "fails-on-ten",
    "Treats 10 as a number that cannot be drawn.",
    "GAME_OVER",
    INVALID_PARAMS,
    (over) => number(over) === 10,
  ),
  refusing(
    "demands-a-winner",
    "Fails on the GAME_OVER of a technical loss without a winner.",
    "GAME_OVER",
    INTERNAL_ERROR,
    (over) => valueAt(over, "/game_result/status") === "TECHNICAL_LOSS" && winner(over) === null,
  ),
  refusing(
    "fails-on-names-of-others",
    "Fails on standings with a name that is not ASCII.",
    "LEAGUE_STANDINGS_UPDATE",
    INTERNAL_ERROR,
    ({ standings }) => /[^ -~]/.test(JSON.stringify(standings)),
  ),
  refusing(
    "requires-its-league-id",
    "Refuses the invitation to a match of another league than its own.",
    "GAME_INVITATION",
    INVALID_STATE,
    ({ league_id }) => String(league_id).endsWith("_2"),
  ),
  refusingAsItself(
    "fails-on-the-last-rank",
    "Refuses standings in which it is the last of more than two.",
    "LEAGUE_STANDINGS_UPDATE",
    (me, { standings }) =>
      Array.isArray(standings) && standings.length > 2 && valueAt(standings.at(-1), "/player_id") === me,
  ),
  refusingAsItself(
    "looks-for-itself-as-player-a",
    "Refuses the announcement of a round in which it is player B.",
    "ROUND_ANNOUNCEMENT",
    (me, { matches }) =>
      Array.isArray(matches) && matches.some((match) => isObject(match) && match.player_B_id === me),
  ),
  refusingAsItself(
    "refuses-to-sit-out",
    "Refuses the announcement of a round in which it has no match.",
    "ROUND_ANNOUNCEMENT",
    (me, { matches }) =>
      Array.isArray(matches) &&
      !matches.some((match) => isObject(match) && [match.player_A_id, match.player_B_id].includes(me)),
  ),
  refusingAsItself(
    "declines-after-a-defeat",
    "Does not acknowledge the GAME_OVER of a match that it lost.",
    "GAME_OVER",
    (me, over) => winner(over) !== null && winner(over) !== me,
  ),
  // Players that stop working after one bad message.
  {
    id: "player:hangs-after-malformed-params",
    fault: "Answers no message after it has refused a malformed one.",
    inject: () => {
      let wedged = false;
      return all(
        answerInstead("*", () => (wedged ? new Promise<never>(() => undefined) : undefined)),
        changeReplyBody("*", (body) => {
          wedged ||= isBad(body);
          return undefined;
        }),
      );
    },
  },
  {
    id: "player:abandons-the-match-on-bad-params",
    fault: "Treats a malformed call as the end of the match.",
    inject: () => {
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
  },
  {
    id: "player:answers-error-messages",
    fault: "Answers a GAME_ERROR notification with a response.",
    inject: {
      handler: (inner) => async (http) => {
        const { params, id } = parse(http.body) ?? {};
        const isNotice = id === undefined && valueAt(params, "/message_type") === "GAME_ERROR";
        return isNotice ? resultReply({ id: null }, { status: "ok" }) : inner(http);
      },
    },
  },
  {
    id: "player:crashes-on-malformed-params",
    fault: "Its process ends with an error when it is sent a malformed message.",
    agent: crashing((_, reply) => isBad(reply)),
  },
  {
    id: "player:crashes-on-an-unknown-result",
    fault: "Its process ends with an error when a GAME_OVER has no game_result.",
    agent: crashing(
      (request) =>
        valueAt(request, "/params/message_type") === "GAME_OVER" &&
        valueAt(request, "/params/game_result") === undefined,
    ),
  },
  {
    id: "player:crashes-on-malformed-errors",
    fault: "Its process ends with an error when a LEAGUE_ERROR has no error_code.",
    agent: crashing(
      ({ params }) =>
        valueAt(params, "/message_type") === "LEAGUE_ERROR" && valueAt(params, "/error_code") === undefined,
    ),
  },
  {
    id: "player:crashes-on-its-opponents-error",
    fault: "Its process ends with an error when a GAME_ERROR is about another player.",
    agent: crashing(
      ({ params }) =>
        valueAt(params, "/message_type") === "GAME_ERROR" && valueAt(params, "/affected_player") === "P02",
    ),
  },
  {
    id: "player:crashes-on-a-league-error",
    fault: "Its process ends with an error when it is sent a LEAGUE_ERROR.",
    agent: crashing((request) => valueAt(request, "/params/message_type") === "LEAGUE_ERROR"),
  },
  {
    id: "player:gives-up-without-retry-info",
    fault: "Treats a match as lost when a GAME_ERROR has no retry_info.",
    inject: () => {
      const lost = new Set<unknown>();
      return all(
        observe("GAME_ERROR", ({ match_id, retry_info }) => {
          if (retry_info === undefined || retry_info === null) lost.add(match_id);
        }),
        answerInstead("CHOOSE_PARITY_CALL", ({ match_id }, body) =>
          lost.has(match_id) ? errorReply(body, INVALID_STATE, "INVALID_STATE") : undefined,
        ),
      );
    },
  },
];
