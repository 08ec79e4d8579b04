/** Finds the mutants: every file in the folders beside this one exports one, or a list of them. */
import { discover } from "../discover.js";
import { type Mutant, sideOf } from "./mutant.js";

const SIDES = ["transport", "player", "referee", "manager"] as const;

export async function loadMutants(): Promise<Mutant[]> {
  const found: Mutant[] = [];
  for (const side of SIDES) {
    for (const { file, exported } of await discover("mutants", side)) {
      if (!isMutant(exported) || sideOf(exported.id) !== side)
        throw new Error(`${file} does not export a mutant ${side}:… as its default`);
      if (found.some(({ id }) => id === exported.id))
        throw new Error(`two mutants have the id ${exported.id}`);
      found.push(exported);
    }
  }
  return found.toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

function isMutant(exported: unknown): exported is Mutant {
  return typeof exported === "object" && exported !== null && "fault" in exported && "id" in exported;
}
