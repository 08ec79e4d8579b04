import type { AgentName } from "../plan.js";
import type { Invariant } from "./invariant.js";

export const nobodyBreaks: Invariant = {
  name: "nobody-breaks",
  rule: "No agent of ours answers with an internal error or gives up its league, whatever it is sent.",
  watch({ faults }) {
    const rude = new Set<AgentName | null>(
      faults.map((fault) => (fault.kind === "manner" ? fault.agent : null)),
    );
    return {
      on(event) {
        if (event.type === "failed") return `${event.agent}: ${event.why}`;
        if (event.type !== "answered" || rude.has(event.exchange.to)) return undefined;
        const { status, body } = event.reply;
        if (status < 500 && !body.includes('"code":-32603')) return undefined;
        return `${event.exchange.to} answers ${event.exchange.call.method} with ${status} ${body.slice(0, 200)}`;
      },
    };
  },
};
