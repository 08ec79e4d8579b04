/** The complete HTTP server of an agent: HTTP faults, JSON-RPC, other wire forms, health, metrics. */
import { protocolLimits } from "@league-v2/contract";
import type { Health } from "../../domain/health.js";
import { createHttpHandler, type HttpHandler, type HttpRequest, mcpVersionHeader } from "../../http/index.js";
import { jsonReply, noContent } from "../../http/replies.js";
import type { HttpReply } from "../../http/types.js";
import { calledMetrics, servedMetrics } from "../../metrics/exchange-metrics.js";
import { type Exchanges, otherMethod } from "../../metrics/exchanges.js";
import { exposition, expositionType } from "../../metrics/family.js";
import { instrumentMethod } from "../../metrics/instrument-method.js";
import { metricsRoute } from "../../metrics/metrics-route.js";
import { refused } from "../../metrics/outcomes.js";
import { processMetrics } from "../../metrics/process-metrics.js";
import { type Dispatcher, handleRpc, type RpcFault, type RpcMethod } from "../../rpc/index.js";
import { describeError } from "../core/describe-error.js";
import { readTrace } from "../core/trace.js";
import { canonicalWire, type Handled, mcpWire, type Wire } from "../core/wire.js";
import type { AgentCore } from "../serving/agent-core.js";
import type { ServerSetting } from "../serving/answer-plain-call.js";
import { discover } from "../serving/discover.js";
import { logInvalid } from "../serving/log-invalid.js";
import { mcpMethods } from "../serving/mcp-methods.js";
import type { RoleParts } from "../serving/role-parts.js";
import { eitherMessage, servedMethod } from "../serving/served-method.js";
import { wireParts } from "./load-wire-parts.js";
import { wireFormLayer } from "./wire-form-layer.js";

export interface FullServer {
  readonly handle: HttpHandler;
  /** Answers a canonical call whose handler has run already. */
  conclude(body: HttpRequest["body"], handled: Handled): Promise<HttpReply>;
}

interface FullServerSetting extends ServerSetting {
  readonly health: () => Health;
}

export function fullServer({ runtime, parts, served, health }: FullServerSetting): FullServer {
  const { clock, origins } = runtime.agentContext;
  const named = methodsOf(runtime, parts);
  served?.name(named.map(([name]) => name));
  const begunAt = ({ handled }: Wire) => handled?.begun;
  const methods: Dispatcher<Wire> = new Map(
    served === undefined
      ? named
      : named.map(([name, method]) => [name, instrumentMethod(name, method, served, clock, begunAt)]),
  );
  const options = {
    limits: protocolLimits,
    middleware: wireFormLayer(runtime, methods, parts),
    onFault: ({ method, error, notification }: RpcFault) =>
      runtime.log({ level: notification ? "warn" : "error", message: `${method}: ${describeError(error)}` }),
    onUnserved: (method: string | null, error?: unknown) => {
      logInvalid(runtime, method, error);
      served?.add(method ?? otherMethod, refused, 0);
    },
  };
  const otherRoute = async (path: string) =>
    (await wireParts.get()).startRoute(path, { runtime, methods, parts });
  const isForMcp = async (body: HttpRequest["body"], isServed: boolean) =>
    (await wireParts.get()).isBareMessage(body, isServed);
  const otherRequest = async (request: HttpRequest, path: string) =>
    (await wireParts.get()).serviceRoute(request, path, { runtime, methods, parts });
  const handle = createHttpHandler({
    rpc: (body, { headers }) => handleRpc(body, methods, wireOf(headers), options),
    health,
    limits: protocolLimits,
    routes: [
      ...(parts.routes?.() ?? []),
      ...(served === undefined ? [] : [metricsRoute(() => metricsOf(runtime, parts, served, health))]),
    ],
    ...(runtime.strict ? {} : { isForMcp, otherRequest }),
    ...(runtime.strict || !methods.has("run_match") ? {} : { otherRoute }),
    ...(origins === undefined ? {} : { origins }),
    onFault: (error) => runtime.log({ level: "error", message: `HTTP: ${describeError(error)}` }),
  });
  return {
    handle,
    conclude: async (body, handled) => {
      const answer = await handleRpc(body, methods, { ...canonicalWire, handled }, options);
      return answer === null ? noContent() : jsonReply(200, answer);
    },
  };
}

function wireOf(headers: HttpRequest["headers"]): Wire {
  const wire = headers?.[mcpVersionHeader] === undefined ? canonicalWire : mcpWire;
  const trace = readTrace(headers);
  return trace === undefined ? wire : { ...wire, trace };
}

async function metricsOf(
  runtime: AgentCore,
  { metrics }: RoleParts,
  served: Exchanges,
  health: () => Health,
): Promise<{ type: string; text: string }> {
  const families = [
    ...processMetrics(runtime.role, health()),
    ...servedMetrics(served),
    ...(runtime.called === undefined ? [] : calledMetrics(runtime.called)),
    ...((await metrics?.()) ?? []),
  ];
  return { type: expositionType, text: exposition(families) };
}

/** The methods of the role, and those of every agent. */
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
