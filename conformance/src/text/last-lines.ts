/** The last lines of an output that are not blank. */
export function lastLines(output: string, count: number): string {
  return output
    .split("\n")
    .filter((line) => line.trim() !== "")
    .slice(-count)
    .join("\n");
}
