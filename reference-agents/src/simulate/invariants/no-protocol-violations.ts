import type { AgentName } from "../plan.js";
import type { Invariant } from "./invariant.js";

export const noProtocolViolations: Invariant = {
  name: "no-protocol-violations",
  rule: "No agent of this project answers with an internal error or leaves its league, for any request.",
  watch({ faults }) {
    const misbehaving = new Set<AgentName | null>(
      faults.map((fault) => (fault.kind === "behaviour" ? fault.agent : null)),
    );
    return {
      on(event) {
        if (event.type === "failed") return `${event.agent}: ${event.why}`;
        if (event.type !== "answered" || misbehaving.has(event.exchange.to)) return undefined;
        const { status, body } = event.reply;
        if (status < 500 && !body.includes('"code":-32603')) return undefined;
        return `${event.exchange.to} answers ${event.exchange.call.method} with ${status} ${body.slice(0, 200)}`;
      },
    };
  },
};
