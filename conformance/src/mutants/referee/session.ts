import { isObject, valueAt } from "../../json/pointer.js";
import { mutant } from "../mutant.js";
import { all, answerInstead, changeCall, changeRequest, resultReply } from "../surgery.js";

export default [
  mutant({
    id: "referee:stops-after-a-technical-loss",
    fault: "Acknowledges the matches after a technical loss, and never plays them.",
    surgery: () => {
      let stopped = false;
      return all(
        changeCall("MATCH_RESULT_REPORT", (report) => {
          stopped ||= valueAt(report, "/result/status") === "TECHNICAL_LOSS";
          return undefined;
        }),
        changeRequest("ROUND_ANNOUNCEMENT", (announcement) =>
          stopped ? { ...announcement, matches: [] } : undefined,
        ),
        answerInstead("RUN_MATCH", ({ match_id, protocol, timestamp, conversation_id }, body) =>
          stopped
            ? resultReply(body, {
                protocol,
                message_type: "RUN_MATCH_ACK",
                sender: "referee:REF01",
                timestamp,
                conversation_id,
                match_id,
                status: "acknowledged",
              })
            : undefined,
        ),
      );
    },
  }),
  mutant({
    id: "referee:a-wins-when-both-are-right",
    fault: "Reports a draw in which both were right as a win of the first player.",
    surgery: changeCall("MATCH_RESULT_REPORT", (report) => {
      const { result } = report;
      if (
        !isObject(result) ||
        result.status !== "DRAW" ||
        !isObject(result.details) ||
        !isObject(result.score)
      )
        return undefined;
      const { choices, number_parity } = result.details;
      const [first] = Object.keys(result.score);
      const right = isObject(choices) && Object.values(choices).every((choice) => choice === number_parity);
      return right && first !== undefined
        ? { ...report, result: { ...result, status: "WIN", winner: first } }
        : undefined;
    }),
  }),
];
