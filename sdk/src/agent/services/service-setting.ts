/** The tools to answer a message that follows no document. */
import type { Dispatcher } from "../../rpc/index.js";
import type { JsonObject } from "../../wire/index.js";
import type { Wire } from "../core/wire.js";
import type { AgentCore } from "../serving/agent-core.js";
import type { RoleParts } from "../serving/role-parts.js";

/** Such a message has no sender, and therefore no token; a match that it orders is answered with its result. */
export const withoutToken: Wire = {
  name: "loose",
  tokenless: true,
  matchStart: "blocking",
  isLenient: true,
};

/** The names of a match's id in messages of services. */
export const matchNames = ["match_id", "match", "matchId", "game_id", "game"];

export interface ServiceSetting {
  readonly runtime: AgentCore;
  readonly methods: Dispatcher<Wire>;
  readonly parts: Pick<RoleParts, "assignment" | "id" | "takeAnswer">;
  /** Of calls with a method: the ids of matches to which the player was invited, the latest last. */
  readonly invited?: Set<string>;
}

/** The round of a message; 1 without one. */
export function roundOf(members: JsonObject): number {
  const value = ["round_id", "round", "round_number"]
    .map((key) => members[key])
    .find((one) => one !== undefined);
  const number = Number(/\d+/.exec(String(value))?.[0] ?? 1);
  return Number.isSafeInteger(number) && number > 0 ? number : 1;
}
