/**
 * Checks that send no messages. They judge the oracle's findings in all messages of the run: rows with the rules for
 * all answers of one kind, and `observed` for the checks of the transport about every body.
 */
import type { FixtureBase } from "../fixtures/base.js";
import type { TransportFixture } from "../fixtures/transport-fixture.js";
import type { RecordedViolation } from "../oracle/violation-log.js";
import { VIOLATION_KINDS, type ViolationKind } from "../oracle/violation-log.js";
import { LEAGUE_FORMS } from "../profiles/types.js";
import type { Check, Role } from "../types.js";
import { onBehalfOf } from "../verdict.js";
import { REPORT_ACCEPTED } from "./manager/helpers/league-progress.js";
import { NO_RPC } from "./transport/helpers/json-rpc.js";

interface ObservedAnswers extends Pick<Check<FixtureBase>, "id" | "title"> {
  /** The oracle's rules for each of these answers, with their clauses. */
  rules: readonly (readonly [rule: ViolationKind, clause: string])[];
  /** Why the check is not exercised in a run without such an answer. */
  none: { why: string; blockedBy: readonly string[]; isOptional?: true };
}

/** `isOptional`: no clause requires such an answer in every run. */
const ROWS: readonly ObservedAnswers[] = [
  {
    id: "player/acknowledgement/names-throughout",
    title: "names no other message, match or round in any acknowledgement of the run",
    rules: [["acknowledgement-named", "PLY-ACK-04"]],
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
    none: { why: "the player answered no invitation", blockedBy: ["PLY-JOIN-01"] },
  },
  {
    id: "player/registration/repeats-itself",
    title: "repeats its registration with the same name, endpoint and details",
    rules: [
      ["registration-identity", "PLY-REG-01"],
      ["registration-details", "PLY-REG-02"],
    ],
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
    none: {
      why: "the referee has answered no RUN_MATCH",
      blockedBy: ["REF-RUN-01", "REF-RUN-02"],
      isOptional: true,
    },
  },
  {
    id: "referee/life/acknowledges-throughout",
    title: "acknowledges every announcement of the run, and its end, by a message of the contract",
    rules: [["announcement-acknowledged", "REF-END-03"]],
    none: {
      why: "the referee has answered no announcement",
      blockedBy: ["REF-END-03"],
      isOptional: true,
    },
  },
  {
    id: "manager/results/names-throughout",
    title: "acknowledges every report of the run with MATCH_RESULT_ACK, its match_id and the status recorded",
    rules: [["report-named", "LM-RES-10"]],
    none: { why: "no report was answered with a message", blockedBy: REPORT_ACCEPTED },
  },
  {
    id: "manager/registration/gives-reasons",
    title: "gives a reason in words in every rejection of an agent that plays other games",
    rules: [["rejection-reasoned", "LM-REG-07"]],
    none: { why: "no agent that plays other games was rejected", blockedBy: ["LM-REG-07"] },
  },
  {
    id: "manager/queries/sums-throughout",
    title:
      "answers every GET_STANDINGS of a player with standings, and counts as played the wins, draws and losses of each row",
    rules: [
      ["standings-answered", "LM-QRY-01"],
      ["rows-of-answers", "LM-TAB-04"],
    ],
    none: { why: "no query was answered with standings", blockedBy: ["LM-QRY-01"] },
  },
];

export const observedAnswersChecks: readonly Check<FixtureBase>[] = ROWS.map(({ rules, none, ...check }) => ({
  ...check,
  decides: rules.map(([, clause]) => clause),
  needs: { observes: true },
  steps: [],
  run: async (fixture) => assertAnswers(fixture, rules, none),
}));

/**
 * Asserts that every answer kept these rules, each for its clause.
 *
 * @throws NotApplicable where there was no such answer, and none is required
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
  const [wrong] = rules.flatMap(([rule]) => violationLog.violations(rule).slice(0, 1));
  noteReceived(count, wrong);
  for (const [rule, clause] of rules) {
    const [first] = violationLog.violations(rule);
    const diagnosis = first === undefined ? "" : `in ${first.where} (during ${first.during}), ${first.text}`;
    onBehalfOf([clause], () => expect.that(first === undefined, { diagnosis }));
  }
}

export interface Observed extends Pick<Check<TransportFixture>, "id" | "title" | "decides"> {
  /** The rules of the oracle that must have been kept. */
  rules: readonly ViolationKind[];
  /** If almost every body among those of this rule breaks it, the violation is one of the whole agent. */
  among?: ViolationKind;
  /** The clauses of a violation, if they are only some of the check's; a violation of the first clause is shown first. */
  clausesOf?(violation: RecordedViolation, role: Role): readonly string[] | undefined;
}

/** A check that the envelope oracle decides from all messages of the run. */
export function observed({ rules, among, clausesOf, ...check }: Observed): Check<TransportFixture> {
  return {
    ...check,
    needs: { observes: true },
    steps: [],
    async run(fixture) {
      if (!rules.every(isAboutCalls) && fixture.violationLog.count("protocol") === 0)
        fixture.notExercised("the agent sent no message of the league");
      for (const rule of rules) {
        const count = fixture.violationLog.count(rule);
        if (count === 0 && isAboutRpc(rule) && fixture.profile.request === "bare")
          fixture.notApplicable(NO_RPC);
        if (count === 0)
          fixture.notExercised(`nothing was seen to which this applies: ${VIOLATION_KINDS[rule]}`);
        const violations = fixture.violationLog.violations(rule);
        const counted = hasNoEnvelope(fixture)
          ? violations.filter(({ isWithoutEnvelope }) => isWithoutEnvelope !== true)
          : violations;
        const first =
          counted.find((one) => clausesOf?.(one, fixture.role)?.[0] === check.decides[0]) ?? counted[0];
        if (first === undefined && violations.length > 0) fixture.notApplicable(NO_ENVELOPE);
        fixture.noteReceived(count, first);
        const clauses = first === undefined ? undefined : clausesOf?.(first, fixture.role);
        const more = counted.length < 2 ? "" : ` (and at least ${counted.length - 1} more like it)`;
        fixture.expect.that(first === undefined, {
          diagnosis:
            first === undefined
              ? ""
              : `${describeViolation(first)}; the rule is: ${VIOLATION_KINDS[rule]}${more}`,
          expected: VIOLATION_KINDS[rule],
          ...(first === undefined ? {} : { received: first.text }),
          ...(clauses === undefined ? {} : { clauses }),
          everywhere: fixture.violationLog.isBrokenEverywhere(rule, among),
        });
      }
    },
  };
}

export const NO_ENVELOPE =
  "messages of this wire form carry no envelope, which costs the clause about the wire form";

/** Whether the wire form is none of league.v2 and has messages without an envelope. */
export function hasNoEnvelope({ profile }: TransportFixture): boolean {
  return !LEAGUE_FORMS.includes(profile.name);
}

/** Whether the rule is about the agent's own calls. */
function isAboutCalls(rule: ViolationKind): boolean {
  return rule === "call-form" || rule === "open-ids";
}

const ofRpc: readonly ViolationKind[] = [
  ...(["jsonrpc-version", "result-xor-error", "id-echoed"] as const),
  ...(["error-code", "error-message", "notification-answered"] as const),
];

/** The rules that apply to JSON-RPC bodies only. */
function isAboutRpc(rule: ViolationKind): boolean {
  return ofRpc.includes(rule);
}

function describeViolation({ where, text, pointer, during }: RecordedViolation): string {
  return `in ${where} (during ${during}), ${text}${pointer === "" ? "" : ` at ${pointer}`}`;
}
