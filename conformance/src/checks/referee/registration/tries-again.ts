import type { RefereeBench } from "../../../bench/referee-bench.js";
import { check } from "../../../check.js";
import { deadlineOf } from "../../../contract.js";

const deadline = deadlineOf("REFEREE_REGISTER_REQUEST");

export default check<RefereeBench>({
  id: "referee/registration/tries-again",
  title: "tries to register again after a league manager that was not ready, and then plays",
  decides: ["REF-REG-03"],
  kills: ["referee:registers-once"],
  needs: { command: true },
  worstCaseMs: 2 * deadline,
  async run({ launch, hear, expect, notExercised }) {
    const { manager } = await launch({
      wait: false,
      policy: (attempt, index, grant, host) =>
        index === 0
          ? {
              http: {
                kind: "reply",
                status: 503,
                headers: [["content-type", "text/plain"]],
                body: "not ready",
              },
            }
          : host.accept(attempt, grant),
    });
    const again = await manager.post.until(
      () => manager.registrations.find(({ granted }) => granted !== undefined),
      2 * deadline,
    );
    for (const one of manager.registrations) hear(one);
    if (manager.registrations.length === 0) notExercised("the referee sent no registration at all");
    expect.that(again !== undefined, {
      diagnosis: "the league manager answered the first registration with HTTP 503, and no other one came",
      expected: "another REFEREE_REGISTER_REQUEST",
      received: "nothing",
    });
  },
});
