import { deadlineOf } from "../../contract.js";
import { isObject, valueAt } from "../../json/pointer.js";
import type { JsonObject } from "../../json/scan.js";
import type { FaultInjection } from "../../subject/in-process-subject.js";
import { pause } from "../../time/pause.js";
import { all, answerInstead, changeReply, changeReplyBody, errorReply, observe } from "../fault-injection.js";
import type { Mutant } from "../mutant.js";
import { INTERNAL_ERROR, INVALID_STATE } from "./errors.js";
import { crashing } from "./lifecycle.js";

const INVITATION = "GAME_INVITATION";

const CALL = "CHOOSE_PARITY_CALL";

/** Whether the player has sent this message about the match before. */
function repeated(): (reply: JsonObject) => boolean {
  const matches = new Set<unknown>();
  return ({ match_id }) => matches.size === matches.add(match_id).size;
}

/** Players with faults in special cases only. */
export const playerSpecialCasesMutants: readonly Mutant[] = [
  {
    id: "player:arrives-once-in-a-match",
    fault: "Leaves `arrival_timestamp` out when it is invited again.",
    inject: () => {
      const again = repeated();
      return changeReply(INVITATION, (join) => {
        const { arrival_timestamp: _, ...rest } = join;
        return again(join) ? rest : undefined;
      });
    },
  },
  {
    id: "player:joins-no-earlier-round",
    fault: "Refuses an invitation to an earlier round than the latest that was announced.",
    inject: () => {
      let latest = 0;
      return all(
        observe("ROUND_ANNOUNCEMENT", ({ round_id }) => {
          if (typeof round_id === "number") latest = Math.max(latest, round_id);
        }),
        answerInstead(INVITATION, ({ round_id }, body) =>
          Number(round_id) < latest ? errorReply(body, INVALID_STATE, "INVALID_STATE") : undefined,
        ),
      );
    },
  },
  {
    id: "player:chooses-again-as-another",
    fault: "Names another player in its choice when the call is repeated.",
    inject: () => {
      const again = repeated();
      return changeReply(CALL, (choice) =>
        again(choice) ? { ...choice, player_id: "player-1" } : undefined,
      );
    },
  },
  {
    id: "player:copies-the-time-of-the-call",
    fault: "Stamps its choice with the time of the call.",
    inject: changeReply(CALL, (choice, { request }) => ({ ...choice, timestamp: request.timestamp })),
  },
  {
    id: "player:chooses-late-after-an-error",
    fault: "Chooses a second too late in a match in which it received an error.",
    inject: () => {
      const wrong = new Set<unknown>();
      const late: FaultInjection = {
        handler:
          (inner, { clock }) =>
          async (http) => {
            const reply = await inner(http);
            if (isLate(reply.body)) await pause(clock, deadlineOf(CALL) + 1_000);
            return reply;
          },
      };
      const isLate = (body: string) =>
        body.includes("CHOOSE_PARITY_RESPONSE") && [...wrong].some((id) => body.includes(`"${String(id)}"`));
      return all(
        observe("GAME_ERROR", ({ match_id }) => {
          wrong.add(match_id);
        }),
        late,
      );
    },
  },
  {
    id: "player:crashes-on-the-error-of-another-match",
    fault: "Its process ends with an error when it receives an error of a match that it is not in.",
    agent: (launch) => {
      const known = new Set<unknown>();
      return crashing((request) => {
        const { params } = request;
        if (!isObject(params)) return false;
        if (params.message_type === INVITATION) known.add(params.match_id);
        return params.message_type === "GAME_ERROR" && !known.has(params.match_id);
      })(launch);
    },
  },
  {
    id: "player:declines-after-a-league-error",
    fault: "Declines every invitation once it was sent a LEAGUE_ERROR.",
    inject: () => {
      let isOffended = false;
      return all(
        observe("LEAGUE_ERROR", () => {
          isOffended = true;
        }),
        changeReply(INVITATION, (join) => (isOffended ? { ...join, accept: false } : undefined)),
      );
    },
  },
  {
    id: "player:ends-all-matches-at-once",
    fault: "Refuses the calls of every match that was open when another one ended.",
    inject: () => {
      const open = new Set<unknown>();
      const ended = new Set<unknown>();
      return all(
        observe(INVITATION, ({ match_id }) => {
          open.add(match_id);
        }),
        changeReply("GAME_OVER", ({ match_id }) => {
          for (const one of open) if (one !== match_id) ended.add(one);
          return undefined;
        }),
        answerInstead(CALL, ({ match_id }, body) =>
          ended.has(match_id) ? errorReply(body, INVALID_STATE, "INVALID_STATE") : undefined,
        ),
      );
    },
  },
  {
    id: "player:fails-on-a-summary",
    fault: "Answers a ROUND_COMPLETED that has a summary with an internal error.",
    inject: answerInstead("ROUND_COMPLETED", ({ summary }, body) =>
      summary === undefined ? undefined : errorReply(body, INTERNAL_ERROR, "Internal error"),
    ),
  },
  {
    id: "player:wins-no-match-without-a-choice",
    fault: "Refuses the GAME_OVER of a match that it has won before it was asked for its choice.",
    inject: () => {
      const asked = new Set<unknown>();
      return all(
        observe(CALL, ({ match_id }) => {
          asked.add(match_id);
        }),
        changeReplyBody("GAME_OVER", ({ id, result }, { request }) =>
          valueAt(result, "/player_id") === valueAt(request, "/game_result/winner_player_id") &&
          !asked.has(request.match_id)
            ? { jsonrpc: "2.0", id, error: { code: INVALID_STATE, message: "INVALID_STATE" } }
            : undefined,
        ),
      );
    },
  },
  {
    id: "player:stays-without-a-reason",
    fault: "Refuses a SHUTDOWN_COMMAND without a reason.",
    inject: answerInstead("SHUTDOWN_COMMAND", ({ reason }, body) =>
      reason === undefined ? errorReply(body, -32_602, "Invalid params") : undefined,
    ),
  },
  {
    id: "player:fails-on-another-champion",
    fault: "Answers LEAGUE_COMPLETED with an internal error when another player has won.",
    inject: () => {
      let ownId: unknown;
      return all(
        changeReply(INVITATION, ({ player_id }) => {
          ownId = player_id;
          return undefined;
        }),
        changeReplyBody("LEAGUE_COMPLETED", ({ id }, { request }) =>
          valueAt(request, "/champion/player_id") === ownId
            ? undefined
            : { jsonrpc: "2.0", id, error: { code: INTERNAL_ERROR, message: "Internal error" } },
        ),
      );
    },
  },
  {
    id: "player:chooses-null-after-a-series",
    fault: "Chooses null when its last three matches have ended in the same way.",
    inject: () => {
      const ends: string[] = [];
      let ownId: unknown;
      return all(
        observe("GAME_OVER", ({ game_result }) => {
          const winner = valueAt(game_result, "/winner_player_id");
          ends.push(winner === null ? "drew" : winner === ownId ? "won" : "lost");
        }),
        changeReply(CALL, (choice) => {
          ownId = choice.player_id;
          const last = ends.slice(-3);
          return last.length === 3 && new Set(last).size === 1
            ? { ...choice, parity_choice: null }
            : undefined;
        }),
      );
    },
  },
  {
    id: "player:chooses-nothing-when-draws-prevail",
    fault: "Chooses an empty text when it has more draws than wins and losses.",
    inject: changeReply(CALL, (choice, { request }) => {
      const of = (name: string) => Number(valueAt(request, `/context/your_standings/${name}`));
      return of("draws") > of("wins") + of("losses") ? { ...choice, parity_choice: "" } : undefined;
    }),
  },
  {
    id: "player:chooses-nothing-after-many-matches",
    fault: "Leaves its choice out from its twentieth match on.",
    inject: () => {
      const matches = new Set<unknown>();
      return changeReply(CALL, ({ parity_choice, ...choice }) => {
        matches.add(choice.match_id);
        return matches.size >= 20 ? choice : undefined;
      });
    },
  },
  {
    id: "player:fails-on-a-second-draw",
    fault: "Answers the GAME_OVER of a second draw in a row with an internal error.",
    inject: () => {
      let [before, last]: readonly unknown[] = [];
      let drew = false;
      return answerInstead("GAME_OVER", ({ match_id, game_result }, body) => {
        if (last !== match_id) [before, last] = [drew, match_id];
        drew = valueAt(game_result, "/status") === "DRAW";
        return drew && before === true ? errorReply(body, INTERNAL_ERROR, "Internal error") : undefined;
      });
    },
  },
  {
    id: "player:acknowledges-twice-at-most",
    fault: "Refuses the second repetition of a GAME_OVER.",
    inject: () => {
      const before: unknown[] = [];
      return answerInstead("GAME_OVER", ({ match_id }, body) => {
        before.push(match_id);
        return before.filter((id) => id === match_id).length > 2
          ? errorReply(body, INVALID_STATE, "INVALID_STATE")
          : undefined;
      });
    },
  },
  {
    id: "player:refuses-a-second-call-after-an-error",
    fault: "Refuses a second call for its choice in a match with a GAME_ERROR.",
    inject: () => {
      const wrong = new Set<unknown>();
      const chosen = new Set<unknown>();
      return all(
        observe("GAME_ERROR", ({ match_id }) => {
          if (chosen.has(match_id)) wrong.add(match_id);
        }),
        answerInstead(CALL, ({ match_id }, body) => {
          chosen.add(match_id);
          return wrong.has(match_id) ? errorReply(body, INVALID_STATE, "INVALID_STATE") : undefined;
        }),
      );
    },
  },
  {
    id: "player:declines-after-three-errors",
    fault: "Declines its next match after three GAME_ERRORs in one match.",
    inject: () => {
      const errors: unknown[] = [];
      return all(
        observe("GAME_ERROR", ({ match_id }) => {
          errors.push(match_id);
        }),
        changeReply(INVITATION, ({ match_id, ...join }) => {
          const last = errors.at(-1);
          const isDue = last !== match_id && errors.filter((id) => id === last).length >= 3;
          return isDue ? { ...join, match_id, accept: false } : undefined;
        }),
      );
    },
  },
];
