/** `serve` for an agent whose peers may use other forms. */
import type { Agent, RunningAgent } from "../../agent/core/agent.js";
import { type ServeOptions as CoreOptions, type Served, serve as serveAgent } from "../../node/index.js";
import type { FormsOptions } from "../gateway/gateway.js";
import { withFormsOnDemand } from "./on-demand.js";

/** The options of `serve`, and which forms of messages the agent reads and writes. */
export interface ServeOptions extends CoreOptions, FormsOptions {}

/**
 * Listens, and resolves when the agent is registered with its league (at once for an agent without one).
 * The agent closes itself after the league manager's shutdown command.
 * @throws StartupError PORT_IN_USE, INVALID_CONFIG; RegistrationRejected; RegistrationFailed after all retries
 */
export function serve<Running extends RunningAgent>(
  agent: Agent<Running>,
  { forms, store, ...options }: ServeOptions = {},
): Promise<Served<Running>> {
  const how = { ...(forms === undefined ? {} : { forms }), ...(store === undefined ? {} : { store }) };
  return serveAgent(withFormsOnDemand(agent, how), options);
}
