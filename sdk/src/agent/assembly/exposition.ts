/** The text of `GET /metrics`. */
import type { Health } from "../../domain/health.js";
import { calledMetrics, servedMetrics } from "../../metrics/exchange-metrics.js";
import type { Exchanges } from "../../metrics/exchanges.js";
import { exposition, expositionType, type Family } from "../../metrics/family.js";
import { processMetrics } from "../../metrics/process-metrics.js";
import type { AgentCore } from "../serving/agent-core.js";

export function exposed(
  { role, called }: AgentCore,
  health: Health,
  served: Exchanges,
  own: readonly Family[],
): { type: string; text: string } {
  const families = [
    ...processMetrics(role, health),
    ...servedMetrics(served),
    ...(called === undefined ? [] : calledMetrics(called)),
    ...own,
  ];
  return { type: expositionType, text: exposition(families) };
}
