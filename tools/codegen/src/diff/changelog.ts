import type { Diff } from "./diff.js";
import type { Finding } from "./finding.js";

const HEADINGS = [
  ["breaking", "Breaking"],
  ["unjudged", "Not judged: read these yourself"],
  ["compatible", "Compatible"],
  ["internal", "Only words"],
] as const;

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
  const consequence = shown.length === 0 ? "" : ` (${[...shown, ...more].join(", ")})`;
  return `- \`${pointer}\`: ${explanation}${consequence}`;
}
