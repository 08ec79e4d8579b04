import type { RecordedResult, Recording } from "@league-v2/sdk/store";
import { asRecord, type Exchange } from "../events.js";
import { managerName } from "../plan.js";
import type { Invariant } from "./invariant.js";

export const nothingAcknowledgedIsLost: Invariant = {
  name: "nothing-acknowledged-is-lost",
  rule: "A report is acknowledged only when its result is in the store, and it is there in the end.",
  watch() {
    const stored = new Map<string, unknown>();
    const acknowledged = new Map<string, unknown>();
    return {
      on(event) {
        if (event.type === "stored" && event.operation === "record") {
          const { match_id, winner } = event.args[0] as RecordedResult;
          if ((event.outcome as Recording) !== "conflicting") stored.set(match_id, winner);
        }
        if (event.type !== "answered" || !isReport(event.exchange) || event.reply.result === null)
          return undefined;
        const { match_id, result } = event.exchange.call.params;
        const winner = asRecord(result)?.winner;
        acknowledged.set(String(match_id), winner);
        return stored.has(String(match_id)) && stored.get(String(match_id)) === winner
          ? undefined
          : `${String(match_id)} is acknowledged and not stored`;
      },
      atEnd({ results }) {
        for (const [match_id, winner] of acknowledged) {
          const result = results.get(match_id);
          if (result === undefined) return `${match_id} was acknowledged and is lost`;
          if (result.winner !== winner) return `${match_id} was acknowledged with another winner`;
        }
        return undefined;
      },
    };
  },
};

function isReport({ to, call }: Exchange): boolean {
  return to === managerName && call.method === "report_match_result";
}
