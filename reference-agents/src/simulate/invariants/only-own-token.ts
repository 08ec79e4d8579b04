import type { RecordedResult, Recording } from "@league-v2/sdk/store";
import { asRecord, type Exchange } from "../events.js";
import { managerName } from "../plan.js";
import type { Invariant } from "./invariant.js";
import { Owners } from "./owners.js";

export const onlyOwnToken: Invariant = {
  name: "only-own-token",
  rule: "No agent can act as another one: a report that counts for a referee comes from that referee.",
  watch() {
    const owners = new Owners();
    /** Reported winners by match and assigned referee. */
    const reports = new Map<string, Set<unknown>>();
    return {
      on(event) {
        owners.on(event);
        if (event.type === "answered" && event.exchange.to === managerName && event.reply.result !== null) {
          const { from, call } = event.exchange;
          if (!call.method.startsWith("register_") && owners.of(call.params.sender) !== from)
            return `${from} is accepted as ${String(call.params.sender)} in ${call.method}`;
        }
        if (event.type === "delivered") note(event.exchange, owners, reports);
        if (event.type !== "stored" || event.operation !== "record") return undefined;
        const { match_id, referee_id, winner } = event.args[0] as RecordedResult;
        if (referee_id === null || (event.outcome as Recording) !== "recorded") return undefined;
        const isReported = reports.get(`${match_id} ${owners.of(referee_id)}`)?.has(winner) === true;
        return isReported
          ? undefined
          : `${match_id} counts for ${winner}, which ${referee_id} has never reported`;
      },
    };
  },
};

function note(
  { from, to, call: { method, params } }: Exchange,
  owners: Owners,
  reports: Map<string, Set<unknown>>,
): void {
  if (to !== managerName || method !== "report_match_result" || owners.of(params.sender) !== from) return;
  const key = `${String(params.match_id)} ${from}`;
  const winners = reports.get(key) ?? new Set();
  reports.set(key, winners.add(asRecord(params.result)?.winner));
}
