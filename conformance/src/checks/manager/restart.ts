import type { ManagerBench } from "../../bench/manager-bench.js";
import type { Check } from "../../types.js";
import { judgeAnsweredStandings } from "./_answers.js";
import { isRefused, wordsOf } from "./_questions.js";
import { RESTARTED_MS, restartedLeague } from "./_restarted.js";

export const restartChecks: readonly Check<ManagerBench>[] = [
  {
    id: "manager/restart/goes-on",
    title:
      "goes on with its league where it was when it is killed and started again, and brings it to its end",
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
  },
  {
    id: "manager/restart/keeps-results",
    title: "counts each result that it has acknowledged once when it is killed and started again",
    decides: ["LM-KEEP-02"],
    kills: ["manager:forgets-results", "manager:counts-twice-after-a-restart"],
    worstCaseMs: RESTARTED_MS,
    async run(bench) {
      const types = ["LEAGUE_QUERY", "MATCH_RESULT_REPORT"];
      bench.look(await restartedLeague(bench), types, ({ seen, standings, counted }) => {
        if (standings.outcome !== "message" || isRefused(standings))
          bench.notExercised(`after the restart GET_STANDINGS was answered with ${standings.describe()}`);
        judgeAnsweredStandings(bench, standings, { seen, matches: counted, when: "right after the restart" });
      });
    },
  },
  {
    id: "manager/restart/knows-its-agents",
    title:
      "knows its agents by their ids and tokens when it is killed and started again, and their names are taken",
    decides: ["LM-KEEP-01"],
    kills: ["manager:forgets-everything", "manager:forgets-tokens"],
    worstCaseMs: RESTARTED_MS,
    async run(bench) {
      const types = ["LEAGUE_QUERY", "LEAGUE_REGISTER"];
      bench.look(await restartedLeague(bench), types, ({ asking, standings, stranger }) => {
        const said = standings.outcome === "message" ? wordsOf(standings) : standings.describe();
        bench.expect.that(standings.outcome === "message" && !isRefused(standings), {
          diagnosis: `killed and started again, the league manager answered GET_STANDINGS from ${asking.id}, with the token that it had given out, with ${said}`,
          expected: "LEAGUE_QUERY_RESPONSE",
          received: said,
        });
        bench.expect.that(stranger?.outcome !== "message" || stranger.result.status === "REJECTED", {
          diagnosis: `killed and started again, the league manager accepted a new player under the name "${asking.displayName}", which is taken`,
          expected: "REJECTED",
          received: stranger?.describe() ?? "nothing",
        });
      });
    },
  },
];
