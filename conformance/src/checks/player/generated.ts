import { deadlineOf } from "../../contract.js";
import type { PlayerFixture } from "../../fixtures/player-fixture.js";
import { judgeNegatives } from "../../negatives/judge.js";
import { negativesFor } from "../../negatives/negatives.js";
import { PLAYER_MESSAGES, playerTrial } from "../../negatives/trials.js";
import { explore } from "../../sessions/explore.js";
import { playerBeginning, playerSteps } from "../../sessions/player-session.js";
import { answersTo, times } from "../../time/steps.js";
import type { Check } from "../../types.js";
import { matches } from "./helpers/match-steps.js";

export const negativeChecks: readonly Check<PlayerFixture>[] = [
  /** One check a message: faults from the contract's schemas, as many as `--fuzz` allows. */
  ...PLAYER_MESSAGES.map(
    (type): Check<PlayerFixture> => ({
      id: `player/negative/${type.toLowerCase().replaceAll("_", "-")}`,
      title: `refuses a ${type} that breaks its schema, for what is wrong with it`,
      decides: ["TRN-ERR-03"],
      kills: ["player:validates-nothing"],
      steps: [times(2, answersTo("GAME_INVITATION", type, "GAME_OVER"))],
      async run(fixture) {
        if (fixture.profile.name !== "canonical")
          fixture.notApplicable("the generated negatives are made from the canonical schemas");
        await judgeNegatives(fixture, {
          withinMs: 2 * deadlineOf(type),
          negatives: negativesFor(type, fixture.fuzz, fixture.random),
          ...playerTrial(fixture, type),
        });
      },
    }),
  ),
];

const LENGTH = 16;

const ILLEGAL_LENGTH = 16;

export const sessionChecks: readonly Check<PlayerFixture>[] = [
  /** One match at a time, each step as often as the protocol allows it, with noise between. */
  {
    id: "player/session/random-sequences",
    title: "plays match after match through repetitions, errors and messages that make no sense",
    decides: ["PLY-ERR-03", "PLY-JOIN-07", "PLY-CHOICE-07"],
    kills: ["player:declines-after-a-refusal"],
    steps: [matches(2)],
    async run(fixture) {
      const steps = playerSteps(fixture, { atOnce: 1, strict: false });
      await explore({
        begin: playerBeginning(fixture),
        steps,
        length: LENGTH,
        runs: 4,
        random: fixture.random,
      });
    },
  },
  /** Several matches at once, and every message that the state table does not allow is refused. */
  {
    id: "player/session/refuses-what-is-not-allowed",
    title: "serves several matches at once and refuses what is not allowed in their state",
    decides: ["PLY-CHOICE-12", "PLY-AUTH-01", "PLY-CHOICE-10"],
    kills: ["player:chooses-after-the-end"],
    steps: [matches(2)],
    async run(fixture) {
      const steps = playerSteps(fixture, { atOnce: 3, strict: true });
      await explore({
        begin: playerBeginning(fixture),
        steps,
        length: ILLEGAL_LENGTH,
        runs: 4,
        random: fixture.random,
      });
    },
  },
];
