import { isObject } from "../../json/pointer.js";
import { changeRequest } from "../fault-injection.js";
import type { Mutant } from "../mutant.js";
import { withStore } from "./league-state.js";

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
