/**
 * The formats of times and ids in a league manager's acceptance of the probe. Some managers acknowledge a message with other
 * formats and drop it, so the suite uses the manager's own formats.
 */
import type { RunContext } from "../fixtures/context.js";
import { GUEST } from "../fixtures/transport-fixture.js";
import { bestOf, type Probe } from "./probe.js";

export function adoptFormats(context: RunContext, probes: readonly Probe[]): void {
  const answer = bestOf(probes)?.answer;
  if (context.role !== "manager" || answer?.outcome !== "message") return;
  const { timestamp, player_id } = answer.result;
  if (/:\d\d(?:Z|[+-]\d\d:?\d\d)$/.test(String(timestamp))) context.wholeSeconds = true;
  context.usualIds = String(player_id).startsWith(GUEST);
}

export function usualIdsNotes({ usualIds }: RunContext): string[] {
  if (usualIds !== true) return [];
  return [
    "the manager takes an agent's id from the sender of its registration: the suite's agents register as P01, REF01 and so on",
  ];
}
