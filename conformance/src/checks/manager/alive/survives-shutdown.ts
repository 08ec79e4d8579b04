import type { ManagerBench } from "../../../bench/manager-bench.js";
import { check } from "../../../check.js";
import { deadlineOf } from "../../../contract.js";
import { Speaker } from "../../../peers/speaker.js";
import { seated } from "../_desk.js";
import { mustEndWell } from "../_leagues.js";
import { A_LEAGUE_MS, registrations } from "../_times.js";

/** A process that was told to end does so within this time. In milliseconds. */
const ENDS_WITHIN_MS = 300;

export default check<ManagerBench>({
  id: "manager/alive/survives-shutdown",
  title: "is not stopped by SHUTDOWN_COMMAND, from whomever it comes",
  decides: ["LM-LIVE-04"],
  kills: ["manager:obeys-shutdown"],
  worstCaseMs: A_LEAGUE_MS + registrations(2) + 4 * deadlineOf("SHUTDOWN_COMMAND"),
  async run(bench) {
    await mustEndWell(bench);
    const { league, manager } = await bench.league({ players: 2, referees: 1, seat: false });
    const referee = seated(bench, await league.seatReferee());
    const player = seated(bench, await league.seatPlayer());
    const another = new Speaker(league.env, { name: "league_manager", sender: "league_manager" });
    const senders = {
      "the operator": () => league.operator.say(manager, "SHUTDOWN_COMMAND", { reason: "maintenance" }),
      "another league manager": () => another.say(manager, "SHUTDOWN_COMMAND", { reason: "maintenance" }),
      "a referee": () => referee.say("SHUTDOWN_COMMAND", { reason: "maintenance" }),
      "a player": () => player.say("SHUTDOWN_COMMAND", { reason: "maintenance" }),
    };
    for (const [who, say] of Object.entries(senders)) {
      await say();
      await bench.pause(ENDS_WITHIN_MS);
      const alive = await league.operator.call(manager, "ping");
      bench.expect.that(alive.outcome !== "failure", {
        diagnosis: `after a SHUTDOWN_COMMAND from ${who} the league manager answered no more (${alive.describe()})`,
        expected: "a league manager that goes on",
        received: alive.describe(),
      });
    }
    await league.seatPlayer();
    const seen = await league.play();
    bench
      .expect(seen.completed, "whether the league was played to its end after four SHUTDOWN_COMMANDs")
      .is(true);
  },
});
