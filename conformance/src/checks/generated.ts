/** Checks with generated messages: one per message type, for its schema. */
import { deadlineOf } from "../contract.js";
import type { FixtureBase } from "../fixtures/base.js";
import type { ManagerFixture } from "../fixtures/manager-fixture.js";
import type { PlayerFixture, RefereeFixture } from "../fixtures/member-fixtures.js";
import { judgeNegatives } from "../negatives/judge.js";
import { MANAGER_MESSAGES, type Messages, PLAYER_MESSAGES, REFEREE_MESSAGES } from "../negatives/messages.js";
import { answersTo, times } from "../time/steps.js";
import type { Check, Role, TimedStep } from "../types.js";
import { withWaitingManager } from "./manager/helpers/registration-helpers.js";

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

export const generatedPlayerChecks: readonly Check<PlayerFixture>[] = [
  ...negativeChecks({
    role: "player",
    messages: PLAYER_MESSAGES,
    stepsOf: (type) => [times(2, answersTo("GAME_INVITATION", type, "GAME_OVER"))],
    prepare: (fixture: PlayerFixture, judge) => judge(fixture),
  }),
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
