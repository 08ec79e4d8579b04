/** Example strategies. */
export interface Example {
  readonly title: string;
  readonly source: string;
}

export const defaultSource = `import type { ChoiceContext, Parity } from "@league-v2/sdk";

// A win counts 3 points, a draw 1. The drawn number is even as often as odd: who names the other
// parity than the opponent wins every second match, who names the same one always draws.
export default function choose({ history, random }: ChoiceContext): Parity {
  const seen = history.flatMap(({ opponent_choice }) => opponent_choice ?? []);
  const even = seen.filter((choice) => choice === "even").length;
  if (2 * even === seen.length) return random.below(2) === 0 ? "even" : "odd";
  return 2 * even > seen.length ? "odd" : "even";
}
`;

export const examples: readonly Example[] = [
  { title: "Counter what most opponents choose", source: defaultSource },
  { title: "Always odd", source: 'export default () => "odd";\n' },
  {
    title: "Late: never decides",
    source: `import type { ChoiceContext, Parity } from "@league-v2/sdk";

// The player waits until shortly before the referee's deadline, on simulated time, and sends its fallback.
export default function choose({ signal }: ChoiceContext): Promise<Parity> {
  return new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
}
`,
  },
  {
    title: "Broken: throws in its second match",
    source: `import type { ChoiceContext, Parity } from "@league-v2/sdk";

export default function choose({ history }: ChoiceContext): Parity {
  const last = history.at(-1);
  if (last === undefined) return "even";
  return JSON.parse(last.match_id);
}
`,
  },
  { title: "Mistyped: an invalid choice", source: 'export default () => "evn";\n' },
  { title: "Hanging: an endless loop", source: "export default () => {\n  while (true) {}\n};\n" },
];
