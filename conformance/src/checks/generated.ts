/** Checks with generated messages: one per message type for its schema, and random sequences for players. */
import { deadlineOf } from "../contract.js";
import type { FixtureBase } from "../fixtures/base.js";
import type { ManagerFixture } from "../fixtures/manager-fixture.js";
import type { PlayerFixture, RefereeFixture } from "../fixtures/member-fixtures.js";
import { judgeNegatives, type NegativeTrial } from "../negatives/judge.js";
import { negativesFor } from "../negatives/negatives.js";
import {
  MANAGER_MESSAGES,
  managerTrial,
  PLAYER_MESSAGES,
  playerTrial,
  REFEREE_MESSAGES,
  refereeTrial,
} from "../negatives/trials.js";
import { explore } from "../sessions/explore.js";
import { playerBeginning, playerSteps } from "../sessions/player-session.js";
import { answersTo, times } from "../time/steps.js";
import type { Check, Role, TimedStep } from "../types.js";
import { withWaitingManager } from "./manager/helpers/registration-helpers.js";
import { matches } from "./player/helpers/match-steps.js";

interface Negatives<F, Type extends string> {
  role: Role;
  types: readonly Type[];
  stepsOf(type: Type): readonly TimedStep[];
  /** Makes the trial of this message and calls `assert` with it. */
  withTrial(fixture: F, type: Type, assert: (trial: Trial) => Promise<void>): Promise<void>;
}

type Trial = Pick<NegativeTrial, "valid" | "send">;

/** One check per message type: faults from the contract's schemas, as many as `--fuzz` allows. */
function negativeChecks<F extends FixtureBase, Type extends string>({
  role,
  types,
  stepsOf,
  withTrial,
}: Negatives<F, Type>): Check<F>[] {
  return types.map((type) => ({
    id: `${role}/negative/${type.toLowerCase().replaceAll("_", "-")}`,
    title: `refuses a ${type} that breaks its schema, for what is wrong with it`,
    decides: ["TRN-ERR-03"],
    unusual: type === "ROUND_COMPLETED" ? "completion" : "invalid messages",
    steps: stepsOf(type),
    async run(fixture) {
      if (fixture.profile.name !== "canonical")
        fixture.notApplicable("the generated negatives are made from the canonical schemas");
      const negatives = negativesFor(type, fixture.fuzz, fixture.random);
      const withinMs = 2 * deadlineOf(type);
      await withTrial(fixture, type, (trial) => judgeNegatives(fixture, { withinMs, negatives, ...trial }));
    },
  }));
}

/** The number of steps of a random sequence. */
const PLAYER_STEPS = 16;

async function explorePlayer(
  fixture: PlayerFixture,
  allowed: Parameters<typeof playerSteps>[1],
): Promise<void> {
  const { random } = fixture;
  const steps = playerSteps(fixture, allowed);
  await explore({ begin: playerBeginning(fixture), steps, length: PLAYER_STEPS, runs: 4, random });
}

export const generatedPlayerChecks: readonly Check<PlayerFixture>[] = [
  ...negativeChecks({
    role: "player",
    types: PLAYER_MESSAGES,
    stepsOf: (type) => [times(2, answersTo("GAME_INVITATION", type, "GAME_OVER"))],
    withTrial: (fixture: PlayerFixture, type, assert) => assert(playerTrial(fixture, type)),
  }),
  /** One match at a time, each step as often as the protocol allows it, with other messages in between. */
  {
    id: "player/session/random-sequences",
    title: "plays match after match, also between repetitions, errors and invalid messages",
    decides: ["PLY-ERR-03", "PLY-JOIN-07", "PLY-CHOICE-07"],
    unusual: "any order",
    steps: [matches(2)],
    run: (fixture) => explorePlayer(fixture, { atOnce: 1, strict: false }),
  },
  /** Several matches at once; every message that the state table does not allow must be refused. */
  {
    id: "player/session/refuses-what-is-not-allowed",
    title: "serves several matches at once and refuses what is not allowed in their state",
    decides: ["PLY-CHOICE-12", "PLY-AUTH-01", "PLY-CHOICE-10"],
    unusual: "any order",
    steps: [matches(2)],
    run: (fixture) => explorePlayer(fixture, { atOnce: 3, strict: true }),
  },
];

export const generatedRefereeChecks: readonly Check<RefereeFixture>[] = [
  ...negativeChecks({
    role: "referee",
    types: REFEREE_MESSAGES,
    // The matches of the valid twins fail, so other checks do not use the instance.
    stepsOf: (type) => [times(4, deadlineOf(type))],
    withTrial: (fixture: RefereeFixture, type, assert) => assert(refereeTrial(fixture, type)),
  }),
];

export const generatedManagerChecks: readonly Check<ManagerFixture>[] = [
  ...negativeChecks({
    role: "manager",
    types: MANAGER_MESSAGES,
    stepsOf: (type) => [times(8, deadlineOf(type))],
    withTrial(fixture: ManagerFixture, type, assert) {
      fixture.skipWithoutOwnLeague();
      return withWaitingManager(fixture, async ({ league, apply }) => {
        if (type === "LEAGUE_QUERY") await apply("player", {});
        await assert(managerTrial(league, apply, type));
      });
    },
  }),
];
