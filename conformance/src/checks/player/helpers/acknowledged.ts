/** What counts as the acknowledgement of a message, and what is only a SHOULD about it. */
import { methodOf, replyTypeOf } from "../../../contract.js";
import type { PlayerFixture } from "../../../fixtures/player-fixture.js";
import type { Answer } from "../../../peers/answer.js";
import type { MessageOverrides } from "../../../peers/peer-client.js";
import { CheckFailure } from "../../../verdict.js";
import { expectResult } from "./match-steps.js";

/**
 * That the message is answered with a result in time. No source document has a method for it, so that a player which
 * answers under its message type, as the flat dialect has it, breaks no more than a SHOULD.
 */
export async function expectAcknowledged(
  fixture: PlayerFixture,
  say: (overrides: MessageOverrides) => Promise<Answer>,
  what: string,
): Promise<void> {
  const answer = await say({});
  const mayBeUnknown = answer.outcome === "refusal" && fixture.profile.name === "canonical";
  const names = mayBeUnknown ? [answer.question.toLowerCase(), answer.question] : [];
  for (const method of names) {
    if (!(await say({ method })).hasResult) continue;
    throw new CheckFailure({
      diagnosis: `${what} ${answer.describeAsEnd()}, and with a result when the method is called ${method}`,
      expected: `a result under the name of decision D01, ${methodOf(answer.question)?.name}`,
      received: answer.describe(),
      clauses: ["PLY-ACK-04"],
    });
  }
  expectResult(fixture, answer, what);
}

/** That the result is the message which the contract names, not just any value. */
export function expectNamed({ expect }: PlayerFixture, answer: Answer): void {
  const wanted = replyTypeOf(answer.question);
  expect.that(answer.outcome === "message" && answer.result.message_type === wanted, {
    diagnosis: `${answer.question} ${answer.describeAsEnd()}; expected ${wanted}`,
    expected: String(wanted),
    received: answer.describe(),
  });
}
