import { deadlineOf } from "../../contract.js";
import type { RefereeFixture } from "../../fixtures/referee-fixture.js";
import { judgeNegatives } from "../../negatives/judge.js";
import { negativesFor } from "../../negatives/negatives.js";
import { REFEREE_MESSAGES, refereeTrial } from "../../negatives/trials.js";
import { explore } from "../../sessions/explore.js";
import { refereeBeginning, refereeSteps } from "../../sessions/referee-session.js";
import { longestMatch } from "../../time/protocol-deadlines.js";
import { times } from "../../time/steps.js";
import type { Check } from "../../types.js";

export const negativeChecks: readonly Check<RefereeFixture>[] = [
  /** One check a message: faults from the contract's schemas, as many as `--fuzz` allows. */
  ...REFEREE_MESSAGES.map(
    (type): Check<RefereeFixture> => ({
      id: `referee/negative/${type.toLowerCase().replaceAll("_", "-")}`,
      title: `refuses a ${type} that breaks its schema, for what is wrong with it`,
      decides: ["TRN-ERR-03"],
      kills: ["referee:validates-nothing"],
      // The matches of the valid twins fail, so the instance is not handed on.
      steps: [times(4, deadlineOf(type))],
      async run(fixture) {
        if (fixture.profile.name !== "canonical")
          fixture.notApplicable("the generated negatives are made from the canonical schemas");
        await judgeNegatives(fixture, {
          withinMs: 2 * deadlineOf(type),
          negatives: negativesFor(type, fixture.fuzz, fixture.random),
          ...refereeTrial(fixture, type),
        });
      },
    }),
  ),
];

const LENGTH = 10;

export const sessionChecks: readonly Check<RefereeFixture>[] = [
  /** Matches one after the other and two at once, among assignments that are repeated, broken or from other senders. */
  {
    id: "referee/session/random-sequences",
    title:
      "plays every match that it is given by the rules, among assignments that are repeated, broken or not the league manager's",
    decides: ["REF-DRAW-04", "REF-DRAW-05", "REF-LOSS-03", "REF-LOSS-07", "REF-PAR-01"],
    kills: ["referee:stops-after-a-technical-loss"],
    slow: true,
    steps: [times(2, longestMatch())],
    async run(fixture) {
      await explore({
        begin: refereeBeginning(fixture),
        steps: refereeSteps(fixture),
        length: LENGTH,
        runs: 3,
        random: fixture.random,
        shrinkFor: { clock: fixture.clock, ms: longestMatch() / 2 },
      });
    },
  },
];
