/** Wrong answers to a RUN_MATCH that was sent before. */
import { valueAt } from "../../json/pointer.js";
import { mutant } from "../mutant.js";
import { all, answerInstead, changeCall, resultReply } from "../surgery.js";
import { acknowledgement } from "./_acknowledgement.js";
import { playsAgain } from "./_encore.js";
import { startsOnOrders } from "./_orders.js";

export default [
  mutant({
    id: "referee:plays-repeats",
    fault: "Plays a match again for each RUN_MATCH that it gets.",
    surgery: () => {
      const known = new Set<unknown>();
      const again = playsAgain((matchId) => {
        const repeated = known.has(matchId);
        known.add(matchId);
        return repeated;
      });
      return all(startsOnOrders, again);
    },
  }),
  mutant({
    id: "referee:forgets-finished-matches",
    fault: "Acknowledges RUN_MATCH of a finished match without reporting it again.",
    surgery: () => {
      const finished = new Set<unknown>();
      return all(
        changeCall("MATCH_RESULT_REPORT", ({ match_id }) => {
          finished.add(match_id);
          return undefined;
        }),
        answerInstead("RUN_MATCH", (order, body) =>
          finished.has(order.match_id) ? resultReply(body, acknowledgement(order)) : undefined,
        ),
      );
    },
  }),
  mutant({
    id: "referee:reports-another-number-again",
    fault: "Draws anew when it reports a match for the second time.",
    surgery: () => {
      const reported = new Set<unknown>();
      return changeCall("MATCH_RESULT_REPORT", (report) => {
        const again = reported.has(report.match_id);
        reported.add(report.match_id);
        const number = Number(valueAt(report, "/result/details/drawn_number"));
        const result = valueAt(report, "/result") as object;
        return again
          ? {
              ...report,
              result: {
                ...result,
                details: {
                  ...(valueAt(report, "/result/details") as object),
                  drawn_number: (number % 10) + 1,
                },
              },
            }
          : undefined;
      });
    },
  }),
];
