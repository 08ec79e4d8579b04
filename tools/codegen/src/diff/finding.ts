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

export interface Diff {
  /** The required increase of the version. */
  readonly bump: "major" | "minor" | "patch" | "none";
  readonly findings: readonly Finding[];
}

/** The verdicts, the worst first, with their headings in a changelog. */
const HEADINGS: readonly (readonly [Verdict, string])[] = [
  ["breaking", "Breaking"],
  ["unjudged", "Not judged: read these yourself"],
  ["compatible", "Compatible"],
  ["internal", "Only words"],
];

function rank(verdict: Verdict): number {
  return HEADINGS.findIndex(([each]) => each === verdict);
}

/** Collects findings; one change that affects several methods is one finding. */
export class Findings {
  readonly #byChange = new Map<string, { at: Finding; consequences: Set<string>; methods: Set<string> }>();

  /**
   * @param what the change, such as "the new field x is required".
   * @param consequence the effect, which is printed after a colon; "" for none.
   */
  add(pointer: string, verdict: Verdict, what: string, consequence = "", method?: string): void {
    const key = `${pointer} ${what}`;
    const {
      at,
      consequences = new Set<string>(),
      methods = new Set<string>(),
    } = this.#byChange.get(key) ?? {};
    if (consequence !== "") consequences.add(consequence);
    if (method !== undefined) methods.add(method);
    const worst = at !== undefined && rank(at.verdict) < rank(verdict) ? at.verdict : verdict;
    const explanation = consequences.size === 0 ? what : `${what}: ${[...consequences].join("; ")}`;
    const finding = { pointer, verdict: worst, explanation, methods: [...methods].sort() };
    this.#byChange.set(key, { at: finding, consequences, methods });
  }

  /** Breaking findings first, then by place. */
  diff(): Diff {
    const findings = [...this.#byChange.values()]
      .map(({ at }) => at)
      .sort((a, b) => rank(a.verdict) - rank(b.verdict) || (a.pointer < b.pointer ? -1 : 1));
    const bumps = { breaking: "major", unjudged: "major", compatible: "minor", internal: "patch" } as const;
    const [worst] = findings;
    return { bump: worst === undefined ? "none" : bumps[worst.verdict], findings };
  }
}

/** The diff as a section of a changelog, in Markdown. */
export function changelog({ bump, findings }: Diff): string {
  if (findings.length === 0) return "No change that an agent could notice.";
  const parts = [`Version: ${bump}`];
  for (const [verdict, heading] of HEADINGS) {
    const found = findings.filter((finding) => finding.verdict === verdict);
    if (found.length > 0) parts.push(`### ${heading}`, found.map(line).join("\n"));
  }
  return parts.join("\n\n");
}

function line({ pointer, explanation, methods }: Finding): string {
  const shown = methods.slice(0, 4).map((method) => `\`${method}\``);
  const more = methods.length > shown.length ? [`${methods.length - shown.length} more`] : [];
  const affected = shown.length === 0 ? "" : ` (${[...shown, ...more].join(", ")})`;
  return `- \`${pointer}\`: ${explanation}${affected}`;
}
