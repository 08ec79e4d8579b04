/** The text of `GET /metrics`. */
import type { Health } from "../../domain/health.js";
import { calledMetrics, matchMetrics, processMetrics, servedMetrics } from "../../metrics/agent-metrics.js";
import type { Exchanges } from "../../metrics/exchanges.js";
import { exposition, expositionType } from "../../metrics/family.js";
import type { AgentCore } from "../serving/agent-core.js";
import type { RoleParts } from "../serving/role-parts.js";

export async function exposed(
  { role, called }: AgentCore,
  health: Health,
  served: Exchanges,
  { matches, metrics }: Pick<RoleParts, "matches" | "metrics">,
): Promise<{ type: string; text: string }> {
  const families = [
    ...processMetrics(role, health),
    ...servedMetrics(served),
    ...(called === undefined ? [] : calledMetrics(called)),
    ...(matches === undefined ? [] : matchMetrics(matches())),
    ...((await metrics?.()) ?? []),
  ];
  return { type: expositionType, text: exposition(families) };
}
