/**
 * breaking: a conforming agent no longer conforms. compatible: it still conforms. internal: agents cannot observe the change.
 * unjudged: the change is of a kind whose effect is not worked out here.
 */
export type Verdict = "breaking" | "unjudged" | "compatible" | "internal";

/** One change, and its effect on agents that use the old form. */
export interface Finding {
  /** Its place: file, # and JSON Pointer; in the new specification, or in the old one for a removed part. */
  readonly pointer: string;
  readonly verdict: Verdict;
  /** One sentence: the change and the affected agents. */
  readonly explanation: string;
  /** The affected methods. */
  readonly methods: readonly string[];
}

/**
 * The direction in which data flows. Params flow from old callers to the changed agent: accepting less breaks them. Results flow back
 * to the callers: promising less breaks them.
 */
export type Direction = "request" | "result";

/** A change of the set of valid data. */
export type Effect = "narrower" | "wider" | "different" | "none";

export function verdictOf(effect: Effect, direction: Direction): Verdict {
  if (effect === "none") return "internal";
  if (effect === "different") return "breaking";
  return (effect === "narrower") === (direction === "request") ? "breaking" : "compatible";
}

const RANK: Readonly<Record<Verdict, number>> = { internal: 0, compatible: 1, unjudged: 2, breaking: 3 };

/** Collects findings; one change that affects several methods is one finding. */
export class Findings {
  readonly #byChange = new Map<
    string,
    { pointer: string; what: string; consequence: Map<string, Set<string>>; verdict: Verdict }
  >();

  /**
   * @param what the change, such as "the new field x is required".
   * @param consequence the effect, which is printed after a colon; "" for none.
   */
  add(pointer: string, verdict: Verdict, what: string, consequence: string, method?: string): void {
    const key = `${pointer} ${what}`;
    const entry = this.#byChange.get(key) ?? { pointer, what, consequence: new Map(), verdict };
    if (RANK[verdict] > RANK[entry.verdict]) entry.verdict = verdict;
    const methods = entry.consequence.get(consequence) ?? new Set();
    if (method !== undefined) methods.add(method);
    entry.consequence.set(consequence, methods);
    this.#byChange.set(key, entry);
  }

  /** Breaking findings first, then by place. */
  list(): Finding[] {
    return [...this.#byChange.values()]
      .map(({ pointer, what, consequence, verdict }) => {
        const consequences = [...consequence.keys()].filter((text) => text !== "").join("; ");
        const methods = [...new Set([...consequence.values()].flatMap((names) => [...names]))].sort();
        return {
          pointer,
          verdict,
          explanation: consequences === "" ? what : `${what}: ${consequences}`,
          methods,
        };
      })
      .sort((a, b) => RANK[b.verdict] - RANK[a.verdict] || (a.pointer < b.pointer ? -1 : 1));
  }
}
