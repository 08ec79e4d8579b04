/** What is needed to answer a message that is not sent as the documents describe. */
import type { Dispatcher } from "../rpc/index.js";
import type { AgentCore } from "./agent-core.js";
import type { RoleParts } from "./role-parts.js";
import type { Wire } from "./wire.js";

export interface ServiceSetting {
  readonly runtime: AgentCore;
  readonly methods: Dispatcher<Wire>;
  readonly parts: Pick<RoleParts, "assignment" | "id">;
}
