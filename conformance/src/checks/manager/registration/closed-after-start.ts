import type { ManagerBench } from "../../../bench/manager-bench.js";
import { check } from "../../../check.js";
import { reports, slowly } from "../../../peers/referee-behaviour.js";
import { until } from "../../../peers/until.js";
import { expectNotAccepted } from "../_desk.js";
import { A_ROUND_MS, BEGINNING_MS, registrations } from "../_times.js";

/** Long enough to knock at the door while the match goes on. In milliseconds. */
const MATCH_MS = 500;

export default check<ManagerBench>({
  id: "manager/registration/closed-after-start",
  title: "accepts nobody after the league has started",
  decides: ["LM-REG-09"],
  kills: ["manager:takes-latecomers", "manager:opens-again-at-the-end"],
  worstCaseMs: A_ROUND_MS + registrations(4),
  async run(bench) {
    const script = slowly(MATCH_MS, reports());
    const { league } = await bench.league({ players: 2, referees: 1, refereeSeats: [{ script }] });
    const playing = league.play();
    const begun = await until(league.env, () => league.assignments[0], BEGINNING_MS);
    if (begun === undefined) bench.notExercised("the league manager did not begin its league");
    for (const seat of [await league.seatPlayer(), await league.seatReferee()]) {
      const [answer] = seat.registrations;
      if (answer !== undefined)
        expectNotAccepted(bench, answer, `a ${seat.role} that came when the first match had begun`);
    }
    const { completed } = await playing;
    if (!completed) return;
    for (const seat of [await league.seatPlayer(), await league.seatReferee()]) {
      const [answer] = seat.registrations;
      // A league manager may have ended with its league.
      if (answer !== undefined && answer.outcome !== "failure")
        expectNotAccepted(bench, answer, `a ${seat.role} that came when the league had ended`);
    }
  },
});
