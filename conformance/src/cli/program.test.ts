import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { newFolder } from "../../../tools/gate/temporary-folder.js";
import { testChecks } from "../../test/in-memory-run.js";
import { joinsLate } from "../../test/injected.js";
import { ownProcesses } from "../../test/processes.js";
import { runProgram } from "../../test/run-program.js";
import { systemClock } from "../sdk.js";
import type { Report } from "../types.js";

const LATE = joinsLate(6_000);

const folder = newFolder();
const at = (name: string) => join(folder, name);
const [good, bad] = [at("good.json"), at("bad.json")];
const reportOf = (path: string) => JSON.parse(readFileSync(path, "utf8")) as Report;

const inTests = (path: string) => fileURLToPath(new URL(`../../test/${path}`, import.meta.url));
const AT_PORT = "--port {port} --league {league}";
/** `--command` with the player in Python, with a fault or without one. */
const python = (fault = "") => [
  "--command",
  `python3 "${inTests("foreign/agent.py")}" player ${AT_PORT} ${fault}`,
];
const broken = (name: string) => [
  "--command",
  `"${process.execPath}" "${inTests("broken-agent.mjs")}" ${name} ${AT_PORT}`,
];

const run = (...args: string[]) => runProgram(args, { checks: testChecks, mutants: async () => [LATE] });
const PLAYER_CHECKS = ["--only", "player/join/joins-in-time", "--only", "player/choice/echoes-match"];
const player = (...args: string[]) => run("player", ...args, ...PLAYER_CHECKS);

test("a player that conforms", async () => {
  const { code, out } = await player(...python(), "--json", good);
  expect(out).toContain("conforms");
  expect(code).toBe(0);
  expect(reportOf(good).summary).toMatchObject({ pass: 2, fail: 0 });
});

test("the plan of a run is printed, and nothing is started", async () => {
  const { code, out } = await player("--plan", "--command", "no-such-program");
  expect(code).toBe(0);
  expect(out).toContain(
    "2 checks of a player, in the wire form canonical, of an agent that the suite starts",
  );
  expect(out).toMatch(/one after the other.*:\n +\d+ s {2}player\/(join|choice)/);
});

test("a player with a fault fails the check that is about it, and only that; its replay has the seed of the run", async () => {
  const faulty = python("--with choice-for-other-match");
  const { code } = await player(...faulty, "--json", bad, "--markdown", at("bad.md"));
  expect(code).toBe(1);
  expect(readFileSync(at("bad.md"), "utf8")).not.toContain("](");
  const failed = reportOf(bad).checks.filter(({ verdict }) => verdict === "fail");
  expect(failed.map(({ id }) => id)).toEqual(["player/choice/echoes-match"]);
  expect(failed[0]?.received).toBe('"R9M9"');
  expect(failed[0]?.transcript.length).toBeGreaterThan(1);
  const again = at("again.json");
  expect((await run("replay", failed[0]?.reproduce?.replay ?? "", ...faulty, "--json", again)).code).toBe(1);
  expect(reportOf(again)).toMatchObject({
    seed: reportOf(bad).seed,
    checks: [{ id: "player/choice/echoes-match", verdict: "fail" }],
  });
});

test("an expected failure does not count", async () => {
  const baseline = at("baseline.yaml");
  const entry = "id: player/choice/echoes-match, reason: known";
  writeFileSync(baseline, `checks: [{ ${entry}, expires: "2999-01-01" }]\n`);
  const { code, out } = await player(...python("--with choice-for-other-match"), "--baseline", baseline);
  expect(code).toBe(0);
  expect(out).toContain("expected to fail, until 2999-01-01: known");
});

test("an agent that dies during a check has not passed it", async () => {
  const json = at("dies.json");
  const { code } = await player(...python("--with ends-at-choice"), "--json", json);
  expect(code).toBe(1);
  const failed = reportOf(json).checks.find(({ verdict }) => verdict === "fail");
  expect(failed?.hint).toContain("exit code 3");
});

test("an agent that cannot be started", async () => {
  const { code, out } = await player(...broken("quitter"));
  expect(code).toBe(3);
  expect(out).toContain("cannot find the configuration");
});

test("no agent at the URL: the suite says what it waits for, and gives up in time", async () => {
  const nowhere = ["--url", "http://127.0.0.1:9/mcp", "--listen-league", "18765"];
  const { code, error, out } = await player(...nowhere, "--wait", "2");
  expect({ code, error }).toEqual({ code: 3, error: "" });
  expect(out).toContain("start the agent now");
});

// Agents that reset, close or never answer are met in memory, with the same outcomes as over sockets.
test.each(["dripper", "forker"])(
  "the run ends inside its budget with a complete report: %s",
  async (name) => {
    const started = systemClock.now();
    const before = ownProcesses().length;
    const json = at(`${name}.json`);
    const options = ["--wire", "canonical", "--budget", "2", "--json", json, "--quiet"];
    expect((await run("player", ...broken(name), ...options)).code).toBeGreaterThan(0);
    expect(systemClock.now() - started).toBeLessThan(9_000);
    const { checks, summary } = reportOf(json);
    expect(summary.pass).toBe(0);
    expect(checks.length).toBe(3);
    expect(ownProcesses()).toHaveLength(before);
  },
);

test("--version prints the version of the package", async () => {
  expect(await run("--version")).toMatchObject({ code: 0, out: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) });
});

test.each<[string, string]>([
  ["player --command node --only player/chioce/*", "no check matches"],
  ["player --command node --level shall", ""],
  ["player --command node --seed -1", ""],
  ["player", ""],
  ["player --url ftp://a", ""],
  ["player --url http://a --command b", ""],
  ["nonsense", ""],
  ["list plyer", 'there is no role "plyer". did you mean "player"?'],
  ["explain PLY-JOIN-1", 'did you mean "PLY-JOIN-01"?'],
  ["self-test --mutant player:joins-lat", "player:joins-late"],
  ["self-test --mutant player:joins-lat", "npm run build"],
])("%s is a usage error: %s", async (words, message) => {
  expect(await run(...words.split(" "))).toMatchObject({ code: 2, error: expect.stringContaining(message) });
});

test("list, explain and compare", async () => {
  expect((await run("list", "player")).out).toContain("PLY-JOIN-01  MUST");
  expect((await run("explain", "player/join/joins-in-time")).out).toContain("player:joins-late");
  const path = /^read {5}(\/.*)#ply-join-01$/m.exec((await run("explain", "PLY-JOIN-01")).out)?.[1] ?? "";
  expect(readFileSync(path, "utf8")).toContain("PLY-JOIN-01");
  expect(await run("compare", good, bad)).toMatchObject({
    code: 1,
    out: expect.stringContaining("player/choice/echoes-match: pass → fail"),
  });
  expect((await run("compare", bad, good)).code).toBe(0);
  expect((await run("compare", at("no.json"), good)).code).toBe(2);
});

test("replay of a check over all messages says that it repeats the whole run", async () => {
  const { code, out } = await run("replay", "transport/response/result-or-error@player.1", ...python());
  expect(code).toBe(0);
  expect(out.split("\n")[0]).toMatch(
    /^transport\/response\/result-or-error judges the messages of a whole run, so all of it is repeated/,
  );
});
