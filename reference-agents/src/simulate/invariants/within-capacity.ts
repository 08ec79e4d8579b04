import type { LeaseOutcome, MatchLeaseTerms, RecordedResult, Recording } from "@league-v2/sdk/store";
import type { Invariant } from "./invariant.js";

/** Players may receive these in other wire forms; the manager does not. */
const ending = new Set(["notify_match_result", "report_match_result"]);

export const withinCapacity: Invariant = {
  name: "within-capacity",
  rule: "A referee never has more matches leased, nor more of them under way, than it can run at once.",
  watch({ capacity }) {
    const leases = new Map<string, { readonly referee_id: string; readonly until: number }>();
    /** By incarnation of a referee: the matches that are under way. */
    const running = new Map<string, Set<unknown>>();
    return {
      on(event) {
        if (event.type === "power-cut")
          for (const { operation, args } of event.lost)
            if (operation === "leaseMatch") leases.delete(String(args[0]));
        if (event.type === "stored") {
          const [match_id, referee_id, terms] = event.args as [string, string, MatchLeaseTerms];
          if (event.operation === "giveBack") leases.delete(match_id);
          if (event.operation === "record" && (event.outcome as Recording) === "recorded")
            leases.delete((event.args[0] as RecordedResult).match_id);
          if (event.operation !== "leaseMatch" || (event.outcome as LeaseOutcome).kind !== "leased")
            return undefined;
          leases.set(match_id, { referee_id, until: terms.until });
          const own = [...leases.values()].filter(
            (lease) => lease.referee_id === referee_id && lease.until > terms.now,
          );
          return own.length <= capacity ? undefined : `${referee_id} has ${own.length} matches leased`;
        }
        if (event.type !== "sent" || !event.exchange.from.startsWith("referee")) return undefined;
        const { from, incarnation, call } = event.exchange;
        const matches = running.get(`${from}/${incarnation}`) ?? new Set();
        running.set(`${from}/${incarnation}`, matches);
        // Another wire form has the same method name, and the match id in another place.
        const { match_id } = call.params;
        if (call.method === "handle_game_invitation" && match_id !== undefined) matches.add(match_id);
        if (ending.has(call.method)) matches.delete(match_id);
        return matches.size <= capacity ? undefined : `${from} runs ${matches.size} matches`;
      },
    };
  },
};
