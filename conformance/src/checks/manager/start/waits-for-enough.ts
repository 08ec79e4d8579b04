import type { ManagerBench } from "../../../bench/manager-bench.js";
import { check } from "../../../check.js";
import { BEGINNINGS_MS, judgeBeginning, SHORTAGE_NAMES } from "../_beginnings.js";

export default check<ManagerBench>({
  id: "manager/start/waits-for-enough",
  title: "assigns no match with fewer than two players or without a referee, not even after start_league",
  decides: ["LM-START-02"],
  kills: ["manager:begins-with-one-player", "manager:begins-without-a-referee"],
  worstCaseMs: BEGINNINGS_MS,
  async run(bench) {
    await Promise.all(
      SHORTAGE_NAMES.map((name) =>
        judgeBeginning(bench, name, "beginning by itself", ({ early, late }) => {
          bench.expect.that(early === undefined, {
            diagnosis: `with ${name} registered, the manager assigned ${early ?? ""}`,
            expected: "no match",
            received: String(early),
          });
          // That it assigns one when they are enough shows that it could have.
          if (late === undefined)
            bench.notExercised("the league manager assigned no match with two players and a referee either");
        }),
      ),
    );
  },
});
