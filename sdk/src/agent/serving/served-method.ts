/** The JSON-RPC method around a handler: validation of both messages, error replies. */
import { explain } from "@league-v2/contract";
import { type RpcMethod, serveMethod } from "../../rpc/index.js";
import { isPromiseLike } from "../../rpc/promise-like.js";
import type { BuildReply } from "../core/bound-reply.js";
import { errorReply } from "../core/error-reply.js";
import type { Context } from "../core/handlers.js";
import { LeagueRpcError } from "../core/league-rpc-error.js";
import { schemaFault } from "../core/schema-fault.js";
import type { Handled, Wire } from "../core/wire.js";
import type { AgentCore } from "./agent-core.js";
import { contextFunctions, contextOf } from "./context-of.js";
import type { OtherMessage, ServedRow } from "./role-parts.js";

type AnyHandler = (request: unknown, context: Context) => unknown;

/** A method of a role: request and reply are validated, and errors of the handler become error replies of the contract. */
export function servedMethod(
  runtime: AgentCore,
  row: ServedRow,
  handler: unknown,
  reply: BuildReply,
): RpcMethod<Wire> {
  const refuse = (fault: LeagueRpcError, request: unknown) => {
    // An invalid message may be valid in another form.
    if (!fault.isSchemaFault)
      runtime.log({ level: "warn", message: `${row.name} refused with ${fault.code}: ${fault.message}` });
    return errorReply(fault, request, row.name, runtime.senderIdentity);
  };
  const functions = contextFunctions(runtime, reply);
  const run = (request: unknown, wire: Wire) => {
    if (wire.handled !== undefined) return replay(wire.handled);
    runtime.learnToken(request);
    return (handler as AnyHandler)(request, contextOf(runtime, row, wire, functions));
  };
  return serveMethod<unknown, unknown, Wire>({
    validateRequest: row.validateRequest,
    validateReply: row.validateReply ?? row.validateAck,
    handler: (request, wire) => {
      const fail = (error: unknown): never => {
        throw error instanceof LeagueRpcError ? refuse(error, request) : error;
      };
      try {
        // A synchronous handler is answered synchronously.
        const answer = run(request, wire);
        return isPromiseLike(answer) ? answer.then(undefined, fail) : answer;
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

/** Returns or throws the outcome of a handler that has already run. */
function replay({ outcome }: Handled): unknown {
  if ("error" in outcome) throw outcome.error;
  return outcome.reply;
}

/** A method that takes two messages. */
export function eitherMessage(
  runtime: AgentCore,
  row: ServedRow,
  own: RpcMethod<Wire>,
  other: OtherMessage,
  reply: BuildReply,
): RpcMethod<Wire> {
  const [form] = row.forms ?? [];
  if (form === undefined) return own;
  const second = servedMethod(runtime, { ...row, ...form, validateAck: null }, other.handle, reply);
  const isOther = (params: unknown) => typeof params === "object" && params !== null && other.is(params);
  return {
    params: "by-name",
    call: (params, wire) => (isOther(params) ? second : own).call(params, wire),
  };
}
