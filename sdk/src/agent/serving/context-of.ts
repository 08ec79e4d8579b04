import { type BuildReply, boundReply } from "../core/bound-reply.js";
import type { Context } from "../core/handlers.js";
import type { Wire } from "../core/wire.js";
import type { AgentCore } from "./agent-core.js";
import type { ServedRow } from "./role-parts.js";

/** The context of a handler for a request that arrives now. */
export function contextOf(
  runtime: AgentCore,
  { deadlineMs }: Pick<ServedRow, "deadlineMs">,
  wire: Wire,
  reply: BuildReply,
): Context {
  return {
    deadline: runtime.agentContext.clock.now() + (deadlineMs ?? Number.POSITIVE_INFINITY),
    now: () => runtime.senderIdentity.now(),
    wire,
    trace: wire.trace,
    reply: boundReply(runtime.senderIdentity, reply),
  };
}
