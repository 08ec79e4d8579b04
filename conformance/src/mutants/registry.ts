/** Every mutant of the suite: the rows of `faults/*.yaml`, and those that take a program. */
import { readFileSync } from "node:fs";
import { parseYaml } from "../json.js";
import { packageFolder } from "../package-folder.js";
import type { FaultRow } from "./fault-row.js";
import { mutantOf } from "./interpret.js";
import { managerMutants } from "./manager.js";
import type { Mutant } from "./mutant.js";

/** Sorted by id. */
export async function loadMutants(): Promise<Mutant[]> {
  const rows = ["player", "referee", "manager", "transport"].flatMap((name) => {
    const text = readFileSync(new URL(`faults/${name}.yaml`, packageFolder), "utf8");
    return parseYaml(text) as readonly FaultRow[];
  });
  const programs = [...managerMutants];
  const mutants = [...rows.map(mutantOf), ...programs];
  const ids = new Set<string>();
  for (const { id } of mutants) {
    if (ids.has(id)) throw new Error(`two mutants have the id ${id}`);
    ids.add(id);
  }
  return mutants.toSorted((a, b) => (a.id < b.id ? -1 : 1));
}
