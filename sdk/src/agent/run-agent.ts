/** Turns a role's handlers into an agent that answers HTTP exchanges. */
import { explain, protocol, type Validator } from "@league-v2/contract";
import { createHttpHandler, type HttpRoute, mcpVersionHeader } from "../http/index.js";
import { counted } from "../metrics/counted.js";
import { otherMethod, servedExchanges } from "../metrics/exchanges.js";
import type { Family } from "../metrics/family.js";
import { lifeFamilies } from "../metrics/life-families.js";
import { metricsRoute } from "../metrics/metrics-route.js";
import { refused } from "../metrics/outcomes.js";
import {
  type Dispatcher,
  handleRpc,
  type RpcFault,
  type RpcMethod,
  type RpcOptions,
  type RpcRequest,
  serveMethod,
} from "../rpc/index.js";
import { isPromiseLike } from "../rpc/promise-like.js";
import type { Health, Registration, RunningAgent } from "./agent.js";
import { boundReply } from "./bound-reply.js";
import { describeError } from "./describe-error.js";
import { discover } from "./discover.js";
import { LeagueFault } from "./fault.js";
import type { ForeignCalls } from "./foreign.js";
import type { ForeignAnswer } from "./foreign-reply.js";
import type { Context } from "./handlers.js";
import type { AgentCore } from "./life.js";
import { loadWireParts } from "./load-wire-parts.js";
import { mcpMethods } from "./mcp-methods.js";
import { refusal, schemaFault } from "./refusal.js";
import { readTrace, type Trace } from "./trace.js";
import { canonicalWire, mcpWire, type Wire } from "./wire.js";

/** A row of a role's table of served methods, as the contract package emits it. */
export interface ServedRow {
  readonly name: string;
  readonly deadlineMs: number | null;
  readonly validateRequest: Validator<unknown>;
  readonly validateReply: Validator<unknown> | null;
  readonly validateAck: Validator<unknown> | null;
  /** Other messages that the same method takes. */
  readonly forms?: readonly Pick<ServedRow, "deadlineMs" | "validateRequest" | "validateReply">[];
}

/** The handler of another message under the name of a method. */
export interface OtherMessage {
  readonly is: (params: object) => boolean;
  readonly handle: (request: never, context: Context) => unknown;
}

export interface RoleParts {
  readonly serves: { readonly [method: string]: ServedRow };
  /** Exhaustive by its type at the place where it is made. */
  readonly handlers: { readonly [method: string]: unknown };
  readonly registered: Promise<Registration>;
  readonly id: () => string | null;
  readonly state: () => string;
  /** By method, in the order of `forms` in its row. */
  readonly otherMessages?: { readonly [method: string]: OtherMessage };
  /** Further paths that this role serves. */
  readonly routes?: readonly HttpRoute[];
  /** What this role tells on `GET /health` besides what every agent does. */
  readonly about?: () => Partial<Health>;
  /** What this role counts besides its exchanges, asked for when somebody reads `/metrics`. */
  readonly metrics?: () => readonly Family[] | Promise<readonly Family[]>;
  /** See `RunningAgent`. */
  readonly drain?: () => Promise<void>;
}

