/** A fault or a habit of a test, in the form of the rows of `faults/*.yaml`. */
import { createReferee } from "@league-v2/sdk";
import type { FaultRow } from "../src/mutants/fault-row.js";
import { mutantOf } from "../src/mutants/interpret.js";
import type { Mutant } from "../src/mutants/mutant.js";
import type { FaultInjection } from "../src/subject/in-process-subject.js";

type Side = "player" | "referee" | "manager" | "transport";

/** @param breaks the clauses that it breaks, for a test of the self-test */
export function fault(side: Side, row: Partial<Omit<FaultRow, "id">>, id = "of-a-test"): Mutant {
  return mutantOf({ id: `${side}:${id}`, text: "", breaks: [], ...row });
}

export function injected(side: Side, row: Partial<Omit<FaultRow, "id">>): FaultInjection {
  return (fault(side, row).inject as () => FaultInjection)();
}

export const joinsLate = (ms: number): Mutant =>
  fault("player", { breaks: "PLY-JOIN-01", on: "GAME_INVITATION", delay: ms }, "joins-late");

// Referees whose matches take long.

export const oneAtATime = ({ name }: { name: string }) =>
  createReferee({ displayName: name, maxConcurrentMatches: 1 });

export const announcesTwo = injected("referee", {
  on: "REFEREE_REGISTER_REQUEST",
  set: { "/referee_meta/max_concurrent_matches": 2 },
});

export const slowly = injected("referee", { on: ["GAME_OVER", "MATCH_RESULT_REPORT"], delay: 500 });
