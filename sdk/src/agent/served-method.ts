/** One method of a role, around the handler that answers it. */
import type { Validator } from "@league-v2/contract";
import { type RpcMethod, serveReading } from "../rpc/index.js";
import { isPromiseLike } from "../rpc/promise-like.js";
import type { AgentCore } from "./agent-runtime.js";
import { type BuildReply, boundReply } from "./bound-reply.js";
import { errorReply } from "./error-reply.js";
import type { Context } from "./handlers.js";
import { LeagueRpcError } from "./league-rpc-error.js";
import { withOccasionalParts } from "./load-parts.js";
import { readAgain } from "./read-again.js";
import type { Wire } from "./wire.js";

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

type AnyHandler = (request: unknown, context: Context) => unknown;

/** A method of a role: its messages checked both ways, what its handler throws told as the contract says. */
export function servedMethod(
  life: AgentCore,
  row: ServedRow,
  handler: unknown,
  reply: BuildReply,
): RpcMethod<Wire> {
  const run = handler as AnyHandler;
  const refuse = (fault: LeagueRpcError, request: unknown) => {
    life.log({ level: "warn", message: `${row.name} refused with ${fault.code}: ${fault.message}` });
    return errorReply(fault, request, row.name, life.voice);
  };
  return serveReading<unknown, unknown, Wire>(readAgain, {
    validateRequest: row.validateRequest,
    validateReply: row.validateReply ?? row.validateAck,
    handler: (request, wire) => {
      const fail = (error: unknown): never => {
        throw error instanceof LeagueRpcError ? refuse(error, request) : error;
      };
      try {
        life.meet(request);
        // A handler that answers at once is not made to wait.
        const answer = run(request, contextOf(life, row, wire, reply));
        return isPromiseLike(answer) ? answer.then(undefined, fail) : answer;
      } catch (error) {
        return fail(error);
      }
    },
    onInvalid: ({ side, faults, data }) =>
      withOccasionalParts(({ explain, schemaFault }) => {
        const fault = schemaFault(explain(faults, data));
        return side === "request"
          ? refuse(fault, data)
          : new Error(`our own reply is invalid: ${fault.message}`);
      }),
  });
}

/** A method that takes two messages. */
export function eitherMessage(
  life: AgentCore,
  row: ServedRow,
  own: RpcMethod<Wire>,
  other: OtherMessage,
  reply: BuildReply,
): RpcMethod<Wire> {
  const [form] = row.forms ?? [];
  if (form === undefined) return own;
  const second = servedMethod(life, { ...row, ...form, validateAck: null }, other.handle, reply);
  const isOther = (params: unknown) => typeof params === "object" && params !== null && other.is(params);
  return {
    params: "by-name",
    call: (params, wire) => (isOther(params) ? second : own).call(params, wire),
  };
}

function contextOf(life: AgentCore, row: ServedRow, wire: Wire, reply: BuildReply): Context {
  const { clock } = life.link;
  return {
    deadline: clock.now() + (row.deadlineMs ?? Number.POSITIVE_INFINITY),
    now: () => life.voice.now(),
    wire,
    trace: wire.trace,
    reply: boundReply(life.voice, reply),
  };
}
