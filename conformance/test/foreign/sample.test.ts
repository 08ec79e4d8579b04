/** A sample of the faults of agents that share no code with this project; `run.mjs` tries all of them. */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { agents, canRun, choose, drawnFrom, type ForeignAgent, variantsOf } from "./agents.js";
import { differences, falseAlarms, judge } from "./judgement.js";

/** Another seed draws other faults, and another agent. */
const SEED = process.env.FOREIGN_SEED ?? "15";

test.skipIf(!agents.slice(0, 3).every(canRun))(
  "the suite finds one of their faults under the right clause, and reports nothing about the agent without a fault",
  () => {
    const words = ["run.mjs", "--sample", "1", "--seed", SEED, "--at-once", "3"];
    const { status, stdout, stderr } = spawnSync(process.execPath, words, {
      cwd: import.meta.dirname,
      encoding: "utf8",
    });
    expect(`${stdout}${stderr}`).toContain(
      "1 faults: 1 found, 0 found under another clause, 0 missed; 0 false alarms",
    );
    expect(status).toBe(0);
  },
  300_000,
);

test("a fault is found when the first complaint names its clause; anything but a pass is a false alarm of an agent without one", () => {
  const fault = { id: "joins-late", clauses: ["PLY-JOIN-01"], does: "joins 6 s after the invitation" };
  const report = (...checks: [verdict: string, clause: string, blocks?: number][]) => ({
    checks: checks.map(([verdict, clause, blocks = 0]) => ({
      id: clause,
      verdict,
      clause: [clause],
      blocks,
    })),
  });
  const outcomes = [
    report(["fail", "PLY-JOIN-01"], ["fail", "PLY-CHOICE-01"], ["warn", "PLY-ACK-01", 9]),
    report(["fail", "PLY-JOIN-01"], ["fail", "PLY-CHOICE-01", 4]),
    report(["pass", "PLY-JOIN-01"]),
    report(["inconclusive", "PLY-JOIN-01"], ["not-exercised", "PLY-CHOICE-01"]),
  ];
  expect(outcomes.map((one) => judge(one, fault).outcome)).toEqual([
    "found",
    "misnamed",
    "missed",
    "undecided",
  ]);
  expect(outcomes.map((one) => falseAlarms(one).length)).toEqual([3, 2, 0, 1]);
});

test("another verdict than without the habit is a false alarm, except the one that the habit is about", () => {
  const report = (...verdicts: string[]) => ({
    checks: verdicts.map((verdict, index) => ({ id: `check-${index}`, verdict, clause: [] })),
  });
  const habit = { id: "slow", does: "", differs: { "check-1": "this is the habit" } };
  const found = differences(report("pass", "pass", "pass"), report("pass", "fail", "not-exercised"), habit);
  expect(found).toEqual([expect.stringMatching(/^check-2: pass → not-exercised/)]);
});

test("the commands of the documentation select at least one agent", () => {
  const pages = ["../../docs/python-agents.md", "../../../CONTRIBUTING.md"];
  const text = pages.map((page) => readFileSync(join(import.meta.dirname, page), "utf8")).join("\n");
  const commands = [...text.matchAll(/npm run foreign -- ([^`\n]+)/g)].map(([, words = ""]) =>
    words.split(" "),
  );
  expect(commands.length).toBeGreaterThan(3);
  const listed = new Map(agents.map((agent) => [agent, variantsOf(agent)]));
  const known = (agent: ForeignAgent) => listed.get(agent) ?? [];
  for (const words of commands) expect(choose(words, known).trials.length).toBeGreaterThan(1);
});

test("the same seed draws the same faults, and another seed draws others", () => {
  const items = Array.from({ length: 50 }, (_, index) => index);
  expect(drawnFrom(items, 5, 1)).toEqual(drawnFrom(items, 5, 1));
  expect(drawnFrom(items, 5, 1)).not.toEqual(drawnFrom(items, 5, 2));
});
