/** Turns a role's handlers into an agent that answers HTTP exchanges: JSON-RPC, health, metrics. */
import { protocolLimits } from "@league-v2/contract";
import type { Role } from "../../domain/role.js";
import { createHttpHandler, type HttpRoute } from "../../http/http-handler.js";
import { Exchanges, otherMethod } from "../../metrics/exchanges.js";
import { describeError } from "../../platform/log.js";
import { onDemand } from "../../platform/on-demand.js";
import type { RpcMethod } from "../../rpc/dispatch.js";
import { handleRpc, type RpcOptions } from "../../rpc/handle-rpc.js";
import type { RunningAgent } from "../core/agent.js";
import { traces } from "../core/on-demand-parts.js";
import type { Trace } from "../core/trace.js";
import type { AgentCore } from "../serving/agent-runtime.js";
import type { RoleParts } from "../serving/role-parts.js";
import { servedMethod } from "../serving/served-method.js";

type Method = RpcMethod<Trace | undefined>;

/** For `GET /metrics`. */
export const metricsText = onDemand(() => import("../../metrics/agent-metrics.js"));

export function runAgent(runtime: AgentCore, parts: RoleParts): RunningAgent {
  const { clock, origins, metrics = true } = runtime.agentContext;
  const methods = methodsOf(runtime, parts);
  const served = metrics ? new Exchanges([...methods.keys()]) : undefined;
  const health = () => ({ ...runtime.health(parts.id(), parts.state()), ...parts.about?.() });
  const options: RpcOptions = {
    limits: protocolLimits,
    onFault: ({ method, error, notification }) =>
      runtime.log({ level: notification ? "warn" : "error", message: `${method}: ${describeError(error)}` }),
    now: () => clock.now(),
    onEnd:
      served && ((method, outcome, begun) => served.add(method ?? otherMethod, outcome, clock.now() - begun)),
  };
  const routes = [...(parts.routes ?? [])];
  if (served !== undefined) {
    const { role, called } = runtime;
    const text = async () =>
      (await metricsText.get()).agentMetrics({ ...parts, role, health: health(), served, called });
    routes.push(metricsRoute(text));
  }
  const handle = createHttpHandler({
    rpc: (body, { headers }) =>
      headers?.traceparent === undefined
        ? handleRpc(body, methods, undefined, options)
        : traces.get().then(({ readTrace }) => handleRpc(body, methods, readTrace(headers), options)),
    health,
    limits: protocolLimits,
    routes,
    origins,
    onFault: (error) => runtime.log({ level: "error", message: `HTTP: ${describeError(error)}` }),
  });
  return {
    role: runtime.role,
    handle,
    registered: parts.registered,
    done: runtime.done,
    health,
    drain: parts.drain,
    close: () => runtime.close(),
  };
}

/** The methods of the role, and those of every agent. */
function methodsOf(
  runtime: AgentCore,
  { serves, handlers, methods: own, reply }: RoleParts,
): Map<string, Method> {
  const methods = new Map<string, Method>();
  for (const [name, row] of Object.entries(serves)) {
    const handler = handlers[name];
    if (handler !== undefined) methods.set(name, own?.[name] ?? servedMethod(runtime, row, handler, reply));
  }
  methods.set("ping", { call: () => ({ ok: true, message: "pong" }) });
  methods.set("rpc.discover", { call: () => discover(runtime.role) });
  return methods;
}

/**
 * `GET /metrics`, in the text format that Prometheus reads.
 * @param exposition content type and text of all metrics
 */
function metricsRoute(exposition: () => Promise<{ type: string; text: string }>): HttpRoute {
  return {
    path: "/metrics",
    verb: "GET",
    handle: async () => {
      const { type, text } = await exposition();
      return { status: 200, headers: { "content-type": type }, body: text };
    },
  };
}

/** `rpc.discover`: the methods of the OpenRPC document that a role serves (contract 1), loaded on the first call. */
async function discover(role: Role): Promise<object> {
  const { default: document } = await import("@league-v2/contract/openrpc/canonical.json", {
    with: { type: "json" },
  });
  const isFor = ({ "x-direction": direction }: (typeof document.methods)[number]) =>
    (direction as { readonly to: readonly string[] } | undefined)?.to.includes(role) ?? true;
  return { ...document, methods: document.methods.filter(isFor) };
}
