// Runs the suite on the example agents and on their variants, and shows where the verdicts differ. Exit
// status 1 if a verdict differs where none may.
import { suiteRun } from "../suite-run.ts";
import { choose, commandOf, differences, folder, missing, twin, USAGE } from "./variants.ts";

const choice = chosen();
// An interruption ends the run of the suite that is under way, too.
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(130));

const twins = new Map();
let faults = 0;
for (const { variant, role } of choice.trials) {
  const reason = missing(variant);
  if (reason !== undefined) console.log(`${role}  ${variant.name}: not run: ${reason}`);
  else faults += await compared(variant, role);
}
console.log(faults === 0 ? "the verdicts are as they must be" : `${faults} verdicts are not as they must be`);
process.exitCode = faults === 0 ? 0 : 1;

function chosen() {
  try {
    return choose(process.argv.slice(2));
  } catch (error) {
    console.error(`${error.message}\n${USAGE}`);
    process.exit(2);
  }
}

/** How many verdicts differ from those of the twin, and should not. */
async function compared(variant, role) {
  if (!twins.has(role)) twins.set(role, await measure(twin, role));
  const found = differences(twins.get(role), await measure(variant, role), variant);
  if (found.length === 0) console.log("    the same verdicts");
  for (const { check, ofTwin, ofVariant, expected, diagnosis } of found)
    console.log(
      `    ${check}: ${ofTwin} → ${ofVariant}  ${expected === undefined ? diagnosis : `expected: ${expected}`}`,
    );
  return found.filter(({ expected }) => expected === undefined).length;
}

async function measure(variant, role) {
  const place = { cwd: folder, options: choice.options };
  const { report, exitCode, wallSeconds, cpuSeconds } = await suiteRun(role, commandOf(variant, role), place);
  const costs = [
    `exit ${exitCode}`,
    `${wallSeconds.toFixed(1)} s`,
    `${cpuSeconds.toFixed(1)} s CPU`,
    `${report.machine.instances_started ?? "?"} instances`,
    `${report.summary.must_coverage} % of the MUST clauses`,
  ];
  console.log(`${role}  ${variant.name}: ${costs.join(" · ")}`);
  return report;
}
