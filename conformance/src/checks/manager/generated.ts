import { deadlineOf } from "../../contract.js";
import type { ManagerFixture } from "../../fixtures/manager-fixture.js";
import { judgeNegatives } from "../../negatives/judge.js";
import { negativesFor } from "../../negatives/negatives.js";
import { MANAGER_MESSAGES, managerTrial } from "../../negatives/trials.js";
import { explore } from "../../sessions/explore.js";
import { beginLeague, managerSteps } from "../../sessions/manager-session.js";
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
      worstCaseMs: 8 * deadlineOf(type),
      async run(bench) {
        if (bench.profile.name !== "canonical")
          bench.notApplicable("the generated negatives are made from the canonical schemas");
        mustHaveRoom(bench);
        const negatives = negativesFor(type, bench.fuzz, bench.random);
        await withWaitingManager(bench, async ({ league, newcomer }) => {
          if (type === "LEAGUE_QUERY") await (await newcomer("player")).register();
          await judgeNegatives(bench, {
            withinMs: 2 * deadlineOf(type),
            negatives,
            ...managerTrial(bench, league, type),
          });
        });
      },
    }),
  ),
];

const LENGTH = 32;

const PATIENCE_MS = 4 * deadlineOf("MATCH_RESULT_REPORT");

export const sessionChecks: readonly Check<ManagerFixture>[] = [
  /** True reports among repeated, contradicting and false ones, in an order that chance decides. */
  {
    id: "manager/session/standings-follow-reports",
    title: "counts each match once, as it was truly reported, whatever else it is told",
    decides: ["LM-RES-02", "LM-RES-04", "LM-RES-05", "LM-TAB-01"],
    kills: ["manager:counts-twice", "manager:believes-the-last-report"],
    worstCaseMs: PATIENCE_MS + 3 * deadlineOf("MATCH_RESULT_REPORT"),
    async run(bench) {
      await explore({
        begin: () => beginLeague(bench),
        steps: managerSteps(bench),
        length: LENGTH,
        runs: 1,
        patience: { clock: bench.clock, ms: PATIENCE_MS },
        random: bench.random,
        shrinkTries: 12,
      });
    },
  },
];
