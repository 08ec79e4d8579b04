/** Checks that send nothing: each judges all answers of one kind that the agent gave in the run, to whichever check. */
import type { FixtureBase } from "../fixtures/base.js";
import type { ViolationKind } from "../oracle/violation.js";
import type { Check } from "../types.js";
import { onBehalfOf } from "../verdict.js";
import { REPORT_TAKEN } from "./manager/helpers/league-progress.js";

interface ObservedAnswers {
  id: string;
  title: string;
  /** What the oracle looks for in each of these answers, with the clause that it breaks. */
  rules: readonly (readonly [rule: ViolationKind, clause: string])[];
  kills: readonly string[];
  /** Why the check is not exercised in a run without such an answer. */
  none: { why: string; blockedBy: readonly string[]; isOptional?: true };
}

/** `isOptional`: no clause requires such an answer in every run. */
const ROWS: readonly ObservedAnswers[] = [
  {
    id: "player/acknowledgement/names-throughout",
    title: "names no other message, match or round in any acknowledgement of the run",
    rules: [["acknowledgement-named", "PLY-ACK-04"]],
    kills: ["player:third-acknowledgement-of-the-first-match"],
    none: { why: "the player acknowledged nothing", blockedBy: ["PLY-ACK-01", "PLY-ACK-02"] },
  },
  {
    id: "player/choice/names-throughout",
    title: "names its match and itself in each join and each choice of the run, its time and a parity",
    rules: [
      ["join-named", "PLY-JOIN-04"],
      ["choice-named", "PLY-CHOICE-06"],
      ["join-timed", "PLY-JOIN-02"],
      ["choice-parity", "PLY-CHOICE-02"],
    ],
    kills: [
      "player:third-join-names-no-match",
      "player:third-join-has-no-time",
      "player:later-choices-name-no-player",
      "player:third-choice-is-a-list",
    ],
    none: { why: "the player answered no invitation", blockedBy: ["PLY-JOIN-01"] },
  },
  {
    id: "player/registration/repeats-itself",
    title: "repeats its registration with the same name, endpoint and details",
    rules: [
      ["registration-identity", "PLY-REG-01"],
      ["registration-details", "PLY-REG-02"],
    ],
    kills: ["player:repeats-its-registration-elsewhere"],
    none: {
      why: "the player has repeated no registration",
      blockedBy: ["PLY-REG-01", "PLY-REG-04"],
      isOptional: true,
    },
  },
  {
    id: "referee/registration/repeats-itself",
    title: "repeats its registration with the same name, endpoint and details",
    rules: [
      ["registration-identity", "REF-REG-01"],
      ["registration-details", "REF-REG-02"],
    ],
    kills: ["referee:repeats-its-registration-with-another-capacity"],
    none: {
      why: "the referee has repeated no registration",
      blockedBy: ["REF-REG-01", "REF-REG-03"],
      isOptional: true,
    },
  },
  {
    id: "referee/assignment/answers-throughout",
    title: "names the match in every answer to RUN_MATCH, which is RUN_MATCH_ACK, acknowledged",
    rules: [
      ["order-named", "REF-RUN-02"],
      ["order-acknowledged", "REF-RUN-03"],
    ],
    kills: ["referee:third-order-is-the-first-match"],
    none: {
      why: "the referee has answered no RUN_MATCH",
      blockedBy: ["REF-RUN-01", "REF-RUN-02"],
      isOptional: true,
    },
  },
  {
    id: "manager/results/names-throughout",
    title: "acknowledges every report of the run with MATCH_RESULT_ACK, its match_id and the status recorded",
    rules: [["report-named", "LM-RES-10"]],
    kills: ["manager:records-the-third-as-the-first"],
    none: { why: "no report was answered with a message", blockedBy: REPORT_TAKEN },
  },
];

export const observedAnswersChecks: readonly Check<FixtureBase>[] = ROWS.map(
  ({ id, title, rules, kills, none }) => ({
    id,
    title,
    decides: rules.map(([, clause]) => clause),
    kills,
    needs: { observes: true },
    steps: [],
    run: async (fixture) => assertAnswers(fixture, rules, none),
  }),
);

/**
 * Every answer kept these rules, each for its clause.
 *
 * @throws NotApplicable where an agent that sends other messages gave no such answer, and need not
 * @throws NotExercised where there was no such answer
 */
function assertAnswers(
  { expect, noteReceived, violationLog, notApplicable, notExercised }: FixtureBase,
  rules: ObservedAnswers["rules"],
  { why, blockedBy, isOptional }: ObservedAnswers["none"],
): void {
  const count = rules.reduce((sum, [rule]) => sum + violationLog.count(rule), 0);
  const hasMessages = violationLog.count("protocol") > 0;
  if (count === 0 && hasMessages && isOptional === true) notApplicable(why);
  if (count === 0) notExercised(why, blockedBy);
  noteReceived(count);
  for (const [rule, clause] of rules) {
    const [first] = violationLog.violations(rule);
    const diagnosis = first === undefined ? "" : `in ${first.where} (during ${first.during}), ${first.text}`;
    onBehalfOf([clause], () => expect.that(first === undefined, { diagnosis }));
  }
}
