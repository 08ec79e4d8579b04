import type { ManagerBench } from "../../../bench/manager-bench.js";
import { check } from "../../../check.js";
import { protocol } from "../../../contract.js";
import type { Seat } from "../../../peers/seat.js";
import { plainLeague } from "../_leagues.js";
import { A_LEAGUE_MS } from "../_times.js";

export default check<ManagerBench>({
  id: "manager/registration/ids-in-order",
  title: "gives out the ids P01, P02 … and REF01, REF02 … in the order of registration",
  decides: ["LM-REG-04"],
  kills: ["manager:ids-of-its-own-making"],
  worstCaseMs: A_LEAGUE_MS,
  async run(bench) {
    const league = await plainLeague(bench);
    bench.look(league, ["LEAGUE_REGISTER", "REFEREE_REGISTER"], ({ seen }) => {
      for (const seats of [seen.players, seen.referees]) {
        const ids = seats.filter(({ accepted }) => accepted).map(({ id }) => id);
        bench
          .expect(ids, "the ids in the order of registration")
          .is(ids.map((_, index) => idOf(seats[0], index)));
      }
    });
  },
});

function idOf(seat: Seat | undefined, index: number): string {
  const { prefix, digits } = protocol.idFormats[seat?.role ?? "player"];
  return `${prefix}${String(index + 1).padStart(digits, "0")}`;
}
