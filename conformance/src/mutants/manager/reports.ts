import { isObject, valueAt } from "../../json/pointer.js";
import { answerInstead, changeCall, changeRequest, resultReply } from "../fault-injection.js";
import type { Mutant } from "../mutant.js";
import { knowing, withStore } from "./league-state.js";

/** Further than any league of the suite goes. */
const NO_SUCH_MATCH = /^R[1-9]M9\d$/;

/** League managers that look at a part of a report only, or send the referee the wrong players. */
export const managerReportsMutants: readonly Mutant[] = [
  {
    id: "manager:compares-winners-only",
    fault: "Acknowledges a second report with the same winner, whatever else has changed in it.",
    agent: withStore((inner) => ({
      record: async (result) => {
        const outcome = await inner.record(result);
        const known = await inner.result(result.match_id);
        return outcome === "conflicting" && known?.winner === result.winner ? "repeated" : outcome;
      },
    })),
  },
  {
    id: "manager:assigns-a-player-of-another-match",
    fault: "Names the B of another match of the round to the referee, from the second round on.",
    inject: knowing(({ announced }) =>
      changeCall("RUN_MATCH", (order) => {
        const matches = valueAt(announced.get(order.round_id), "/matches");
        const other = (Array.isArray(matches) ? matches : []).find(
          (one) => isObject(one) && one.match_id !== order.match_id,
        );
        const player_B_id = valueAt(other, "/player_B_id");
        return Number(order.round_id) < 2 || player_B_id === undefined
          ? undefined
          : { ...order, player_B_id };
      }),
    ),
  },
  {
    id: "manager:acknowledges-any-match-of-a-round",
    fault: "Acknowledges the report of a match that is in no round, if only there is such a round.",
    inject: answerInstead(
      "MATCH_RESULT_REPORT",
      ({ match_id, protocol, timestamp, conversation_id }, body) =>
        NO_SUCH_MATCH.test(String(match_id))
          ? resultReply(body, {
              protocol,
              message_type: "MATCH_RESULT_ACK",
              sender: "league_manager",
              timestamp,
              conversation_id,
              match_id,
              status: "recorded",
            })
          : undefined,
    ),
  },
  {
    id: "manager:wins-by-points",
    fault: "Lets the player win that has the points, whomever the report names as the winner.",
    inject: changeRequest("MATCH_RESULT_REPORT", (report) => {
      const { result } = report;
      if (!isObject(result) || result.status !== "WIN" || !isObject(result.score)) return undefined;
      const [[best, most] = []] = Object.entries(result.score).toSorted(
        ([, a], [, b]) => Number(b) - Number(a),
      );
      return most === 3 ? { ...report, result: { ...result, winner: best } } : undefined;
    }),
  },
];
