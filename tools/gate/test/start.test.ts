/** `npm start` ends by naming the pages that it has written. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";

const root = join(import.meta.dirname, "..", "..", "..");
const { start } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")).scripts;
const last = start.split(" && ").at(-1);
const [league = "", report = ""] = [...start.matchAll(/--html (\S+)/g)].map(([, file]) => file);

let folder = "";
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "league-start-")));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** The output of the last command of `npm start`, if these pages exist. */
function lastLines(pages: readonly string[]): string {
  for (const page of pages) {
    mkdirSync(join(folder, dirname(page)), { recursive: true });
    writeFileSync(join(folder, page), "");
  }
  const [, script = ""] = /^node (\S+)$/.exec(last) ?? [];
  return execFileSync(process.execPath, [join(root, script)], { cwd: folder, encoding: "utf8" });
}

test("the page of the league and the report, by their paths, and how a league is watched", () => {
  expect(start).toMatch(/league play --html \S+ && league-conformance player .* --html \S+ && /);
  const text = lastLines([league, report]);
  expect(text).toContain(`the league, match by match: ${join(folder, league)}\n`);
  expect(text).toContain(`the conformance report: ${join(folder, report)}\n`);
  expect(text).toContain("npx league play --watch");
});

test("a page that is not there is not named", () => {
  expect(lastLines([league])).not.toContain("conformance report");
});
