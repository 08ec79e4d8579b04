/** `npm run bench`: measures what was asked for, one part after the other, and prints each table as soon as it is there. */
import { writeFileSync } from "node:fs";
import { runTool } from "../build/run-tool.ts";
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

const help = `bench [--quick] [--only NAME]... [--json FILE]
  --quick      a smoke run of some seconds: every contender answers, the numbers are rough
  --only NAME  only these parts: ${Object.keys(parts).join(", ")}
  --json FILE  also write the numbers to a file
`;

await runTool(
  help,
  {
    quick: { type: "boolean", default: false },
    only: { type: "string", multiple: true, default: Object.keys(parts) },
    json: { type: "string" },
  },
  async ({ quick, only, json }) => {
    const unknown = only.find((name) => !Object.hasOwn(parts, name));
    if (unknown !== undefined) throw new RangeError(`there is no part ${unknown}`);
    await measure(only, quick, json);
    return 0;
  },
);

async function measure(chosen: readonly string[], isQuick: boolean, file: string | undefined): Promise<void> {
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
  if (file !== undefined) writeFileSync(file, `${JSON.stringify({ isQuick, sections }, null, 2)}\n`);
}

/** A smoke run is too short to judge speed; bytes do not depend on its length. */
function withoutLimitsOfSpeed(section: Section): Section {
  const rows = section.rows.map(({ limit, ...row }) => (limit?.of === "number" ? { ...row, limit } : row));
  return { ...section, rows };
}
