/** The fast path for a canonical call: valid request, handler result, valid reply. */
import { jsonReply, noContent } from "../../http/replies.js";
import type { HttpReply } from "../../http/types.js";
import { answered, type Exchanges } from "../../metrics/exchanges.js";
import type { PlainCall } from "../../rpc/plain-call.js";
import { resultText } from "../../rpc/reply-text.js";
import type { Context } from "../core/handlers.js";
import { canonicalWire, type Handled } from "../core/wire.js";
import type { AgentCore } from "./agent-core.js";
import { type ContextFunctions, contextOf } from "./context-of.js";
import type { RoleParts } from "./role-parts.js";

export interface ServerSetting {
  readonly runtime: AgentCore;
  readonly parts: RoleParts;
  /** Undefined where nothing is counted. */
  readonly served: Exchanges | undefined;
  readonly functions: ContextFunctions;
}

type Handler = (request: unknown, context: Context) => unknown;

/**
 * The answer, empty for a notification; undefined for a call that the full server has to handle.
 * @param conclude answers a call whose handler has run without a valid reply
 */
export function answerPlainCall(
  { runtime, parts, served, functions }: ServerSetting,
  { id, method, params }: PlainCall,
  conclude: (handled: Handled) => Promise<HttpReply>,
): Promise<HttpReply> | undefined {
  const row = Object.hasOwn(parts.serves, method) ? parts.serves[method] : undefined;
  const handler = parts.handlers[method];
  if (row === undefined || handler === undefined || parts.otherMessages?.[method]?.is(params) === true)
    return undefined;
  if (!row.validateRequest(params)) return undefined;

  const { clock } = runtime.agentContext;
  const begun = clock.now();
  const fail = (error: unknown) => conclude({ begun, outcome: { error } });
  const succeed = (reply: unknown): HttpReply | Promise<HttpReply> => {
    try {
      if ((row.validateReply ?? row.validateAck)?.(reply) !== false) {
        const answer = id === null ? noContent() : jsonReply(200, resultText(id, reply));
        served?.add(method, answered, clock.now() - begun);
        return answer;
      }
    } catch {
      // A reply that JSON cannot write.
    }
    return conclude({ begun, outcome: { reply } });
  };
  try {
    runtime.learnToken(params);
    const reply = (handler as Handler)(params, contextOf(runtime, row, canonicalWire, functions));
    return Promise.resolve(reply).then(succeed, fail);
  } catch (error) {
    return fail(error);
  }
}
