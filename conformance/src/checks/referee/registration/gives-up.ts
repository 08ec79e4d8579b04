import type { RefereeBench } from "../../../bench/referee-bench.js";
import { check } from "../../../check.js";
import { deadlineOf, methodOf } from "../../../contract.js";
import { exhaustedAfter } from "../../../time/mandates.js";
import { notBefore } from "../_times.js";

const deadline = deadlineOf("REFEREE_REGISTER_REQUEST");
const attempts = 1 + (methodOf("REFEREE_REGISTER_REQUEST")?.retries ?? 0);
/** After the last missed deadline, for the program to end. */
const ENDING_MS = deadline / 2;
/** By so little the pauses of a quick referee may grow; a machine that delays its calls by more hides it. */
const GROWTH_MS = deadline / 50;

export default check<RefereeBench>({
  id: "referee/registration/gives-up",
  title: "tries four times in all to register, after pauses that grow, and then ends with an error",
  decides: ["REF-REG-03"],
  kills: ["referee:registers-once", "referee:registers-for-ever", "referee:hammers-the-manager"],
  needs: { command: true },
  worstCaseMs: 2 * exhaustedAfter("REFEREE_REGISTER_REQUEST"),
  async run({ launch, hear, expect, notExercised, timely }) {
    const { agent, manager } = await launch({ wait: false, policy: () => ({ http: { kind: "never" } }) });
    const last = await manager.post.until(
      () => manager.registrations[attempts - 1],
      1.5 * exhaustedAfter("REFEREE_REGISTER_REQUEST"),
    );
    for (const one of manager.registrations) hear(one);
    if (manager.registrations.length === 0) notExercised("the referee sent no registration at all");
    expect.that(last !== undefined, {
      diagnosis: `a league manager that answers nothing got ${manager.registrations.length} registrations; expected ${attempts}`,
      expected: `${attempts} registrations`,
      received: String(manager.registrations.length),
    });
    const intervals = intervalsOf(manager.registrations.map(({ at_ms }) => at_ms));
    if (intervals.some((interval) => interval < notBefore(deadline))) {
      notExercised("the referee did not wait for the answers, which is for another check");
    }
    const pauses = intervals.map((interval) => Math.max(0, interval - deadline));
    timely(GROWTH_MS, () =>
      expect.that((pauses.at(-1) ?? 0) > (pauses[0] ?? 0), {
        diagnosis: `the pauses between the attempts to register were ${pauses.map(Math.round).join(", ")} ms; expected growing ones`,
        expected: "pauses that grow",
        received: pauses.map(Math.round).join(", "),
      }),
    );
    const exit = await agent.exit(deadline + ENDING_MS);
    expect(manager.registrations.length, "how many registrations came in all").is(attempts);
    expect.that(exit !== undefined && exit.code !== 0, {
      diagnosis: `after ${attempts} registrations without an answer the referee ${exit === undefined ? "went on" : "ended without an error (exit code 0)"}`,
      expected: "an end with an error",
      received: exit === undefined ? "it is still running" : "exit code 0",
    });
  },
});

function intervalsOf(times: readonly number[]): number[] {
  return times.slice(1).map((at, index) => at - (times[index] ?? at));
}
