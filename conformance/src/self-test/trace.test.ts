/** Clause → check → mutant, without a gap in either direction. */
import { expect, test } from "vitest";
import { loadChecks } from "../checks/registry.js";
import { clauses } from "../clauses/clause.js";
import { loadMutants } from "../mutants/registry.js";
import { traceComplaints } from "./self-test.js";

test("every clause has its checks, every check its clauses and mutants, every mutant its checks", async () => {
  expect(traceComplaints({ checks: await loadChecks(), mutants: await loadMutants(), clauses })).toEqual([]);
});
