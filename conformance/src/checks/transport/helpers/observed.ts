/** A check that is decided by the envelope oracle over everything that the run has seen. */
import type { TransportFixture } from "../../../fixtures/transport-fixture.js";
import { DEPARTURES, type DepartureKind } from "../../../oracle/violation.js";
import type { LedgerEntry } from "../../../oracle/violation-log.js";
import { LEAGUE_FORMS } from "../../../profiles/types.js";
import type { Check } from "../../../types.js";

export interface Observed {
  id: string;
  title: string;
  decides: readonly string[];
  kills: readonly string[];
  /** The rules of the oracle that must have been kept. */
  rules: readonly DepartureKind[];
}

export function observed({ id, title, decides, kills, rules }: Observed): Check<TransportFixture> {
  return {
    id,
    title,
    decides,
    kills,
    needs: { observes: true },
    worstCaseMs: 0,
    async run(bench) {
      if (!rules.every(isAboutCalls) && bench.ledger.count("protocol") === 0)
        bench.notExercised("no message of the league was heard from the agent");
      for (const rule of rules) {
        const count = bench.ledger.count(rule);
        if (count === 0) bench.notExercised(`nothing was seen to which this applies: ${DEPARTURES[rule]}`);
        const departures = bench.ledger.departures(rule);
        const counted = hasNoEnvelope(bench)
          ? departures.filter(({ isWithoutEnvelope }) => isWithoutEnvelope !== true)
          : departures;
        const [first, ...others] = counted;
        if (first === undefined && departures.length > 0) bench.notApplicable(NO_ENVELOPE);
        bench.heard(count, first);
        const more = others.length === 0 ? "" : ` (and at least ${others.length} more like it)`;
        bench.expect.that(first === undefined, {
          diagnosis: first === undefined ? "" : `${tell(first)}; the rule is: ${DEPARTURES[rule]}${more}`,
          expected: DEPARTURES[rule],
          ...(first === undefined ? {} : { received: first.text }),
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
function isAboutCalls(rule: DepartureKind): boolean {
  return rule === "call-form" || rule === "open-ids";
}

function tell({ where, text, pointer, during }: LedgerEntry): string {
  return `in ${where} (during ${during}), ${text}${pointer === "" ? "" : ` at ${pointer}`}`;
}
