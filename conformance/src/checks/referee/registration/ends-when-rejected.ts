import type { RefereeBench } from "../../../bench/referee-bench.js";
import { check } from "../../../check.js";
import { deadlineOf } from "../../../contract.js";

const deadline = deadlineOf("REFEREE_REGISTER_REQUEST");

export default check<RefereeBench>({
  id: "referee/registration/ends-when-rejected",
  title: "ends with an error when the league manager rejects it",
  decides: ["REF-REG-03"],
  kills: ["referee:ignores-rejection"],
  needs: { command: true },
  worstCaseMs: 3 * deadline,
  async run({ launch, hear, expect, notExercised }) {
    const { agent, manager } = await launch({
      wait: false,
      policy: (attempt, _, __, host) => host.reject(attempt, "Duplicate name"),
    });
    const first = await manager.post.until(() => manager.registrations[0], deadline);
    if (first === undefined) return notExercised("no registration came that could be rejected");
    hear(first);
    const exit = await agent.exit(deadline);
    expect.that(exit !== undefined && exit.code !== 0, {
      diagnosis: `the registration was REJECTED, and the referee ${exit === undefined ? `is still running ${deadline} ms later` : "ended without an error (exit code 0)"}`,
      expected: "an end with an error",
      received: exit === undefined ? "it is still running" : "exit code 0",
    });
  },
});
