/** Runs what was asked for, one section after the other, and prints each as soon as it is there. */
import { writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { floorSections } from "./matches/floor-sections.ts";
import { matchSections } from "./matches/section.ts";
import { reaches, type Section } from "./report/section.ts";
import { table } from "./report/table.ts";
import { serverSections } from "./servers/section.ts";
import { sizeSection } from "./size/section.ts";
import { full, quick, type Sizes } from "./sizes.ts";
import { startupSection } from "./startup/section.ts";
import { storeSections } from "./stores/section.ts";
import { validatorSections } from "./validators/section.ts";
import { viewerSections } from "./viewer/section.ts";

const parts: Readonly<Record<string, (sizes: Sizes) => Promise<Section[]>>> = {
  size: async () => [await sizeSection()],
  startup: async ({ startup }) => [await startupSection(startup)],
  validators: ({ validators }) => validatorSections(validators),
  servers: ({ servers }) => serverSections(servers),
  matches: ({ matches }) => matchSections(matches),
  floors: ({ floors }) => floorSections(floors),
  stores: ({ stores }) => storeSections(stores),
  viewer: ({ viewer }) => viewerSections(viewer),
};

/** It needs a browser, and leagues that last some seconds: a smoke run is without it unless it is asked for. */
const onlyInFull = ["viewer"];

const HELP = `bench [--quick] [--only NAME]... [--json FILE]
  --quick      a smoke run of some seconds: every contender answers, the numbers are rough
  --only NAME  only these sections: ${Object.keys(parts).join(", ")}
  --json FILE  also write the numbers to a file`;

export async function main(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      quick: { type: "boolean", default: false },
      only: { type: "string", multiple: true },
      json: { type: "string" },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) return console.log(HELP);

  const usual = Object.keys(parts).filter((name) => !values.quick || !onlyInFull.includes(name));
  const names = values.only ?? usual;
  const unknown = names.filter((name) => !Object.hasOwn(parts, name));
  if (unknown.length > 0) {
    console.error(`there is no section "${unknown.join('", "')}"\n${HELP}`);
    process.exitCode = 2;
    return;
  }
  const begin = performance.now();
  const sizes = values.quick ? quick : full;
  const sections: Section[] = [];
  for (const name of names) {
    console.error(`measuring ${name} …`);
    for (const measured of (await parts[name]?.(sizes)) ?? []) {
      const section = values.quick ? withoutTimedAims(measured) : measured;
      sections.push(section);
      console.log(`${table(section)}\n`);
    }
  }
  const seconds = (performance.now() - begin) / 1000;
  console.log(`${conclusion(sections)} in ${seconds.toFixed(1)} s${values.quick ? ", a smoke run" : ""}`);
  if (values.json !== undefined) writeFileSync(values.json, report(sections, values.quick));
}

/** So short a run cannot show whether an aim of speed is met. Sizes do not depend on its length. */
function withoutTimedAims(section: Section): Section {
  if (section.id === "size") return section;
  return { ...section, rows: section.rows.map(({ aim: _, ...row }) => row) };
}

function conclusion(sections: readonly Section[]): string {
  const aims = sections.flatMap(({ rows }) => rows.map(reaches)).filter((reached) => reached !== null);
  return `${aims.filter(Boolean).length} of ${aims.length} aims met`;
}

function report(sections: readonly Section[], isQuick: boolean): string {
  const machine = { node: process.version, processors: availableParallelism(), platform: process.platform };
  return `${JSON.stringify({ quick: isQuick, machine, sections }, null, 2)}\n`;
}
