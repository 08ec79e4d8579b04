/** What the agent says in all of its answers of the run, for whatever check they were given. */
import type { FixtureBase } from "../fixtures/base.js";
import type { ViolationKind } from "../oracle/violation.js";
import { onBehalfOf } from "../verdict.js";

/**
 * That every answer kept these rules, each by its clause.
 *
 * @param none.isOptional no clause makes the agent say this in every run
 * @throws NotApplicable where an agent that says other things did not say this, and need not
 * @throws NotExercised where there was no such answer
 */
export function assertAnswers(
  { expect, noteReceived, violationLog, notApplicable, notExercised }: FixtureBase,
  rules: readonly (readonly [rule: ViolationKind, clause: string])[],
  none: { why: string; blockedBy: readonly string[]; isOptional?: boolean },
): void {
  const count = rules.reduce((sum, [rule]) => sum + violationLog.count(rule), 0);
  const isSpeaking = violationLog.count("protocol") > 0;
  if (count === 0 && isSpeaking && none.isOptional === true) notApplicable(none.why);
  if (count === 0) notExercised(none.why, none.blockedBy);
  noteReceived(count);
  for (const [rule, clause] of rules) {
    const [first] = violationLog.violations(rule);
    const text = first === undefined ? "" : `in ${first.where} (during ${first.during}), ${first.text}`;
    onBehalfOf([clause], () => expect.that(first === undefined, { diagnosis: text }));
  }
}
