import { deadlineOf, protocol } from "../../contract.js";
import type { PlayerFixture } from "../../fixtures/player-fixture.js";
import { registrationTimeout } from "../../time/protocol-deadlines.js";
import { times } from "../../time/steps.js";
import type { Check } from "../../types.js";
import { CheckFailure } from "../../verdict.js";
import { expectJoin } from "./helpers/match-steps.js";
import {
  ANSWER_AFTER_MS,
  ENDING_MS,
  LATE_ANSWER_WATCHED_MS,
  lateAnswer,
  launchUnregistered,
  malformedResponse,
  NEXT_ATTEMPT_MS,
  rejectedAtOnce,
  SILENCES,
  silentThenRejected,
  UNANSWERED_WATCHED_MS,
  unansweredRegistrations,
} from "./helpers/registration-scenarios.js";

const deadline = deadlineOf("LEAGUE_REGISTER_REQUEST");

/** A closed connection, then a malformed answer, then an acceptance and an invitation. */
const MALFORMED_RESPONSE = [
  registrationTimeout(),
  registrationTimeout(),
  NEXT_ATTEMPT_MS,
  deadlineOf("GAME_INVITATION"),
];

/** Each missing answer until the player tries again, then the rejection. */
const SILENT_THEN_REJECTED = [times(2 * SILENCES.length, deadline), registrationTimeout()];

/** Attempts that follow each other without a pause are all over within this time. */
const NO_PAUSES_MS = 100;

