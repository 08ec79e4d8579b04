/** Turns a role's handlers into an agent that answers HTTP exchanges. */
import { explain, protocol, type Validator } from "@league-v2/contract";
import { createHttpHandler, type HttpRoute } from "../http/index.js";
import {
  type Dispatcher,
  handleRpc,
  type RpcFault,
  type RpcMethod,
  type RpcOptions,
  serveMethod,
} from "../rpc/index.js";
import { isPromiseLike } from "../rpc/promise-like.js";
import type { Registration, RunningAgent } from "./agent.js";
import { boundReply } from "./bound-reply.js";
import { describeError } from "./describe-error.js";
import { discover } from "./discover.js";
import { LeagueFault } from "./fault.js";
import type { ForeignCalls } from "./foreign.js";
import type { Context } from "./handlers.js";
import type { AgentCore } from "./life.js";
import { loadWireParts } from "./load-wire-parts.js";
import { mcpMethods } from "./mcp-methods.js";
import { refusal, schemaFault } from "./refusal.js";
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
}

export function runAgent(life: AgentCore, parts: RoleParts): RunningAgent {
  const methods: Dispatcher<Wire> = new Map<string, RpcMethod<Wire>>([
    ...Object.entries(parts.serves).flatMap(([name, row]) => {
      const handler = parts.handlers[name];
      if (handler === undefined) return [];
      const own = served(life, row, handler);
      const other = parts.otherMessages?.[name];
      return [[name, other === undefined ? own : either(life, row, own, other)] as const];
    }),
    ["ping", { call: (_params, { mcp }) => (mcp ? {} : { ok: true, message: "pong" }) }],
    ["rpc.discover", { call: () => discover(life.role) }],
    ...mcpMethods(life.role),
  ]);
  const { limits } = protocol;
  const onFault = ({ method, error, notification }: RpcFault) =>
    life.log({ level: notification ? "warn" : "error", message: `${method}: ${describeError(error)}` });
  const health = () => life.health(parts.id(), parts.state());
  const foreign = foreignCalls(life, methods, parts.id);
  const foreignFirst = () => life.forms.hidesItsForm;
  const options = { limits, onFault, foreign, foreignFirst };
  const handle = createHttpHandler({
    rpc: (body, { headers }) =>
      handleRpc(body, methods, headers?.[mcpVersionHeader] === undefined ? canonicalWire : mcpWire, options),
    health,
    ...(parts.routes === undefined ? {} : { routes: parts.routes }),
    limits,
    onFault: (error) => life.log({ level: "error", message: `HTTP: ${describeError(error)}` }),
  });
  return {
    role: life.role,
    handle,
    registered: parts.registered,
    done: life.done,
    health,
    close: () => life.close(),
  };
}

/** MCP clients send it with everything that comes after `initialize`. */
const mcpVersionHeader = "mcp-protocol-version";

/** Loaded with the first message that is not canonical: an agent among its own kind never carries the other forms. */
function foreignCalls(
  life: AgentCore,
  methods: Dispatcher<Wire>,
  id: () => string | null,
): NonNullable<RpcOptions["foreign"]> {
  let loaded: Promise<ForeignCalls> | undefined;
  const load = async () => {
    const [{ ForeignCalls }, forms] = await Promise.all([loadWireParts(), life.forms.load()]);
    return new ForeignCalls({ life, methods, id, forms });
  };
  return async (entry, request) => {
    loaded ??= load();
    return (await loaded).answer(entry, request);
  };
}

type AnyHandler = (request: unknown, context: Context) => unknown;

function served(life: AgentCore, row: ServedRow, handler: unknown): RpcMethod<Wire> {
  const run = handler as AnyHandler;
  const refused = (fault: LeagueFault, request: unknown) => {
    life.log({ level: "warn", message: `${row.name} refused with ${fault.code}: ${fault.message}` });
    return refusal(fault, request, row.name, life.voice);
  };
  return serveMethod<unknown, unknown, Wire>({
    validateRequest: row.validateRequest,
    validateReply: row.validateReply ?? row.validateAck,
    handler: (request, wire) => {
      const fail = (error: unknown): never => {
        throw error instanceof LeagueFault ? refused(error, request) : error;
      };
      try {
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
        ? refused(fault, data)
        : new Error(`our own reply is invalid: ${fault.message}`);
    },
  });
}

/** A method that takes two messages. */
function either(life: AgentCore, row: ServedRow, own: RpcMethod<Wire>, other: OtherMessage): RpcMethod<Wire> {
  const [form] = row.forms ?? [];
  if (form === undefined) return own;
  const second = served(life, { ...row, ...form, validateAck: null }, other.handle);
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
    reply: boundReply(life.voice),
  };
}
