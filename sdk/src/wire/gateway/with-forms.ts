import type { Agent, RunningAgent } from "../../agent/core/agent.js";
import { type FormsOptions, Gateway } from "./gateway.js";

/** An agent that also plays with peers of other forms. */
export function withForms<Running extends RunningAgent>(agent: Agent<Running>, options: FormsOptions = {}): Agent<Running> {
  if (options.forms === "contract") return agent;
  return {
    role: agent.role,
    connect(context) {
      const gateway = new Gateway(agent.role, context, options);
      const running = agent.connect({ ...context, transport: gateway.transport });
      const handle = gateway.handler(running.handle);
      const close = async () => {
        await running.close();
        gateway.close();
      };
      // Its methods are its own: they may use private members.
      return new Proxy(running, {
        get: (target, name) => {
          if (name === "handle") return handle;
          if (name === "close") return close;
          const value: unknown = Reflect.get(target, name, target);
          return typeof value === "function" ? value.bind(target) : value;
        },
      });
    },
  };
}
