import type { ManagerBench } from "../../../bench/manager-bench.js";
import { check } from "../../../check.js";
import { registrations } from "../_times.js";

export default check<ManagerBench>({
  id: "manager/registration/ids-distinct",
  title: "gives every agent an id of its own, also when registrations race",
  decides: ["LM-REG-03"],
  kills: ["manager:same-id-for-all", "manager:same-id-in-a-race"],
  worstCaseMs: registrations(2),
  async run(bench) {
    const { league } = await bench.league({ players: 8, referees: 6, seat: false });
    const seats = await Promise.all(
      Array.from({ length: 5 }, () => [
        league.seatPlayer({ displayName: `racer-${bench.random.below(1_000_000)}` }),
        league.seatReferee({ displayName: `racer-${bench.random.below(1_000_000)}` }),
      ]).flat(),
    );
    const accepted = seats.filter((seat) => seat.accepted);
    if (accepted.length < 2)
      bench.notExercised("of ten registrations at the same time, none or one was accepted");
    const ids = accepted.map(({ id }) => id);
    bench.expect.that(new Set(ids).size === ids.length, {
      diagnosis: `agents that registered at the same time got the ids ${ids.join(", ")}; two of them are the same`,
      expected: "a different id for each agent",
      received: ids.join(", "),
    });
  },
});
