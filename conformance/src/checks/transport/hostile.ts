import { deadlineOf } from "../../contract.js";
import type { TransportFixture } from "../../fixtures/transport-fixture.js";
import { HOSTILE, type Hostile } from "../../negatives/hostile.js";
import type { Answer } from "../../peers/exchange/answer.js";
import { times } from "../../time/steps.js";
import type { Check } from "../../types.js";
import {
  assertStillServed,
  brokenByItsForm,
  isResponse,
  isTakenAsPlain,
  NO_SUCH_METHOD,
  sendPlainAfter,
  sendServed,
} from "./helpers/json-rpc.js";

const TITLES: Readonly<Record<Hostile["outcome"], (label: string) => string>> = {
  refused: (label) => `refuses ${label}, and serves the next request`,
  "as-valid": (label) => `serves a request with ${label}, and the next one`,
  "any answer": (label) => `serves the next request after ${label}`,
};

export const hostileChecks: readonly Check<TransportFixture>[] = [
  /** One check for each body that no schema describes; after each of them a plain request must still be served. */
  ...HOSTILE.map(
    (hostile): Check<TransportFixture> => ({
      id: `transport/hostile/${hostile.name}`,
      title: TITLES[hostile.outcome](hostile.label),
      decides: [hostile.clause],
      // Long enough to notice the end of an agent here, and not in the next check.
      steps: [times(3, deadlineOf("ROUND_ANNOUNCEMENT"))],
      async run(fixture) {
        const { agent, expect } = fixture;
        const before = await sendServed(fixture);
        const answer = await agent.send(hostile.body(fixture.validBody()), {
          question: `a request with ${hostile.label}`,
        });
        expect.answer(
          answer,
          await isRight(fixture, answer, hostile),
          wanted(hostile),
          brokenByItsForm(answer),
        );
        if (answer.outcome === "message" && (await isHeldByMatch(fixture, before))) return;
        await assertStillServed(fixture, before, hostile.label, "the answer that it got before");
      },
    }),
  ),
];

/**
 * A player that such a body invited may not answer other invitations before the end of that match, but answers other
 * requests; player/join judges that.
 */
async function isHeldByMatch(fixture: TransportFixture, before: Answer): Promise<boolean> {
  if (fixture.role !== "player") return false;
  const plain = await sendPlainAfter(fixture, before);
  return (
    plain.failure?.reason === "timeout" && isResponse((await fixture.agent.call(NO_SUCH_METHOD, {})).json)
  );
}

/** Where a clause names the error, nothing else will do; elsewhere a closed connection is a refusal too. */
async function isRight(
  fixture: TransportFixture,
  answer: Answer,
  { outcome, codes }: Hostile,
): Promise<boolean> {
  if (outcome === "any answer") return true;
  if (outcome === "as-valid") return isTakenAsPlain(fixture, answer);
  if (codes === undefined) return answer.outcome === "failure" || answer.outcome === "refusal";
  return answer.outcome === "refusal" && codes.some((code) => code === answer.refusal.code);
}

function wanted({ outcome, codes = [] }: Hostile): string {
  if (outcome === "any answer") return "any answer";
  if (outcome === "as-valid") return "the answer to the plain request";
  return codes.length === 0 ? "an error" : `the error ${codes.join(" or ")}`;
}
