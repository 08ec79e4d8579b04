// Runs the suite on the example agents and on their variants, and shows where the verdicts differ. Exit status 1 if any differ.
//   node compare.mjs [player|referee|manager ...] [--variant NAME ...] [-- options of league-conformance]
import { parseArgs } from "node:util";
import { measuredRun } from "./measured-run.ts";
import { missing, roles, twin, variants } from "./variants.ts";
import { differences, table } from "./verdicts.ts";

const mark = process.argv.indexOf("--");
const [own, options] =
  mark < 0 ? [process.argv.slice(2), []] : [process.argv.slice(2, mark), process.argv.slice(mark + 1)];
const { values, positionals } = parseArgs({
  args: own,
  allowPositionals: true,
  options: { variant: { type: "string", multiple: true } },
});
const chosenRoles = positionals.length === 0 ? roles : positionals;
const unknown = [
  ...chosenRoles.filter((role) => !roles.includes(role)),
  ...(values.variant ?? []).filter((name) => !variants.some((variant) => variant.name === name)),
];
if (unknown.length > 0) {
  console.error(`unknown: ${unknown.join(", ")}`);
  console.error(`roles: ${roles.join(", ")}; variants: ${variants.map(({ name }) => name).join(", ")}`);
  process.exit(2);
}

// An interruption ends the run of the suite that is under way, too.
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(130));

let unexpected = 0;
for (const role of chosenRoles) {
  const chosen = variants.filter(
    (variant) => variant.roles.includes(role) && (values.variant?.includes(variant.name) ?? true),
  );
  if (chosen.length === 0) continue;
  const fast = await measure(twin, role);
  for (const variant of chosen) {
    const reason = missing(variant);
    if (reason !== undefined) {
      console.log(`${role}  ${variant.name}: not run: ${reason}`);
      continue;
    }
    const found = differences(fast.report, (await measure(variant, role)).report, variant);
    unexpected += found.filter(({ expected }) => expected === undefined).length;
    console.log(found.length === 0 ? "    the same verdicts" : table(found, variant.name));
  }
}
console.log(
  unexpected === 0 ? "every variant has the verdicts of its twin" : `${unexpected} verdicts differ`,
);
process.exitCode = unexpected === 0 ? 0 : 1;

async function measure(variant, role) {
  const run = await measuredRun(variant, role, ["--seed", "1", ...options]).catch(({ message }) => {
    console.error(message);
    process.exit(2);
  });
  const { report, exitCode, wallSeconds, cpuSeconds } = run;
  const costs = [
    `exit ${exitCode}`,
    `${wallSeconds.toFixed(1)} s`,
    `${cpuSeconds.toFixed(1)} s CPU`,
    `${report.machine.instances_started ?? "?"} instances`,
    `${report.summary.must_coverage} % of the MUST clauses`,
  ];
  console.log(`${role}  ${variant.name}: ${costs.join(" · ")}`);
  return run;
}
