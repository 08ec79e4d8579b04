/** The fast path for a canonical call: valid request, handler result, valid reply. */
import { answered, type Exchanges } from "../../metrics/exchanges.js";
import type { PlainCall } from "../../rpc/plain-call.js";
import { isPromiseLike } from "../../rpc/promise-like.js";
import { resultText } from "../../rpc/reply-text.js";
import type { Context } from "../core/handlers.js";
import { canonicalWire, type Handled } from "../core/wire.js";
import type { AgentCore } from "./agent-core.js";
import { contextOf } from "./context-of.js";
import type { RoleParts } from "./role-parts.js";

export interface ServerSetting {
  readonly runtime: AgentCore;
  readonly parts: RoleParts;
  /** Undefined where nothing is counted. */
  readonly served: Exchanges | undefined;
}

type Handler = (request: unknown, context: Context) => unknown;

/**
 * The text of the answer, null for a notification; undefined for a call that the full server has to handle.
 * @param conclude answers a call whose handler has run without a valid reply
 */
export function answerPlainCall(
  { runtime, parts, served }: ServerSetting,
  { id, method, params }: PlainCall,
  conclude: (handled: Handled) => Promise<string | null>,
): Promise<string | null> | undefined {
  const row = Object.hasOwn(parts.serves, method) ? parts.serves[method] : undefined;
  const handler = parts.handlers[method];
  if (row === undefined || handler === undefined || parts.otherMessages?.[method]?.is(params) === true)
    return undefined;
  if (!row.validateRequest(params)) return undefined;

  const { clock } = runtime.agentContext;
  const begun = clock.now();
  const fail = (error: unknown) => conclude({ begun, outcome: { error } });
  const succeed = (reply: unknown): string | null | Promise<string | null> => {
    const validate = row.validateReply ?? row.validateAck;
    try {
      if (validate !== null && !validate(reply)) return conclude({ begun, outcome: { reply } });
      const text = id === null ? null : resultText(id, reply);
      served?.add(method, answered, clock.now() - begun);
      return text;
    } catch {
      // A reply that JSON cannot write.
      return conclude({ begun, outcome: { reply } });
    }
  };
  try {
    runtime.learnToken(params);
    const reply = (handler as Handler)(params, contextOf(runtime, row, canonicalWire, parts.reply));
    return isPromiseLike(reply)
      ? Promise.resolve(reply).then(succeed, fail)
      : Promise.resolve(succeed(reply));
  } catch (error) {
    return fail(error);
  }
}
