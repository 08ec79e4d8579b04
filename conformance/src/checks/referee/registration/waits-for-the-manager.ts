import type { RefereeBench } from "../../../bench/referee-bench.js";
import { check } from "../../../check.js";
import { deadlineOf } from "../../../contract.js";
import { justInside, notBefore } from "../_times.js";

const deadline = deadlineOf("REFEREE_REGISTER_REQUEST");

/** Both sides of the deadline: an answer just inside it counts; after a silence of its length the next attempt comes. */
export default check<RefereeBench>({
  id: "referee/registration/waits-for-the-manager",
  title: "gives the league manager 10 s for its answer, and then tries again",
  decides: ["REF-REG-03"],
  kills: ["referee:impatient-registration", "referee:registers-once"],
  needs: { command: true },
  worstCaseMs: 4 * deadline,
  async run({ launch, hear, expect, timely, pause, notExercised }) {
    const { manager } = await launch({
      wait: false,
      policy: (attempt, index, grant, host) => {
        if (index === 0) return { http: { kind: "never" } };
        const accepted = host.accept(attempt, grant);
        return "say" in accepted ? { ...accepted, afterMs: justInside(deadline) } : accepted;
      },
    });
    const attempts = () => manager.registrations.filter(({ role }) => role === "referee");
    const second = await manager.post.until(() => attempts()[1], 3 * deadline);
    const [first] = attempts();
    if (first === undefined) return notExercised("the referee sent no registration at all");
    hear(first);
    expect.that(second !== undefined, {
      diagnosis: "the league manager did not answer the registration, and no second one came",
      expected: "another REFEREE_REGISTER_REQUEST after 10 s",
      received: "nothing",
    });
    expect
      .time(
        (second?.at_ms ?? 0) - first.at_ms,
        "the time from a registration without an answer to the next one",
      )
      .isAtLeast(notBefore(deadline));
    await pause(deadline + notBefore(deadline) / 10);
    timely(deadline - justInside(deadline), () =>
      expect(
        attempts().length,
        "how many registrations came, when the second was answered just inside its deadline",
      ).is(2),
    );
  },
});
