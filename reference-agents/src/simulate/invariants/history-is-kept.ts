import type { AgentName } from "../plan.js";
import type { Invariant } from "./invariant.js";

export const historyIsKept: Invariant = {
  name: "history-is-kept",
  rule: "A player stores every match whose end it has acknowledged, once, in all its incarnations.",
  watch({ faults }) {
    const misbehaving = new Set<AgentName | null>(
      faults.map((fault) => (fault.kind === "behaviour" ? fault.agent : null)),
    );
    const remembered = new Map<AgentName | null, ReadonlySet<string>>();
    return {
      on(event) {
        if (event.type === "history") {
          const { agent, matches } = event;
          const before = remembered.get(agent) ?? new Set();
          const now = new Set(matches);
          remembered.set(agent, now);
          if (now.size < matches.length) return `${agent} stores a match twice: ${matches.join(" ")}`;
          const forgotten = [...before].find((match) => !now.has(match));
          return forgotten === undefined ? undefined : `${agent} has forgotten ${forgotten}`;
        }
        if (event.type !== "answered" || event.exchange.call.method !== "notify_match_result")
          return undefined;
        const { to, call } = event.exchange;
        const match_id = String(call.params.match_id);
        if (event.reply.result === null || misbehaving.has(to) || remembered.get(to)?.has(match_id))
          return undefined;
        return `${to} acknowledges the end of ${match_id} and does not store it`;
      },
    };
  },
};
