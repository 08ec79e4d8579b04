/** `--game`: the agents of another game, judged by the rules of its module. */
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { isFull } from "../../tools/gate/one-in.js";
import { OF_WHOLE_SERIES } from "../src/checks/referee/helpers/played-matches.js";
import { loadChecks, type RegisteredCheck } from "../src/checks/registry.js";
import { type Game, gameOf, loadGame } from "../src/peers/game.js";
import { select } from "../src/run/select.js";
import { type GameRules, readGameRules } from "../src/sdk.js";
import { referenceAgent } from "../src/subject/reference-agent.js";
import type { Report, Role } from "../src/types.js";
import { runInMemory } from "./in-memory-run.js";
import { runProgram } from "./run-program.js";

const root = join(import.meta.dirname, "../..");
const bin = join(root, "node_modules/.bin");
const module = join(root, "reference-agents/examples/odds-and-evens.js");
const rules = readGameRules((await import(module)).default);
/** A series of 160 matches, and thousands of messages that are the same in every game: with `FULL=1`. */
const isLong = ({ check, group }: RegisteredCheck) =>
  group === "negative" || OF_WHOLE_SERIES.includes(check.id);
const checks = (await loadChecks()).filter((one) => isFull || !isLong(one));

/** A run of an agent with these rules in a league of this game. */
async function runOf(
  role: Role,
  rules: GameRules | undefined,
  game: Game,
  only: string[] = [],
): Promise<Report> {
  const { report } = await runInMemory(role, {
    agent: referenceAgent(role, rules),
    checks: select(checks, role, only.length > 0 ? { only } : {}),
    options: { game },
  });
  return report;
}

const failuresOf = (report: Report) =>
  report.checks
    .filter(({ verdict }) => !["pass", "not-applicable", "not-exercised"].includes(verdict))
    .map(({ id, verdict, diagnosis }) => `${id} ${verdict}: ${diagnosis}`);

describe("the second game", () => {
  it.each(["referee", "player"] as const)("has a %s that passes all checks of its role", async (role) => {
    const report = await runOf(role, rules, await loadGame(module), [`${role}/*/*`]);
    expect(failuresOf(report)).toEqual([]);
    expect(report.checks.filter(({ verdict }) => verdict === "pass").length).toBeGreaterThan(45);
  });

  it.each(["referee", "player"] as const)("is no game of a %s of Even/Odd", async (role) => {
    const clause = role === "referee" ? "REF-REG-01" : "PLY-REG-02";
    const report = await runOf(role, undefined, gameOf(rules), [clause]);
    expect(failuresOf(report)).toEqual([expect.stringContaining('expected a list with "odds_and_evens"')]);
  });

  it("has a winner, which the suite computes by the rules that it was given", async () => {
    const wrong: GameRules = {
      ...rules,
      decide: ([a, b], sum) => ({ winner: sum % 2 === 0 ? b.id : a.id, reason: "Swapped." }),
    };
    const report = await runOf("referee", wrong, gameOf(rules), ["REF-DRAW-04"]);
    expect(failuresOf(report).length).toBeGreaterThan(0);
    for (const failure of failuresOf(report)) expect(failure).toMatch(/ fail: the winner /);
  });
});

describe("--game", () => {
  const command = "league referee --port {port} --league {league} --name {name}";
  const suite = (game: string, agent: string) =>
    runProgram(["referee", "--only", "REF-REG-01", "--game", game, "--command", agent], {
      checks: loadChecks,
    });

  it("is the game of the league around a process", async () => {
    const { code, out } = await suite(module, `${bin}/${command} --game ${module}`);
    expect(code, out).toBe(0);
  });

  it("is repeated in the command that repeats a failed check", async () => {
    const { code, out } = await suite(module, `${bin}/${command}`);
    expect(code, out).toBe(1);
    expect(out).toMatch(/league-conformance replay \S+ .* --game \S+odds-and-evens\.js$/m);
  });

  it("must be a module with rules", async () => {
    const { code, error } = await suite(join(root, "package.json"), "true");
    expect(code).toBe(2);
    expect(error).toMatch(/--game \S+package\.json: /);
  });
});
