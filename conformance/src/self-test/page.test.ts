/** The published kill matrix names the current mutants and checks. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { loadChecks } from "../checks/registry.js";
import { rolesOf } from "../mutants/mutant.js";
import { loadMutants } from "../mutants/registry.js";
import { linesOf, PUBLISH } from "./page.js";

test("the published kill matrix lists every mutant with the checks that should kill it", async () => {
  const checks = await loadChecks();
  const expected = (await loadMutants()).flatMap((mutant) =>
    rolesOf(mutant).map((role) => {
      const named = checks.filter(
        ({ check, side }) => check.kills.includes(mutant.id) && (side === role || side === "transport"),
      );
      return `${role} ${mutant.id}: ${named
        .map(({ check }) => check.id)
        .sort()
        .join(", ")}`;
    }),
  );
  const published = linesOf(readFileSync(new URL("../../docs/kill-matrix.md", import.meta.url), "utf8"));
  expect(published.sort(), `the page is out of date; publish it again: ${PUBLISH}`).toEqual(expected.sort());
});