export const registrationAttemptsChecks: readonly Check<PlayerFixture>[] = [
  {
    id: "player/registration/tries-again",
    title: "tries again when the league manager closes the connection on its registration",
    decides: ["PLY-REG-04"],
    needs: { command: true },
    steps: [MALFORMED_RESPONSE, times(3, deadline)],
    async run(fixture) {
      const { repeatsRegistration, exitStatus } = await malformedResponse(fixture);
      if (!repeatsRegistration && (await retriesAfterTimeout(fixture))) {
        throw new CheckFailure({
          diagnosis: `the league manager closed the connection on its registration, and the player ${exitStatus} without trying again, as it does when no answer comes`,
          expected: "a second LEAGUE_REGISTER_REQUEST",
          received: exitStatus,
          clauses: ["PLY-REG-05"],
        });
      }
      fixture.expect.that(repeatsRegistration, {
        diagnosis: `the league manager closed the connection on its registration; the player did not try again within ${registrationTimeout()} ms and ${exitStatus}`,
        expected: "a second LEAGUE_REGISTER_REQUEST",
        received: exitStatus,
      });
    },
  },
  /** No clause says whether such a response ends the player or counts as an acceptance. */
  {
    id: "player/registration/malformed-response",
    title: "joins when it was accepted after a malformed response to its registration",
    decides: ["PLY-ERR-03"],
    needs: { command: true },
    steps: [MALFORMED_RESPONSE],
    async run(fixture) {
      const { repeatsRegistration, sent, note, joined, exitStatus } = await malformedResponse(fixture);
      const what = `its registration was answered with a response in which ${sent.join(", then ")}`;
      if (!repeatsRegistration)
        fixture.notExercised(`the player ${exitStatus} without a second attempt`, ["PLY-REG-04"]);
      if (joined === undefined)
        return fixture.notApplicable(
          `${what}, and the player ${exitStatus} without another attempt, as it may`,
        );
      fixture.note(note);
      expectJoin(fixture, joined, `${what}, the next one with its acceptance, and then the invitation`);
    },
  },
  {
    id: "player/registration/tries-four-times",
    title: "tries three times more, after pauses that grow, while the league manager closes the connection",
    decides: ["PLY-REG-05"],
    needs: { command: true },
    steps: [times(2, UNANSWERED_WATCHED_MS), ENDING_MS],
    async run(fixture) {
      const { expect } = fixture;
      const wanted = protocol.retries.registrationAttempts;
      const { times, exitCode, exitStatus } = await unansweredRegistrations(fixture);
      if (times.length < wanted && exitCode === undefined && times.length > 1) {
        fixture.notExercised(`after ${times.length} attempts the player still runs and may try again`);
      }
      expect.that(times.length >= wanted, {
        diagnosis: `the league manager closed the connection on each registration; the player tried ${times.length} times in all and ${exitStatus}`,
        expected: `${wanted} attempts`,
        received: `${times.length}`,
      });
      const tried = times.slice(0, wanted);
      const pauses = tried.slice(1).map((at, i) => at - (tried[i] ?? at));
      const [first = 0, last = 0] = [pauses[0], pauses.at(-1)];
      // A gap below the minimum time between two calls is no pause, on a slow machine either.
      const hasNone = pauses.reduce((sum, pause) => sum + pause, 0) < NO_PAUSES_MS;
      // Random variation may shorten single pauses, but the last is longer than the first.
      fixture.timely(hasNone ? Number.POSITIVE_INFINITY : first / 4, () =>
        expect.that(!hasNone && last > 1.3 * first, {
          diagnosis: `the pauses between its attempts to register were ${pauses.map(Math.round).join(", ")} ms; expected them to grow`,
          expected: "pauses that grow",
          received: pauses.map(Math.round).join(", "),
        }),
      );
    },
  },
  /** The answer comes shortly before the deadline. */
  {
    id: "player/registration/waits-ten-seconds",
    title: "accepts an answer to its registration after almost ten seconds",
    decides: ["PLY-REG-05"],
    needs: { command: true },
    steps: [times(2, deadline)],
    async run(fixture) {
      const { attempts, isRunning, exitStatus } = await lateAnswer(fixture);
      fixture.timely((deadline - ANSWER_AFTER_MS) / 2, () =>
        fixture.expect.that(attempts === 1 && isRunning, {
          diagnosis: `the league manager needed ${ANSWER_AFTER_MS} ms to answer its registration; within ${LATE_ANSWER_WATCHED_MS} ms the player registered ${attempts} times and ${exitStatus}`,
          expected: "one registration within ten seconds",
          received: `${attempts}; it ${exitStatus}`,
        }),
      );
    },
  },
  {
    id: "player/registration/ends-after-last-retry",
    title: "waits ten seconds for the answer to its registration, and then tries again",
    decides: ["PLY-REG-05"],
    needs: { command: true },
    steps: [SILENT_THEN_REJECTED],
    async run(fixture) {
      const { waits, exitStatus } = await silentThenRejected(fixture);
      for (const [index, { what }] of SILENCES.entries()) {
        const waited = waits[index];
        fixture.expect.that(waited !== undefined, {
          diagnosis: `the league manager ${what}; after ${2 * deadline} ms the player had not tried again and ${exitStatus}`,
          expected: "another LEAGUE_REGISTER_REQUEST",
          received: exitStatus,
        });
        fixture.expect
          .time(waited ?? 0, `when the league manager ${what}, waiting for it`)
          .isAtLeast(deadline);
      }
    },
  },
  {
    id: "player/registration/ends-when-rejected",
    title: "ends with an error when its registration is REJECTED",
    decides: ["PLY-REG-06"],
    needs: { command: true },
    steps: [SILENT_THEN_REJECTED, registrationTimeout()],
    async run(fixture) {
      const { rejection } = await silentThenRejected(fixture);
      const { exitCode, exitStatus } = rejection ?? (await rejectedAtOnce(fixture));
      fixture.expect.that(exitCode !== undefined && exitCode !== 0, {
        diagnosis: `its registration was REJECTED without a reason, and within ${registrationTimeout()} ms the player ${exitStatus}; expected it to end with an error`,
        expected: "an exit code other than 0",
        received: exitStatus,
      });
    },
  },
  /** The other check of this group judges the number of attempts; a player that still tries is not required to end. */
  {
    id: "player/registration/ends-when-unheard",
    title:
      "ends with an error when the league manager has closed the connection on each of its registrations",
    decides: ["PLY-REG-09"],
    needs: { command: true },
    steps: [times(2, UNANSWERED_WATCHED_MS), ENDING_MS],
    async run(fixture) {
      const { times, exitCode, exitStatus, goesOn } = await unansweredRegistrations(fixture);
      if (goesOn) fixture.notExercised(`the player has tried ${times.length} times and still tries`);
      fixture.expect.that(exitCode !== undefined && exitCode !== 0, {
        diagnosis: `the league manager closed the connection on each of its ${times.length} registrations, and ${ENDING_MS} ms after the last the player ${exitStatus}; expected it to end with an error`,
        expected: "an exit code other than 0",
        received: exitStatus,
      });
    },
  },
];

/** Whether the player retries after a missing answer, another sign of an unreachable league manager. */
async function retriesAfterTimeout(fixture: PlayerFixture): Promise<boolean> {
  const { attempt } = await launchUnregistered(fixture, (manager, one, index, grant) =>
    index === 0 ? { http: { kind: "never" } } : manager.accept(one, grant),
  );
  return (await attempt(2, 2 * deadline)) !== undefined;
}
