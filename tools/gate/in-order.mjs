// Prints the output of steps that run side by side: one after the other, in the order of the list.

/** @param steps promises of outcomes, in the order in which they are printed */
export async function printInOrder(steps) {
  const outcomes = [];
  for (const step of steps) {
    const outcome = await step;
    outcomes.push(outcome);
    console.log(`\n== ${outcome.title}\n${outcome.output.trimEnd()}`);
    console.log(`== ${outcome.title}: ${verdictOf(outcome)} in ${timesOf(outcome)}`);
  }
  return outcomes;
}

/** A line for each step, and one for all of them. */
export function costTable(outcomes, wallSeconds) {
  const total = outcomes.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0);
  const rows = [...outcomes, { title: "the whole gate", cpuSeconds: total, wallSeconds }];
  const width = Math.max(...rows.map(({ title }) => title.length));
  return rows.map((row) => `${row.title.padEnd(width)}  ${timesOf(row)}`).join("\n");
}

const verdictOf = ({ passed }) => (passed ? "passed" : "FAILED");

const timesOf = ({ wallSeconds, cpuSeconds }) =>
  `${wallSeconds.toFixed(1).padStart(6)} s, CPU ${cpuSeconds.toFixed(1).padStart(6)} s`;
