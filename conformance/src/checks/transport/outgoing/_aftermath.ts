/** What an agent does when one of its calls is answered badly. Which call that is depends on its role. */
import { START_LIMIT_MS } from "../../../bench/start.js";
import type { TransportBench } from "../../../bench/transport-bench.js";
import { records, wire, wrongId } from "../../../peers/behaviour.js";
import { quickMatch } from "../../../time/mandates.js";
import { afterRegistration } from "./_after-registration.js";
import { afterAssignment } from "./_assignments.js";
import { type Aftermath, AGAIN_WITHIN_MS, type Bad, lookAfter, RESET } from "./_bad-answers.js";

export const AFTERMATH_MS = Math.max(START_LIMIT_MS, quickMatch()) + 2 * AGAIN_WITHIN_MS;

/** The control: what the agent does when the connection breaks on that call. */
export function afterReset(bench: TransportBench): Promise<Aftermath> {
  return bench.role === "referee"
    ? bench.observe("the connection broke on a call of the agent", () => afterFirst(bench, RESET))
    : afterFirst(bench, RESET);
}

/** Answers the agent's first call of a kind badly and every later one well. */
export function afterFirst(bench: TransportBench, bad: Bad): Promise<Aftermath> {
  switch (bench.role) {
    case "player":
      return afterRegistration(bench, bad);
    case "referee":
      return afterReport(bench, bad);
    case "manager":
      return afterAssignment(bench, bad);
  }
}

async function afterReport(bench: TransportBench, bad: Bad): Promise<Aftermath> {
  const { agent, matches } = await bench.surroundings();
  const first = bad === "other id" ? wrongId(records()) : wire(bad);
  const match = await matches?.stage({ reports: [first, records()] });
  const reports = () => match?.observe().reports.length ?? 0;
  try {
    const assigned = match?.assign(quickMatch());
    await match?.ended(quickMatch(), 0);
    await assigned;
    if (reports() === 0) bench.notExercised("the referee reported no match");
    await match?.until((seen) => seen.reports[1], AGAIN_WITHIN_MS);
    return { call: "its MATCH_RESULT_REPORT", again: reports() > 1, ...(await lookAfter(agent)) };
  } finally {
    await match?.close();
  }
}
