/**
 * What the acceptance of the probe shows of a league manager that may drop a message which it has acknowledged: such a
 * manager is sent times and ids as it uses them, so that its leagues go on.
 */
import type { RunContext } from "../fixtures/context.js";
import { GUEST } from "../fixtures/transport-fixture.js";
import { bestOf, type Probe } from "./probe.js";

export function adoptHabits(context: RunContext, probes: readonly Probe[]): void {
  const answer = bestOf(probes)?.answer;
  if (context.role !== "manager" || answer?.outcome !== "message") return;
  const { timestamp, player_id } = answer.result;
  if (/:\d\d(?:Z|[+-]\d\d:?\d\d)$/.test(String(timestamp))) context.wholeSeconds = true;
  context.usualIds = String(player_id).startsWith(GUEST);
}

export function usualIdsNotes({ usualIds }: RunContext): string[] {
  if (usualIds !== true) return [];
  return [
    "the manager takes an agent's id from the sender of its registration: there the run says P01, REF01 and so on",
  ];
}
