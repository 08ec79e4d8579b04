/** Turns a role's handlers into an agent that answers HTTP exchanges. */
import { explain, protocol, type Validator } from "@league-v2/contract";
import { createHttpHandler } from "../http/index.js";
import { type Dispatcher, handleRpc, type RpcFault, type RpcMethod, serveMethod } from "../rpc/index.js";
import type { Registration, RunningAgent } from "./agent.js";
import { boundReply } from "./bound-reply.js";
import { describeError } from "./describe-error.js";
import { discover } from "./discover.js";
import { LeagueFault } from "./fault.js";
import type { Context } from "./handlers.js";
import type { AgentCore } from "./life.js";
import { refusal, schemaFault } from "./refusal.js";

/** A row of a role's table of served methods, as the contract package emits it. */
export interface ServedRow {
  readonly name: string;
  readonly deadlineMs: number | null;
  readonly validateRequest: Validator<unknown>;
  readonly validateReply: Validator<unknown> | null;
  readonly validateAck: Validator<unknown> | null;
}

export interface RoleParts {
  readonly serves: { readonly [method: string]: ServedRow };
  /** Exhaustive by its type at the place where it is made. */
  readonly handlers: { readonly [method: string]: unknown };
  readonly registered: Promise<Registration>;
  readonly id: () => string | null;
  readonly state: () => string;
}

export function runAgent(life: AgentCore, parts: RoleParts): RunningAgent {
  const methods: Dispatcher<null> = new Map<string, RpcMethod<null>>([
    ...Object.entries(parts.serves).flatMap(([name, row]) => {
      const handler = parts.handlers[name];
      return handler === undefined ? [] : [[name, served(life, row, handler)] as const];
    }),
    ["ping", { call: () => ({ ok: true, message: "pong" }) }],
    ["rpc.discover", { call: () => discover(life.role) }],
  ]);
  const { limits } = protocol;
  const onFault = ({ method, error, notification }: RpcFault) =>
    life.log({ level: notification ? "warn" : "error", message: `${method}: ${describeError(error)}` });
  const health = () => life.health(parts.id(), parts.state());
  const handle = createHttpHandler({
    rpc: (body) => handleRpc(body, methods, null, { limits, onFault }),
    health,
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

type AnyHandler = (request: unknown, context: Context) => unknown;

function served(life: AgentCore, row: ServedRow, handler: unknown): RpcMethod<null> {
  const run = handler as AnyHandler;
  const refused = (fault: LeagueFault, request: unknown) => {
    life.log({ level: "warn", message: `${row.name} refused with ${fault.code}: ${fault.message}` });
    return refusal(fault, request, row.name, life.voice);
  };
  return serveMethod<unknown, unknown, null>({
    validateRequest: row.validateRequest,
    validateReply: row.validateReply ?? row.validateAck,
    handler: async (request) => {
      try {
        return await run(request, contextOf(life, row));
      } catch (error) {
        throw error instanceof LeagueFault ? refused(error, request) : error;
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

function contextOf(life: AgentCore, row: ServedRow): Context {
  const { clock } = life.link;
  return {
    deadline: clock.now() + (row.deadlineMs ?? Number.POSITIVE_INFINITY),
    now: () => life.voice.now(),
    wire: "canonical",
    reply: boundReply(life.voice),
  };
}
