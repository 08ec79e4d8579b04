/** Checks with generated messages: one per message type for its schema, and random sequences for players. */
import { deadlineOf } from "../contract.js";
import type { FixtureBase } from "../fixtures/base.js";
import type { ManagerFixture } from "../fixtures/manager-fixture.js";
import type { PlayerFixture, RefereeFixture } from "../fixtures/member-fixtures.js";
import { judgeNegatives } from "../negatives/judge.js";
import { MANAGER_MESSAGES, type Messages, PLAYER_MESSAGES, REFEREE_MESSAGES } from "../negatives/messages.js";
import { explore } from "../sessions/explore.js";
import { playerBeginning, playerSteps } from "../sessions/player-session.js";
import { answersTo, times } from "../time/steps.js";
import type { Check, Role, TimedStep } from "../types.js";
import { withWaitingManager } from "./manager/helpers/registration-helpers.js";
import { matches } from "./player/helpers/match-steps.js";

interface Negatives<F, On> {
  role: Role;
  messages: Messages<On>;
  stepsOf(type: string): readonly TimedStep[];
  /** Calls `judge` with what the messages are sent to. */
  prepare(fixture: F, judge: (on: On) => Promise<void>): Promise<void>;
}

/** One check per message type: faults from the contract's schemas, as many as `--fuzz` allows. */
function negativeChecks<F extends FixtureBase, On>({
  role,
  messages,
  stepsOf,
  prepare,
}: Negatives<F, On>): Check<F>[] {
  return Object.entries(messages).map(([type, say]) => ({
    id: `${role}/negative/${type.toLowerCase().replaceAll("_", "-")}`,
    title: `refuses a ${type} that breaks its schema, for what is wrong with it`,
    decides: ["TRN-ERR-03"],
    unusual: type === "ROUND_COMPLETED" ? "completion" : "invalid messages",
    steps: stepsOf(type),
    async run(fixture) {
      if (fixture.profile.name !== "canonical")
        fixture.notApplicable("the generated negatives are made from the canonical schemas");
      await prepare(fixture, (on) => judgeNegatives(fixture, type, (overrides) => say(on, overrides)));
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
    messages: PLAYER_MESSAGES,
    stepsOf: (type) => [times(2, answersTo("GAME_INVITATION", type, "GAME_OVER"))],
    prepare: (fixture: PlayerFixture, judge) => judge(fixture),
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
    messages: REFEREE_MESSAGES,
    // The matches of the valid twins fail, so other checks do not use the instance.
    stepsOf: (type) => [times(4, deadlineOf(type))],
    prepare: (fixture: RefereeFixture, judge) => judge(fixture),
  }),
];

export const generatedManagerChecks: readonly Check<ManagerFixture>[] = [
  ...negativeChecks({
    role: "manager",
    messages: MANAGER_MESSAGES,
    stepsOf: (type) => [times(8, deadlineOf(type))],
    prepare(fixture: ManagerFixture, judge) {
      fixture.skipWithoutOwnLeague();
      return withWaitingManager(fixture, judge);
    },
  }),
];
