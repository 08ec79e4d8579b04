/** Turns a role's handlers into an agent that answers HTTP exchanges. */
import { protocolLimits } from "@league-v2/contract";
import type { Health } from "../domain/health.js";
import { createHttpHandler, type HttpRoute, mcpVersionHeader } from "../http/index.js";
import { Exchanges, otherMethod } from "../metrics/exchanges.js";
import type { Family } from "../metrics/family.js";
import { instrumentMethod } from "../metrics/instrument-method.js";
import { metricsRoute } from "../metrics/metrics-route.js";
import { refused } from "../metrics/outcomes.js";
import { type Dispatcher, handleRpc, type RpcFault, type RpcMethod } from "../rpc/index.js";
import type { Registration, RunningAgent } from "./agent.js";
import type { AgentCore } from "./agent-runtime.js";
import type { BuildReply } from "./bound-reply.js";
import { describeError } from "./describe-error.js";
import { discover } from "./discover.js";
import { loadOccasionalParts } from "./load-parts.js";
import { mcpMethods } from "./mcp-methods.js";
import { eitherMessage, type OtherMessage, type ServedRow, servedMethod } from "./served-method.js";
import { canonicalWire, mcpWire, type Wire } from "./wire.js";
import { wireFormLayer } from "./wire-form-layer.js";

export interface RoleParts {
  readonly serves: { readonly [method: string]: ServedRow };
  /** Exhaustive by its type at the place where it is made. */
  readonly handlers: { readonly [method: string]: unknown };
  /** The contract's, or one for the messages of this role only. */
  readonly reply: BuildReply;
  readonly registered: Promise<Registration>;
  readonly id: () => string | null;
  readonly state: () => string;
  /** By method, in the order of `forms` in its row. */
  readonly otherMessages?: { readonly [method: string]: OtherMessage };
  /** Further paths that this role serves. */
  readonly routes?: readonly HttpRoute[];
  /** What this role tells on `GET /health` besides what every agent does. */
  readonly about?: () => Partial<Health>;
  /** What this role counts besides its exchanges, read at each request of `/metrics`. */
  readonly metrics?: () => readonly Family[] | Promise<readonly Family[]>;
  /** See `RunningAgent`. */
  readonly drain?: () => Promise<void>;
}

export function runAgent(runtime: AgentCore, parts: RoleParts): RunningAgent {
  const { clock, origins, metrics: counts = true } = runtime.agentContext;
  const named = methodsOf(runtime, parts);
  const served = new Exchanges(named.map(([name]) => name));
  const methods: Dispatcher<Wire> = new Map(
    counts ? named.map(([name, method]) => [name, instrumentMethod(name, method, served, clock)]) : named,
  );
  const health = () => ({ ...runtime.health(parts.id(), parts.state()), ...parts.about?.() });
  const options = {
    limits: protocolLimits,
    middleware: wireFormLayer(runtime, methods, parts.id),
    onFault: ({ method, error, notification }: RpcFault) =>
      runtime.log({ level: notification ? "warn" : "error", message: `${method}: ${describeError(error)}` }),
    ...(counts
      ? { onUnserved: (method: string | null) => served.of(method ?? otherMethod).add(refused, 0) }
      : {}),
  };
  const metrics = async () => {
    const own = (await parts.metrics?.()) ?? [];
    const { processMetrics, servedMetrics, calledMetrics, exposition, expositionType } =
      await loadOccasionalParts();
    const families = [
      ...processMetrics(runtime.role, health()),
      ...servedMetrics(served),
      ...calledMetrics(runtime.called),
      ...own,
    ];
    return { type: expositionType, text: exposition(families) };
  };
  const handle = createHttpHandler({
    rpc: (body, { headers }) => {
      const wire = headers?.[mcpVersionHeader] === undefined ? canonicalWire : mcpWire;
      return headers?.traceparent === undefined
        ? handleRpc(body, methods, wire, options)
        : traced(headers, wire).then((context) => handleRpc(body, methods, context, options));
    },
    health,
    limits: protocolLimits,
    routes: [...(parts.routes ?? []), ...(counts ? [metricsRoute(metrics)] : [])],
    ...(origins === undefined ? {} : { origins }),
    onFault: (error) => runtime.log({ level: "error", message: `HTTP: ${describeError(error)}` }),
  });
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

/** What the role serves, and what every agent answers by itself. */
function methodsOf(
  runtime: AgentCore,
  { serves, handlers, otherMessages, reply }: RoleParts,
): (readonly [string, RpcMethod<Wire>])[] {
  return [
    ...Object.entries(serves).flatMap(([name, row]) => {
      const handler = handlers[name];
      if (handler === undefined) return [];
      const own = servedMethod(runtime, row, handler, reply);
      const other = otherMessages?.[name];
      return [[name, other === undefined ? own : eitherMessage(runtime, row, own, other, reply)] as const];
    }),
    ["ping", { call: (_params, { mcp }) => (mcp ? {} : { ok: true, message: "pong" }) }],
    ["rpc.discover", { call: () => discover(runtime.role) }],
    ...mcpMethods(runtime.role),
  ];
}

async function traced(headers: Readonly<Record<string, string>>, wire: Wire): Promise<Wire> {
  const { readTrace } = await loadOccasionalParts();
  const trace = readTrace(headers);
  return trace === undefined ? wire : { ...wire, trace };
}
