import { type BuildReply, boundReply } from "../core/bound-reply.js";
import type { Context } from "../core/handlers.js";
import type { Trace } from "../core/trace.js";
import type { AgentCore } from "./agent-core.js";
import type { ServedRow } from "./role-parts.js";

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
