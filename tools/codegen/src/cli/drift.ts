import type { Difference } from "./output-folder.js";

const MAX_FILES = 12;
const MAX_LINES = 6;

/** The differences as text: the files, and the first lines in which they differ. */
export function describeDrift(folder: string, found: readonly Difference[]): string {
  const listed = found.slice(0, MAX_FILES).map((difference) => describe(folder, difference));
  const rest = found.length - listed.length;
  return [...listed, ...(rest > 0 ? [`… and ${rest} more files`] : [])].join("\n");
}

function describe(folder: string, { path, present, wanted }: Difference): string {
  if (present === null) return `missing  ${folder}/${path}`;
  if (wanted === null) return `stale    ${folder}/${path}: nothing in the specification leads to it`;
  return `differs  ${folder}/${path}\n${firstDifference(present.split("\n"), wanted.split("\n"))}`;
}

function firstDifference(present: readonly string[], wanted: readonly string[]): string {
  let from = 0;
  while (present[from] === wanted[from]) from++;
  let end = 0;
  const shortest = Math.min(present.length, wanted.length) - from;
  while (end < shortest && present.at(-1 - end) === wanted.at(-1 - end)) end++;
  const context = from === 0 ? [] : [`    ${present[from - 1]}`];
  const lines = [
    `  line ${from + 1}:`,
    ...context,
    ...excerpt(present.slice(from, present.length - end), "  - "),
    ...excerpt(wanted.slice(from, wanted.length - end), "  + "),
  ];
  return lines.join("\n");
}

function excerpt(lines: readonly string[], mark: string): string[] {
  const shown = lines.slice(0, MAX_LINES).map((line) => mark + line);
  return lines.length > MAX_LINES ? [...shown, `${mark}… ${lines.length - MAX_LINES} more lines`] : shown;
}
