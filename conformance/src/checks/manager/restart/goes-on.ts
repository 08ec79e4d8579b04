import type { ManagerBench } from "../../../bench/manager-bench.js";
import { check } from "../../../check.js";
import { RESTARTED_MS, restartedLeague } from "../_restarted.js";

export default check<ManagerBench>({
  id: "manager/restart/goes-on",
  title: "goes on with its league where it was when it is killed and started again, and brings it to its end",
  decides: ["LM-KEEP-03"],
  kills: ["manager:stops-after-a-restart", "manager:announces-rounds-again"],
  worstCaseMs: RESTARTED_MS,
  async run(bench) {
    const types = ["ROUND_ANNOUNCEMENT", "RUN_MATCH", "LEAGUE_COMPLETED"];
    bench.look(await restartedLeague(bench), types, ({ seen, killed_ms, counted }) => {
      const settled = new Set(counted.map(({ matchId }) => matchId));
      const again = seen.assignments.find(
        ({ matchId, received }) => settled.has(matchId) && received.at_ms > killed_ms,
      );
      bench.expect.that(again === undefined, {
        diagnosis: `started again, the league manager gave out ${again?.matchId}, whose result it had acknowledged`,
        expected: "no match twice",
        received: `RUN_MATCH for ${again?.matchId}`,
      });
      const [first] = counted;
      const repeated = seen.announcements.find(
        ({ at_ms, message }) => at_ms > killed_ms && message.round_id === first?.roundId,
      );
      bench.expect.that(repeated === undefined, {
        diagnosis: `started again in the second round, the league manager announced round ${String(first?.roundId)} to ${repeated?.to.id} once more`,
        expected: "no round that is complete",
        received: "ROUND_ANNOUNCEMENT",
      });
      bench.expect.that(seen.leagueCompleted.length > 0, {
        diagnosis:
          "killed in the second round and started again, the league manager did not bring its league to the end",
        expected: "LEAGUE_COMPLETED",
        received: `${seen.sent().filter(({ at_ms }) => at_ms > killed_ms).length} messages since the restart`,
      });
    });
  },
});
