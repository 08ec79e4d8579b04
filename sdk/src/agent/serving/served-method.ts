/** The JSON-RPC method around a handler: validation of both messages, error replies. */
import { isObject } from "../../json/is-object.js";
import type { RpcMethod } from "../../rpc/dispatch.js";
import { serveMethod } from "../../rpc/serve-method.js";
import { type BuildReply, boundReply } from "../core/bound-reply.js";
import type { Context } from "../core/handlers.js";
import { LeagueRpcError } from "../core/league-rpc-error.js";
import { refusals } from "../core/on-demand-parts.js";
import type { Trace } from "../core/trace.js";
import type { AgentCore } from "./agent-core.js";
import type { OtherMessage, ServedRow } from "./role-parts.js";

type AnyHandler = (request: unknown, context: Context) => unknown;

/** A method of a role: request and reply are validated, and errors of the handler become error replies of the contract. */
export function servedMethod(
  runtime: AgentCore,
  row: ServedRow,
  handler: unknown,
  reply: BuildReply,
): RpcMethod<Trace | undefined> {
  const refuse = async (fault: LeagueRpcError, request: unknown) => {
    runtime.log({ level: "warn", message: `${row.name} refused with ${fault.code}: ${fault.message}` });
    const { errorReply } = await refusals.get();
    return errorReply(fault, request, row.name, runtime.senderIdentity);
  };
  const functions = contextFunctions(runtime, reply);
  return serveMethod<unknown, unknown, Trace | undefined>({
    validateRequest: row.validateRequest,
    validateReply: row.validateReply ?? row.validateAck,
    handler: async (request, trace) => {
      try {
        runtime.learnToken(request);
        return await (handler as AnyHandler)(request, contextOf(runtime, row, trace, functions));
      } catch (error) {
        throw error instanceof LeagueRpcError ? await refuse(error, request) : error;
      }
    },
    onInvalid: async ({ side, faults, data }) => {
      const { explain, schemaFault } = await refusals.get();
      const fault = schemaFault(explain(faults, data));
      return side === "request"
        ? refuse(fault, data)
        : new Error(`our own reply is invalid: ${fault.message}`);
    },
  });
}

/** A method that takes two messages. */
export function eitherMessage(
  runtime: AgentCore,
  row: ServedRow,
  own: RpcMethod<Trace | undefined>,
  other: OtherMessage,
  reply: BuildReply,
): RpcMethod<Trace | undefined> {
  const [form] = row.forms ?? [];
  if (form === undefined) return own;
  const second = servedMethod(runtime, { ...row, ...form, validateAck: null }, other.handle, reply);
  return {
    call: (params, trace) => (isObject(params) && other.is(params) ? second : own).call(params, trace),
  };
}

/** The functions of a context, created once for all requests. */
export type ContextFunctions = Pick<Context, "now" | "reply">;

export function contextFunctions({ senderIdentity }: AgentCore, build: BuildReply): ContextFunctions {
  return { now: () => senderIdentity.now(), reply: boundReply(senderIdentity, build) };
}

/** The context of a handler for a request that arrives now. */
export function contextOf(
  { agentContext }: AgentCore,
  { deadlineMs }: Pick<ServedRow, "deadlineMs">,
  trace: Trace | undefined,
  { now, reply }: ContextFunctions,
): Context {
  const deadline = agentContext.clock.now() + (deadlineMs ?? Number.POSITIVE_INFINITY);
  return { deadline, now, trace, reply };
}
