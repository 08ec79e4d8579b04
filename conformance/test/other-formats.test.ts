/** The scripts of docs/other-formats.md, run on reports of every kind. */
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { newFolder } from "../../tools/gate/temporary-folder.js";
import { clause, reports } from "../fixtures/report/reports.js";
import { renderJson } from "../src/report/reporters.js";

const folder = newFolder();

const page = readFileSync(join(import.meta.dirname, "../docs/other-formats.md"), "utf8");
const scripts = [...page.matchAll(/```js\n\/\/ (\S+)\n([\s\S]*?)```/g)].map(([, name = "", text = ""]) => {
  writeFileSync(join(folder, name), text);
  return name;
});

function printed(script: string, ...kinds: (keyof typeof reports)[]): string {
  const context = { clause };
  for (const kind of kinds) writeFileSync(join(folder, `${kind}.json`), renderJson(reports[kind], context));
  const files = kinds.map((kind) => `${kind}.json`);
  const { stdout, stderr } = spawnSync(process.execPath, [join(folder, script), ...files], {
    cwd: folder,
    encoding: "utf8",
  });
  expect(stderr).toBe("");
  return stdout;
}

test("TAP has a point for each check, and no failure that is expected or no MUST", () => {
  const tap = printed("tap.mjs", "everyVerdict").split("\n");
  expect(tap[0]).toBe("TAP version 14");
  expect(tap[1]).toBe(`1..${reports.everyVerdict.checks.length}`);
  for (const [index, { verdict, id }] of reports.everyVerdict.checks.entries()) {
    const isOk = ["pass", "not-applicable", "not-exercised"].includes(verdict);
    expect(tap[2 + index]).toMatch(new RegExp(`^${isOk ? "ok" : "not ok"} ${index + 1} - .*\\(${id}\\)`));
  }
  expect(printed("tap.mjs", "excused")).toMatch(/^not ok .* # TODO /m);
  expect(printed("tap.mjs", "unreachable")).toContain("Bail out!");
});

test("CTRF counts the checks by status", () => {
  const { results } = JSON.parse(printed("ctrf.mjs", "everyVerdict"));
  expect(results.tests.map(({ rawStatus }: { rawStatus: string }) => rawStatus)).toEqual(
    reports.everyVerdict.checks.map(({ verdict }) => verdict),
  );
  const { tests, passed, failed, skipped, other } = results.summary;
  expect(passed + failed + skipped + other).toBe(tests);
  expect(JSON.parse(printed("ctrf.mjs", "excused")).results.summary.failed).toBe(0);
});

test("the badge says the outcome", () => {
  expect(JSON.parse(printed("badge.mjs", "fails"))).toMatchObject({ color: "red", schemaVersion: 1 });
  expect(JSON.parse(printed("badge.mjs", "unreachable"))).toMatchObject({ color: "yellow" });
});

test("the matrix has the worst verdict of each group, of each agent", () => {
  const lines = printed("matrix.mjs", "everyVerdict", "unreachable").split("\n");
  expect(lines[0]).toBe("| player | everyVerdict.json | unreachable.json |");
  expect(lines).toContain("| player/choice | fail 1/3 | – |");
});

test("every script of the page is tried here", () => {
  expect(scripts).toEqual(["tap.mjs", "ctrf.mjs", "badge.mjs", "matrix.mjs"]);
});
