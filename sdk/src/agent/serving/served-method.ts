/** The JSON-RPC method around a handler: validation of both messages, error replies. */
import { byName, type RpcMethod } from "../../rpc/dispatch.js";
import { LeagueRpcError } from "../core/errors.js";
import { type BuildReply, boundReply, type Context } from "../core/handlers.js";
import { refusals } from "../core/on-demand-parts.js";
import type { Trace } from "../core/trace.js";
import type { AgentCore } from "./agent-runtime.js";
import type { ServedRow } from "./role-parts.js";

type AnyHandler = (request: unknown, context: Context) => unknown;

/**
 * A method of a role: it takes its params by name, request and reply are validated, and errors of the handler become error replies
 * of the contract. Nulls in place of absent fields are removed from the request.
 */
export function servedMethod(
  runtime: AgentCore,
  { name, deadlineMs, validateRequest, validateReply, validateAck }: ServedRow,
  handler: unknown,
  build: BuildReply,
): RpcMethod<Trace | undefined> {
  const { agentContext, senderIdentity } = runtime;
  const validateAnswer = validateReply ?? validateAck;
  const now = () => senderIdentity.now();
  const reply = boundReply(senderIdentity, build);

  const refuse = async (fault: LeagueRpcError, request: unknown) => {
    runtime.log({ level: "warn", message: `${name} refused with ${fault.code}: ${fault.message}` });
    const { errorReply } = await refusals.get();
    return errorReply(fault, request, name, senderIdentity);
  };
  const readRefused = async (params: object) => {
    const { readRefused, schemaFault } = await refusals.get();
    const read = await readRefused(validateRequest, params);
    if (read.ok) return read.value;
    throw await refuse(schemaFault(read.violations), params);
  };
  const invalidAnswer = async (answer: unknown, validate: ServedRow["validateRequest"]) => {
    const { schemaFault, violationsOf } = await refusals.get();
    const { message } = schemaFault(await violationsOf(validate, answer));
    return new Error(`our own reply is invalid: ${message}`);
  };

  return {
    async call(params, trace) {
      const given = byName(params);
      const request = validateRequest(given) ? given : await readRefused(given);
      runtime.learnToken(request);
      const deadline = agentContext.clock.now() + (deadlineMs ?? Number.POSITIVE_INFINITY);
      let answer: unknown;
      try {
        answer = await (handler as AnyHandler)(request, { deadline, now, trace, reply });
      } catch (error) {
        throw error instanceof LeagueRpcError ? await refuse(error, request) : error;
      }
      if (validateAnswer === null || validateAnswer(answer)) return answer;
      throw await invalidAnswer(answer, validateAnswer);
    },
  };
}
