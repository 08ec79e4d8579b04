import { isObject } from "../../json/pointer.js";
import { answerInstead, changeRequest, resultReply } from "../fault-injection.js";
import type { Mutant } from "../mutant.js";
import { withStore } from "./league-state.js";

/** Further than any league of the suite goes. */
const NO_SUCH_MATCH = /^R[1-9]M9\d$/;

/** League managers that look at a part of a report only. */
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
