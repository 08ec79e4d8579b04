/** A check that is decided by the envelope oracle over everything that the run has seen. */
import type { TransportFixture } from "../../../fixtures/transport-fixture.js";
import { VIOLATION_KINDS, type ViolationKind } from "../../../oracle/violation.js";
import type { RecordedViolation } from "../../../oracle/violation-log.js";
import { LEAGUE_FORMS } from "../../../profiles/types.js";
import type { Check, Role } from "../../../types.js";
import { NO_RPC } from "./json-rpc.js";

export interface Observed {
  id: string;
  title: string;
  decides: readonly string[];
  kills: readonly string[];
  /** The rules of the oracle that must have been kept. */
  rules: readonly ViolationKind[];
  /** Whether a violation in almost every body counts for the whole agent. */
  among?: ViolationKind;
  /** The clauses of a violation, where they are not all of the check's; one of the check's first clause is shown first. */
  clausesOf?(violation: RecordedViolation, role: Role): readonly string[] | undefined;
}

export function observed({
  id,
  title,
  decides,
  kills,
  rules,
  among,
  clausesOf,
}: Observed): Check<TransportFixture> {
  return {
    id,
    title,
    decides,
    kills,
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
        const first = counted.find((one) => clausesOf?.(one, fixture.role)?.[0] === decides[0]) ?? counted[0];
        if (first === undefined && violations.length > 0) fixture.notApplicable(NO_ENVELOPE);
        fixture.noteReceived(count, first);
        const clauses = first === undefined ? undefined : clausesOf?.(first, fixture.role);
        const more = counted.length < 2 ? "" : ` (and at least ${counted.length - 1} more like it)`;
        fixture.expect.that(first === undefined, {
          diagnosis:
            first === undefined ? "" : `${tell(first)}; the rule is: ${VIOLATION_KINDS[rule]}${more}`,
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
  "the tool calls of this wire form carry no envelope, which costs the clause about the wire form";

/** Whether messages without any envelope belong to the wire form: tools that are none of league.v2. */
export function hasNoEnvelope({ profile: { name, request } }: TransportFixture): boolean {
  return request === "tools_call" && !LEAGUE_FORMS.includes(name);
}

/** A call shows by itself that there is an agent. */
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

function tell({ where, text, pointer, during }: RecordedViolation): string {
  return `in ${where} (during ${during}), ${text}${pointer === "" ? "" : ` at ${pointer}`}`;
}