export function runAgent(life: AgentCore, parts: RoleParts): RunningAgent {
  const named: readonly (readonly [string, RpcMethod<Wire>])[] = [
    ...Object.entries(parts.serves).flatMap(([name, row]) => {
      const handler = parts.handlers[name];
      if (handler === undefined) return [];
      const own = methodOf(life, row, handler);
      const other = parts.otherMessages?.[name];
      return [[name, other === undefined ? own : either(life, row, own, other)] as const];
    }),
    ["ping", { call: (_params, { mcp }) => (mcp ? {} : { ok: true, message: "pong" }) }],
    ["rpc.discover", { call: () => discover(life.role) }],
    ...mcpMethods(life.role),
  ];
  const { clock, metrics: counts = true } = life.link;
  const served = servedExchanges(named.map(([name]) => name));
  const methods: Dispatcher<Wire> = new Map(
    counts ? named.map(([name, method]) => [name, counted(name, method, served, clock)]) : named,
  );
  const { limits } = protocol;
  const onFault = ({ method, error, notification }: RpcFault) =>
    life.log({ level: notification ? "warn" : "error", message: `${method}: ${describeError(error)}` });
  const health = () => ({ ...life.health(parts.id(), parts.state()), ...parts.about?.() });
  const foreign = foreignCalls(life, methods, parts.id);
  const foreignFirst = () => life.forms.hidesItsForm;
  const onUnserved = (method: string | null) => served.of(method ?? otherMethod).add(refused, 0);
  const options = { limits, onFault, foreign, foreignFirst, ...(counts ? { onUnserved } : {}) };
  const families = async () => [
    ...lifeFamilies(life.role, health()),
    ...served.families(),
    ...life.called.families(),
    ...((await parts.metrics?.()) ?? []),
  ];
  const handle = createHttpHandler({
    rpc: (body, { headers }) => {
      const wire = headers?.[mcpVersionHeader] === undefined ? canonicalWire : mcpWire;
      const trace = readTrace(headers);
      if (trace === undefined) return handleRpc(body, methods, wire, options);
      const traced: RpcOptions = { ...options, foreign: (entry, request) => foreign(entry, request, trace) };
      return handleRpc(body, methods, { ...wire, trace }, traced);
    },
    health,
    routes: [...(parts.routes ?? []), ...(counts ? [metricsRoute(families)] : [])],
    limits,
    ...(life.link.origins === undefined ? {} : { origins: life.link.origins }),
    onFault: (error) => life.log({ level: "error", message: `HTTP: ${describeError(error)}` }),
  });
  return {
    role: life.role,
    handle,
    registered: parts.registered,
    done: life.done,
    health,
    ...(parts.drain === undefined ? {} : { drain: parts.drain }),
    close: () => life.close(),
  };
}

/** Loaded with the first message that is not canonical: an agent among its own kind never carries the other forms. */
function foreignCalls(
  life: AgentCore,
  methods: Dispatcher<Wire>,
  id: () => string | null,
): (entry: unknown, request: RpcRequest, trace?: Trace) => Promise<ForeignAnswer> {
  let loaded: Promise<ForeignCalls> | undefined;
  const load = async () => {
    const [{ ForeignCalls }, forms] = await Promise.all([loadWireParts(), life.forms.load()]);
    return new ForeignCalls({ life, methods, id, forms });
  };
  return async (entry, request, trace) => {
    loaded ??= load();
    return (await loaded).answer(entry, request, trace);
  };
}

type AnyHandler = (request: unknown, context: Context) => unknown;

function methodOf(life: AgentCore, row: ServedRow, handler: unknown): RpcMethod<Wire> {
  const run = handler as AnyHandler;
  const refuse = (fault: LeagueFault, request: unknown) => {
    life.log({ level: "warn", message: `${row.name} refused with ${fault.code}: ${fault.message}` });
    return refusal(fault, request, row.name, life.voice);
  };
  return serveMethod<unknown, unknown, Wire>({
    validateRequest: row.validateRequest,
    validateReply: row.validateReply ?? row.validateAck,
    handler: (request, wire) => {
      const fail = (error: unknown): never => {
        throw error instanceof LeagueFault ? refuse(error, request) : error;
      };
      try {
        life.meet(request);
        // A handler that answers at once is not made to wait.
        const reply = run(request, contextOf(life, row, wire));
        return isPromiseLike(reply) ? reply.then(undefined, fail) : reply;
      } catch (error) {
        return fail(error);
      }
    },
    onInvalid: ({ side, faults, data }) => {
      const fault = schemaFault(explain(faults, data));
      return side === "request"
        ? refuse(fault, data)
        : new Error(`our own reply is invalid: ${fault.message}`);
    },
  });
}

/** A method that takes two messages. */
function either(life: AgentCore, row: ServedRow, own: RpcMethod<Wire>, other: OtherMessage): RpcMethod<Wire> {
  const [form] = row.forms ?? [];
  if (form === undefined) return own;
  const second = methodOf(life, { ...row, ...form, validateAck: null }, other.handle);
  const isOther = (params: unknown) => typeof params === "object" && params !== null && other.is(params);
  return {
    params: "by-name",
    call: (params, wire) => (isOther(params) ? second : own).call(params, wire),
  };
}

function contextOf(life: AgentCore, row: ServedRow, wire: Wire): Context {
  const { clock } = life.link;
  return {
    deadline: clock.now() + (row.deadlineMs ?? Number.POSITIVE_INFINITY),
    now: () => life.voice.now(),
    wire,
    trace: wire.trace,
    reply: boundReply(life.voice),
  };
}
