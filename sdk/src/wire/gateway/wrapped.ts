import type { RunningAgent } from "../../agent/core/agent.js";
import type { HttpHandler } from "../../http/types.js";

/** A running agent with another handler. Its methods stay its own, because they may use private members. */
export function wrapped<Running extends RunningAgent>(
  running: Running,
  handle: HttpHandler,
  onClose: () => void,
): Running {
  const close = async () => {
    await running.close();
    onClose();
  };
  return new Proxy(running, {
    get: (target, name) => {
      if (name === "handle") return handle;
      if (name === "close") return close;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}
