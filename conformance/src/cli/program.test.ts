import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { testChecks } from "../../test/checks/registered.js";
import { ownProcesses } from "../../test/own-processes.js";
import { runProgram } from "../../test/run-program.js";
import { delaysReply } from "../mutants/fault-injection.js";
import { mutant } from "../mutants/mutant.js";
import { systemClock } from "../sdk.js";
import type { Report } from "../types.js";

const LATE = mutant({
  id: "player:joins-late",
  breaks: ["PLY-JOIN-01"],
  fault: "Joins late.",
  inject: delaysReply("GAME_INVITATION", 6_000),
});

const folder = mkdtempSync(join(tmpdir(), "league-conformance-test-"));
const agent = (name: string, ...args: string[]) => {
  const file = fileURLToPath(new URL(`../../test/agents/${name}.mjs`, import.meta.url));
  return [`"${process.execPath}" "${file}" --port {port} --league {league}`, ...args].join(" ");
};

const run = (...args: string[]) => runProgram(args, { checks: testChecks, mutants: async () => [LATE] });

function reportOf(name: string): Report {
  return JSON.parse(readFileSync(join(folder, name), "utf8")) as Report;
}

const PLAYER_CHECKS = ["--only", "player/join/joins-in-time", "--only", "player/choice/echoes-match"];

test("a player that conforms", async () => {
  const json = join(folder, "good.json");
  const { code, out } = await run("player", "--command", agent("player"), ...PLAYER_CHECKS, "--json", json);
  expect(out).toContain("conforms");
  expect(code).toBe(0);
  expect(reportOf("good.json").summary).toMatchObject({ pass: 2, fail: 0 });
});

test("the plan of a run is printed, and nothing is started", async () => {
  const { code, out } = await run("player", "--plan", "--command", "no-such-program", ...PLAYER_CHECKS);
  expect(code).toBe(0);
  expect(out).toContain(
    "2 checks of a player, in the wire form canonical, of an agent that the suite starts",
  );
  expect(out).toMatch(/one after the other.*:\n +\d+ s {2}player\/(join|choice)/);
});

test("a player with a fault fails the check that is about it, and only that", async () => {
  const json = join(folder, "bad.json");
  const markdown = join(folder, "bad.md");
  const { code } = await run(
    "player",
    "--command",
    agent("player", "--fault other-match"),
    ...PLAYER_CHECKS,
    "--json",
    json,
    "--markdown",
    markdown,
  );
  expect(code).toBe(1);
  expect(readFileSync(markdown, "utf8")).not.toContain("](");
  const failed = reportOf("bad.json").checks.filter(({ verdict }) => verdict === "fail");
  expect(failed.map(({ id }) => id)).toEqual(["player/choice/echoes-match"]);
  expect(failed[0]?.received).toBe('"R9M9"');
  expect(failed[0]?.transcript.length).toBeGreaterThan(1);
});

test("an expected failure does not count, until it is fixed", async () => {
  const baseline = join(folder, "baseline.yaml");
  writeFileSync(
    baseline,
    'checks: [{ id: player/choice/echoes-match, reason: known, expires: "2999-01-01" }]\n',
  );
  const bad = await run(
    "player",
    "--command",
    agent("player", "--fault other-match"),
    ...PLAYER_CHECKS,
    "--baseline",
    baseline,
  );
  expect(bad.code).toBe(0);
  expect(bad.out).toContain("expected to fail, until 2999-01-01: known");
  const good = await run("player", "--command", agent("player"), ...PLAYER_CHECKS, "--baseline", baseline);
  expect(good.code).toBe(1);
  expect(good.out).toContain("remove the entry");
});

test("an agent that dies during a check has not passed it", async () => {
  const json = join(folder, "dies.json");
  const { code } = await run(
    "player",
    "--command",
    agent("player", "--fault dies-when-asked"),
    ...PLAYER_CHECKS,
    "--json",
    json,
  );
  expect(code).toBe(1);
  expect(reportOf("dies.json").checks.find(({ verdict }) => verdict === "fail")?.hint).toContain(
    "exit code 3",
  );
});

test("an agent that cannot be started", async () => {
  const { code, out } = await run("player", "--command", agent("quitter"), ...PLAYER_CHECKS);
  expect(code).toBe(3);
  expect(out).toContain("cannot find the configuration");
});

test("no agent at the URL: the suite says what it waits for, and gives up in time", async () => {
  const { code, error, out } = await run(
    "player",
    "--url",
    "http://127.0.0.1:9/mcp",
    "--wait",
    "2",
    "--listen-league",
    "18765",
    ...PLAYER_CHECKS,
  );
  expect({ code, error }).toEqual({ code: 3, error: "" });
  expect(out).toContain("start the agent now");
});

