import type { TransportFixture } from "../../fixtures/transport-fixture.js";
import { gracePeriodMs } from "../../time/protocol-deadlines.js";
import { times } from "../../time/steps.js";
import type { Check } from "../../types.js";
import { CheckFailure } from "../../verdict.js";
import { afterFirst, afterReset, BAD_ANSWERS, FAILED_CALL } from "./helpers/failed-calls.js";
import { requests } from "./helpers/json-rpc.js";

/** The clauses that require each role to repeat a failed call. */
const REPEATING = { player: "PLY-REG-05", referee: "REF-REP-04", manager: "LM-MATCH-02" } as const;

export const outgoingChecks: readonly Check<TransportFixture>[] = [
  ...BAD_ANSWERS.map(
    ({ what, answer: bad }): Check<TransportFixture> => ({
      id: `transport/outgoing/${what.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-")}`,
      title: `treats ${what} as a failed call, and still answers requests`,
      decides: ["TRN-OUT-03"],
      needs: { command: ["player", "manager"] },
      steps: [times(2, FAILED_CALL), requests(1), gracePeriodMs()],
      async run(fixture) {
        const plain = await afterReset(fixture);
        const { call, again, failed, afterwards } = await afterFirst(fixture, bad);
        // A player that could not register may end (IS: REGISTRATION_FAILED).
        const mayEnd = fixture.role === "player";
        fixture.expect.that(mayEnd || !failed, {
          diagnosis: `the agent's process ended with an error after ${call} was answered with ${what}`,
          expected: "a failed call, as when the connection breaks",
          received: "the end of the process",
        });
        const isAlive = afterwards?.answer.failure === undefined || afterwards.exit?.code === 0;
        fixture.expect.that(isAlive, {
          diagnosis: `after ${call} had been answered with ${what}, a request to the agent ${afterwards === undefined ? "" : afterwards.answer.describeAsEnd()}`,
          expected: "any answer",
          received: afterwards?.answer.describe() ?? "nothing",
        });
        if (again || failed) return;
        if (!plain.again) {
          const why = `the agent does not repeat ${call} when the connection breaks, so that a failed call cannot be recognised`;
          fixture.notExercised(why);
        }
        // TRN-OUT-03 does not require that a failed call is repeated; another clause of each role does.
        throw new CheckFailure({
          diagnosis: `${call} was answered with ${what}, and the agent did not repeat it, as it does when the connection breaks`,
          expected: "a failed call, which is repeated",
          received: "no repetition",
          clauses: [REPEATING[fixture.role]],
        });
      },
    }),
  ),
  {
    id: "transport/outgoing/other-ids",
    title: "does not accept a response with another id as the answer to its call",
    decides: ["TRN-OUT-04"],
    needs: { command: ["player", "manager"] },
    steps: [times(2, FAILED_CALL)],
    async run(fixture) {
      const plain = await afterReset(fixture);
      const odd = await afterFirst(fixture, "other id");
      if (!plain.again)
        fixture.notExercised(`the agent does not repeat ${odd.call} when the connection breaks`);
      fixture.expect.that(odd.again || odd.failed, {
        diagnosis: `the response to ${odd.call} had another id than the call, and the agent took it for the answer`,
        expected: "a failed call",
        received: "no repetition",
      });
    },
  },
];
