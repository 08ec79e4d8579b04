import type { Agent, RunningAgent } from "../../agent/core/agent.js";
import { type FormsOptions, Gateway } from "./gateway.js";
import { wrapped } from "./wrapped.js";

/** An agent that also plays with peers of other forms. */
export function withForms<Running extends RunningAgent>(
  agent: Agent<Running>,
  options: FormsOptions = {},
): Agent<Running> {
  if (options.forms === "contract") return agent;
  return {
    role: agent.role,
    connect(context) {
      const gateway = new Gateway(agent.role, context, options);
      const running = agent.connect({ ...context, transport: gateway.transport });
      return wrapped(running, gateway.handler(running.handle), () => gateway.close());
    },
  };
}