test.each(["black-hole", "dripper", "resetter", "forker"])(
  "the run ends inside its budget with a complete report: %s",
  async (name) => {
    const started = systemClock.now();
    const before = ownProcesses().length;
    const json = join(folder, `${name}.json`);
    const { code } = await run(
      "player",
      "--command",
      agent(name),
      "--wire",
      "canonical",
      "--budget",
      "2",
      "--json",
      json,
      "--quiet",
    );
    expect(systemClock.now() - started).toBeLessThan(9_000);
    expect(code).toBeGreaterThan(0);
    const { checks, summary } = reportOf(`${name}.json`);
    expect(summary.pass).toBe(0);
    expect(checks.length).toBe(3);
    expect(ownProcesses()).toHaveLength(before);
  },
);

test("an agent that never answers is given up long before the time is over", async () => {
  const started = systemClock.now();
  const json = join(folder, "silence.json");
  const { code } = await run("player", "--command", agent("black-hole"), "--json", json, "--quiet");
  expect(code).toBeGreaterThan(0);
  const { checks, summary, duration_ms } = reportOf("silence.json");
  expect(summary.pass).toBe(0);
  expect(checks.length).toBe(3);
  expect(duration_ms).toBeLessThan(40_000);
  expect(systemClock.now() - started).toBeLessThan(60_000);
  expect(ownProcesses()).toEqual([]);
}, 90_000);

test("--version prints the version of the package", async () => {
  expect(await run("--version")).toMatchObject({ code: 0, out: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) });
});

test("a pattern that matches nothing, a bad option and a missing agent are usage errors", async () => {
  const nothing = await run("player", "--command", "node a.js", "--only", "player/chioce/*");
  expect(nothing).toMatchObject({ code: 2, error: expect.stringContaining("no check matches") });
  expect((await run("player", "--command", "node a.js", "--level", "shall")).code).toBe(2);
  expect((await run("player", "--seed", "-1", "--command", "x")).code).toBe(2);
  expect((await run("player")).code).toBe(2);
  expect((await run("player", "--url", "ftp://a")).code).toBe(2);
  expect((await run("player", "--url", "http://a", "--command", "b")).code).toBe(2);
  expect((await run("nonsense")).code).toBe(2);
  expect(await run("list", "plyer")).toMatchObject({
    code: 2,
    error: expect.stringContaining('there is no role "plyer". did you mean "player"?'),
  });
  expect((await run("explain", "PLY-JOIN-1")).error).toContain('did you mean "PLY-JOIN-01"?');
  const unknownMutant = await run("self-test", "--mutant", "player:joins-lat");
  expect(unknownMutant).toMatchObject({ code: 2, error: expect.stringContaining("player:joins-late") });
  expect(unknownMutant.error).toContain("npm run build");
});

test("list, explain, compare and matrix", async () => {
  expect((await run("list", "player")).out).toContain("PLY-JOIN-01  MUST");
  expect((await run("explain", "player/join/joins-in-time")).out).toContain("player:joins-late");
  const path = /^read {5}(\/.*)#ply-join-01$/m.exec((await run("explain", "PLY-JOIN-01")).out)?.[1] ?? "";
  expect(readFileSync(path, "utf8")).toContain("PLY-JOIN-01");
  const page = join(folder, "changes.html");
  const worse = await run("compare", join(folder, "good.json"), join(folder, "bad.json"), "--html", page);
  expect(worse).toMatchObject({
    code: 1,
    out: expect.stringContaining("player/choice/echoes-match: pass → fail"),
  });
  expect(readFileSync(page, "utf8")).toContain("player/choice/echoes-match");
  expect((await run("compare", join(folder, "bad.json"), join(folder, "good.json"))).code).toBe(0);
  expect((await run("compare", page, join(folder, "good.json"))).code).toBe(2);
  const matrix = await run("matrix", join(folder, "good.json"), join(folder, "bad.json"), "--html", page);
  expect(matrix).toMatchObject({ code: 0, out: expect.stringMatching(/^ {2}choice .*✘ \d/m) });
  expect(matrix.out).not.toContain(folder);
  expect(readFileSync(page, "utf8")).toContain("<h1>2 agents</h1>");
  expect((await run("matrix", page)).code).toBe(2);
});

test("replay runs one check with the seed of its run", async () => {
  const replay =
    reportOf("bad.json").checks.find(({ verdict }) => verdict === "fail")?.reproduce?.replay ?? "";
  const again = join(folder, "again.json");
  const { code } = await run(
    "replay",
    replay,
    "--command",
    agent("player", "--fault other-match"),
    "--json",
    again,
  );
  expect(code).toBe(1);
  expect(reportOf("again.json")).toMatchObject({
    seed: reportOf("bad.json").seed,
    checks: [{ id: "player/choice/echoes-match", verdict: "fail" }],
  });
});

test("replay of a check over all messages says that it repeats the whole run", async () => {
  const replay = "transport/response/result-or-error@player.1";
  const { code, out } = await run("replay", replay, "--command", agent("player"));
  expect(code).toBe(0);
  expect(out.split("\n")[0]).toMatch(
    /^transport\/response\/result-or-error judges the messages of a whole run, so all of it is repeated/,
  );
});
