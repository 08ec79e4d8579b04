import { deadlineOf } from "../../contract.js";
import type { ManagerFixture } from "../../fixtures/manager-fixture.js";
import { judgeNegatives } from "../../negatives/judge.js";
import { negativesFor } from "../../negatives/negatives.js";
import { MANAGER_MESSAGES, managerTrial } from "../../negatives/trials.js";
import { explore } from "../../sessions/explore.js";
import { beginLeague, managerSteps } from "../../sessions/manager-session.js";
import { times } from "../../time/steps.js";
import type { Check } from "../../types.js";
import { mustHaveRoom, withWaitingManager } from "./helpers/registration-helpers.js";

export const negativeChecks: readonly Check<ManagerFixture>[] = [
  /** One check a message: faults from the contract's schemas, as many as `--fuzz` allows. */
  ...MANAGER_MESSAGES.map(
    (type): Check<ManagerFixture> => ({
      id: `manager/negative/${type.toLowerCase().replaceAll("_", "-")}`,
      title: `refuses a ${type} that breaks its schema, for what is wrong with it`,
      decides: ["TRN-ERR-03"],
      kills: ["manager:validates-nothing"],
      steps: [times(8, deadlineOf(type))],
      async run(fixture) {
        if (fixture.profile.name !== "canonical")
          fixture.notApplicable("the generated negatives are made from the canonical schemas");
        mustHaveRoom(fixture);
        const negatives = negativesFor(type, fixture.fuzz, fixture.random);
        await withWaitingManager(fixture, async ({ league, newcomer }) => {
          if (type === "LEAGUE_QUERY") await (await newcomer("player")).register();
          await judgeNegatives(fixture, {
            withinMs: 2 * deadlineOf(type),
            negatives,
            ...managerTrial(fixture, league, type),
          });
        });
      },
    }),
  ),
];

const LENGTH = 32;

const TIMEOUT_MS = 4 * deadlineOf("MATCH_RESULT_REPORT");

export const sessionChecks: readonly Check<ManagerFixture>[] = [
  /** True reports among repeated, contradicting and false ones, in an order that chance decides. */
  {
    id: "manager/session/standings-follow-reports",
    title: "counts each match once, as it was truly reported, whatever else it is told",
    decides: ["LM-RES-02", "LM-RES-04", "LM-RES-05", "LM-RES-07", "LM-TAB-01"],
    kills: ["manager:counts-twice", "manager:believes-the-last-report", "manager:shows-any-points"],
    steps: [TIMEOUT_MS, times(3, deadlineOf("MATCH_RESULT_REPORT"))],
    async run(fixture) {
      await explore({
        begin: () => beginLeague(fixture),
        steps: managerSteps(fixture),
        length: LENGTH,
        runs: 1,
        timeout: { clock: fixture.clock, ms: TIMEOUT_MS },
        random: fixture.random,
        shrinkTries: 12,
      });
    },
  },
];
