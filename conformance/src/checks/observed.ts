/**
 * Rules over every message of the run. The oracle has judged a message when it came; the rule looks at what the oracle has
 * found: `over: everyMessage("call-form"), judge: isKept`. The rows below are about all answers of one kind.
 */
import type { FixtureBase } from "../fixtures/base.js";
import type { TransportFixture } from "../fixtures/transport-fixture.js";
import type { RecordedViolation } from "../oracle/violation-log.js";
import { VIOLATION_KINDS, type ViolationKind } from "../oracle/violation-log.js";
import { LEAGUE_FORMS, type WireProfile } from "../profiles/types.js";
import { type Judging, rule, type WholeRun } from "../rule.js";
import type { Trace } from "../transcript.js";
import type { Check, Role } from "../types.js";
import { onBehalfOf } from "../verdict.js";
import { REPORT_ACCEPTED } from "./manager/helpers/league-progress.js";
import { NO_RPC } from "./transport/helpers/json-rpc.js";

/** What the oracle has found by one of its rules. */
export interface Findings {
  kind: ViolationKind;
  /** How many messages the rule applied to. */
  count: number;
  /** The first message that broke it, of those that count. */
  first: RecordedViolation | undefined;
}

export function traceOfFindings({ count, first }: Findings): Trace {
  if (first === undefined) return { count };
  const { transcript, where, during, excerpt } = first;
  return { count, transcript, message: first, excerpt: `${where}, during ${during}: ${excerpt}` };
}

interface AnswersRow extends Pick<Check<FixtureBase>, "id" | "title"> {
  /** The oracle's rules for each of these answers, with their clauses. */
  rules: readonly (readonly [rule: ViolationKind, clause: string])[];
  /** Why the check is not exercised in a run without such an answer. */
  none: { why: string; blockedBy: readonly string[]; isOptional?: true };
}

/** `isOptional`: no clause requires such an answer in every run. */
const ROWS: readonly AnswersRow[] = [
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

export const observedAnswersChecks: readonly Check<FixtureBase>[] = ROWS.map(({ rules, none, ...row }) =>
  rule({
    ...row,
    decides: rules.map(([, clause]) => clause),
    over: everyAnswer(rules, none),
    judge: ({ first, clause }, { expect }) =>
      onBehalfOf([clause], () =>
        expect.that(first === undefined, {
          diagnosis: first === undefined ? "" : `in ${first.where} (during ${first.during}), ${first.text}`,
        }),
      ),
  }),
);

/** Each of these rules in all answers that it applies to. */
function everyAnswer(
  rules: AnswersRow["rules"],
  { why, blockedBy, isOptional }: AnswersRow["none"],
): WholeRun<FixtureBase, Findings & { clause: string }> {
  return {
    name: `answers of this run, by ${rules.map(([kind]) => kind).join(" and ")}`,
    seenBy({ violationLog, notApplicable, notExercised }) {
      const found = rules.map(([kind, clause]) => {
        const [first] = violationLog.violations(kind);
        return { kind, clause, count: violationLog.count(kind), first };
      });
      if (found.some(({ count }) => count > 0)) return found;
      const hasMessages = violationLog.count("protocol") > 0;
      return hasMessages && isOptional === true ? notApplicable(why) : notExercised(why, blockedBy);
    },
    traceOf: traceOfFindings,
  };
}

interface MessageFindings extends Findings {
  /** How many more messages broke the rule. */
  more: number;
  /** It was broken, but only by messages without an envelope, in a form that has none. */
  isFormal: boolean;
  /** Almost every message broke it. */
  isEverywhere: boolean;
  /** The clauses of the violation, if they are only some of the check's. */
  clauses: readonly string[] | undefined;
}

interface EveryMessageOptions {
  /** If almost every message among those of this rule breaks it, the violation is one of the whole agent. */
  among?: ViolationKind;
  /** Of several clauses that of the violation that is shown first. */
  mainClause?: string;
  /** The clauses of a violation, if they are only some of the check's. */
  clausesOf?(violation: RecordedViolation, role: Role): readonly string[] | undefined;
}

/** Each of these rules in all messages of the run. */
export function everyMessage(
  kinds: ViolationKind | readonly ViolationKind[],
  { among, mainClause, clausesOf }: EveryMessageOptions = {},
): WholeRun<TransportFixture, MessageFindings> {
  const rules = typeof kinds === "string" ? [kinds] : kinds;
  return {
    name: `messages of this run, by ${rules.join(" and ")}`,
    seenBy({ violationLog, role, profile, notExercised }) {
      if (!rules.every(isAboutCalls) && violationLog.count("protocol") === 0)
        notExercised("the agent sent no message of the league");
      return rules.map((kind) => {
        const all = violationLog.violations(kind);
        const counted = hasNoEnvelope({ profile })
          ? all.filter(({ isWithoutEnvelope }) => isWithoutEnvelope !== true)
          : all;
        const first = counted.find((one) => clausesOf?.(one, role)?.[0] === mainClause) ?? counted[0];
        return {
          ...{ kind, count: violationLog.count(kind), first, more: counted.length - 1 },
          isFormal: first === undefined && all.length > 0,
          isEverywhere: violationLog.isBrokenEverywhere(kind, among),
          clauses: first && clausesOf?.(first, role),
        };
      });
    },
    traceOf: traceOfFindings,
  };
}

/** The judgement of a rule of the oracle: it was applied, and no message broke it. */
export function isKept(
  found: MessageFindings,
  { expect, profile, notApplicable, notExercised }: Judging,
): void {
  const { kind, count, first, more, isFormal, isEverywhere, clauses } = found;
  if (count === 0 && isAboutRpc(kind) && profile.request === "bare") notApplicable(NO_RPC);
  if (count === 0) notExercised(`nothing was seen to which this applies: ${VIOLATION_KINDS[kind]}`);
  if (isFormal) notApplicable(NO_ENVELOPE);
  const others = more < 1 ? "" : ` (and at least ${more} more like it)`;
  expect.that(first === undefined, {
    diagnosis:
      first === undefined
        ? ""
        : `${describeViolation(first)}; the rule is: ${VIOLATION_KINDS[kind]}${others}`,
    expected: VIOLATION_KINDS[kind],
    ...(first === undefined ? {} : { received: first.text }),
    ...(clauses === undefined ? {} : { clauses }),
    everywhere: isEverywhere,
  });
}

export const NO_ENVELOPE =
  "messages of this wire form carry no envelope, which costs the clause about the wire form";

/** Whether the wire form is none of league.v2 and has messages without an envelope. */
export function hasNoEnvelope({ profile }: { profile: WireProfile }): boolean {
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
