/** Turns a role's handlers into an agent that answers HTTP exchanges. */
import { protocolLimits, protocolPaths } from "@league-v2/contract";
import { plainPost } from "../../http/plain-post.js";
import type { HttpHandler } from "../../http/types.js";
import { Exchanges } from "../../metrics/exchanges.js";
import { readPlainCall } from "../../rpc/plain-call.js";
import type { RunningAgent } from "../core/agent.js";
import type { Handled } from "../core/wire.js";
import type { AgentCore } from "../serving/agent-core.js";
import { answerPlainCall } from "../serving/answer-plain-call.js";
import { contextFunctions } from "../serving/context-of.js";
import type { RoleParts } from "../serving/role-parts.js";
import type { FullServer } from "./full-server.js";
import { occasionalParts } from "./load-occasional-parts.js";

/**
 * A canonical call is answered here. All other requests are answered by the full server, which is loaded for the first of
 * them: other paths and verbs, batches, other wire forms, errors, metrics.
 */
export function runAgent(runtime: AgentCore, parts: RoleParts): RunningAgent {
  const { metrics: counts = true } = runtime.agentContext;
  const served = counts ? new Exchanges(Object.keys(parts.serves)) : undefined;
  const health = () => ({ ...runtime.health(parts.id(), parts.state()), ...parts.about?.() });
  const functions = contextFunctions(runtime, parts.reply);
  const setting = { runtime, parts, served, health, functions };

  let loading: Promise<FullServer> | undefined;
  const load = () => {
    loading ??= occasionalParts.get().then(({ fullServer }) => fullServer(setting));
    return loading;
  };
  const handle: HttpHandler = (request) => {
    const text = runtime.forms.hidesItsForm
      ? undefined
      : plainPost(request, protocolPaths.mcp, protocolLimits.bodyBytes);
    const call = text === undefined ? undefined : readPlainCall(text, protocolLimits);
    const conclude = (handled: Handled) => load().then((server) => server.conclude(request.body, handled));
    const answer = call && answerPlainCall(setting, call, conclude);
    return answer ?? load().then((server) => server.handle(request));
  };
  return {
    role: runtime.role,
    handle,
    registered: parts.registered,
    done: runtime.done,
    health,
    ...(parts.drain === undefined ? {} : { drain: parts.drain }),
    close: () => runtime.close(),
  };
}
