import type { ManagerBench } from "../../../bench/manager-bench.js";
import { check } from "../../../check.js";
import { protocol } from "../../../contract.js";
import { inWords, NOTHING } from "../_table.js";
import type { Unusual } from "../_unusual-reports.js";
import { brought, JUDGED_MS, judgeContest, mustTakeOrdinaryReports } from "../_verdicts.js";

const LOST = { ...NOTHING, losses: 1 };
const WON = { ...NOTHING, wins: 1, points: protocol.points.win };

/** What each of them must count for, for PLAYER_A and PLAYER_B. */
const ENDINGS = [
  { what: "one player missing", due: [WON, LOST] },
  { what: "both players missing", due: [LOST, LOST] },
] satisfies { what: Unusual; due: unknown }[];

export default check<ManagerBench>({
  id: "manager/results/technical-losses",
  title: "takes the report of a technical loss, 3-0 or 0-0, and counts it so",
  decides: ["LM-RES-09"],
  kills: ["manager:wants-a-number", "manager:absence-is-a-draw", "manager:absence-is-nothing"],
  worstCaseMs: JUDGED_MS,
  async run(bench) {
    if (bench.profile.name === "flat") bench.notApplicable("the flat report has no status");
    await Promise.all(ENDINGS.map((ending) => judge(bench, ending)));
  },
});

function judge(bench: ManagerBench, { what, due }: (typeof ENDINGS)[number]): Promise<void> {
  const types = ["MATCH_RESULT", "LEAGUE_STANDINGS_UPDATE"];
  return judgeContest(bench, what, types, (league) => {
    const { attempts, assignment } = league.contest;
    const [answer] = attempts;
    mustTakeOrdinaryReports(bench, league);
    bench.expect.that(answer?.outcome === "message", {
      diagnosis: `the report of a TECHNICAL_LOSS with ${what} was answered with ${answer?.describe() ?? "nothing"}; expected a result`,
      expected: "MATCH_RESULT_ACK",
      received: answer?.describe() ?? "nothing",
    });
    [assignment.playerA, assignment.playerB].forEach((player, side) => {
      bench
        .expect(
          inWords(brought(bench, player, league)),
          `what a TECHNICAL_LOSS with ${what} counts for ${player}, PLAYER_${side === 0 ? "A" : "B"}`,
        )
        .is(inWords(due[side] ?? NOTHING));
    });
  });
}
