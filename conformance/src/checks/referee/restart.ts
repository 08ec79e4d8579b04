import type { RefereeFixture } from "../../fixtures/member-fixtures.js";
import { valueAt } from "../../json.js";
import { chooses, never, records, type Step, wire } from "../../peers/actors/behaviour.js";
import { gracePeriodMs, quickMatch } from "../../time/protocol-deadlines.js";
import { times } from "../../time/steps.js";
import type { Check } from "../../types.js";
import { RESTART_MS, restartedAgent } from "../helpers/restarted-agent.js";

export const restartChecks: readonly Check<RefereeFixture>[] = [
  {
    id: "referee/restart/goes-on",
    title: "keeps its id and token when it is killed and started again",
    decides: ["REF-KEEP-01"],
    needs: { command: true, last: true },
    unusual: "restart",
    steps: [RESTART_MS, times(2, quickMatch())],
    async run(fixture) {
      const { expect, referee, league, restart } = fixture;
      const again = restartedAgent(fixture, referee, league.manager);
      if ((await league.runMatch()).report === undefined)
        fixture.notExercised("the referee reports no match", ["REF-RUN-01", "REF-REP-01"]);
      await restart();
      await again.settled();
      const { matchId, report } = await league.runMatch();
      again.assert();
      expect.that(report !== undefined, {
        diagnosis: `killed and started again, the referee was given ${matchId} and did not report it`,
        expected: "MATCH_RESULT_REPORT",
        received: "nothing",
      });
      const what = "of a report after the referee was started again";
      expect(report?.auth_token, `auth_token ${what}`).is(referee.token);
      expect(report?.sender, `sender ${what}`).isOneOf([referee.id, `referee:${referee.id}`]);
    },
  },
  /** Killed after GAME_OVER to both players, before the league manager has acknowledged the report. */
  {
    id: "referee/restart/reports-again",
    title:
      "reports a decided match, and does not play it again, when it is killed before the acknowledgement",
    decides: ["REF-KEEP-02"],
    needs: { command: true, last: true },
    unusual: "restart",
    steps: [RESTART_MS, times(3, quickMatch())],
    async run(fixture) {
      const { expect, referee, league, restart } = fixture;
      const again = restartedAgent(fixture, referee, league.manager);
      const match = await league.prepareMatch({ reports: [wire({ kind: "never" }), records()] });
      void match.assign(quickMatch());
      const first = await match.until(({ reports }) => reports[0], quickMatch());
      if (first === undefined)
        return fixture.notExercised("the referee reported no match", ["REF-RUN-01", "REF-REP-01"]);
      const invited = match.observe().invitations.length;
      await restart();
      await again.settled();
      const sent = () => match.until(({ reports }) => reports[1], gracePeriodMs());
      // It may report without a request, or wait for RUN_MATCH.
      if ((await sent()) === undefined) await match.order();
      const second = await match.until(({ reports }) => reports[1], quickMatch());
      const { invitations } = match.observe();
      expect(
        invitations.length - invited,
        `how many invitations to ${match.ids.matchId} came after it was reported, and the referee killed and started again`,
      ).is(0);
      expect.that(second !== undefined, {
        diagnosis: `killed after its report of ${match.ids.matchId}, which was not acknowledged, and started again, the referee did not report it`,
        expected: "MATCH_RESULT_REPORT",
        received: "nothing",
      });
      for (const pointer of ["/result/winner", "/result/details/drawn_number"]) {
        expect(valueAt(second?.message, pointer), `${pointer} of the report after it was started again`).is(
          valueAt(first.message, pointer) ?? null,
        );
      }
    },
  },
  {
    id: "referee/restart/settles-open-matches",
    title: "plays or reports a match that was interrupted when it was killed, when it is assigned again",
    decides: ["REF-KEEP-03"],
    needs: { command: true, last: true },
    unusual: "restart",
    steps: [RESTART_MS, times(3, quickMatch())],
    async run(fixture) {
      const { referee, league, restart } = fixture;
      const again = restartedAgent(fixture, referee, league.manager);
      let isRestarted = false;
      const choice: Step = (...asked) => (isRestarted ? chooses("even") : never())(...asked);
      const match = await league.prepareMatch({ a: { choice }, b: { choice } });
      const taken = await match.order();
      if (taken.outcome !== "message")
        fixture.notExercised(`RUN_MATCH ${taken.describeAsEnd()}`, ["REF-RUN-01", "REF-RUN-02"]);
      const asked = await match.until(({ calls }) => calls[0], quickMatch());
      if (asked === undefined)
        fixture.notExercised("the referee asked for no choice", ["REF-RUN-01", "REF-INV-01"]);
      // The referee may continue the match as soon as it has started, before the suite detects its port.
      isRestarted = true;
      await restart();
      await again.settled();
      const order = await match.order();
      const report = await match.until(({ reports }) => reports[0], quickMatch());
      fixture.expect.that(report !== undefined, {
        diagnosis: `killed while it waited for the choices of ${match.ids.matchId} and started again, the referee was given the match again (${order.describe()}) and did not report it`,
        expected: "MATCH_RESULT_REPORT",
        received: "nothing",
      });
    },
  },
];
