import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { passing } from "../fixtures/report/checks.js";
import { reportOf } from "../fixtures/report/reports.js";
import { loadChecks } from "./checks/registry.js";
import { compareReports } from "./compare/compare.js";
import { loadMutants } from "./mutants/registry.js";
import { packageFolder } from "./package-folder.js";
import { currentId } from "./renamed-ids.js";
import { select } from "./run/select.js";

const [checks, mutants] = await Promise.all([loadChecks(), loadMutants()]);
const present = new Set([...checks.map(({ check }) => check.id), ...mutants.map(({ id }) => id)]);
const renamed = Object.keys(
  JSON.parse(readFileSync(new URL("renamed-ids.json", packageFolder), "utf8")) as object,
);

test("each earlier id leads to one that exists, and is free itself", () => {
  expect(renamed.filter((id) => present.has(id) || !present.has(currentId(id)))).toEqual([]);
});

test("a report with earlier ids is compared by the present ones", () => {
  const before = reportOf(0, [{ ...passing, id: "player/session/keeps-its-head", verdict: "fail" }]);
  const after = reportOf(0, [{ ...passing, id: "player/session/random-sequences" }]);
  const { fixed, added, removed } = compareReports(before, after);
  expect([fixed.length, added, removed]).toEqual([1, [], []]);
});

test("an earlier id in --only is answered with the present one", () => {
  expect(() => select(checks, "player", { only: ["player/session/keeps-its-head"] })).toThrow(
    "It was renamed: player/session/random-sequences.",
  );
});
