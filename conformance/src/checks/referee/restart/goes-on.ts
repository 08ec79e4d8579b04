import type { RefereeBench } from "../../../bench/referee-bench.js";
import { check } from "../../../check.js";
import { quickMatch } from "../../../time/mandates.js";
import { REBIRTH_MS, rebirth } from "../../_restart.js";

export default check<RefereeBench>({
  id: "referee/restart/goes-on",
  title: "goes on under its id and token when it is killed and started again",
  decides: ["REF-KEEP-01"],
  kills: ["referee:forgets-who-it-is"],
  needs: { command: true, last: true },
  worstCaseMs: REBIRTH_MS + 2 * quickMatch(),
  async run(bench) {
    const { expect, referee, league, restart } = bench;
    const again = rebirth(bench, referee, league.manager);
    if ((await league.runMatch()).report === undefined) bench.notExercised("the referee reports no match");
    await restart();
    await again.settled();
    const { matchId, report } = await league.runMatch();
    again.judge();
    expect.that(report !== undefined, {
      diagnosis: `killed and started again, the referee was given ${matchId} and did not report it`,
      expected: "MATCH_RESULT_REPORT",
      received: "nothing",
    });
    const what = "of a report after the referee was started again";
    expect(report?.auth_token, `auth_token ${what}`).is(referee.token);
    expect(report?.sender, `sender ${what}`).isOneOf([referee.id, `referee:${referee.id}`]);
  },
});
