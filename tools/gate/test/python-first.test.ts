/** Python is looked for once; the steps start it without the search. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { hasNoTerminal } from "../in-terminal.js";
import { pythonFirst } from "../python-first.js";

const folder = () => mkdtempSync(join(tmpdir(), "league-python-"));
const searches = join(folder(), "searches");
afterEach(() => rmSync(searches, { force: true }));

/** A `python3` that notes its start, as a script that looks for Python costs time. */
const noted = folder();
writeFileSync(
  join(noted, "python3"),
  `#!/bin/sh\necho >> '${searches}'\nPATH='${process.env.PATH}' exec python3 "$@"\n`,
  { mode: 0o755 },
);
const env = { ...process.env, PATH: [noted, process.env.PATH].join(delimiter) };

it.skipIf(hasNoTerminal)("starts Python without the script that looks for it", () => {
  const first = pythonFirst(folder(), env);
  rmSync(searches);
  const { stdout } = spawnSync("python3", ["-c", "print(6 * 7)"], { env: first, encoding: "utf8" });
  expect(stdout.trim()).toBe("42");
  expect(existsSync(searches)).toBe(false);
});

it("leaves the environment as it is where there is no Python", () => {
  const without = { PATH: folder() };
  expect(pythonFirst(folder(), without)).toBe(without);
});
