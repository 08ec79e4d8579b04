/** `npm run bench`: measures what was asked for, one part after the other, and prints each table as soon as it is there. */
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { startup, suite } from "./commands.ts";
import { matches } from "./matches.ts";
import { isBeyond, type Section, table } from "./report.ts";
import { servers } from "./servers.ts";
import { size } from "./size.ts";
import { validation } from "./validators.ts";

/** Each part in full, or so short that it only shows that all of it runs. */
const parts: Readonly<Record<string, (isQuick: boolean) => Promise<Section[]>>> = {
  size,
  startup,
  validators: validation,
  servers,
  matches,
  suite,
};

const HELP = `bench [--quick] [--only NAME]... [--json FILE]
  --quick      a smoke run of some seconds: every contender answers, the numbers are rough
  --only NAME  only these parts: ${Object.keys(parts).join(", ")}
  --json FILE  also write the numbers to a file`;

const { values } = parseArgs({
  options: {
    quick: { type: "boolean", default: false },
    only: { type: "string", multiple: true },
    json: { type: "string" },
    help: { type: "boolean", default: false },
  },
});
const names = values.only ?? Object.keys(parts);
const unknown = names.filter((name) => !Object.hasOwn(parts, name));
if (values.help) console.log(HELP);
else if (unknown.length === 0) await measure(names, values.quick);
else {
  console.error(`there is no part "${unknown.join('", "')}"\n${HELP}`);
  process.exitCode = 2;
}

async function measure(chosen: readonly string[], isQuick: boolean): Promise<void> {
  const begin = performance.now();
  const sections: Section[] = [];
  for (const name of chosen) {
    console.error(`measuring ${name} …`);
    for (const section of (await parts[name]?.(isQuick)) ?? []) {
      const judged = isQuick ? withoutLimitsOfSpeed(section) : section;
      sections.push(judged);
      console.log(`${table(judged)}\n`);
    }
  }
  const beyond = sections.flatMap((section) => section.rows.filter((row) => isBeyond(section, row)));
  const warning = beyond.length === 0 ? "no row" : beyond.map(({ name }) => name).join(", ");
  const seconds = ((performance.now() - begin) / 1000).toFixed(1);
  console.log(`Beyond their limits: ${warning}. ${seconds} s${isQuick ? ", a smoke run" : ""}`);
  if (values.json) writeFileSync(values.json, `${JSON.stringify({ isQuick, sections }, null, 2)}\n`);
}

/** A smoke run is too short to judge speed; bytes do not depend on its length. */
function withoutLimitsOfSpeed(section: Section): Section {
  const rows = section.rows.map(({ limit, ...row }) => (limit?.of === "number" ? { ...row, limit } : row));
  return { ...section, rows };
}
