import type { Health } from "../domain/health.js";
import type { Role } from "../domain/role.js";
import type { Family } from "./family.js";

const msPerSecond = 1000;

/** The metrics that every agent reports. */
export function processMetrics(role: Role, { state, uptime_ms, spec_version }: Health): Family[] {
  return [
    {
      name: "league_agent_info",
      help: "What this agent is; always 1.",
      type: "gauge",
      samples: [{ labels: { role, state, spec_version }, value: 1 }],
    },
    {
      name: "league_uptime_seconds",
      help: "How long this agent has been running.",
      type: "gauge",
      samples: [{ value: uptime_ms / msPerSecond }],
    },
  ];
}
